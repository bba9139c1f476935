package lex

// Room for tokens.
//
// How many tokens a source has is known when it has been lexed. A short source gets room by a low estimate at once, and
// where that is too little, append sees to it. For a long one that would be dear: append lets room grow by quarters, so
// what it allocates comes to several times what is needed, and on some machines the first touch of a page of
// memory takes longer than lexing what it has room for (docs/benchmarks.md). So its beginning is lexed, and the rest
// taken to be as dense.

const (
	// bytesPerToken is a low estimate, used to make room for tokens at once.
	bytesPerToken = 6
	// firstRoom is for how many tokens at most.
	firstRoom = 1 << 16
	// roomFactor is how many times as much room is made at once at most, since what comes may not be like what was.
	roomFactor = 8
)

// moreRoom returns dst with room for what is left of the source from i on.
func (s *scanner) moreRoom(dst []Token, i int) []Token {
	return withRoom(dst, roomFor(len(dst), len(dst)-s.base, i-s.start, len(s.src)-i))
}

// tagTokens is how many tokens most tags and the text before them have at most.
const tagTokens = 64

// roomForTag returns dst with room for what is left of the source from i on, unless it has some for a tag.
func (s *scanner) roomForTag(dst []Token, i int) []Token {
	if cap(dst)-len(dst) >= min(tagTokens, (len(s.src)-i)/bytesPerToken) {
		return dst
	}
	return s.moreRoom(dst, i)
}

// withRoom copies dst to where there is room for n tokens. Unlike append it does not clear what is not used, so
// that memory fresh from the system is not touched either.
func withRoom(dst []Token, n int) []Token {
	to := make([]Token, len(dst), n)
	copy(to, dst)
	return to
}

// roomFor returns for how many tokens there should be room, where there are all, made of them from the last read
// bytes, and left bytes are to come, each of which is one token at most. It is a quarter more than all at least, so that
// many small steps cost no more than those of append.
func roomFor(all, made, read, left int) int {
	density := float64(made) / float64(max(read, 1))
	rest := min(density*17/16, 1) * float64(left)
	room := float64(all) + rest + 2
	if most := float64(all) * roomFactor; room > most {
		room = min(most, max(float64(all)*2, room/roomFactor)) // so that the last step is a large one
	}
	return max(int(room), all+all/4+2)
}
