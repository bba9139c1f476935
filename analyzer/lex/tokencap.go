package lex

// Room for tokens.
//
// How many tokens a source has is known when it has been lexed. A short source gets room by a low
// estimate at once, and where that is too little, append sees to it. For a long one that would be
// dear: append lets room grow by quarters, so what it allocates comes to several times what is
// needed, and on some machines the first touch of a page of memory takes longer than lexing what it
// has room for (docs/benchmarks.md). So its beginning is lexed, and the rest taken to be as dense.

const (
	// bytesPerToken is a low estimate, used to make room for tokens at once.
	bytesPerToken = 6
	// firstCap is for how many tokens at most.
	firstCap = 1 << 16
	// capFactor is how many times as much room is made at once at most, since what comes may not
	// be like what was.
	capFactor = 8
)

// growCap returns dst with room for what is left of the source from i on.
func (s *scanner) growCap(dst []Token, i int) []Token {
	return withCap(dst, capFor(len(dst), len(dst)-s.base, i-s.start, len(s.src)-i))
}

// tagTokens is how many tokens most tags and the text before them have at most.
const tagTokens = 64

// growForTag returns dst with room for what is left of the source from i on, unless it has some for
// a tag.
func (s *scanner) growForTag(dst []Token, i int) []Token {
	if cap(dst)-len(dst) >= min(tagTokens, (len(s.src)-i)/bytesPerToken) {
		return dst
	}
	return s.growCap(dst, i)
}

// withCap copies dst to where there is room for n tokens. Unlike append it does not clear what is
// not used, so that memory fresh from the system is not touched either.
func withCap(dst []Token, n int) []Token {
	to := make([]Token, len(dst), n)
	copy(to, dst)
	return to
}

// capFor returns for how many tokens there should be room, where there are all, made of them from
// the last read bytes, and left bytes are to come, each of which is one token at most. It is a
// quarter more than all at least, so that many small steps cost no more than those of append.
func capFor(all, made, read, left int) int {
	density := float64(made) / float64(max(read, 1))
	rest := min(density*17/16, 1) * float64(left)
	room := float64(all) + rest + 2
	if most := float64(all) * capFactor; room > most {
		room = min(most, max(float64(all)*2, room/capFactor)) // so that the last step is a large one
	}
	return max(int(room), all+all/4+2)
}
