package parts

import (
	"bytes"

	"github.com/chaffinch-search/chaffinch/analyzer/detect"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// E-mail: lines that begin with quote prefixes (">"), and lines that do not. Both hold paragraphs
// of prose and of code. Neighbouring paragraphs of code of the same quotation are one part. A
// paragraph that is indented and follows code belongs to it, as the text of a docstring does.

// mail adds the messages of a file.
func (s *splitter) mail(t text) {
	from := 0
	eachLine(t.bytes, func(at, _ int) {
		if beginsMessage(t.bytes, at) {
			s.message(t.part(from, at))
			from = at
		}
	})
	s.message(t.part(from, len(t.bytes)))
}

// beginsMessage reports whether a further message of a file begins at a line.
func beginsMessage(src []byte, at int) bool {
	if at == 0 || !bytes.HasPrefix(src[at:], []byte("From ")) || !isBlankLine(src[bytes.LastIndexByte(src[:at-1], '\n')+1:at]) {
		return false
	}
	e, ok := readEntity(src[at:])
	return ok && e.fields > 0
}

// message adds the bodies of a message, or a text without encoded ones.
func (s *splitter) message(t text) {
	if e, ok := readEntity(t.bytes); ok && e.hasBodies() {
		(&message{splitter: s, body: s.body}).read(t, 0)
		return
	}
	s.quotations(t)
}

// body adds the body of a message, or an attached file in the language of its name.
func (s *splitter) body(t text, file string) {
	if l := detect.Language(file, t.bytes); detect.IsSource(file) {
		s.add(l, t)
		return
	}
	s.quotations(t)
}

// Joined is [Split] for an e-mail whose quotations have a part each. Their languages are guessed.
// It returns nil if no quotation has several lines. Comments and lists of names in quoted code look
// like paragraphs of prose.
func Joined(l *lex.Language, src []byte) []Part {
	if l.Name != mail {
		return nil
	}
	s := splitter{join: true}
	if all := s.document(l, src); s.joined {
		return all
	}
	return nil
}

// quotations adds the quotations and the text between them. Blank lines do not end a quotation that
// is joined.
func (s *splitter) quotations(t text) {
	var group text
	depth := 0
	eachLine(t.bytes, func(from, to int) {
		n, d := unquoted(t.bytes[from:to])
		if d != depth && !(s.join && isBlankLine(t.bytes[from:to])) {
			s.quotation(group, depth)
			group, depth = text{}, d
		}
		t.cut(&group, from+n, to)
	})
	s.quotation(group, depth)
}

// quotation adds a quotation of this depth, or the text between two.
func (s *splitter) quotation(t text, depth int) {
	if s.join && depth > 0 && bytes.Contains(bytes.TrimSpace(t.bytes), []byte("\n")) {
		if l := Looks(t.bytes); l == nil || l.Name == Marked {
			s.joined = true
			s.add(nil, t)
			return
		}
	}
	s.letter(t, 0)
}

// letter adds the paragraphs of a text without quote prefixes. If the text looks like a format of
// several parts, letter adds all of it in that format. The first paragraph of code has that many
// lines or more.
func (s *splitter) letter(t text, least int) {
	if l := Looks(t.bytes); l != nil && l.Name != mail && l.Name != Marked {
		s.add(l, t)
		return
	}
	from, code := 0, false // of the part
	begin := 0             // of the paragraph
	end := func(to int) {
		if p := t.bytes[begin:to]; !isBlankLine(p) {
			is := isCode(p) && (code || bytes.Count(p, []byte("\n")) >= least) || code && isBlank(p[0])
			if is != code {
				s.addLetter(t.part(from, begin), code)
				from, code = begin, is
			}
		}
		begin = to
	}
	eachLine(t.bytes, func(at, to int) {
		if isBlankLine(t.bytes[at:to]) {
			end(to)
		}
	})
	end(len(t.bytes))
	s.addLetter(t.part(from, len(t.bytes)), code)
}

func (s *splitter) addLetter(t text, code bool) {
	switch {
	case code && isListing(t.bytes):
		s.listing(t)
	case code:
		s.add(nil, t)
	default:
		s.addText(t)
	}
}

// isCode reports whether a paragraph has as many marks as code, or is a comment.
func isCode(paragraph []byte) bool {
	text := bytes.TrimLeft(paragraph, " \t")
	for _, mark := range []string{"//", "/*", "#!", "# ", "--", "<!--", "#include", "import ", "package ", "using "} {
		if bytes.HasPrefix(text, []byte(mark)) {
			return true
		}
	}
	letters, marks := 0, 0
	for _, b := range paragraph {
		switch {
		case isLetter(b):
			letters++
		case bytes.IndexByte([]byte("{}[]()=;<>_$\\|&+*#@%"), b) >= 0:
			marks++
		}
	}
	return marks > 0 && marks*15 >= letters
}
