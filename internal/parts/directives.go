package parts

import (
	"bytes"
	"slices"
	"strings"

	"github.com/cespare/xxhash/v2"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// A directive of C or C# may stand between any two tokens, and many change nothing there. With a
// #pragma after each third token, a program shares no run of tokens with its copy. So a directive
// within a statement is not a token, and neither is the operator _Pragma with its string, nor a
// directive that never matters to the program.

// statementEnds are the marks after which a directive is within no statement. They end a statement,
// a condition, a label, or an element of a list.
const statementEnds = ";{},:)"

var hashOfPragma = xxhash.Sum64String("_Pragma")

// idle are the words of directives that do not change the program.
var idle = func() map[uint64]bool {
	all := map[uint64]bool{}
	for word := range strings.FieldsSeq("pragma ident sccs line warning error nullable") {
		all[xxhash.Sum64String(word)] = true
	}
	return all
}()

// dropDirectives removes directives within statements from the tokens of a source.
func (into *Lexed) dropDirectives(l *lex.Language, src []byte) {
	if !hasDirectives(l) || !slices.ContainsFunc(into.Tokens, func(t lex.Token) bool { return mayBeDirective(src, t) }) {
		return
	}
	m := macros{src: src, tokens: into.Tokens, marks: directiveMarks[:1]}
	if defineOf(l) != 0 {
		m.marks = directiveMarks
	}
	tokens, kept, within, depth := into.Tokens, 0, false, 0
	for i := 0; i < len(tokens); i++ {
		t, word := tokens[i], m.word(i)
		switch {
		case m.pragma(tokens[i:]) > 0:
			i += m.pragma(tokens[i:]) - 1
		case word > 0:
			end := m.directiveEnd(word)
			if !m.isEnd(word) {
				m.at.take(&m, word)
			}
			if within && m.at.unused() && m.isBranch(word) {
				end = m.branchEnd(end)
			}
			if !within && !m.isIdle(word) {
				kept += copy(tokens[kept:], tokens[i:end])
			}
			i = end - 1
		default:
			switch src[t.Start] {
			case '(':
				depth++
			case ')':
				depth = max(0, depth-1)
			case ';', '{', '}':
				depth = 0
			}
			// A name alone may be a macro that needs no semicolon.
			alone := !within && t.Kind == lex.Identifier && m.word(i+1) > 0
			within = depth > 0 || !alone && strings.IndexByte(statementEnds, src[t.Start]) < 0
			tokens[kept] = t
			kept++
		}
	}
	into.Tokens = tokens[:kept]
}

// hasDirectives reports whether the language has directives, a line each.
func hasDirectives(l *lex.Language) bool {
	return defineOf(l) != 0 || slices.Contains([]string{"C#", "GLSL", "HLSL"}, l.Name)
}

// mayBeDirective reports whether a token begins a directive or a _Pragma, if it is at the right
// place.
func mayBeDirective(src []byte, t lex.Token) bool {
	return t.Hash == hashOfPragma || src[t.Start] == '#' || src[t.Start] == '%' || src[t.Start] == '?'
}

// pragma returns the number of tokens of an operator _Pragma and its string, or parameter. It is 0
// if the tokens do not start with one.
func (m *macros) pragma(tokens []lex.Token) int {
	if len(tokens) < 4 || tokens[0].Hash != hashOfPragma || tokens[1].Hash != hashOfParen {
		return 0
	}
	n := 2
	if tokens[n].Hash == hashOfStringize {
		n += 2
	} else {
		for ; n < len(tokens) && tokens[n].Kind == lex.String; n++ {
		}
	}
	if n == 2 || n >= len(tokens) || tokens[n].Hash != hashOfClose {
		return 0
	}
	return n + 1
}

// word returns the token with the word of the directive that begins at a token, or 0.
func (m *macros) word(i int) int {
	if i >= len(m.tokens) || !mayBeDirective(m.src, m.tokens[i]) || i > 0 && !hasBreak(m.src[m.tokens[i-1].End:m.tokens[i].Start]) {
		return 0
	}
	for _, mark := range m.marks {
		if bytes.HasPrefix(m.src[m.tokens[i].Start:], []byte(mark)) {
			end := m.tokens[i].Start + uint32(len(mark))
			for i++; i < len(m.tokens) && m.tokens[i].Start < end; i++ {
			}
			return i
		}
	}
	return 0
}

// directiveEnd returns the token after a directive with that word.
func (m *macros) directiveEnd(word int) int {
	for !m.isEnd(word) {
		word++
	}
	return word
}

// isIdle reports whether a directive does not change the program. It may have no word, or be the
// number of a line that a preprocessor wrote.
func (m *macros) isIdle(word int) bool {
	return m.isEnd(word) || idle[m.tokens[word].Hash] || m.tokens[word].Kind == lex.Number
}

// isBranch reports whether a directive begins a branch.
func (m *macros) isBranch(word int) bool {
	if m.isEnd(word) {
		return false
	}
	switch m.tokens[word].Hash {
	case hashOfIf, hashOfElif, hashOfElse:
		return true
	}
	return false
}

// branchEnd returns the token that ends the branch of an #if at token i. Without one it returns the
// number of tokens. The token begins a directive.
func (m *macros) branchEnd(i int) int {
	for depth := 0; i < len(m.tokens); i++ {
		word := m.word(i)
		if word == 0 || m.isEnd(word) {
			continue
		}
		switch m.tokens[word].Hash {
		case hashOfIf, hashOfIfdef, hashOfIfndef:
			depth++
		case hashOfEndif, hashOfElse, hashOfElif:
			if depth == 0 {
				return i
			}
			if m.tokens[word].Hash == hashOfEndif {
				depth--
			}
		}
	}
	return i
}
