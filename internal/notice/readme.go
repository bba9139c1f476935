package notice

import (
	"bytes"
	"net/url"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/internal/lazyregexp"
	"github.com/chaffinch-search/chaffinch/internal/license"
	"github.com/chaffinch-search/chaffinch/internal/notice/textname"
	"github.com/chaffinch-search/chaffinch/internal/spdx"
)

// A README says the licence of its folder in prose, and in short forms: below a heading, in a
// label, a row of a table, a badge, or the fields before its text. Beside a manifest or a text,
// each form may deny what these say; prose as a whole is too often about other works.

// IsReadme reports by its base name whether a file may say something of its folder, as README does.
func IsReadme(base string) bool {
	base = strings.TrimLeft(base, "0_-.")
	return len(base) >= len("readme") && base[0]|0x20 == 'r' && strings.EqualFold(base[:len("readme")], "readme") && !textname.IsSource(base)
}

// ofItsFolder matches what a README says of all files in its folder. An example is:
// everything here is in the public domain.
var ofItsFolder = lazyregexp.New(`(?i)\b(?:everything|(?:all|the|these)\s+(?:the\s+)?(?:files|code|sources?|scripts|contents?|examples))\s+(?:here|in\s+this\s+(?:directory|folder|subdirectory))\s+(?:is|are)\s[^.]{0,200}\.`)

// nearSign bounds the bytes of such a sentence before and after a word about rights.
const nearSign = 300

// readme reads what a README says of the licence of its folder: of all files in it, or of the
// project that it describes.
func readme(base string, content []byte) (n Notice) {
	whole := content
	n.exceptions(content, belowHeadings)
	signs := newSigns(content)
	defer signs.free()
	signs.short(content)
	next := 0
	for _, sign := range signs.rights {
		if sign.at < next {
			continue
		}
		next = sign.at + nearSign
		if said := ofItsFolder.Find(content[max(0, sign.at-nearSign):min(len(content), next+nearSign)]); said != nil {
			s, ok := license.Read(said, license.Anywhere)
			n.License, n.unclear = s.License, ok && s.License == ""
			return n
		}
	}
	if bytes.Contains(content, []byte("\n|")) {
		content = tableRows.ReplaceAll(content, nil)
	}
	own := new(Heads).Own(content, false, true, nil)
	n.License, n.unclear = own.License, own.Stated && own.License == "" && (own.File == "" || own.Family != "")
	if n.License != "" && (hasTopic(base) || ofDocument.Match(content[:min(len(content), headSize)])) {
		at := bytes.Index(content, spdxTag)
		n.License, n.unclear = "", !ofDocument.Match(content[:min(len(content), headSize)]) && at < mostIntroduction
	}
	states := statedIn(base, whole)
	if n.License == "" && !n.unclear && len(states) > 0 {
		n.License, n.unclear = states[0], states[0] == ""
	}
	if n.unclear = n.unclear || deniedBy(states, n.License) || n.License != "" && !isKnown(n.License); n.unclear {
		n.License = ""
	}
	return n
}

// isKnown reports whether all licences of an expression are known.
func isKnown(expression string) bool {
	return !slices.ContainsFunc(slices.Concat(spdx.Alternatives(expression)...), func(id string) bool { return !IsSPDX(id) && id != publicDomain })
}

// ofDocument matches what a README says of itself only.
var ofDocument = lazyregexp.New(`(?i)\bthis\s+(?:document|readme|page|text|article|guide)\s+(?:is|may|can)\b`)

// hasTopic reports whether a README is about a topic, as README.plugins.
func hasTopic(base string) bool {
	words := nameWords(strings.TrimLeft(base, "0_-."))
	return slices.ContainsFunc(words[1:], func(w string) bool { return !plainWords[w] })
}

// tableRows match the rows of tables, which list the licences of others.
var tableRows = lazyregexp.New(`(?m)^\|.*\|[ \t]*\r?\n`)

