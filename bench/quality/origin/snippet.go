package origin

import (
	"bytes"
	"math/rand/v2"
	"path"
	"slices"
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
}

// overlaps reports whether the snippet has a line in common with one of the others. These are of
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
	minTokens   = 80
	minCode     = 0.5 // share of its lines with text that must hold a token
	cutAttempts = 8   // how many places of a file are tried
)

// size bounds the lines of a snippet, and its tokens from below.
type size struct{ minLines, maxLines, minTokens int }

// cut takes a random run of lines from src that lexes alone as in its file. It returns nil if it
// finds none.
func cut(rng *rand.Rand, src *source, want size) *snippet {
	lines := code.Lines(src.content)
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

// cutAnywhere takes a random run of lines from src. It begins inside a comment or string over
// several lines or, if inside is false, anywhere. It ends anywhere. Its tokens are those that lie
// in it in the file.
func cutAnywhere(rng *rand.Rand, src *source, want size, inside bool) *snippet {
	lines := code.Lines(src.content)
	offsets := lineOffsets(lines)
	var starts []int
	for first := range max(0, len(lines)-want.minLines+1) {
		if !inside || src.beginsInside(offsets[first]) {
			starts = append(starts, first)
		}
	}
	for range min(cutAttempts, len(starts)) {
		first := starts[rng.IntN(len(starts))]
		n := min(want.minLines+rng.IntN(want.maxLines-want.minLines+1), len(lines)-first)
		from, to := offsets[first], offsets[first+n]
		tokens, _ := tokensBetween(src.tokens, from, to)
		if len(tokens) < want.minTokens {
			continue
		}
		tokens = slices.Clone(tokens)
		for i := range tokens { // their offsets in the snippet
			tokens[i].Start, tokens[i].End = tokens[i].Start-uint32(from), tokens[i].End-uint32(from)
		}
		s := newSnippet(src, src.content[from:to], tokens)
		s.first, s.lines = first+1, n
		return s
	}
	return nil
}

// beginsInside reports whether the line at the offset begins inside a string or block comment.
func (src *source) beginsInside(at int) bool {
	after, whole := tokensBetween(src.tokens, at, len(src.content))
	if !whole {
		return true
	}
	end := len(src.content)
	if len(after) > 0 {
		end = int(after[0].Start)
	}
	// In its file the text has no token. So if it has some by itself, it is in a comment.
	return len(src.lang.Lex(nil, src.content[at:end])) > 0
}

func blank(line []byte) bool { return len(bytes.TrimSpace(line)) == 0 }

// ended returns the lines, and ends the last line with a line break.
func ended(text []byte) []byte {
	if bytes.HasSuffix(text, []byte("\n")) {
		return text
	}
	return append(slices.Clone(text), '\n')
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
	return &snippet{
		file: src.name, content: xxhash.Sum64(src.content), ext: path.Ext(src.name), lang: src.lang,
		source: text, tokens: tokens, piece: &piece{symbols: code.Symbols(analyzer.Structure, tokens)},
	}
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
	for _, line := range code.Lines(text) {
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
