package notice

import (
	"bytes"
	"iter"
	"slices"
	"sync"
	"unicode"

	"github.com/chaffinch-search/chaffinch/internal/lazyregexp"
	"github.com/chaffinch-search/chaffinch/internal/license"
	"github.com/chaffinch-search/chaffinch/internal/spdx"
)

// mostLicenses is how many licences of a file or a folder are named.
const mostLicenses = 8

// mostText bounds the bytes of a licence text. Longer ones are collections.
const mostText = 256 << 10

// choice matches words that say that any one of several licences is enough.
var choice = lazyregexp.New(`(?i)\bdual\b|\beither\W+(of|the)\b|\byour\s+(option|choice)\b`)

// Recognise returns the licence that a text is, an SPDX expression. It is unknown (empty) if the
// text has a clause more or less than the licence, or other licences without words that say how
// they belong together.
func Recognise(text []byte) string {
	if len(text) > mostText {
		return ""
	}
	s, _ := license.Read(text, license.Whole)
	return s.License
}

// Text returns the text of an SPDX licence or exception, with names left open. Years are open, too;
// empty for others.
func Text(id string) string { return license.Text(id) }

// Named returns the licences that the text of several licences has or names.
func Named(text []byte) []string { return license.Named(text[:min(len(text), mostText)]) }

// Stated returns the licence in a text, such as a table's column, as an expression. It returns ""
// if the text is none. Identifiers may be in small letters.
func Stated(text string) string {
	l := expression(text)
	if l == "" {
		return ""
	}
	return replaceIDs(l, func(id string) string {
		if c := canonicalOf(id); c != "" {
			return c
		}
		return id
	})
}

// replaceIDs replaces the identifiers of an expression.
func replaceIDs(expression string, f func(id string) string) string {
	return symbols.ReplaceAllStringFunc(expression, func(s string) string {
		if s == "(" || s == ")" || s == "AND" || s == "OR" || s == "WITH" {
			return s
		}
		return f(s)
	})
}

// headSize is how much of a file may have the line with its licence.
const headSize = 4 << 10

// spdxTag begins a file's licence in a line of a comment (SPDX 2.3, annex E).
var spdxTag = []byte("SPDX-License-Identifier:")

// closers end a comment after a licence.
var closers = lazyregexp.New(`[ \t]*(\*+/|-->|\*\)|--\]\]|#>|%>|\}\}|-\}).*$`)

// InHead returns the SPDX expression that the head of a source states. Of several, all are joined
// by AND. It is empty if one of them is not clear, or if there is none, and stated tells these
// apart. If inString is not nil, it reports whether an offset is inside a string of the source; a
// statement in a string does not count.
func InHead(content []byte, inString func(at int) bool) (license string, stated bool) {
	return inText(content[:min(len(content), headSize)], inString)
}

// inText is InHead for all of a text.
func inText(text []byte, inString func(at int) bool) (license string, stated bool) {
	signs := newSigns(text)
	defer signs.free()
	return tagsIn(text, signs.tags, inString)
}

// tagsIn is inText for tags at these offsets.
func tagsIn(head []byte, tags []int, inString func(at int) bool) (license string, stated bool) {
	var all []string
	clear := true
	for _, at := range tags {
		line := bytes.LastIndexByte(head[:at], '\n') + 1
		if opensComment(head[line:at]) && otherTag.Match(head[at:min(len(head), at+mostTag)]) && !neutralTag.Match(head[at:]) {
			clear = false
		}
	}
	last := 0
	for at := range marks(head, tags, spdxTag, inString) {
		if len(all) > 0 && (orLine.Match(head[last:at]) || offering.Match(head[last:at])) { // nothing says which of them
			clear = false
		}
		if ofPortion.Match(head[max(0, at-mostIntroduction):at]) {
			clear = false
		}
		last = at
		rest, _, _ := bytes.Cut(head[at+len(spdxTag):], []byte("\n"))
		if line := tagLineOf(rest); !line.placeholder && !slices.Contains(all, line.license) {
			all, clear = append(all, line.license), clear && line.license != "" && len(all) < mostLicenses
		}
	}
	if !clear && len(all) > 0 {
		return "", true
	}
	if len(all) == 1 {
		return all[0], true
	}
	return spdx.And(all...), len(all) > 0
}

