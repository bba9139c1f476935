package analyzer

import "math"

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
func openClosedKeys(hashes []uint64, d int) []uint64 {
	if len(hashes) <= d {
		return nil
	}
	switch d {
	case 1:
		openClosedKeys1(hashes)
	case 4:
		openClosedKeys4(hashes)
	default:
		openClosedKeysOf(hashes, d)
	}
	return hashes[:len(hashes)-d]
}

// openClosedKeysOf replaces the first s-gram of every m-gram by the key of the m-gram, of whatever length.
//
// The hash of an m-gram is the polynomial of [Grams] over those of its s-grams.
func openClosedKeysOf(hashes []uint64, d int) {
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
		hashes[i] = openClosedKey(openClosedRank(least-i, d), h)
	}
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

// openClosedKey returns the key of an m-gram that has this rank and polynomial.
func openClosedKey(rank, h uint64) uint64 {
	return rank<<keyBits | mix(h)>>(64-keyBits)
}

// openClosedKeys1 is openClosedKeysOf for d=1, as structure has it by default: an m-gram has two s-grams,
// and is open if the second is larger.
func openClosedKeys1(hashes []uint64) {
	a := hashes[0]
	for i, b := range hashes[1:] {
		hashes[i] = openClosedKey(1-less(a, b), a*gramBase+b)
		a = b
	}
}

// openClosedKeys4 is openClosedKeysOf for d=4, as exact has it by default. Which of five s-grams is smallest
// is as good as random, so it is found out without a branch: each new one is compared with the four before,
// and what was found for the last five is looked up.
func openClosedKeys4(hashes []uint64) {
	const square = gramBase * gramBase & math.MaxUint64
	const out = square * square & math.MaxUint64 // what the first of five is multiplied with
	var h, greater uint64                        // greater has what rankOfFive takes in its lowest bits
	for i, s := range hashes[:4] {
		h = h*gramBase + s
		for before := i - 4; before < i; before++ { // one before the first counts for no m-gram
			greater = pushAbove(greater, s, hashes[max(before, 0)])
		}
	}
	for i := range len(hashes) - 4 {
		five := (*[5]uint64)(hashes[i:])
		first, newest := five[0], five[4]
		h = h*gramBase + newest
		greater = pushAbove(greater, newest, first)
		greater = pushAbove(greater, newest, five[1])
		greater = pushAbove(greater, newest, five[2])
		greater = pushAbove(greater, newest, five[3])
		five[0] = openClosedKey(uint64(rankOfFive[greater%uint64(len(rankOfFive))]), h)
		h -= first * out
	}
}

// rankOfFive is the rank of an m-gram of five s-grams by which of them are greater than which, in thirteen bits. From
// the lowest on, four at a time, they say whether the fifth is greater than the fourth, third, second and first, the
// fourth than the three before and one more that does not count, and so on.
var rankOfFive = func() (ranks [1 << 13]uint8) {
	const (
		aboveOthers = 1<<8 | 1<<9                // the third is greater than the second, the first
		belowOthers = 1<<4 | 1<<1                // the fourth, the fifth is greater than the third
		belowAll    = 1<<12 | 1<<9 | 1<<6 | 1<<3 // the second to the fifth are greater than the first
		aboveAny    = 1<<3 | 1<<2 | 1<<1 | 1<<0  // the fifth is greater than another one
	)
	for greater := range ranks {
		at := 1 // neither
		switch {
		case greater&(aboveOthers|belowOthers) == belowOthers:
			at = 2
		case greater&belowAll == belowAll:
			at = 0
		case greater&aboveAny == 0:
			at = 4
		}
		ranks[greater] = uint8(openClosedRank(at, 4))
	}
	return ranks
}()
