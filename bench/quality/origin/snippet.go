package origin

import (
	"math/rand/v2"
	"path"
	"sort"

	"github.com/cespare/xxhash/v2"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/bench/internal/code"
)

// snippet is a run of whole lines of a source, before any mutation.
type snippet struct {
	file    string // the name of the document it was cut from
	content uint64 // the hash of that document
	ext     string
	lang    *lex.Language
	source  []byte
	tokens  []lex.Token // of source
	first   int         // number of its first line, from 1
	lines   int
	piece   *piece
	inside  bool // it was cut anywhere, and begins inside a comment or string
}

// overlaps reports whether the snippet has a line in common with one of the others, which are of
// the same content.
func (s *snippet) overlaps(others []*snippet) bool {
	for _, o := range others {
		if s.first < o.first+o.lines && o.first < s.first+s.lines {
			return true
		}
	}
	return false
}

const (
	minLines, maxLines = 15, 60 // of a snippet
	minTokens          = 80
	minCode            = 0.5 // share of its lines with text that must hold a token
	cutAttempts        = 8   // how many places of a file are tried
)

// size bounds the lines of a snippet, and its tokens from below.
type size struct{ minLines, maxLines, minTokens int }

// usual is the size of snippets unless -lines is given.
var usual = size{minLines, maxLines, minTokens}

// exactly is the size of snippets of n lines. Short ones must hold some tokens in each line.
func exactly(n int) size { return size{n, n, min(minTokens, 4*n)} }

// cut takes a random run of lines from src that lexes by itself as it does in its file; nil if it
// finds none.
func cut(rng *rand.Rand, src *source, want size) *snippet {
	lines := splitLines(src.content)
	if len(lines) < want.minLines {
		return nil
	}
	offsets := lineOffsets(lines)
	for range cutAttempts {
		n := min(want.minLines+rng.IntN(want.maxLines-want.minLines+1), len(lines))
		first := rng.IntN(len(lines) - n + 1)
		if s := cutAt(src, offsets[first], offsets[first+n], want.minTokens); s != nil {
			s.first, s.lines = first+1, n
			return s
		}
	}
	return nil
}

// lineOffsets returns where each line starts and, last, where the last one ends.
func lineOffsets(lines [][]byte) []int {
	offsets := make([]int, 1, len(lines)+1)
	for i, line := range lines {
		offsets = append(offsets, offsets[i]+len(line))
	}
	return offsets
}

func cutAt(src *source, from, to, minTokens int) *snippet {
	inFile, whole := tokensBetween(src.tokens, from, to)
	if len(inFile) < minTokens {
		return nil
	}
	text := src.content[from:to]
	tokens := src.lang.Lex(nil, text)
	if !whole || !code.SameTokens(inFile, tokens) || !code.Closed(src.lang, text) || codeShare(text, tokens) < minCode {
		return nil
	}
	return newSnippet(src, text, tokens)
}

func newSnippet(src *source, text []byte, tokens []lex.Token) *snippet {
	s := &snippet{
		file: src.name, content: xxhash.Sum64(src.content), ext: path.Ext(src.name), lang: src.lang,
		source: text, tokens: tokens, piece: &piece{symbols: symbols(analyzer.Structure, tokens)},
	}
	if !src.held {
		s.piece.origin = s.content
	}
	return s
}

// tokensBetween returns the tokens inside [from, to), and whether none crosses the borders.
func tokensBetween(tokens []lex.Token, from, to int) (inside []lex.Token, whole bool) {
	first := sort.Search(len(tokens), func(i int) bool { return int(tokens[i].Start) >= from })
	last := sort.Search(len(tokens), func(i int) bool { return int(tokens[i].End) > to })
	if first > last {
		return nil, false
	}
	whole = (first == 0 || int(tokens[first-1].End) <= from) &&
		(last == len(tokens) || int(tokens[last].Start) >= to)
	return tokens[first:last], whole
}

// codeShare is the share of the lines with text that hold at least a part of a token.
func codeShare(text []byte, tokens []lex.Token) float64 {
	full, withCode := 0, 0
	next, at := 0, 0
	for _, line := range splitLines(text) {
		end := at + len(line)
		for next < len(tokens) && int(tokens[next].End) <= at {
			next++
		}
		if !blank(line) {
			full++
			if next < len(tokens) && int(tokens[next].Start) < end {
				withCode++
			}
		}
		at = end
	}
	return float64(withCode) / float64(max(full, 1))
}