// otherTag matches a tag of SPDX, and neutralTag one that says nothing of the licence. Any other
// tag may be misspelt, or state another licence.
var (
	otherTag   = lazyregexp.New(`^SPDX-[A-Za-z-]+[ \t]*[:=]`)
	neutralTag = lazyregexp.New(`^SPDX-(?:License-Identifier:|(?:File|Snippet)-?(?:Copyright|Contributor|Type|Name|Checksum)|Package-?(?:Name|Version|Supplier|Originator|Download|Home|Copyright)|Snippet-?(?:Begin|End)|Document|Version|DataLicense|Creat)`)
)

// mostTag bounds the bytes of such a tag.
const mostTag = 60

var (
	ignoreStart = []byte("REUSE-IgnoreStart")
	ignoreEnd   = []byte("REUSE-IgnoreEnd")
)

// label matches the tags of SPDX for words about a file or its licence. These are read like other
// words.
var label = lazyregexp.New(`SPDX-(?:File|Licen[cs]e|Snippet)-?(?:Comments?|Notices?):`)

// ofLimits matches the tags for words about the licence, which may limit it.
var ofLimits = lazyregexp.New(`SPDX-(?:File|Licen[cs]e|Snippet)-?Notices?:|SPDX-Licen[cs]e-?Comments?:`)

// withoutLabels blanks such tags in a head; nil if it has none.
func withoutLabels(content []byte) []byte {
	all := label.FindAllIndex(content[:min(len(content), headSize)], -1)
	if len(all) == 0 {
		return nil
	}
	content = bytes.Clone(content)
	for _, at := range all {
		for i := at[0]; i < at[1]; i++ {
			content[i] = ' '
		}
	}
	return content
}

// withoutIgnored blanks what REUSE-IgnoreStart and REUSE-IgnoreEnd enclose in a head (REUSE 3.3).
// Tags there are no statements. cut is false if it encloses nothing.
func withoutIgnored(content []byte) (rest []byte, cut bool) {
	for at := 0; ; {
		from := bytes.Index(content[at:min(len(content), headSize)], ignoreStart)
		if from < 0 {
			return content, cut
		}
		if !cut {
			content, cut = bytes.Clone(content), true
		}
		from += at
		to := len(content)
		if end := bytes.Index(content[from:], ignoreEnd); end >= 0 {
			to = from + end + len(ignoreEnd)
		}
		for i := from; i < to; i++ {
			if content[i] != '\n' {
				content[i] = ' '
			}
		}
		if at = to; at >= headSize {
			return content, cut
		}
	}
}

// ofPortion matches a line before an SPDX line that says that it is about a portion.
var ofPortion = lazyregexp.New(`(?i)\b(?:parts?|portions?|pieces?|functions?|routines?|snippets?|code|tables?)\b[^\n]*\b(?:from|by|of)\b[^\n]*:[ \t]*\r?\n[^\pL\n]*$`)

// mostIntroduction bounds the bytes of that line.
const mostIntroduction = 200

// orLine matches a line that has only the word or.
var orLine = lazyregexp.New(`(?im)^[^\pL\n]*or[^\pL\n]*$`)

// offering matches words that may offer what follows instead of what stands before.
var offering = lazyregexp.New(`(?i)\b(?:alternatively|may (?:also|instead) be|can (?:also|instead) be|instead of|at your (?:option|choice))\b`)

// marks returns which tags of SPDX begin a line of a comment.
func marks(head []byte, tags []int, tag []byte, inString func(at int) bool) iter.Seq[int] {
	return func(yield func(at int) bool) {
		for _, at := range tags {
			if !bytes.HasPrefix(head[at:], tag) {
				continue
			}
			line := bytes.LastIndexByte(head[:at], '\n') + 1
			if (opensComment(head[line:at]) || behindCode(head[line:at])) && (inString == nil || line == 0 || isLeading(head, at) || !inString(at)) && !isGiven(head[:line]) && !yield(at) {
				return
			}
		}
	}
}

// given matches the words before a line that a script writes, or that a page tells to write.
var given = lazyregexp.New(`(?i)<<-?[ \t]*\\?["']?\w+["']?[^\n]*\r?\n\s*$|\b(?:add|put|use|insert|include|copy|paste|start|begin)\b[^\n]{0,60}\b(?:header|comment|line|lines|following|this|files?)\b[^\n]{0,40}:[*_]*[ \t]*\r?\n\s*$`)

