package lex

// Capacity of the token slice.
//
// The number of tokens is known only after lexing. A short source gets a capacity by a low
// estimate, and append grows it if necessary. For a long source that would be expensive. append
// grows by quarters, so it allocates several times the final size. On some machines the first
// access to a page takes longer than lexing its tokens (docs/decisions/lexer.md). So the capacity
// is extrapolated from the tokens at the start.

const (
	// bytesPerToken is a low estimate, for the first allocation.
	bytesPerToken = 6
	// firstCap bounds the first allocation, in tokens.
	firstCap = 1 << 16
	// capFactor bounds the growth of one step, because the rest may be less dense than the
	// beginning.
	capFactor = 8
)

// growCap returns dst with capacity for the tokens expected from i on.
func (s *scanner) growCap(dst []Token, i int) []Token {
	return withCap(dst, capFor(len(dst), len(dst)-s.base, i-s.start, len(s.src)-i))
}

// tagTokens is more tokens than most tags and the text before them have.
const tagTokens = 64

// growForTag is growCap, unless dst has capacity for a tag.
func (s *scanner) growForTag(dst []Token, i int) []Token {
	if cap(dst)-len(dst) >= min(tagTokens, (len(s.src)-i)/bytesPerToken) {
		return dst
	}
	return s.growCap(dst, i)
}

// withCap returns a copy of dst with capacity n. Unlike append it does not clear the unused part,
// so new pages are not accessed.
func withCap(dst []Token, n int) []Token {
	to := make([]Token, len(dst), n)
	copy(to, dst)
	return to
}

// capFor returns the capacity for a slice of all tokens. The last made tokens came from read
// bytes, when left bytes remain. A byte has at most one token. The capacity is at least a quarter
// more than all, so many small steps cost no more than append's.
func capFor(all, made, read, left int) int {
	density := float64(made) / float64(max(read, 1))
	rest := min(density*17/16, 1) * float64(left)
	room := float64(all) + rest + 2
	if most := float64(all) * capFactor; room > most {
		room = min(most, max(float64(all)*2, room/capFactor)) // the last step should be a large one
	}
	return max(int(room), all+all/4+2)
}
