package notice

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/google/licensecheck"
)

// mostLicenses is how many licences of a text are named. Large projects append those of what they contain.
const mostLicenses = 8

// leastCovered is the percentage of a text that must be known licences, as pkg.go.dev has it.
const leastCovered = 75

// Recognise returns the licences that a text has, joined by AND; empty if most of it is none. The first call
// takes a second, the next ones less than a millisecond.
func Recognise(text []byte) string {
	found := licensecheck.Scan(text)
	var ids []string
	if found.Percent >= leastCovered {
		for _, m := range found.Match {
			if len(ids) < mostLicenses && !m.IsURL && !slices.Contains(ids, m.ID) {
				ids = append(ids, m.ID)
			}
		}
	}
	return strings.Join(ids, " AND ")
}

// headSize is how much of a file may have the line with its licence.
const headSize = 4 << 10

// spdxTag begins the licence of a file, in a line of a comment (SPDX 2.3, annex E).
var spdxTag = []byte("SPDX-License-Identifier:")

// closers end a comment after a licence.
var closers = regexp.MustCompile(`[ \t]*(\*+/|-->|\*\)|--\]\]|#>|%>|\}\}|-\}).*$`)

// InHead returns the SPDX expression that the head of a source states; of several, all are joined by AND. It
// is empty if there is none.
func InHead(content []byte) string {
	var all []string
	head := content[:min(len(content), headSize)]
	for {
		before, rest, ok := bytes.Cut(head, spdxTag)
		if !ok {
			return And(all...)
		}
		var line []byte
		line, head, _ = bytes.Cut(rest, []byte("\n"))
		if !opensComment(before[bytes.LastIndexByte(before, '\n')+1:]) {
			continue
		}
		l := expression(closers.ReplaceAllString(string(line), ""))
		if l != "" && !slices.Contains(all, l) && len(all) < mostLicenses {
			all = append(all, l)
		}
	}
}

// opensComment reports whether what stands in a line before a licence has nothing but signs, as those that
// begin a comment. A quote begins a literal.
func opensComment(text []byte) bool {
	text = bytes.TrimPrefix(bytes.TrimPrefix(bytes.TrimSpace(text), []byte("dnl")), []byte("REM"))
	return !bytes.ContainsFunc(text, func(r rune) bool {
		return r == '"' || r == '\'' || r == '`' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r)
	})
}

// And returns the expression for files under all the licences.
func And(all ...string) string {
	if len(all) == 1 {
		return all[0]
	}
	each := make([]string, len(all))
	for i, l := range all {
		if each[i] = l; strings.Contains(l, " OR ") {
			each[i] = "(" + l + ")"
		}
	}
	return strings.Join(each, " AND ")
}

// mostExpression is how many bytes a stated licence may have. Longer ones are texts.
const mostExpression = 120

// stated matches what may be an expression: identifiers, in parentheses, with AND, OR and WITH.
var stated = regexp.MustCompile(`^[A-Za-z0-9(][A-Za-z0-9.+:()/ ,-]*$`)

// expression returns a licence that a file states in a line, without what is around it; empty if it is none.
func expression(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if len(text) > mostExpression || !stated.MatchString(text) {
		return ""
	}
	return text
}

// names are common names of licences that are no SPDX identifiers, without "the", "license" and punctuation.
var names = map[string]string{
	"apache": "Apache-2.0", "apache 2": "Apache-2.0", "apache 2.0": "Apache-2.0", "apache software": "Apache-2.0",
	"apache software 2.0": "Apache-2.0", "apache version 2.0": "Apache-2.0", "apache software version 2.0": "Apache-2.0",
	"bsd 2 clause": "BSD-2-Clause", "simplified bsd": "BSD-2-Clause", "bsd 3 clause": "BSD-3-Clause", "new bsd": "BSD-3-Clause",
	"modified bsd": "BSD-3-Clause", "3 clause bsd": "BSD-3-Clause", "2 clause bsd": "BSD-2-Clause",
	"eclipse public v1.0": "EPL-1.0", "eclipse public v2.0": "EPL-2.0", "eclipse public 1.0": "EPL-1.0", "eclipse public 2.0": "EPL-2.0",
	"mozilla public 2.0": "MPL-2.0", "mozilla public 2.0 mpl 2.0": "MPL-2.0", "isc iscl": "ISC", "mit": "MIT", "expat": "MIT",
	"gnu general public v2 gplv2": "GPL-2.0-only", "gnu general public v2 or later gplv2+": "GPL-2.0-or-later",
	"gnu general public v3 gplv3": "GPL-3.0-only", "gnu general public v3 or later gplv3+": "GPL-3.0-or-later",
	"gnu lesser general public v3 lgplv3": "LGPL-3.0-only", "gnu lesser general public v3 or later lgplv3+": "LGPL-3.0-or-later",
	"gnu lesser general public v2 or later lgplv2+": "LGPL-2.1-or-later", "gnu affero general public v3": "AGPL-3.0-only",
	"gplv2": "GPL-2.0-only", "gplv3": "GPL-3.0-only", "gplv2+": "GPL-2.0-or-later", "gplv3+": "GPL-3.0-or-later",
	"lgplv3": "LGPL-3.0-only", "lgplv2.1": "LGPL-2.1-only", "public domain": "public-domain", "python software foundation": "PSF-2.0",
	"bsd": "BSD", "unlicense": "Unlicense", "zlib libpng": "Zlib",
}

// notInName is what is left out of the name of a licence to look it up.
var notInName = regexp.MustCompile(`(?i)\b(the|licen[sc]e)\b|[^a-z0-9.+]+`)

// named returns a licence by what a package calls it: an identifier or expression, a common name, or a text.
func named(text string) string {
	key := strings.Join(strings.Fields(notInName.ReplaceAllString(strings.ToLower(text), " ")), " ")
	if id, ok := names[key]; ok {
		return id
	}
	if strings.Count(text, "\n") > 3 {
		return Recognise([]byte(text))
	}
	return expression(text)
}
