package changes

import (
	"bytes"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/bench/internal/code"
)

// token is a token of a line. Its text is line.text[from:to].
type token struct {
	kind     lex.Kind
	text     string
	from, to int
}

// line is a logical line: whole lines that no change takes apart. A list in parentheses is part of
// the line in which it begins, and so is an expression that goes on in the next line.
type line struct {
	lead   string // lines above it without a token: comments and blank lines
	text   string // with its line break
	tokens []token
	column int // at which it begins; tabs count 8
	opened int // brackets that are open where it begins
	depth  int // the same without those that its first tokens close
	// attribute means that the line goes on after an attribute or a decorator.
	attribute bool
}

func (l *line) first() string { return l.tokens[0].text }
func (l *line) last() string  { return l.tokens[len(l.tokens)-1].text }

// indent returns the white space that the line begins with.
func (l *line) indent() string { return l.text[:len(l.text)-len(strings.TrimLeft(l.text, " \t"))] }

// is reports whether these are the tokens of the line.
func (l *line) is(tokens ...string) bool {
	return slices.EqualFunc(l.tokens, tokens, func(t token, text string) bool { return t.text == text })
}

// has reports whether one of the words is a token of the line.
func (l *line) has(words wordSet) bool {
	return slices.ContainsFunc(l.tokens, func(t token) bool { return words[t.text] })
}

// wordSet is a set of tokens.
type wordSet map[string]bool

func words(text string) wordSet {
	set := wordSet{}
	for _, word := range strings.Fields(text) {
		set[word] = true
	}
	return set
}

var (
	// continuing are the tokens at the end of a line that goes on. continued are the tokens at the
	// start of a line that continues the one before.
	continuing = words("= + - && || , . ?. -> => << ? += -= or and not &")
	continued  = words(". ?. && || ? : + = | -> :: and or")
	// ending are the tokens at the end of a line that is whole, where statements end in semicolons.
	ending = words("; { } : ) ] <?php else do try finally")
)

// reader cuts a source into logical lines.
type reader struct {
	lang   *lex.Language
	syntax *syntax
	src    string
	tokens []lex.Token // not read yet
	lines  []line
	lead   string
	open   brackets
}

// readLines returns the logical lines of a source, and the text after the last line. ok is false if
// its brackets are not balanced.
func readLines(lang *lex.Language, s *syntax, src string) (lines []line, tail string, ok bool) {
	r := &reader{lang: lang, syntax: s, src: src, tokens: lang.Lex(nil, []byte(src))}
	for at := 0; at < len(src); {
		at = r.read(at)
	}
	return r.lines, r.lead, len(r.open.marks) == 0 && !r.open.wrong
}

// read reads the line at the offset and returns the offset of the next.
func (r *reader) read(at int) int {
	end := r.endOfLine(at)
	var l line
	l.text = r.src[at:end]
	for len(r.tokens) > 0 && int(r.tokens[0].Start) < end {
		t := r.tokens[0]
		r.tokens = r.tokens[1:]
		l.tokens = append(l.tokens, token{t.Kind, r.src[t.Start:t.End], int(t.Start) - at, int(t.End) - at})
	}
	if len(l.tokens) == 0 {
		r.lead += l.text
		return end
	}
	l.opened = len(r.open.marks)
	l.column = code.Column(l.text)
	l.depth = max(l.opened-leadingClosers(l.tokens), 0)
	l.attribute = l.isAttribute()
	goesOn := r.goesOn(&l)
	r.open.read(l.tokens)
	if goesOn {
		r.join(l)
	} else {
		l.lead = r.lead
		r.lines = append(r.lines, l)
	}
	r.lead = ""
	return end
}

// endOfLine returns the end of the line that begins at the offset: after the first line break that
// is not in a token or a comment, and has no backslash before it.
func (r *reader) endOfLine(at int) int {
	n := 0
	for {
		next := strings.IndexByte(r.src[at:], '\n')
		if next < 0 {
			return len(r.src)
		}
		at += next + 1
		for n < len(r.tokens) && int(r.tokens[n].Start) < at {
			n++
		}
		if n == 0 {
			return at
		}
		end := int(r.tokens[n-1].End)
		if end > at {
			continue
		}
		rest := strings.TrimSpace(r.src[end:at])
		if rest == "" || !strings.HasSuffix(rest, `\`) && code.Closed(r.lang, []byte(r.src[:at])) {
			return at
		}
	}
}

// goesOn reports whether the line goes on with the one before.
func (r *reader) goesOn(l *line) bool {
	if len(r.lines) == 0 {
		return false
	}
	before := &r.lines[len(r.lines)-1]
	if l.first() == "#" || before.first() == "#" && !before.attribute {
		return false
	}
	end := before.last()
	switch {
	case r.open.inner() == '(' || r.open.inner() == '[' || before.attribute:
		return true
	case end == "," && len(before.tokens) > 1 && before.tokens[len(before.tokens)-2].text == "}":
		return false
	case continuing[end] || continued[l.first()] && !before.is("{"):
		return true
	}
	return r.syntax.terminated && !ending[end] && !r.syntax.joining[l.first()] && !closes(l.first())
}

// isAttribute reports whether the line is an attribute or decorator of the next statement.
func (l *line) isAttribute() bool {
	return l.first() == "@" || l.first() == "#[" ||
		l.first() == "#" && len(l.tokens) > 1 && l.tokens[1].text == "[" && l.last() == "]"
}

// join appends a line to the one before.
func (r *reader) join(l line) {
	to := &r.lines[len(r.lines)-1]
	to.attribute = l.attribute
	to.text += r.lead
	by := len(to.text)
	to.text += l.text
	for _, t := range l.tokens {
		to.tokens = append(to.tokens, token{t.kind, t.text, t.from + by, t.to + by})
	}
}

// brackets are the open brackets at some place.
type brackets struct {
	marks []byte
	wrong bool // one was closed by another, or was not open
}

var closing = map[byte]byte{')': '(', ']': '[', '}': '{'}

func (b *brackets) read(tokens []token) {
	for _, t := range tokens {
		if t.kind != lex.Operator {
			continue
		}
		for i := range len(t.text) {
			b.add(t.text[i])
		}
	}
}

func (b *brackets) add(c byte) {
	switch c {
	case '(', '[', '{':
		b.marks = append(b.marks, c)
	case ')', ']', '}':
		if b.inner() != closing[c] {
			b.wrong = true
			return
		}
		b.marks = b.marks[:len(b.marks)-1]
	}
}

// inner returns the innermost open bracket, or 0.
func (b *brackets) inner() byte {
	if len(b.marks) == 0 {
		return 0
	}
	return b.marks[len(b.marks)-1]
}

// balanced reports whether the brackets among the tokens open and close.
func balanced(tokens []token) bool {
	var b brackets
	b.read(tokens)
	return len(b.marks) == 0 && !b.wrong
}

func closes(text string) bool { return len(text) > 0 && bytes.IndexByte([]byte(")]}"), text[0]) >= 0 }

func leadingClosers(tokens []token) int {
	n := 0
	for n < len(tokens) && tokens[n].kind == lex.Operator && closes(tokens[n].text) {
		n++
	}
	return n
}
