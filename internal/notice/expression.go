package notice

import (
	"strings"

	"github.com/chaffinch-search/chaffinch/internal/lazyregexp"
	"github.com/chaffinch-search/chaffinch/internal/spdx"
)

// mostExpression is how many bytes a stated licence may have. Longer ones are texts.
const mostExpression = 120

var (
	symbols    = lazyregexp.New(`[()]|[^()\s]+`)
	identifier = lazyregexp.New(`^[A-Za-z0-9]([A-Za-z0-9.+:-]*[A-Za-z0-9+])?$`)
	orLater    = lazyregexp.New(`(?i),? (?:or|and) (?:\(at your option\) )?(?:any )?(?:later|newer|above|greater|higher)(?: versions?)?\b`)
)

// expression returns a text as an SPDX expression (SPDX 2.3, annex D), or nothing. Common names of
// licences become identifiers. Operators between sure licences may have small letters.
func expression(text string) string {
	text = strings.TrimRight(strings.Join(strings.Fields(text), " "), ".,; ")
	if len(text) > mostExpression {
		return ""
	}
	if id := common(text); id != "" {
		return id
	}
	var out strings.Builder
	var name []string                    // words of the operand
	depth, ended, lax := 0, false, false // ended: after an operand
	unsure := false
	endOperand := func() bool {
		if ended || len(name) == 0 {
			return ended
		}
		id, sure := operand(strings.Join(name, " "))
		out.WriteString(id)
		name, ended, unsure = nil, true, unsure || !sure
		return id != ""
	}
	for _, s := range symbols.FindAllString(orLater.ReplaceAllString(text, "+"), -1) {
		switch operator := strings.ToUpper(s); {
		case s == "(":
			if ended || len(name) > 0 {
				return ""
			}
			depth++
			out.WriteString(s)
		case s == ")":
			if depth--; !endOperand() || depth < 0 {
				return ""
			}
			out.WriteString(s)
		case operator == "AND" || operator == "OR" || operator == "WITH":
			if !endOperand() {
				return ""
			}
			ended, lax = false, lax || s != operator
			out.WriteString(" " + operator + " ")
		case ended:
			return ""
		default:
			name = append(name, s)
		}
	}
	if !endOperand() || depth != 0 || lax && unsure {
		return ""
	}
	return spdx.Simple(out.String())
}

// operand returns an operand of an expression: an identifier, or the licence with a common name.
// sure is false for a word that only may be one.
func operand(name string) (id string, sure bool) {
	if id := common(name); id != "" {
		return id, true
	}
	if !identifier.MatchString(name) || unknown[key(name)] {
		return "", false
	}
	return name, strings.ContainsAny(name, "0123456789-") || strings.ToUpper(name) == name
}

// names are common names of licences, without "the", "license" and punctuation. They are no SPDX
// identifiers.
var names = map[string]string{
	"apache": "Apache-2.0", "apache 2": "Apache-2.0", "apache 2.0": "Apache-2.0", "apache software": "Apache-2.0",
	"apache software 2.0": "Apache-2.0", "apache version 2.0": "Apache-2.0", "apache software version 2.0": "Apache-2.0",
	"bsd 2 clause": "BSD-2-Clause", "simplified bsd": "BSD-2-Clause", "bsd 3 clause": "BSD-3-Clause", "new bsd": "BSD-3-Clause",
	"modified bsd": "BSD-3-Clause", "3 clause bsd": "BSD-3-Clause", "2 clause bsd": "BSD-2-Clause",
	"eclipse public v1.0": "EPL-1.0", "eclipse public v2.0": "EPL-2.0", "eclipse public 1.0": "EPL-1.0", "eclipse public 2.0": "EPL-2.0",
	"mozilla public 2.0": "MPL-2.0", "mozilla public 2.0 mpl 2.0": "MPL-2.0", "isc iscl": "ISC", "mit": "MIT", "mit x11": "MIT", "expat": "MIT",
	"gnu general public v2 gplv2": "GPL-2.0-only", "gnu general public v2 or later gplv2+": "GPL-2.0-or-later",
	"gnu general public v3 gplv3": "GPL-3.0-only", "gnu general public v3 or later gplv3+": "GPL-3.0-or-later",
	"gnu lesser general public v3 lgplv3": "LGPL-3.0-only", "gnu lesser general public v3 or later lgplv3+": "LGPL-3.0-or-later",
	"gnu lesser general public v2 lgplv2": "LGPL-2.0-only", "gnu lesser general public v2 or later lgplv2+": "LGPL-2.0-or-later", "gnu affero general public v3": "AGPL-3.0-only",
	"public domain": "public-domain", "python software foundation": "PSF-2.0", "psfl": "PSF-2.0",
	"bsd": "BSD", "unlicense": "Unlicense", "zlib libpng": "Zlib", "unlicense unlicense": "Unlicense", "cc0 1.0 universal cc0 1.0 public domain dedication": "CC0-1.0",
}

