package parts

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"github.com/chaffinch-search/chaffinch/analyzer/detect"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// Diff: unified diffs, as git and diff -u write them, and normal ones: see normal.go. A hunk is
// lexed as the new file has it, with the lines around the added ones, so that a string or comment
// that begins there is known. The tokens of the added lines are kept. Lines between hunks name
// files; lines before the first file are prose, such as the message of a commit.

// diff adds the hunks. Those without the name of a file are of one file, as in the output of diff a
// b. So their language is guessed from all of them.
func (s *splitter) diff(t text) {
	first := len(s.parts)
	readDiff(s, t)
	var all []byte
	for _, p := range s.parts[first:] {
		if p.Guessed && p.Name == "" {
			all = append(all, p.text.bytes...)
		}
	}
	l := lex.Prose
	if len(all) > 0 {
		l = s.guessOf(all)
	}
	for i := range s.parts[first:] {
		if p := &s.parts[first+i]; p.Guessed && p.Name == "" {
			p.Language = l
		}
	}
	s.doubtNames(s.parts[first:])
}

// doubtNames marks the hunks of files that look unlike their names. A question may be read in
// another language as well.
func (s *splitter) doubtNames(hunks []Part) {
	texts := map[string][]byte{}
	for i := range hunks {
		if p := &hunks[i]; p.Name != "" && p.Adds() && p.Language != nil {
			texts[p.Name] = append(texts[p.Name], p.text.bytes...)
		}
	}
	doubted := map[string]bool{}
	for i := range hunks {
		p := &hunks[i]
		text, ok := texts[p.Name]
		if delete(texts, p.Name); ok && len(text) >= leastDoubted {
			l := s.guessOf(text)
			doubted[p.Name] = l != nil && l != p.Language
		}
		p.Guessed = p.Guessed || doubted[p.Name]
	}
}

// leastDoubted is the length in bytes from which the text of a file is looked at. Shorter texts
// look like any language.
const leastDoubted = 200

// readDiff adds the hunks to the splitter and returns the reader.
func readDiff(s *splitter, t text) *diffReader {
	d := &diffReader{splitter: s, source: t, message: true}
	d.read()
	return d
}

func (d *diffReader) read() {
	eachLine(d.source.bytes, d.line)
	d.flush()
	d.addElse(d.between, leftOutside)
}

type diffReader struct {
	*splitter
	source   text
	part     Part   // so far
	between  text   // the lines after the first file that are in no hunk, and no header
	name     string // of the new file
	message  bool   // before the first file
	created  bool   // the file is new: before it was /dev/null
	old, new int    // lines that are left in the hunk
	at       int    // next line of the new file
	whole    bool   // the hunk adds a whole file
	normal   bool   // the hunk is one of a normal diff
	ended    bool   // the line before was the last of a hunk by its header, or goes on after it
	broken   bool   // a hunk had fewer lines than its header says, before the end
}

func (d *diffReader) line(from, to int) {
	line := d.source.bytes[from:to]
	if d.old > 0 || d.new > 0 {
		if d.normal && d.inNormalHunk(line, from, to) || !d.normal && d.inHunk(line, from, to) {
			d.part.To = d.place(to-1) + 1
			d.ended = !d.normal && d.old <= 0 && d.new <= 0
			return
		}
		d.old, d.new, d.broken = 0, 0, true
	} else if d.ended {
		if d.goesOn(line) && d.inHunk(line, from, to) {
			d.old, d.new = 0, 0
			d.part.To = d.place(to-1) + 1
			return
		}
		d.ended = false
	}
	if h, ok := header(d.source.bytes[from:], to-from); ok {
		d.flush()
		d.message, d.normal, d.old, d.new, d.at = false, h.normal, h.old, h.new, h.start
		d.whole = !h.normal && h.old == 0 && h.start == 1 && d.created
		d.part.From, d.part.To = d.place(from), d.place(from)
		return
	}
	switch {
	case bytes.HasPrefix(line, []byte("+++ ")):
		d.flush()
		d.message, d.name = false, newName(line[len("+++ "):])
	case bytes.HasPrefix(line, []byte("diff ")):
		d.flush()
		d.message, d.created, d.name = false, false, comparedName(line)
	case bytes.HasPrefix(line, []byte("--- ")):
		d.flush()
		d.message, d.created = false, isNothing(line[len("--- "):])
	case bytes.HasPrefix(line, []byte("From ")): // the next message of a series
		d.flush()
		d.message = true
	case d.message:
		d.source.cut(&d.part.text, from, to)
	default:
		d.source.cut(&d.between, from, to)
	}
}

