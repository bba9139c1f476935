package winnow

import "math/bits"

// modLeap is modSlide for k=10, w=8, the defaults of structure, where span and w are both stride.
// While windows are full, it moves by one selection at a time, like leap. It also returns at for
// modSlide, which does the rest.
//
// The k-gram at at is selected by a key v at position at or at+stride: the smaller of the two, or
// the second of equals. No key between the two is smaller. If a key of at most v comes after them
// in the next stride-1 windows, the first such key selects the next k-gram. Otherwise the smallest
// of the 2*stride keys after at does. If v is at position at, the window has left it. If v is at
// at+stride, the smallest key is v or the last one, and either selects the k-gram at at+stride.
func modLeap(dst []int, keys []uint64) ([]int, int) {
	last := dst[len(dst)-1]
	at := last
	for len(keys)-at > 2*stride {
		near := (*[2*stride + 1]uint64)(keys[at:])
		next := at + modSuccessor(near)
		if last != at && (next-last > stride || !modSuperseded(near)) {
			last = at // the equal k-gram selected before has left the window
			dst = append(dst, at)
		}
		at = next
		if keys[last] == keys[at] && last > at-stride && sameGram(keys, last, at, stride) {
			continue
		}
		last = at
		dst = append(dst, at)
	}
	return dst, at
}

// modSuperseded reports whether a key supersedes the k-gram at 0 in its window. The key is at most
// v.
func modSuperseded(keys *[2*stride + 1]uint64) bool {
	least := keys[stride+1]
	for _, key := range keys[stride+2 : 2*stride] {
		least = min(least, key)
	}
	return least <= min(keys[0], keys[stride])
}

// modSuccessor returns the position of the k-gram that is selected after the one at 0: 1 to stride.
func modSuccessor(keys *[2*stride + 1]uint64) int {
	low, high := (*[stride]uint64)(keys[1:stride+1]), (*[stride]uint64)(keys[stride+1:])
	bound := min(keys[0], keys[stride])
	soon := min(min(min(high[0], high[1]), min(high[2], high[3])), min(min(high[4], high[5]), high[6]))
	leastLow := min(min(min(low[0], low[1]), min(low[2], low[3])), min(min(low[4], low[5]), min(low[6], low[7])))
	leastHigh := min(soon, high[7])
	half, least := high, min(leastLow, leastHigh)
	if leastLow < leastHigh {
		half = low
	}
	if soon <= bound {
		half = high
	}
	if soon <= bound {
		least = bound
	}
	set := notAbove(half, least)
	first, at := bits.TrailingZeros64(set)+1, bits.Len64(set)
	if soon <= bound {
		at = first
	}
	return at
}