// cpan are the licences of packages of Perl (CPAN::Meta::Spec). gpl_2 does not say whether later
// versions hold.
var cpan = map[string]string{
	"perl": "Artistic-1.0-Perl OR GPL-1.0-or-later", "perl_5": "Artistic-1.0-Perl OR GPL-1.0-or-later", "apache_1_1": "Apache-1.1", "apache_2_0": "Apache-2.0", "artistic_2": "Artistic-2.0",
	"gpl_1": "GPL-1.0", "gpl_2": "GPL-2.0", "gpl_3": "GPL-3.0", "lgpl_2_1": "LGPL-2.1", "lgpl_3_0": "LGPL-3.0", "agpl_3": "AGPL-3.0", "mozilla_1_0": "MPL-1.0", "mozilla_1_1": "MPL-1.1",
	"GPL_1": "GPL-1.0", "GPL_2": "GPL-2.0", "GPL_3": "GPL-3.0", "LGPL_2_1": "LGPL-2.1", "LGPL_3_0": "LGPL-3.0", "AGPL_3": "AGPL-3.0", "Apache_2_0": "Apache-2.0", "Artistic_2_0": "Artistic-2.0", "Perl_5": "Artistic-1.0-Perl OR GPL-1.0-or-later",
}

// unknown are names of no particular licence, in the form of the keys of names.
var unknown = map[string]bool{
	"": true, "unknown": true, "none": true, "noassertion": true, "n a": true, "other": true, "dual": true, "file": true, "see": true,
	".txt": true, ".md": true, ".rst": true, "otherlicense": true, "unspecifiedlicense": true,
}

var (
	// notInName matches the parts of a licence's name that a look-up leaves out.
	notInName = lazyregexp.New(`(?i)\b(the|licen[sc]e)\b|[^a-z0-9.+]+`)
	// gnu matches the names of licences with a version.
	gnu = lazyregexp.New(`^(?:gnu )?([al]?gpl) ?(version |v)?([123])(?:\.([01]))?(\+?)$`)
)

// key returns a name in the form of the keys of names.
func key(name string) string {
	return strings.Join(strings.Fields(notInName.ReplaceAllString(strings.ToLower(name), " ")), " ")
}

// common returns the identifier for a common name.
func common(name string) string {
	if id := cpan[name]; id != "" {
		return id
	}
	k := key(name)
	if id := names[k]; id != "" {
		return id
	}
	m := gnu.FindStringSubmatch(k)
	if m == nil || m[2]+m[5] == "" { // GPL-2.0 does not say whether later ones hold
		return ""
	}
	id := strings.ToUpper(m[1]) + "-" + m[3] + "." + max(m[4], "0") // a bare version does not say only
	if m[5] == "+" {
		id += "-or-later"
	}
	return id
}

// free matches a name that a package may give its licence.
var free = lazyregexp.New(`^[A-Za-z0-9(][A-Za-z0-9.+:()/ ,-]*$`)

// elsewhere matches the words that refer to a file.
var elsewhere = lazyregexp.New(`(?i)(^|[\s,;.(-]+)(please\s)?(see|refer\sto)\b.*$`)

// named returns a licence by what a package calls it: an expression, its text, or a name of its
// own.
func named(text string) string {
	if id := common(text); id != "" {
		return id
	}
	if strings.Count(text, "\n") > 3 || len(text) > mostExpression {
		return Recognise(withoutBundled([]byte(text)))
	}
	text = elsewhere.ReplaceAllString(strings.Join(strings.Fields(text), " "), "")
	if l := expression(text); l != "" {
		return l
	}
	if unknown[key(text)] || !free.MatchString(text) {
		return ""
	}
	return text
}

// tagged returns the expression that a line begins with. It is empty if what follows belongs to it,
// but makes it none: a list of licences, or an expression that breaks off, does not say which of
// them hold.
func tagged(line string) string {
	if len(line) > mostExpression {
		return ""
	}
	if seen := elsewhere.Find([]byte(line)); seen != nil && !seeing.Match(seen) {
		return "" // as in see contract
	}
	words := strings.Fields(elsewhere.ReplaceAllString(line, ""))
	for n := len(words); n > 0; n-- {
		said := strings.Join(words[:n], " ")
		if l := expression(said); l != "" {
			if !plainTag.MatchString(said) || strings.Count(said, "(") != strings.Count(said, ")") || n < len(words) && (continues.MatchString(words[n]) || endsOpen.MatchString(words[n-1]) || IsSPDX(words[n]) || varied.MatchString(strings.Join(words[n:], " ")) || !mayFollow.MatchString(strings.Join(words[n:], " "))) {
				return ""
			}
			return l
		}
	}
	return ""
}

var (
	// plainTag matches an expression without marks, perhaps in quotes or in a box.
	plainTag = lazyregexp.New(`^["'\x60<(\[{]*[A-Za-z0-9][\w.+:()/,;& -]*[A-Za-z0-9+)][.,;]?["'\x60>\]}]*[.,;]?(?: #+)?$`)
	// continues matches a word with which an expression goes on, and endsOpen one after which a
	// list does.
	continues = lazyregexp.New(`(?i)^(?:(?:and|or|with|plus)$|and/or|[,;/|&+(])`)
	endsOpen  = lazyregexp.New(`[,;/|&+]$`)
	// varied matches words that change the expression before them.
	varied = lazyregexp.New(`(?i)\b(?:except\w*|but|unless|portions?|parts?|proprietary|commercial)\b`)
	// mayFollow matches what may stand behind an expression: marks, years, an address, a copyright.
	mayFollow = lazyregexp.New(`^[^\pL<]*(?:$|(?i:copyright|all rights reserved\b|\(c\)|©|https?:|licen[cs]e\b|for (?:more )?details)|<?https?:|<[^>]*@|-->)`)
	// seeing matches a reference to a text or a page.
	seeing = lazyregexp.New(`(?i)licen[cs]|copying|copyright|notice|readme|://|www\.|\bfiles?\b|detail|above|below|info|\btext\b`)
	// placeholder matches what stands for an expression in a template.
	placeholder = lazyregexp.New(`^\s*[<$%{\[]`)
)
