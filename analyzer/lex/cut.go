package lex

import (
	"bytes"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/analyzer/internal/language"
	"github.com/chaffinch-search/chaffinch/internal/lazyregexp"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
)

// A source that was cut from a file may begin or end inside a comment or string. Read from its
// start, the rest of a comment is then code. After the rest of a string its closing mark seems to
// open one, and all code is text up to the next string.
//
// Whether a source was cut so cannot be known from the marks alone: """ opens and closes. Prose
// distinguishes the readings. Read as code, it is a row of values without operators. So LexCut
// compares the tokens that only Lex reads with the tokens of the other reading. Measured on cuts of
// 15 to 60 lines of Python, Go, JavaScript and C: 99% of the cuts that begin inside are read as in
// their file, or Lex loses nothing of them. 1% to 2% of those that begin with code lose a tenth or
// more of their tokens, 7% in Perl. A caller that has an index can compare both readings there.

// Cut describes a source that begins or ends inside a comment or string. The code is src[From:To].
type Cut struct {
	// From is the offset behind the comment or string at the beginning, or 0.
	From int
	// To is the offset of the string that does not close, or the end.
	To int
	// Comment means that the source begins inside a comment. Otherwise, with a From above 0, it
	// begins inside a string.
	Comment bool
	// Sure means that no code has the marks before From.
	Sure bool
}

// largestCut bounds the sources that LexCut reads, in bytes. Larger ones are hardly cut by hand.
const largestCut = 1 << 20

// LexCut lexes a source as one that begins or ends inside a comment or string. It takes the
// likeliest way to cut it. plain are the tokens of [Language.Lex]. ok is false if these are
// likelier.
func (l *Language) LexCut(src []byte, plain []Token) (tokens []Token, c Cut, ok bool) {
	if l.row == nil || l.row.Tags != "" || len(plain) == 0 || len(src) > largestCut {
		return nil, c, false
	}
	best := 2.0 // above the oddness of any reading
	for _, r := range append(l.rests(src), rest{}) {
		if r.end > 0 && (quoted(src, plain, r) || opens(src, r.mark) || closesAll(src, plain, r)) {
			continue
		}
		read, to := l.lexRest(src, r)
		if r.end == 0 && to == len(src) {
			continue // plain
		}
		odd, oddPlain := oddness(src, read, nil), oddness(src, plain, read)
		switch {
		case r.sure:
			odd -= 1 // less than any other
		case r.end == 0 || r.end-r.mark == 1 && src[r.mark] != '`':
			oddPlain -= threshold.OddCut // a source that seems cut is more often whole
		}
		if odd < oddPlain && odd < best {
			tokens, best, ok = read, odd, true
			c = Cut{From: r.end, To: to, Comment: r.kind == 0 && r.end > 0, Sure: r.sure}
		}
	}
	return tokens, c, ok
}

// LexFile is [Language.LexCut] for a file: most files are whole. One is read as cut only if its
// plain tokens are as odd as prose, and the other tokens are at least a sixth as many and at most
// half as odd. Values follow values in CMake, too: so a file whose only mark is one quote is not
// read as one that begins and ends inside a string. The caller checks that nothing but prose is
// left out.
func (l *Language) LexFile(src []byte, plain []Token) (tokens []Token, c Cut, ok bool) {
	odd := Oddness(src, plain)
	if odd < threshold.OddCut {
		return nil, c, false
	}
	tokens, c, ok = l.LexCut(src, plain)
	oneQuote := c.From > 0 && src[c.From-1] == '"' && (c.From == 1 || src[c.From-2] != '"')
	if oneQuote && c.To < len(src) {
		return nil, c, false
	}
	return tokens, c, ok && 6*len(tokens) >= len(plain) && Oddness(src, tokens) <= odd/2
}

// IsProse reports whether all small blocks of tokens are as odd as prose. The blocks are too small
// for a copy.
func IsProse(src []byte, tokens []Token) bool {
	const block = 40
	for ; len(tokens) >= block; tokens = tokens[block:] {
		if Oddness(src, tokens[:block]) < threshold.OddCut {
			return false
		}
	}
	return true
}

// rest is the rest of a comment or string at the start of a source. The zero value is none.
type rest struct {
	mark, end int  // where the closing mark begins, and where the rest ends
	kind      Kind // 0 for a comment
	sure      bool // code does not hold the mark
}

// doctest matches the start of a doctest. No line of Python begins so.
var doctest = lazyregexp.New(`(?m)^[ \t]*>>> `)

// rests returns, for each comment and string, the text before its first unopened closing mark.
// Nothing in src before that mark opens it.
func (l *Language) rests(src []byte) (all []rest) {
	p := l.compiled()
	s := new(scanner)
	for _, sp := range p.rests {
		if sp.form.rest == nil {
			continue
		}
		s.reset(p, src, 0, 0)
		s.cut = true // so that it suspends a span that does not close
		r := sp.form.rest(s, sp)
		r.kind = sp.kind
		r.sure = r.sure || r.end > 0 && l.Name == "Python" && bytes.Contains(src[:r.mark], []byte(">>> ")) && doctest.Match(src[:r.mark])
		switch k := slices.IndexFunc(all, func(o rest) bool { return o.mark == r.mark }); {
		case r.end > 0 && k < 0:
			all = append(all, r)
		case k >= 0 && r.end > all[k].end: // the longest mark counts: "## in Rust
			all[k] = r
		}
	}
	return all
}

