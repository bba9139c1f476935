package lex

import "bytes"

// Uncomment returns where the text of a line of a comment is. It stands between the marks that open
// and close the comment, and after the star with which lines of long comments begin. l is not
// Prose.
func (l *Language) Uncomment(line []byte) (from, to int) {
	text := bytes.TrimSpace(line)
	if len(text) == 0 {
		return 0, len(line)
	}
	p := l.compiled()
	from = bytes.Index(line, text[:1])
	n, opening := p.openingLength(text)
	to = from + len(text)
	if opening == nil || !opening.endsLine() {
		to -= p.closingLength(text)
	}
	switch {
	case n > 0:
		return min(to, from+n), to
	case text[0] == '*' && (len(text) == 1 || text[1] == ' ' || text[1] == '\t' || text[1] == '*'):
		return min(to, len(line)-len(bytes.TrimLeft(line[from:], "*"))), to
	case to < from+len(text):
		return 0, to
	}
	return 0, len(line)
}

// openingLength returns the comment at the start of the text, or nil, and its mark's length. Marks
// of documentation count: /// and /*!.
func (p *program) openingLength(text []byte) (int, *spanProgram) {
	first := p.spanFirst[text[0]]
	for i := first.from; i < first.to; i++ {
		if n := p.spans[i].opens(text); n > 0 {
			return n, &p.spans[i]
		}
	}
	for i := range p.wordSpans {
		if sp := p.wordSpans[i].spanProgram; p.beginsWithWord(text, sp.open) {
			if n := sp.markLength(text); n > 0 {
				return n, sp
			}
		}
	}
	return 0, nil
}

// beginsWithWord reports whether a text begins with a word, and no longer one.
func (p *program) beginsWithWord(text, word []byte) bool {
	n := len(word)
	if len(text) < n || len(text) > n && p.flags[text[n]]&flagWord != 0 {
		return false
	}
	return bytes.Equal(text[:n], word) || p.fold && bytes.EqualFold(text[:n], word)
}

// endsLine reports whether the comment ends with its line. A mark at the end of the line is then of
// another comment in it.
func (sp *spanProgram) endsLine() bool {
	return len(bytes.TrimPrefix(sp.closing, []byte("\n"))) == 0
}

// opens returns the length of the comment's marks at the start of the text. It returns 0 if it does
// not open there.
func (sp *spanProgram) opens(text []byte) int {
	if !bytes.HasPrefix(text, sp.open) {
		return 0
	}
	return sp.markLength(text)
}

// markLength is opens for a text that begins with the mark, in any case.
func (sp *spanProgram) markLength(text []byte) int {
	if sp.kind != 0 || sp.form.opening == nil {
		return 0
	}
	return sp.form.opening(sp, text)
}

// closingLength returns the length of the mark that closes a comment at the text's end.
func (p *program) closingLength(text []byte) int {
	for i := range p.spans {
		sp := &p.spans[i]
		if sp.kind != 0 || sp.form.closing == nil {
			continue
		}
		if n := sp.form.closing(sp, text); n != 0 {
			return max(0, n)
		}
	}
	return 0
}
