package lex

import (
	"bytes"
)

// The form quoted-code: a string that is code if it is an argument of certain commands. Examples
// are eval '...', sh -c '...' and test_expect_success 'title' '...' of the Shell. The row lists
// them in CodeAfter. The body of a heredoc for such a command is code, too, and so is a string in
// double quotes right after eval or -c, or one that begins with a line break. Names in single
// quotes inside double quotes are code, because the outer shell expands them.

// mostArguments bounds the number of tokens between a command and its code.
const mostArguments = 8

// quotedCode is the state of strings that are code.
type quotedCode struct {
	end   int  // of the last one
	inner bool // after it, '\'' has opened a string inside it
}

// emitQuotedCode appends the marks as operators and the code's tokens, or else a string.
func (s *scanner) emitQuotedCode(dst []Token, sp *spanProgram, start, end int) ([]Token, int) {
	switch {
	case end-start < len(sp.open)+len(sp.closing) || s.parts >= maxNesting:
	case s.isQuotedCode(dst, start, end):
		return s.emitCodeBetween(dst, sp, start, end)
	case s.expands:
		double := &s.spans[s.spanFirst['"'].from]
		s.findCode(dst, double, start, end)
		return s.emitLiteral(dst, double, start, end, s.kind), end
	}
	return s.emit(dst, start, end, s.kind), end
}

// emitCodeBetween appends the marks as operators and the tokens of the code between them.
func (s *scanner) emitCodeBetween(dst []Token, sp *spanProgram, start, end int) ([]Token, int) {
	body, last := start+len(sp.open), end-len(sp.closing)
	dst = s.emit(dst, start, body, Operator)
	inner := s.part(body, last, len(dst))
	inner.expands = sp.Open == `"`
	dst = inner.code(dst, body)
	return s.emit(dst, last, end, Operator), end
}

// mayBeCode reports whether a string in double quotes at i may be code. Such a string follows sh -c
// or eval, or begins with a line break, as scripts of tests do.
func (s *scanner) mayBeCode(i int) bool {
	return i+1 < len(s.src) && s.src[i+1] == '\n' || i > 1 && s.src[i-1] == ' ' && (s.src[i-2] == 'c' || s.src[i-2] == 'l')
}

// isQuotedCode reports whether the string from start to end is code. A word may have several
// strings: in 'echo '\”a'\” b', the second one is a string in the code of the others.
func (s *scanner) isQuotedCode(dst []Token, start, end int) bool {
	q := &s.quoted
	if q.end > 0 && start-q.end <= maxTag && !bytes.ContainsAny(s.src[q.end:start], " \t\n;&|()") {
		if string(s.src[q.end:start]) == `\'` {
			q.inner = !q.inner && bytes.IndexByte(s.src[start:end], '\n') < 0 // and no apostrophe
		}
		q.end = end
		return !q.inner
	}
	q.end, q.inner = 0, false
	if !s.takesCode(dst, start, end) {
		return false
	}
	q.end = end
	return true
}

// takesCode reports whether the command before start takes code in its string argument. The string
// ends at end. If end is 0, it is a heredoc.
func (s *scanner) takesCode(dst []Token, start, end int) bool {
	before := start
	for k := len(dst) - 1; k >= max(s.base, len(dst)-mostArguments); k-- {
		t := &dst[k]
		if s.endsCommand(int(t.End), before) {
			return false
		}
		before = int(t.Start)
		if t.Kind == Operator {
			if bytes.IndexByte([]byte(";&|()"), s.src[t.End-1]) >= 0 {
				return false
			}
			continue
		}
		mark := wordMark(s.words.marks(t.Hash))
		switch {
		case mark&markCode != 0 || end == 0 && mark&(markCodeLast|markCodeOption) != 0:
			return true
		case mark&markCodeLast != 0:
			return s.endsArguments(end)
		case mark&markCodeOption != 0:
			return s.followsOption(dst)
		}
	}
	return false
}

// endsCommand reports whether a line break that is not escaped is between two offsets.
func (s *scanner) endsCommand(from, to int) bool {
	for {
		n := bytes.IndexByte(s.src[from:max(from, to)], '\n')
		if n < 0 {
			return false
		}
		if from += n; s.src[from-1] != '\\' {
			return true
		}
		from++
	}
}

// endsArguments reports whether the word that goes on at i is the last argument.
func (s *scanner) endsArguments(i int) bool {
	from := i
	for i < len(s.src) && (s.src[i] == '\'' || s.src[i] == '\\' && i+1 < len(s.src) && s.src[i+1] != '\n') {
		if s.src[i] == '\\' {
			i += 2
			continue
		}
		n := bytes.IndexByte(s.src[i+1:], '\'')
		if n < 0 || s.budget < 0 {
			break
		}
		i += n + 2
	}
	s.fail(from, i)
	i = s.skipBlanks(i)
	return i == len(s.src) || bytes.IndexByte([]byte("\n;&|)#"), s.src[i]) >= 0
}

// followsOption reports whether the last tokens are an option that ends with c: -c, -ec.
func (s *scanner) followsOption(dst []Token) bool {
	if len(dst) < s.base+2 {
		return false
	}
	dash, name := &dst[len(dst)-2], &dst[len(dst)-1]
	return s.src[dash.Start] == '-' && dash.End == name.Start && s.src[name.End-1] == 'c'
}