// gitHeaders begin the lines of git between the name of a file and its hunks.
var gitHeaders = []string{"index ", "Index: ", "=====", "old mode ", "new mode ", "new file mode ", "deleted file mode ", "similarity index ",
	"dissimilarity index ", "rename", "copy", "Only in ", "-- ", "\\ No newline"}

// isGitHeader reports whether a line outside of hunks has nothing to be read.
func isGitHeader(line []byte) bool {
	return slices.ContainsFunc(gitHeaders, func(head string) bool { return bytes.HasPrefix(line, []byte(head)) })
}

// goesOn reports whether a line after the end of a hunk still belongs to it. Programs and people
// who write diffs count wrongly.
func (d *diffReader) goesOn(line []byte) bool {
	switch line[0] {
	case '+':
		return !bytes.HasPrefix(line, []byte("+++ "))
	case '-': // also the mark before a signature
		return !bytes.HasPrefix(line, []byte("--- ")) && !bytes.HasPrefix(line, []byte("-- "))
	}
	return line[0] == ' ' && !isBlankLine(line)
}

// inHunk reads a line of a hunk and reports whether it is one.
func (d *diffReader) inHunk(line []byte, from, to int) bool {
	switch {
	case line[0] == '-':
		d.old--
		d.leave(leftRemoved, line[1:])
		return true
	case line[0] == '\\': // no newline at the end of the file
		return true
	case line[0] == '+':
		n := len(d.part.text.bytes)
		d.newLine(from, from+1, to)
		d.keep(span{n, len(d.part.text.bytes)})
	case line[0] == ' ', line[0] == '\t':
		d.old--
		d.leave(leftContext, line)
		d.newLine(from, from+1, to)
	case isBlankLine(line): // the blank of an empty context line is easily lost
		d.old--
		d.newLine(from, from, to)
	default:
		return false
	}
	return true
}

// newLine adds a line of the new file.
func (d *diffReader) newLine(line, from, to int) {
	d.part.lines = append(d.part.lines, numbered{d.place(line), d.at})
	d.source.cut(&d.part.text, from, to)
	d.at++
	d.new--
}

// place returns where the byte at an offset of the source is in the document.
func (d *diffReader) place(at int) int {
	c := d.source.cursorAt(at)
	return int(c.place(uint32(at)))
}

// keep keeps the tokens of an added line.
func (d *diffReader) keep(s span) {
	if n := len(d.part.kept) - 1; n >= 0 && d.part.kept[n].to == s.from {
		d.part.kept[n].to = s.to
		return
	}
	d.part.kept = append(d.part.kept, s)
}

// flush ends the part. Of a hunk that adds no line, only the place is kept.
func (d *diffReader) flush() {
	p := d.part
	d.part = Part{}
	switch {
	case d.message:
		d.addText(p.text)
	case p.To > p.From:
		p.Name, p.Language, p.Guessed = d.name, d.languageOf(d.name, p.text.bytes), d.name == ""
		if p.Hunk = true; !p.Adds() {
			p.text, p.kept = text{}, []span{}
		}
		if l := d.formatOf(&p); l != nil {
			d.newFile(l, p)
			return
		}
		if p.Adds() && p.Language == lex.Prose && d.depth < deepest && detect.Language(d.name, p.text.bytes).Name == Diff {
			d.grownDiff(p)
			return
		}
		d.parts = append(d.parts, p)
	}
}

// languageOf returns the language of a file with this hunk, nil without a name. Each name is looked
// up once, because linguist's rules for some extensions are slow.
func (s *splitter) languageOf(name string, text []byte) *lex.Language {
	if name == "" {
		return nil
	}
	l := s.named[name]
	if l == nil {
		if l = detect.Language(name, text); l.Parted() {
			l = lex.Prose
		}
		if s.named == nil {
			s.named = map[string]*lex.Language{}
		}
		s.named[name] = l
	}
	return l
}

