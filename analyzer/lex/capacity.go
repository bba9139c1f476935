package lex

// Capacity of the token slice.
//
// The number of tokens is known only after lexing. A short source gets capacity by a low estimate,
// and append grows it if needed. For a long source that would be expensive: append grows by
// quarters, so it allocates several times what is needed, and on some machines the first touch of a
// page takes longer than lexing the tokens that fit into it (docs/decisions/lexer.md). So the
// capacity is extrapolated from the tokens of the beginning.

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

// tagTokens is how many tokens a tag and the text before it seldom exceed.
const tagTokens = 64

// growForTag is growCap, unless dst has capacity for a tag.
func (s *scanner) growForTag(dst []Token, i int) []Token {
	if cap(dst)-len(dst) >= min(tagTokens, (len(s.src)-i)/bytesPerToken) {
		return dst
	}
	return s.growCap(dst, i)
}

// withCap returns a copy of dst with capacity n. Unlike append it does not clear the unused part,
// so memory fresh from the system is not touched.
func withCap(dst []Token, n int) []Token {
	to := make([]Token, len(dst), n)
	copy(to, dst)
	return to
}

// capFor returns the capacity for a slice that holds all tokens, of which the last made came from
// read bytes, when left bytes are to come. A byte yields at most one token. The capacity is at
// least a quarter more than all, so that many small steps cost no more than those of append.
func capFor(all, made, read, left int) int {
	density := float64(made) / float64(max(read, 1))
	rest := min(density*17/16, 1) * float64(left)
	room := float64(all) + rest + 2
	if most := float64(all) * capFactor; room > most {
		room = min(most, max(float64(all)*2, room/capFactor)) // so that the last step is a large one
	}
	return max(int(room), all+all/4+2)
}
