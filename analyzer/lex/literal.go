package lex

import (
	"bytes"
	"slices"

	"github.com/chaffinch-search/chaffinch/analyzer/internal/language"
)

// Strings with code in them: f"total: {x + 1}", "${name}", "#{x}", "$x".
//
// The text up to the first code is a token, and then come the tokens of the code. The marks around
// the code and the later pieces of text are not tokens; otherwise one changed string would count as
// many changes. Measured on the edited copies of testdata/ranking: with a token for each opening
// mark, 94.2% of the lines were found, without 95.8%, as before. The hash of the token is of all
// pieces, so strings agree only if all of their text does.

// codeInside holds the code of the strings that a scanner is about to emit.
type codeInside struct {
	code  []coded
	first int // in code, of the innermost string

	tokens, end int // number of tokens up to the last string with code, and its end

	all *[]Literal // to append to, or nil
}

// coded is the byte range of code in a string. hash is the hash of a name, 0 if the code must be
// lexed.
type coded struct {
	from, to int
	hash     uint64
}

// emptied returns the literals without content, with their capacity.
func (l *codeInside) emptied() codeInside {
	return codeInside{code: l.code[:0]}
}

// begin drops the code of the string read last.
func (l *codeInside) begin() { l.code = l.code[:l.first] }

// add adds code of the string that is being read. Empty code is text.
func (l *codeInside) add(from, to int) {
	if from < to {
		l.code = append(l.code, coded{from: from, to: to})
	}
}

// emitLiteral appends the tokens of a string in which code may stand.
func (s *scanner) emitLiteral(dst []Token, sp *spanProgram, start, end int, kind Kind) []Token {
	if sp.Form != language.Delimited {
		s.findCode(dst, sp, start, end)
	}
	l := &s.literals
	first, last := l.first, len(l.code)
	if first == last || l.code[last-1].to > end || // it does not close
		s.parts >= maxNesting {
		return s.emit(dst, start, end, kind)
	}
	begin := start
	if begin == l.code[first].from { // a heredoc that begins with code
		begin--
	}
	dst = s.emit(dst, begin, l.code[first].from, kind)
	at := len(dst) - 1
	all := l.all
	if all != nil {
		*all = append(*all, Literal{uint32(begin), uint32(end)})
	}
	l.all, l.first = nil, last
	for k := first; k < last; k++ {
		c, next := l.code[k], end
		if k+1 < last {
			next = l.code[k+1].from
		}
		dst[at].Hash = hashPiece(dst[at].Hash, s.hashAs(String, c.to, next))
		dst[at].Whole = uint32(end)
		if c.hash == 0 {
			dst = s.emitCode(dst, c.from, c.to)
			continue
		}
		name := s.nameKind
		if s.words.marks(c.hash)&uint32(markKeyword) != 0 {
			name = Keyword
		}
		dst = append(dst, Token{c.hash, uint32(c.from), uint32(c.to), name, 0})
	}
	l.all, l.code, l.first = all, l.code[:first], first
	l.tokens, l.end = len(dst), end
	return dst
}

// hashPiece adds the hash of a piece of a string to the hash of the pieces before it.
func hashPiece(h, piece uint64) uint64 { return avalanche(hashEight(h, piece)) }

// emitCode appends the tokens of the code of a string. No span in the code extends beyond its end.
func (s *scanner) emitCode(dst []Token, from, to int) []Token {
	if s.pending > 0 {
		return s.part(from, to, len(dst)).code(dst, from)
	}
	base := len(dst)
	if s.fast {
		dst, from = s.fastCode(dst, from, to)
		if from >= to {
			return dst
		}
	}
	src, outer, cut := s.src, s.base, s.cut
	s.src, s.base, s.cut = src[:to], base, false
	s.parts++
	dst = s.code(dst, from)
	s.parts--
	s.forgetBodies(0)
	s.src, s.base, s.cut = src, outer, cut
	return dst
}

// fastCode reads the code with fastPath as far as that can. fastPath does not know where the code
// ends. It returns where to go on.
func (s *scanner) fastCode(dst []Token, from, to int) ([]Token, int) {
	n := len(dst)
	dst, i := s.fastPath(dst, from, min(to-1, len(s.src)-lookahead))
	for len(dst) > n && int(dst[len(dst)-1].Start) >= to { // behind blanks
		dst = dst[:len(dst)-1]
	}
	if len(dst) > n && int(dst[len(dst)-1].End) > to {
		return dst[:n], from
	}
	return dst, i
}

// findCode finds the code in a string whose form does not.
func (s *scanner) findCode(dst []Token, sp *spanProgram, start, end int) {
	s.literals.begin()
	src := s.src
	s.src = src[:end]
	defer func() { s.src = src }()
	switch sp.Form {
	case "tagged":
		if sp.Flags&language.OnlyNames == 0 {
			s.findTagged(dst, sp, start)
			return
		}
	case "quote-like":
		if letter := start + len(sp.open); letter < end && bytes.IndexByte([]byte(sp.End), src[letter]) >= 0 {
			return
		}
	}
	code := true
	for i := start; ; {
		if i = sp.nextStop(s.src, i); i >= end {
			return
		}
		if sp.Escape != 0 && s.src[i] == sp.Escape && !sp.opensCode(s.src[i:]) {
			i = s.escaped(i)
		} else {
			i, code = s.interpolated(dst, sp, i, code)
		}
	}
}

// findTagged finds the code in a string whose marks tell how code is marked. It is \#( ) in #" "#
// of Swift, and {{ }} in $$""" """ of C#.
func (s *scanner) findTagged(dst []Token, sp *spanProgram, start int) {
	p := &sp.pairs[0]
	tag := 0
	for tag <= maxTag && start+tag < len(s.src) && s.src[start+tag] == s.src[start] {
		tag++
	}
	var buffer [maxTag + 2]byte
	mark := append(buffer[:0], p.open...)
	switch {
	case tag > maxTag || s.src[start] == '"':
		return
	case p.open[0] == '\\':
		mark = append(append(mark[:1], s.src[start:start+tag]...), p.open[1])
	default:
		for len(mark) < tag {
			mark = append(mark, p.open[0])
		}
	}
	for i := start + tag; ; {
		n := bytes.Index(s.src[i:], mark)
		if n < 0 {
			return
		}
		i += n + len(mark)
		for p.open[0] != '\\' && i < len(s.src) && s.src[i] == p.open[0] {
			i++
		}
		end := s.balanced(dst, i, p.deeper, p.end, false)
		if end == 0 {
			return
		}
		s.addCode(dst, sp, p, i, end)
		i = end
	}
}

// Literal is the byte range of a string with code in it.
type Literal struct{ Start, End uint32 }

// LexLiterals is [Language.Lex], and also appends the outermost strings with code to literals. The
// token of such a string ends where its code begins.
func (l *Language) LexLiterals(dst []Token, literals *[]Literal, src []byte) []Token {
	return l.lex(dst, src, literals)
}

// Whole appends the tokens to dst and replaces each literal's tokens by one token.
func Whole(dst, tokens []Token, literals []Literal) []Token {
	dst = slices.Grow(dst, len(tokens))
	end := uint32(0) // of a literal
	for _, t := range tokens {
		if t.Start < end {
			continue
		}
		if len(literals) > 0 && t.Start == literals[0].Start {
			end = literals[0].End
			t.End = end
			literals = literals[1:]
		}
		dst = append(dst, t)
	}
	return dst
}
