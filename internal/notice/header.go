package notice

import (
	"bytes"
	"slices"
	"sync"

	"github.com/cespare/xxhash/v2"

	"github.com/chaffinch-search/chaffinch/internal/lazyregexp"
)

// noticed are in the names of licences whose short notices stand in files. A line may end in a name.
var noticed = [][]byte{
	[]byte("GNU General"), []byte("General Public"), []byte("Mozilla Public"), []byte("Apache License"),
}

// ofNotices matches the licences that have such notices.
var ofNotices = lazyregexp.New(`^([AL]?GPL|MPL|Apache)-`)

// whole begin licences that are short enough to stand in files as a whole: MIT, those like ISC, BSD, and FSFAP.
var whole = [][]byte{
	[]byte("Permission is hereby"), []byte("Permission to use, copy"), []byte("Redistribution and use"), []byte("Copying and distribution of"),
}

// exception matches what changes the licence that a notice names.
var exception = lazyregexp.New(`(?i)\b(as a |special |with .{0,40})exception\b`)

// Heads tells licences by the heads of files. The zero value is ready for use, also by several goroutines. It
// remembers the texts of licences, which are the same in many files.
type Heads struct {
	known sync.Map // the licences in a passage, by the hash of its text
}

// Header returns the licence by the notice at the head of a file, such as the short one of the GPL, or by the text of
// the licence there, such as that of MIT, outside of strings (see [InHead]). found reports whether there is one. The
// licence is empty if it is not clear, as with an exception, with several licences, or if the text is of no known
// licence. A head without the names and beginnings of such licences is only searched for these.
func (h *Heads) Header(content []byte, inString func(at int) bool) (license string, found bool) {
	head := content[:min(len(content), headSize)]
	if at := firstOf(head, noticed); at >= 0 {
		return h.noticeIn(head, at, inString)
	}
	at := firstOf(head, whole)
	if at < 0 || inString != nil && inString(at) {
		return "", false
	}
	var ids []string
	if end := commentEnd(head, at); firstOf(head[end:], whole) < 0 {
		ids = h.licensesIn(head[at:end])
	}
	if len(ids) != 1 || !IsSPDX(ids[0]) {
		ids = licensesIn(withoutMarks(head))
	}
	if len(ids) == 1 && IsSPDX(ids[0]) {
		license = ids[0]
	}
	return license, true
}

// noticeIn returns the licence by the notice in a head that has a name at at. If nothing else in the head looks like a
// licence, the passage around at decides.
func (h *Heads) noticeIn(head []byte, at int, inString func(at int) bool) (license string, found bool) {
	if inString != nil && inString(at) {
		return "", false
	}
	var ids []string
	if begin, end := paragraph(head, at), commentEnd(head, textBegin(head, at)); !hasPhrase(head[:begin]) && !hasPhrase(head[end:]) {
		ids = h.licensesIn(head[begin:end])
	} else {
		ids = licensesIn(withoutMarks(head))
	}
	if len(ids) == 1 && ofNotices.MatchString(ids[0]) && !hasException(head) {
		license = ids[0]
	}
	return license, len(ids) > 0
}

// hasException reports whether a head has an exception. Most have not even the word, which is found faster.
func hasException(head []byte) bool {
	return bytes.Contains(bytes.ToLower(head), []byte("exception")) && exception.Match(withoutMarks(head))
}

// licensesIn is the function licensesIn of a passage without marks of comments. It remembers passages.
func (h *Heads) licensesIn(passage []byte) []string {
	passage = withoutMarks(passage)
	hash := xxhash.Sum64(passage)
	known, ok := h.known.Load(hash)
	if !ok {
		known = licensesIn(passage)
		h.known.Store(hash, known)
	}
	return known.([]string)
}

// textBegin returns where the text of the line begins that at is in, after the mark of a comment.
func textBegin(head []byte, at int) int {
	begin := bytes.LastIndexByte(head[:at], '\n') + 1
	return at - len(afterMark(head[begin:at]))
}

// paragraph returns where the paragraph begins that at is in: after a line that is empty but for the mark of a comment.
func paragraph(head []byte, at int) int {
	for {
		begin := bytes.LastIndexByte(head[:at], '\n') + 1
		if begin == 0 || len(bytes.TrimSpace(afterMark(head[begin:at]))) == 0 && bytes.IndexByte(head[at:], '\n') == 0 {
			return begin
		}
		at = begin - 1
	}
}

// licensesIn returns the licences whose texts or notices a text has.
func licensesIn(text []byte) (ids []string) {
	for _, m := range scan(text).Match {
		if !m.IsURL && !slices.Contains(ids, m.ID) {
			ids = append(ids, m.ID)
		}
	}
	return ids
}

// withoutMarks returns a text without what begins lines of comments.
func withoutMarks(text []byte) []byte {
	out := make([]byte, 0, len(text))
	for line := range bytes.Lines(text) {
		out = append(out, afterMark(line)...)
	}
	return out
}

// runMarks are the bytes of which several begin a comment, with the least number of them.
var runMarks = map[byte]int{'/': 2, '*': 1, '#': 1, '-': 2, ';': 1, '%': 1}

// afterMark returns a line without blanks and the mark of a comment at its beginning.
func afterMark(line []byte) []byte {
	const blanks = " \t"
	line = bytes.TrimLeft(line, blanks)
	if len(line) == 0 {
		return line
	}
	run := len(line) - len(bytes.TrimLeft(line, string(line[:1])))
	switch first := line[0]; {
	case runMarks[first] > 0 && run >= runMarks[first]:
		line = line[run:]
	case bytes.HasPrefix(line, []byte("/*")):
		line = bytes.TrimLeft(line[1:], "*")
	case first == '"':
		line = line[1:]
	case bytes.HasPrefix(line, []byte("dnl")) || bytes.HasPrefix(line, []byte("REM")):
		line = line[3:]
	}
	return bytes.TrimLeft(line, blanks)
}

// firstOf returns where the first of some texts is, or -1.
func firstOf(head []byte, texts [][]byte) int {
	at := -1
	for _, text := range texts {
		if i := bytes.Index(head, text); i >= 0 && (at < 0 || i < at) {
			at = i
		}
	}
	return at
}

// commentEnd returns where the comment around at ends: with the lines that begin as its line does, or else by the mark
// of C. It may be too early.
func commentEnd(head []byte, at int) int {
	mark := bytes.TrimSpace(head[bytes.LastIndexByte(head[:at], '\n')+1 : at])
	if len(mark) == 0 || bytes.HasPrefix(mark, []byte("/*")) {
		if i := bytes.Index(head[at:], []byte("*/")); i >= 0 {
			return at + i
		}
		return len(head)
	}
	for end := at; ; {
		i := bytes.IndexByte(head[end:], '\n')
		if i < 0 {
			return len(head)
		}
		if end += i + 1; !bytes.HasPrefix(bytes.TrimSpace(head[end:]), mark) {
			return end
		}
	}
}
