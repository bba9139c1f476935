package winnow

import (
	"math"
	"math/bits"
)

// The fast path of robust winnowing for windows of 8, as in the default settings.

// stride is the window of leap.
const stride = 8

// leap is slide for w=8. While windows are full, it moves by one selection at a time. The next
// selection is one of the 8 hashes after the last one: the first that is smaller, or else their
// minimum. Its position is random, and a mispredicted branch costs some twenty instructions. So all
// 8 hashes are compared without a branch, in two instructions each. This takes half the time of
// slide.
func leap(dst []int, hashes []uint64) []int {
	for at := dst[len(dst)-1]; len(hashes)-at > stride; {
		at += successor((*[stride + 1]uint64)(hashes[at : at+stride+1 : at+stride+1]))
		dst = append(dst, at)
	}
	return dst
}

// successor returns the position of the first hash that is smaller than h[0]. If there is none, it
// returns the position of the others' minimum, the rightmost of several.
func successor(h *[stride + 1]uint64) int {
	least := min(min(min(h[1], h[2]), min(h[3], h[4])), min(min(h[5], h[6]), min(h[7], h[8])))
	bound := least
	if least < h[0] {
		bound = h[0] - 1
	}
	set := notAbove((*[stride]uint64)(h[1:]), bound)
	leftmost, at := bits.TrailingZeros64(set)+1, bits.Len64(set)
	if least < h[0] {
		at = leftmost
	}
	return at
}

// notAbove returns the set of hashes up to bound, the first as lowest bit.
func notAbove(h *[stride]uint64, bound uint64) uint64 {
	set := uint64(math.MaxUint64)
	set = pushAbove(set, h[7], bound)
	set = pushAbove(set, h[6], bound)
	set = pushAbove(set, h[5], bound)
	set = pushAbove(set, h[4], bound)
	set = pushAbove(set, h[3], bound)
	set = pushAbove(set, h[2], bound)
	set = pushAbove(set, h[1], bound)
	return ^pushAbove(set, h[0], bound)
}

// pushAbove shifts a one into the set if h exceeds bound, otherwise a zero.
func pushAbove(set, h, bound uint64) uint64 {
	set, _ = bits.Add64(set, set, less(bound, h))
	return set
}

// less returns 1 if a < b and 0 if not.
func less(a, b uint64) uint64 {
	_, borrow := bits.Sub64(a, b, 0)
	return borrow
}
