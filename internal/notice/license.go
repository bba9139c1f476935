package notice

import (
	"bytes"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/google/licensecheck"

	"github.com/chaffinch-search/chaffinch/internal/lazyregexp"
)

// mostLicenses is how many licences of a file or a folder are named.
const mostLicenses = 8

// leastCovered is the percentage of a text that must be known licences, as pkg.go.dev has it.
const leastCovered = 75

// mostIntroduction is how many words may precede the first of several licences for it to be that of the project.
const mostIntroduction = 25

// choice matches what is said of several licences if each of them is enough.
var choice = lazyregexp.New(`(?i)\bdual\b|\beither\W+(of|the)\b|\byour\s+(option|choice)\b`)

// restricted matches licences that restrict what is done with copies, though they are not copyleft.
var restricted = lazyregexp.New(`-(NC|ND)-`)

// demands reports whether a licence demands more than a notice, so that it must not be missed.
func demands(id string) bool { return classOf(id) == Copyleft || restricted.MatchString(id) }

// Recognise returns the licence that a text is: an identifier, or two joined by OR if the text lets one
// choose. Texts often append the licences of what the project contains, so the first is that of the project. The
// licence is unknown (empty) if most of the text is none, if the first has a long introduction, or if a later
// one demands more than a notice. The first text of a licence takes some milliseconds, the next ones take less than one.
func Recognise(text []byte) string {
	found := scan(text)
	if found.Percent < leastCovered {
		return ""
	}
	var ids []string
	var all []licensecheck.Match // the first of each licence
	for _, m := range found.Match {
		if !m.IsURL && !slices.Contains(ids, m.ID) {
			ids, all = append(ids, m.ID), append(all, m)
		}
	}
	if ids = withoutImplied(ids); len(ids) <= 1 {
		return strings.Join(ids, "")
	}
	before := text[:all[0].Start]
	if len(ids) == 2 && (choice.Match(before) || choice.Match(text[all[0].End:max(all[0].End, all[1].Start)])) {
		return or(ids)
	}
	if len(bytes.Fields(before)) > mostIntroduction || slices.ContainsFunc(ids[1:], demands) {
		return ""
	}
	return ids[0]
}

// withoutImplied removes the GPL of version 3 if the LGPL is there, which is made of it.
func withoutImplied(ids []string) []string {
	if !slices.Contains(ids, "LGPL-3.0") {
		return ids
	}
	return slices.DeleteFunc(ids, func(id string) bool { return id == "GPL-3.0" })
}

// headSize is how much of a file may have the line with its licence.
const headSize = 4 << 10

// spdxTag begins the licence of a file, in a line of a comment (SPDX 2.3, annex E).
var spdxTag = []byte("SPDX-License-Identifier:")

// closers end a comment after a licence.
var closers = lazyregexp.New(`[ \t]*(\*+/|-->|\*\)|--\]\]|#>|%>|\}\}|-\}).*$`)

// InHead returns the SPDX expression that the head of a source states; of several, all are joined by AND. It
// is empty if one of them is not clear, or if there is none, and stated tells these apart. If inString is not nil, it
// reports whether an offset is inside a string of the source; what is stated there does not count.
func InHead(content []byte, inString func(at int) bool) (license string, stated bool) {
	var all []string
	clear := true
	head := content[:min(len(content), headSize)]
	for at := 0; ; {
		i := bytes.Index(head[at:], spdxTag)
		if i < 0 {
			break
		}
		at += i
		before := head[bytes.LastIndexByte(head[:at], '\n')+1 : at]
		rest, _, _ := bytes.Cut(head[at+len(spdxTag):], []byte("\n"))
		if opensComment(before) && len(all) < mostLicenses {
			if line := tagLineOf(rest); !line.placeholder && (inString == nil || !inString(at)) {
				all, clear = append(all, line.license), clear && line.license != ""
			}
		}
		at += len(spdxTag) + len(rest)
	}
	if !clear {
		return "", true
	}
	return And(all...), len(all) > 0
}

// tagLine is what follows spdxTag in a line.
type tagLine struct {
	license     string // see tagged
	placeholder bool
}

// mostTagLines bounds knownTagLines.
const mostTagLines = 4096

// knownTagLines remembers lines, because a project has few different ones.
var knownTagLines = struct {
	sync.RWMutex
	lines map[string]tagLine
}{lines: map[string]tagLine{}}

// tagLineOf reads the rest of a line.
func tagLineOf(rest []byte) tagLine {
	k := &knownTagLines
	k.RLock()
	line, known := k.lines[string(rest)]
	k.RUnlock()
	if known {
		return line
	}
	text := closers.ReplaceAllString(string(rest), "")
	line = tagLine{license: tagged(text), placeholder: placeholder.MatchString(text)}
	k.Lock()
	defer k.Unlock()
	if len(k.lines) < mostTagLines && len(rest) <= mostExpression {
		k.lines[string(rest)] = line
	}
	return line
}

// opensComment reports whether what stands in a line before a licence has nothing but signs, as those that
// begin a comment. A quote begins a literal.
func opensComment(text []byte) bool {
	text = bytes.TrimPrefix(bytes.TrimPrefix(bytes.TrimSpace(text), []byte("dnl")), []byte("REM"))
	return !bytes.ContainsFunc(text, func(r rune) bool {
		return r == '"' || r == '\'' || r == '`' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r)
	})
}
