package winnow

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
