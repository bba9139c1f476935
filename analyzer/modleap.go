package analyzer

import "math/bits"

// modLeap does what modSlide does, a selection at a time as leap does, for the w and span of structure by
// default, both stride, and as far as windows are full. It returns at as modSlide takes it, too.
//
// Which key is smallest follows from the k-gram that is called for: it is one of the two that stand for
// it, at and stride behind, the latter if both are equal. Call it v. Of the keys between the two none is
// smaller. So the next k-gram is that for which the first key of v or less behind the two stands, if there is
// one in the stride-1 windows that follow. If not, it is that of the smallest of the 2*stride keys behind at:
// where v is the key at at, the window has slid behind it. Where v is the key behind, that is the smallest,
// or the last key, and either stands for the k-gram at v.
func modLeap(dst []int, keys []uint64) ([]int, int) {
	last := dst[len(dst)-1]
	at := last
	for len(keys)-at > 2*stride {
		near := (*[2*stride + 1]uint64)(keys[at:])
		next := at + modSuccessor(near)
		if last != at && (next-last > stride || !modSuperseded(near)) {
			last = at // what stood for it has left the window before
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

// modSuperseded reports whether a key as small as that of the k-gram at 0 follows while it is in the window.
func modSuperseded(keys *[2*stride + 1]uint64) bool {
	least := keys[stride+1]
	for _, key := range keys[stride+2 : 2*stride] {
		least = min(least, key)
	}
	return least <= min(keys[0], keys[stride])
}

// modSuccessor returns the position of the k-gram that is called for next after that at 0, 1 to stride.
func modSuccessor(keys *[2*stride + 1]uint64) int {
	low := (*[stride]uint64)(keys[1 : stride+1])
	high := (*[stride]uint64)(keys[stride+1:])
	bound := min(keys[0], keys[stride])
	next := min(min(min(high[0], high[1]), min(high[2], high[3])), min(min(high[4], high[5]), high[6]))
	_, none := bits.Sub64(bound, next, 0) // 1 if bound < next
	leastHigh, leastLow := min(next, high[7]), leastOf(low)
	half := high
	if none != 0 {
		bound = min(leastHigh, leastLow)
		if leastLow < leastHigh {
			half = low
		}
	}
	set := notAbove(half, bound)
	first, at := bits.TrailingZeros64(set)+1, bits.Len64(set)
	if none == 0 {
		at = first
	}
	return at
}

func leastOf(h *[stride]uint64) uint64 {
	return min(min(min(h[0], h[1]), min(h[2], h[3])), min(min(h[4], h[5]), min(h[6], h[7])))
}

// notAbove returns the set of the keys that are at most bound, the first as the lowest bit.
func notAbove(h *[stride]uint64, bound uint64) (set uint64) {
	set = pushBelow(set, h[7], bound, 1)
	set = pushBelow(set, h[6], bound, 1)
	set = pushBelow(set, h[5], bound, 1)
	set = pushBelow(set, h[4], bound, 1)
	set = pushBelow(set, h[3], bound, 1)
	set = pushBelow(set, h[2], bound, 1)
	set = pushBelow(set, h[1], bound, 1)
	return pushBelow(set, h[0], bound, 1)
}