// lexRest lexes the source after the rest, up to an unclosed string. It returns where that begins,
// or the end of the source.
func (l *Language) lexRest(src []byte, r rest) (tokens []Token, to int) {
	s := newScanner(l.compiled(), src, r.end, 0)
	s.cut = true
	if r.kind != 0 {
		// A string is a value, after which an operator follows and no regular expression.
		tokens = append(tokens, Token{End: uint32(r.end), Kind: r.kind})
	}
	tokens = s.from(tokens, r.end)
	tokens = tokens[min(len(tokens), int(min(1, r.kind))):]
	n := len(tokens) - 1
	if sp := s.suspended.span; sp == nil || sp.kind == 0 || sp.Flags&language.Multi == 0 || n < 0 {
		return tokens, len(src)
	}
	return tokens[:n], int(tokens[n].Start)
}

// quoted reports whether the closing mark is inside a closed string or character. Then it closes
// nothing that is open from before the source. A string of several lines counts only if its mark
// cannot be an end's mark.
func quoted(src []byte, tokens []Token, r rest) bool {
	start, end := stringAround(tokens, r)
	const quotes = "\"'`"
	if start == end || strings.IndexByte(quotes, src[end-1]) < 0 && (end != r.end || strings.IndexByte(quotes, src[start]) >= 0) {
		return false // other marks, such as [| and |], must be the rest's
	}
	return bytes.IndexByte(src[start:end], '\n') < 0 || opens(src, start+max(0, bytes.IndexAny(src[start:end], "\"'`")))
}

// mostInside bounds the tokens of code in a string before the rest's mark.
const mostInside = 100

// stringAround returns the range of the string or character around the rest's mark. Without one it
// returns two equal offsets.
func stringAround(tokens []Token, r rest) (start, end int) {
	i, _ := slices.BinarySearchFunc(tokens, r.mark, func(t Token, mark int) int { return int(t.Start) - mark })
	for k := i - 1; k >= max(0, i-mostInside); k-- {
		t := &tokens[k]
		if end := int(max(t.End, t.Whole)); (t.Kind == String || t.Kind == Char) && end >= r.end {
			return int(t.Start), end
		}
	}
	return 0, 0
}

// closesAll reports whether the source closes all strings in the mark, a quote. The source is read
// from its start. From inside such a string their number would be odd.
func closesAll(src []byte, plain []Token, r rest) bool {
	mark := src[r.mark:r.end]
	if r.kind == 0 || string(mark) != `"` && string(mark) != "'" {
		return false
	}
	return !slices.ContainsFunc(plain, func(t Token) bool {
		return t.End-t.Start <= maxPrefix && src[t.End-1] == mark[0] && bytes.Count(src[t.Start:t.End], mark) == 1
	})
}

// maxPrefix bounds the length of a quote with its prefix.
const maxPrefix = 4

// opens reports whether the mark, a quote, opens a string: after an operator that a value follows,
// and after the head of a function. Then the source is whole, even if code is in that string.
func opens(src []byte, mark int) bool {
	if bytes.IndexByte([]byte("\"'`"), src[mark]) < 0 {
		return false
	}
	before := bytes.TrimRight(src[:mark], "rRbBfFuU") // prefixes
	text := bytes.TrimRight(before, " \t\r\n")
	if len(text) == 0 {
		return false
	}
	last := text[len(text)-1]
	return bytes.IndexByte([]byte("=([{,+"), last) >= 0 || last == ':' && bytes.IndexByte(before[len(text):], '\n') >= 0
}

// CountKeywords returns the number of keywords among the tokens. Tables and lists have few.
func CountKeywords(tokens []Token) (n int) {
	for i := range tokens {
		if tokens[i].Kind == Keyword {
			n++
		}
	}
	return n
}

// Oddness returns the share of a source's tokens that are values after a value. Prose has many of
// them. Code has few.
func Oddness(src []byte, tokens []Token) float64 { return oddness(src, tokens, nil) }

// oddness returns the share of values after a value, among tokens of a not in b. Names inside a
// string may follow each other.
func oddness(src []byte, a, b []Token) float64 {
	odd, own := 0, 0
	inString := false // the token is code that follows the beginning of a string, or a value after that
	for i, t := range a {
		inString = isValue(t) && (inString || i > 0 && goesInside(src, a[i-1], t))
		for len(b) > 0 && b[0].Start < t.Start {
			b = b[1:]
		}
		if len(b) > 0 && b[0] == t {
			continue
		}
		own++
		if i > 0 && isValue(a[i-1]) && isValue(t) && !inString {
			odd++
		}
	}
	return float64(odd) / float64(max(1, own))
}

// goesInside reports whether a token is code inside the string of the token before.
func goesInside(src []byte, before, t Token) bool {
	return before.Kind == String && before.End == t.Start && 0 < t.Start && int(t.Start) <= len(src) &&
		bytes.IndexByte([]byte("\"'`"), src[t.Start-1]) < 0
}

func isValue(t Token) bool { return t.Kind != Keyword && t.Kind != Operator }