var (
	// licenseWord matches the word licence in languages that many READMEs are written in.
	licenseWord = `(?:licen[sc](?:e|es|ing|ia|ja|a)|licencja|licenza|licen[çc]a|licentie|lizenz|licens|лицензия|ліцензія|许可证|許可證|许可|許可|授权|授權|ライセンス|라이선스|라이센스|giấy phép|lisans|lisenssi)`
	// plainHeading matches a heading that is only about the licence of the work.
	plainHeading = lazyregexp.New(`(?i)^[^\pL]*(?:(?:the|our|project|software|code|legal|©|copyright|and|und|y|e|et|&amp;)[^\pL]+)*` + licenseWord + `(?:[^\pL]+(?:and|und|y|e|et|amp|copyright|notice|information|info|terms|legal|details|type|statement|authors?))*[^\pL]*$`)
	// labelled matches a line that begins with a label and its value.
	labelled = lazyregexp.New(`(?i)^[^\pL~<]*(?:(?:the|code|project|software)[ \t]+)?` + licenseWord + `(?:[ \t]+type)?[*_` + "`" + `"']*[ \t]*(?:(:|：|=|\||[-–—][ \t])|[ \t](?:is[ \t]+)?)[ \t]*(.*)$`)
	// inBadge matches the address of a badge, up to the colour.
	inBadge = lazyregexp.New(`(?i)shields\.io/(?:static/v1\?label=licen[cs]e&(?:amp;)?message=([^&)"'\s]+)|badge/[^/)"'\s-]*licen[cs]e[^/)"'\s-]*-((?:[^/)"'\s?-]|--)+(?:-[^/)"'\s?-]*[0-9][^/)"'\s?-]*)*)-\w+)`)
	// ofTitle matches the title of a README with a name in brackets.
	ofTitle = lazyregexp.New(`^#[ \t][^\n()]*\(([^()\n]+)\)[ \t]*\n`)
	// granted matches a sentence of a README about its own work, up to the name of a licence.
	granted = lazyregexp.New(`(?i)(?:^|[.!?:][)"*_]?[ \t\r\n]+|\n[ \t]*\r?\n)[ \t*_>]*(?:(?:this|it|everything|all|copyright|©)\b[^.\n]{0,80}?[ \t]|[*_` + "`" + `]*\p{Lu}[\w-]*[*_` + "`" + `]*[ \t]+is[ \t]+(?:[a-z-]+[ \t]+){0,2})?(?:licen[cs]ed|released|distributed|published|available|provided)[ \t\r\n]+(?:under|as)\b`)
	// examples matches fenced code, and comments.
	examples = lazyregexp.New("(?ms)^[ \\t]*(?:```.*?^[ \\t]*```|~~~.*?^[ \\t]*~~~)[^\\n]*$|<!--.*?-->")
	// struckOut matches what is struck through.
	struckOut = lazyregexp.New(`(?is)~~.*?~~|<(del|s|strike)>.*?</(?:del|s|strike)>`)
	// loneName matches a line that begins with the name of a licence.
	loneName = lazyregexp.New(`^[*_\[(~ ]*(?:MIT|ISC|0BSD|BSD|[AL]?GPL|Apache|MPL|EPL|CC0|CC[- ]BY|Unlicense|WTFPL|BUSL|BSL|SSPL|EUPL|Proprietary)(?:[-v ]?[0-9][0-9A-Za-z.+-]*|-[0-9A-Za-z.+-]+|v[0-9.]+\+?)?[\])*_~]*(?:$|[.,;:(]|[ \t]+(?:~~|licen[cs]e\b|©|[-–—(]|\[|see\b))`)
	// ofOwner matches a line of copyright with more behind it.
	ofOwner = lazyregexp.New(`(?i)^[^\pL©]*(?:copyright|\(c\)|©)[^\n]*?[.,|][ \t]+(\S[^\n]*)$`)
	// likened matches words that compare a licence with another one.
	likened = lazyregexp.New(`(?i)\b(?:style|similar|like|compatible|equivalent|based)\b`)
	// toEULA matches a reference to a contract with users.
	toEULA = lazyregexp.New(`(?i)\beula\b|\b(?:see|read)\b[^.\n]{0,30}\bTERMS\b`)
	// refusing matches a value that grants nothing.
	refusing = lazyregexp.New(`(?i)^[^\pL]*(?:(?:none|proprietary|commercial|unlicensed|closed[ -]source|private|confidential)[*_ ]*(?:$|\n|[.,;:!(]|licen|software|code)|all rights reserved|non-?commercial use only|not (?:open|free)\b)`)
)

// inLicenseWords are words of which each of these forms has one.
var inLicenseWords = license.NewTexts("icen", "ICEN", "izen", "isans", "лиценз", "Лиценз", "ліценз", "Ліценз", "许可", "許可", "授权", "授權", "ライセンス", "라이", "iấy phép", "isenssi", "eleased", "istributed", "ublished", "vailable", "rovided", "EULA",
	"GPL", "MIT", "BSD", "ISC", "pache", "MPL", "EPL", "CC0", "CC-BY", "CC BY", "BSL", "WTFPL", "roprietary")

// mostSection bounds the bytes of a paragraph below a heading that are read, and mostTitled the
// words of a paragraph that begins with the name of a licence.
const mostSection, mostTitled = 400, 8

// mostReadme bounds the bytes at the beginning and at the end of a README that are read. Most
// name a licence there.
const mostReadme = 32 << 10

