package align

import "math/bits"

// bitset marks tokens of a document. A word before and one after the tokens allow reading 64 marks
// from any token on, and up to any token.
type bitset []uint64

// emptied returns an unmarked set for n tokens, in the memory of s if large enough.
func (s bitset) emptied(n int) bitset {
	words := n/64 + 3
	if cap(s) < words {
		return make(bitset, words)
	}
	s = s[:words]
	clear(s)
	return s
}

// from returns the marks of 64 tokens from token on, the first in the lowest bit. token is from -64
// to the number of tokens.
func (s bitset) from(token int) uint64 {
	word, bit := uint(token+64)/64, uint(token+64)%64
	return s[word]>>bit | s[word+1]<<1<<(63-bit)
}

// mark marks the tokens from from to before to.
func (s bitset) mark(from, to int) {
	for from < to {
		bit := from % 64
		n := min(64-bit, to-from)
		s[from/64+1] |= ^uint64(0) >> (64 - n) << bit
		from += n
	}
}

// has reports whether a token from from to before to is marked.
func (s bitset) has(from, to int) bool {
	for ; from < to; from += 64 {
		if s.from(from)<<max(0, 64-(to-from)) != 0 {
			return true
		}
	}
	return false
}

// free returns how many tokens from that one of n on are unmarked. It counts up to most and 64;
// with step -1 from it backward.
func (s bitset) free(at, step, most, n int) int {
	if step > 0 {
		return min(most, n-at, bits.TrailingZeros64(s.from(at)))
	}
	return min(most, at+1, bits.LeadingZeros64(s.from(at-63)))
}