// hunk is the header of a hunk.
type hunk struct {
	old, new int // lines
	start    int // first line of the new file
	normal   bool
}

// header parses the header of a hunk, the line of the text up to end. The text after a header of a
// normal diff must look like its hunk.
func header(text []byte, end int) (hunk, bool) {
	if text[0] == '@' {
		return unifiedHeader(text[:end])
	}
	return normalHeader(text, end)
}

// unifiedHeader parses "@@ -1,2 +3,4 @@".
func unifiedHeader(line []byte) (h hunk, ok bool) {
	rest, ok := bytes.CutPrefix(line, []byte("@@ -"))
	if !ok {
		return h, false
	}
	head, _, ok := bytes.Cut(rest, []byte(" @@"))
	if !ok || len(head) > 64 {
		return h, false
	}
	before, after, ok := strings.Cut(string(head), " +")
	_, old, okOld := lineRange(before)
	start, lines, okNew := lineRange(after)
	return hunk{old: old, new: lines, start: start}, ok && okOld && okNew
}

// lineRange parses "12,3" or "12".
func lineRange(text string) (start, lines int, ok bool) {
	first, count, several := strings.Cut(text, ",")
	start, err := strconv.Atoi(first)
	if err != nil || start < 0 {
		return 0, 0, false
	}
	if !several {
		return start, 1, true
	}
	lines, err = strconv.Atoi(count)
	return start, lines, err == nil && lines >= 0
}

// newName returns the path in a line after "+++ ".
func newName(line []byte) string {
	name, _, _ := strings.Cut(strings.TrimRight(string(line), "\r\n"), "\t") // a time follows
	if unquoted, err := strconv.Unquote(name); err == nil {
		name = unquoted
	}
	return strings.TrimPrefix(name, "b/")
}

// isDiff reports whether the document has a hunk's header, as diffs and e-mails do. A fence before
// the header, as in Markdown with a diff, makes it none.
func isDiff(src []byte) (found bool) {
	if !bytes.Contains(src, []byte("@@ -")) && !bytes.Contains(src, []byte("\n<")) && !bytes.Contains(src, []byte("\n>")) {
		return false
	}
	fenced := false
	eachLine(src, func(from, to int) {
		switch {
		case found || fenced:
		case src[from] == '@' || isDigit(src[from]):
			_, found = header(src[from:], to-from)
		default:
			fenced = openFence(src[from:to]) != nil
		}
	})
	return found
}

// diffStarts begin the first line of a diff that starts without a hunk's header.
var diffStarts = []string{"diff ", "--- ", "Only in ", "Index: ", "commit ", "From "}

// WholeDiff reports whether the document is a diff from its first line on. Its hunks then have the
// lines that their headers say.
func WholeDiff(src []byte) bool {
	src = bytes.TrimLeft(src, "\r\n")
	if len(src) == 0 || !isDiff(src) {
		return false
	}
	_, starts := header(src, lineLength(src))
	for _, s := range diffStarts {
		starts = starts || bytes.HasPrefix(src, []byte(s))
	}
	if !starts {
		return false
	}
	return !readDiff(&splitter{}, whole(src)).broken
}

// Unread names the document's form of diff if it is not read, such as "a combined diff". Otherwise
// it returns "".
func Unread(src []byte) (form string) {
	context := false
	eachLine(src, func(from, to int) {
		line := src[from:to]
		switch {
		case form != "":
		case bytes.HasPrefix(line, []byte("@@@ -")):
			form = "a combined diff"
		case context && bytes.HasPrefix(line, []byte("*** ")) && bytes.HasSuffix(bytes.TrimSpace(line), []byte(" ****")):
			form = "a context diff"
		}
		context = bytes.HasPrefix(line, []byte("***************"))
	})
	return form
}

// Adds reports whether the part is a hunk that adds a nonblank line.
func (p *Part) Adds() bool {
	for _, k := range p.kept {
		if !isBlankLine(p.text.bytes[k.from:k.to]) {
			return true
		}
	}
	return false
}
