package lex

import (
	"bytes"

	"github.com/chaffinch-search/chaffinch/analyzer/internal/language"
)

// Conditions decide whether a span may open at an offset. language.Condition defines each one.

// holds reports whether the conditions of a span hold at i.
func (s *scanner) holds(dst []Token, sp *spanProgram, i int) bool {
	w, next := sp.When, i+len(sp.open)
	if w&language.NotTouchingName != 0 && s.touchesName(dst, i) {
		return false
	}
	if w&language.AfterStatement != 0 && len(dst) > s.base && !s.endsWith(dst, ';') {
		return false
	}
	const before = language.ColumnOne | language.ColumnSix | language.FirstOnLine | language.AfterBlank
	if w&before != 0 && !s.holdsBefore(w, i) {
		return false
	}
	if w&language.NotAfterValue != 0 && s.afterValue(dst, i) &&
		!(w&language.OrSpaced != 0 && s.spacedArgument(dst, i, next)) {
		return false
	}
	if w&language.NotTouchingValue != 0 && s.touchesValue(dst, i) {
		return false
	}
	const behind = language.NotBeforeOperator | language.BeforeLetter | language.BeforeBlank |
		language.NotBeforeBlank
	return w&behind == 0 || s.holdsBehind(w, next)
}

// holdsBefore checks the conditions on the bytes before i.
func (s *scanner) holdsBefore(w language.Condition, i int) bool {
	if w&language.ColumnOne != 0 && i > 0 && s.src[i-1] != '\n' {
		return false
	}
	if w&language.ColumnSix != 0 &&
		(!bytes.HasSuffix(s.src[:i], []byte("     ")) || i > 5 && s.src[i-6] != '\n') {
		return false
	}
	if w&language.FirstOnLine != 0 {
		if before := s.skipBlanksBack(i); before > 0 && s.src[before-1] != '\n' {
			return false
		}
	}
	return w&language.AfterBlank == 0 || i == 0 || isBlank(s.src[i-1]) ||
		bytes.IndexByte([]byte(";&|()"), s.src[i-1]) >= 0
}

// holdsBehind checks the conditions on the bytes from i on. Open ends at i.
func (s *scanner) holdsBehind(w language.Condition, i int) bool {
	blank := i >= len(s.src) || isBlank(s.src[i])
	switch {
	case w&language.BeforeBlank != 0 && !blank, w&language.NotBeforeBlank != 0 && blank:
		return false
	case w&language.BeforeLetter != 0 && !s.startsName(i):
		return false
	case w&language.NotBeforeOperator != 0:
		last := s.src[i-1]
		for i < len(s.src) && s.src[i] == last {
			i++
		}
		return i >= len(s.src) || s.flags[s.src[i]]&flagRun == 0
	}
	return true
}

// endsWith reports whether the last token is the byte c.
func (s *scanner) endsWith(dst []Token, c byte) bool {
	last := &dst[len(dst)-1]
	return last.Kind == Operator && s.src[last.End-1] == c
}

// afterValue reports whether a value precedes i, so that an expression continues there.
func (s *scanner) afterValue(dst []Token, i int) bool {
	if s.level > 0 {
		return s.afterValueByte(i)
	}
	if len(dst) == s.base {
		return false
	}
	if len(dst) == s.literals.tokens {
		return true
	}
	last := &dst[len(dst)-1]
	switch last.Kind {
	case Keyword:
		w := s.words.find(last.Hash)
		return w != nil && w.mark&markValue != 0
	case Operator:
		switch c := s.src[last.End-1]; {
		case c == '+' || c == '-':
			return s.afterPostfix(dst)
		case c == '!' && s.conditions:
			return s.afterAssertion(dst)
		case c == ')' && s.conditions:
			return !s.closesCondition(dst)
		default:
			return s.valueEnd[c]
		}
	}
	return true
}

// afterValueByte is afterValue inside interpolations, where there are no tokens. It looks at the
// last byte that is not blank.
func (s *scanner) afterValueByte(i int) bool {
	i = s.skipBlanksBack(i)
	if i == 0 {
		return false
	}
	c := s.src[i-1]
	if c == '!' && s.conditions && i > 1 {
		c = s.src[i-2] // x! / y
	}
	return s.flags[c]&flagName != 0 || c >= 0x80 || s.valueEnd[c] || c == '"' || c == '\'' || c == '`'
}

// spacedArgument reports whether the span at i looks like the argument of a command. A name and
// white space precede it, and no white space follows its mark, which ends at next.
func (s *scanner) spacedArgument(dst []Token, i, next int) bool {
	if s.level > 0 || i == 0 || !isBlank(s.src[i-1]) || next >= len(s.src) || isBlank(s.src[next]) {
		return false
	}
	return s.src[next] != '=' && dst[len(dst)-1].Kind == Identifier && len(dst) != s.literals.tokens
}

// touchesValue reports whether a name, literal or closing bracket ends right at i.
func (s *scanner) touchesValue(dst []Token, i int) bool {
	if i == 0 || isBlank(s.src[i-1]) {
		return false
	}
	if s.level > 0 {
		return s.afterValueByte(i)
	}
	if len(dst) > s.base && len(dst) == s.literals.tokens {
		return s.literals.end == i
	}
	return len(dst) > s.base && int(dst[len(dst)-1].End) == i && s.afterValue(dst, i)
}
