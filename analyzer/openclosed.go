package analyzer

// OpenClosed selects as [ModMinimizer] does, with another order of the m-grams that makes the
// choices lie further apart still, even where m is k (Groot Koerkamp, Liu and Pibiri, "The
// open-closed mod-minimizer algorithm", Algorithms for Molecular Biology 20:4, 2025).
//
// An m-gram holds m-s+1 s-grams, for a still shorter s. It is open if the smallest is the middle one,
// closed if it is the first or last (the syncmers of Edgar, PeerJ 2021), and neither otherwise.
// Of several smallest s-grams the rightmost counts. Open m-grams are smaller than closed ones, and
// these smaller than the others; among equals their hash decides. Two open ones lie at least half of
// m-s apart, and of any m-s m-grams in a row one is open or closed, so that others seldom matter.
//
// What is open or closed depends on the m-gram alone. The guarantee and its reason are therefore
// those of mod-minimizers.
type OpenClosed struct {
	K int // tokens in a k-gram, at least 1
	W int // window, in k-grams, at least 1
}

// OpenClosed looks inside of its k-grams.
var _ InnerSelection = OpenClosed{}

// Window returns W.
func (s OpenClosed) Window() int { return s.W }

// Inner implements [InnerSelection]. It returns s: 1, and from m=8 on 2, since single tokens
// repeat within long m-grams. Longer ones gain less, as measured on code for m up to 20.
func (s OpenClosed) Inner() int {
	if modLength(s.K, s.W) < 8 {
		return 1
	}
	return 2
}

// Select implements [InnerSelection]. It overwrites hashes. A document of fewer than W k-grams is
// one window.
func (s OpenClosed) Select(dst []int, hashes []uint64) []int {
	m := modLength(s.K, s.W)
	return modSample(dst, openClosedKeys(hashes, m-s.Inner()), s.K-m, s.W)
}

// keyBits is how much of a key is hash; the bits above say whether the m-gram is open or closed.
const keyBits = 62

// openClosedKeys turns the hashes of s-grams into keys of m-grams, whose order is open, closed,
// others, and returns them in the same memory. d is m-s.
//
// The hash of an m-gram is the polynomial of [Grams] over those of its s-grams.
func openClosedKeys(hashes []uint64, d int) []uint64 {
	if len(hashes) <= d {
		return nil
	}
	out := uint64(gramBase) // its power m-s+1
	var h uint64
	for _, s := range hashes[:d] {
		h = h*gramBase + s
		out *= gramBase
	}
	var gone uint64
	least := -1 // where the smallest s-gram is
	for i := range len(hashes) - d {
		newest := i + d
		h = h*gramBase + hashes[newest] - gone*out
		if least < i {
			least = i + rightmostMinimum(hashes[i:newest+1])
		} else if hashes[newest] <= hashes[least] {
			least = newest
		}
		gone = hashes[i]
		hashes[i] = openClosedRank(least-i, d)<<keyBits | mix(h)>>(64-keyBits)
	}
	return hashes[:len(hashes)-d]
}

// openClosedRank returns 0 for an open m-gram, 1 for a closed one and 2 for the others. at is the
// place of the smallest s-gram, 0 to d.
func openClosedRank(at, d int) uint64 {
	switch at {
	case d / 2:
		return 0
	case 0, d:
		return 1
	}
	return 2
}