// statedIn returns the licences that a README states in such forms for its folder, each as a family
// or an expression. One that is taken back, or a contract that is referred to, is empty.
func statedIn(base string, readme []byte) (all []string) {
	if !inLicenseWords.In(readme) || hasTopic(base) || ofDocument.Match(readme[:min(len(readme), headSize)]) {
		return nil
	}
	say := func(value []byte, short bool) {
		if at := exception.FindAllIndex(value, 1); at != nil { // see exceptions
			value = value[:at[0][0]]
		}
		kept := struckOut.ReplaceAllLiteral(value, nil)
		if len(kept) < len(value) && len(bytes.Trim(kept, " \t\r\n*_.|-")) == 0 && len(license.Named(value)) > 0 || refusing.Match(kept) || toEULA.Match(kept) {
			all = append(all, "")
			return
		}
		if id := licenseOf(kept, short); id != "" && !slices.Contains(all, id) && len(all) < mostLicenses {
			all = append(all, id)
		}
	}
	if len(readme) > 2*mostReadme {
		readme = slices.Concat(readme[:mostReadme], []byte("\n"), readme[len(readme)-mostReadme:])
	}
	rest := examples.ReplaceAllLiteral(readme, []byte("\n"))
	if front, body, ok := frontMatter(rest); ok {
		if m := keyLine.FindSubmatch(front); m != nil {
			say(bytes.Trim(m[1], " \t\"'"), true)
		}
		rest = body
	}
	if m := ofTitle.FindSubmatch(bytes.TrimLeft(rest, " \t\r\n")); m != nil {
		if id := licenseOf(m[1], true); id != "" {
			all = append(all, id)
		}
	}
	for _, m := range inBadge.FindAllSubmatch(rest, mostLicenses) {
		say(unbadged(slices.Concat(m[1:]...)), true)
	}
	for _, at := range headings.FindAllSubmatchIndex(rest, mostPaths) {
		if title := groups(rest, at); len(bytes.Fields(title)) <= mostHeading && plainHeading.Match(title) {
			said := firstParagraph(rest[at[1]:])
			if end := endOfSentence.FindAllIndex(said, 1); end != nil && exceptedPath.Match(said[end[0][0]:]) { // see exceptions
				said = said[:end[0][0]]
			}
			say(said, true)
		}
	}
	for line := range bytes.Lines(rest) {
		line = bytes.TrimSpace(line)
		if len(line) == 0 || len(line) > mostSection {
			continue
		}
		if title := bytes.TrimLeft(line, "#"); len(title) < len(line) { // its words may be about the program
			if title = bytes.TrimSpace(title); labelled.Match(title) || loneName.Match(title) && inLicenseWords.In(bytes.ToLower(title)) {
				line = title
			} else {
				continue
			}
		}
		if m := labelled.FindSubmatch(line); m != nil && len(bytes.Fields(m[2])) <= mostTitled && (len(m[1]) > 0 || loneName.Match(m[2])) {
			say(bytes.TrimRight(m[2], "| \t"), true)
		} else if m := ofOwner.FindSubmatch(line); m != nil && loneName.Match(m[1]) {
			say(m[1], true)
		} else if len(bytes.Fields(line)) <= mostTitled && (loneName.Match(line) || struckOut.Match(line)) {
			say(line, true)
		}
	}
	for _, at := range granted.FindAllIndex(rest, mostLicenses) {
		if inExample(rest, at[1]) {
			continue
		}
		end := min(len(rest), at[1]+mostSection)
		if next := endOfSentence.FindAllIndex(rest[at[1]:end], 1); next != nil {
			end = at[1] + next[0][0]
		}
		say(bytes.TrimLeft(rest[at[0]:end], ".!?: \t\r\n"), false)
	}
	return all
}

// licenseOf returns the licence that a value states, as a family or an expression. If it is not
// understood, a short value states the only licence that it names.
func licenseOf(value []byte, short bool) string {
	if len(bytes.TrimSpace(value)) == 0 {
		return ""
	}
	s, _ := license.Read(value, license.InProse)
	if short && s.License+s.Family == "" {
		var ok bool
		if s, ok = license.Read(append([]byte("License: "), value...), license.InProse); s.License+s.Family == "" && ok && s.File == "" {
			if all := license.Named(value); len(all) == 1 && !likened.Match(value) {
				return all[0]
			}
		}
	}
	return s.License + s.Family
}

// frontMatter returns the fields before the text of a page, and the text.
func frontMatter(page []byte) (fields, text []byte, ok bool) {
	rest, ok := bytes.CutPrefix(page, []byte("---\n"))
	if !ok {
		return nil, page, false
	}
	return bytes.Cut(rest, []byte("\n---"))
}

// firstParagraph returns the first paragraph of a text, unless a heading comes first.
func firstParagraph(text []byte) []byte {
	text = bytes.TrimLeft(text, " \t\r\n=-~")
	text = text[:min(len(text), mostSection)]
	if at := headings.FindAllIndex(text, 1); at != nil {
		text = text[:at[0][0]]
	}
	text, _, _ = bytes.Cut(text, []byte("\n\n"))
	return text
}

// unbadged returns the text of a badge in its address.
func unbadged(value []byte) []byte {
	text := strings.NewReplacer("--", "-", "__", "_", "_", " ").Replace(string(value))
	if plain, err := url.PathUnescape(text); err == nil {
		text = plain
	}
	return []byte(text)
}

// deniedBy reports whether a README that states these licences denies the licence of its folder.
func deniedBy(states []string, whole string) bool {
	return slices.ContainsFunc(states, func(id string) bool {
		return id == "" || id != publicDomain && spdx.Conflict(id, whole) && !isPart(id, whole) && spdx.Conflict(anyVersion.Replace(id), whole)
	})
}

// anyVersion removes what the text of a licence of GNU does not say: whether later versions hold.
var anyVersion = strings.NewReplacer("-only", "", "-or-later", "")
