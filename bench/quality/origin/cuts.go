package origin

import (
	"math/rand/v2"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// cutAnywhere takes a random run of lines from src that begins inside a comment or string over
// several lines, or, if inside is false, anywhere. It ends anywhere. Its tokens are those that lie
// in it in the file.
func cutAnywhere(rng *rand.Rand, src *source, want size, inside bool) *snippet {
	lines := splitLines(src.content)
	if len(lines) < want.minLines {
		return nil
	}
	offsets := lineOffsets(lines)
	var starts []int
	for first := range len(lines) - want.minLines + 1 {
		if !inside || beginsInside(src, offsets[first]) {
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
		own := make([]lex.Token, len(tokens)) // with offsets in the snippet
		for i, t := range tokens {
			t.Start, t.End = t.Start-uint32(from), t.End-uint32(from)
			own[i] = t
		}
		s := newSnippet(src, src.content[from:to], own)
		s.first, s.lines, s.inside = first+1, n, beginsInside(src, from)
		return s
	}
	return nil
}

// beginsInside reports whether the line at the offset begins inside a string or block comment.
func beginsInside(src *source, at int) bool {
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