// isGiven reports whether such words end a text.
func isGiven(before []byte) bool {
	end := bytes.TrimRight(before, " \t\r\n*/#-")
	if len(end) == 0 || end[len(end)-1] != ':' && !bytes.Contains(end[bytes.LastIndexByte(end, '\n')+1:], []byte("<<")) {
		return false
	}
	return given.Match(append(end[max(0, len(end)-mostIntroduction):len(end):len(end)], '\n'))
}

// snippetBegin and snippetEnd enclose a part of a file with its own licence. (SPDX 2.3, annex H)
var snippetBegin, snippetEnd = []byte("SPDX-SnippetBegin"), []byte("SPDX-SnippetEnd")

// snippets returns the licence of a source head's snippets, and the source without them. Blanks
// take their place. stated is true if there is one. license is empty if one snippet's licence is
// not clear. A snippet without an end does not count. The tags are the head's.
func snippets(content []byte, tags []int, inString func(at int) bool) (license string, own []byte, stated bool) {
	head := content[:min(len(content), headSize)]
	own = content
	var all []string
	clear, to := true, 0
	for at := range marks(head, tags, snippetBegin, inString) {
		if at < to { // in the one before
			continue
		}
		n := snippetSize(content[at:])
		if n == 0 {
			continue
		}
		if to = at + n; !stated {
			own, stated = bytes.Clone(content[:min(len(content), longestPassage)]), true
		}
		inside := newSigns(content[at:to])
		for at := range marks(content[at:to], inside.tags, spdxTag, nil) {
			rest, _, _ := bytes.Cut(content[to-n+at+len(spdxTag):to], []byte("\n"))
			if line := tagLineOf(rest); !slices.Contains(all, line.license) {
				all, clear = append(all, line.license), clear && line.license != "" && len(all) < mostLicenses
			}
		}
		inside.free()
		for i := at; i < min(to, len(own)); i++ {
			if own[i] != '\n' {
				own[i] = ' '
			}
		}
	}
	if !clear {
		return "", own, true
	}
	return spdx.And(all...), own, len(all) > 0
}

// snippetSize returns the bytes of a snippet, with snippets in it. It returns 0 if it has none.
func snippetSize(content []byte) int {
	depth, at := 0, 0
	for {
		end := bytes.Index(content[at:], snippetEnd)
		if end < 0 {
			return 0
		}
		depth += bytes.Count(content[at:at+end], snippetBegin) - 1
		if at += end + len(snippetEnd); depth <= 0 {
			return at
		}
	}
}

// isLeading reports whether there is no code before the line that an offset is in.
func isLeading(head []byte, at int) bool {
	lines, _, _ := commentLines(nil, head[:min(at+len(spdxTag), len(head))], len(head), false, nil)
	return len(lines) > 0 && lines[len(lines)-1].at+lines[len(lines)-1].size >= at && lines[len(lines)-1].code == 0
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

// behindCode reports whether only the signs of a comment precede a licence in its line. It stands
// behind the code, or an element.
func behindCode(text []byte) bool {
	from, end := inside(bytes.TrimSpace(text))
	before := text[:max(0, bytes.LastIndex(text, []byte("<!--")), bytes.LastIndex(text, []byte("/*")))]
	before = bytes.TrimRight(before, " \t")
	return from >= 0 && len(before) > 0 && bytes.IndexByte([]byte(">;{}"), before[len(before)-1]) >= 0 && (end == "-->") == (before[len(before)-1] == '>') && opensComment(text[len(before):])
}

// opensComment reports whether only signs, such as comment marks, precede a licence in its line. A
// quote begins a literal.
func opensComment(text []byte) bool {
	text = bytes.TrimPrefix(bytes.TrimSpace(text), []byte("dnl"))
	if len(text) >= len("REM") && bytes.EqualFold(text[:len("REM")], []byte("REM")) {
		text = text[len("REM"):]
	}
	return !bytes.ContainsFunc(text, func(r rune) bool {
		return r == '"' || r == '\'' || r == '`' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r)
	})
}
