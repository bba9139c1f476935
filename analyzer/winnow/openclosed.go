package winnow

import (
	"math"
	"slices"
)

// openClosed selects the k-gram at x mod w of every window. x is the position of the window's
// smallest m-gram in the open-closed order (Groot Koerkamp, Liu and Pibiri, "The open-closed
// mod-minimizer algorithm", Algorithms for Molecular Biology 20:4, 2025). guarantee.go explains
// mod-minimizers and proves their guarantee.
//
// An m-gram holds m-s+1 s-grams, for an s below m. It is open if the smallest s-gram is the middle
// one, closed if it is the first or last (the syncmers of Edgar, PeerJ 2021), and otherwise
// neither. Of several smallest s-grams the rightmost counts. Open m-grams are smaller than closed
// ones, and these are smaller than the others. Among equals the hash decides. Two open m-grams are
// at least half of m-s apart. Of any m-s consecutive m-grams one is open or closed, so the others
// seldom matter.
//
// The guarantee requires that an m-gram alone determines whether it is open or closed.
type openClosed struct {
	k int // tokens in a k-gram, at least 1
	w int // window, in k-grams, at least 1
}

func (s openClosed) window() int { return s.w }

// gram returns s, the length of the grams whose hashes choose reads: 1, or 2 from m=8 on, because
// single symbols repeat within long m-grams. Larger s keep more, as measured on code for m up to
// 20.
func (s openClosed) gram() int {
	if modLength(s.k, s.w) < 8 {
		return 1
	}
	return 2
}

// choose takes the hashes of all s-grams of the sequence. It appends positions of k-grams and
// overwrites hashes, which are its only memory. A sequence of fewer than w k-grams is one window.
func (s openClosed) choose(dst []int, hashes []uint64) []int {
	m := modLength(s.k, s.w)
	return modSample(dst, openClosedKeys(hashes, m-s.gram()), s.k-m, s.w)
}

// keyBits is how many bits of a key are hash. The bits above it are the rank of the m-gram.
const keyBits = 62

// openClosedKeys turns the hashes of s-grams into the keys of m-grams, in the same memory. Keys
// sort open before closed before other m-grams. d is m-s.
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

// openClosedKeysOf replaces every m-gram's first s-gram by its key, for any d. The hash of an
// m-gram is the polynomial of [Base] over the hashes of its s-grams.
func openClosedKeysOf(hashes []uint64, d int) {
	out := uint64(Base) // its power m-s+1
	var h uint64
	for _, s := range hashes[:d] {
		h = h*Base + s
		out *= Base
	}
	var gone uint64
	least := -1 // position of the smallest s-gram
	for i := range len(hashes) - d {
		newest := i + d
		h = h*Base + hashes[newest] - gone*out
		if least < i {
			least = i + rightmostMinimum(hashes[i:newest+1])
		} else if hashes[newest] <= hashes[least] {
			least = newest
		}
		gone = hashes[i]
		hashes[i] = openClosedKey(openClosedRank(least-i, d), h)
	}
}

// openClosedRank returns 0 for an open m-gram, 1 for a closed one, otherwise 2. at is the position
// of the smallest s-gram, 0 to d.
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

// openClosedKeys1 is openClosedKeysOf for d=1, the default of structure. An m-gram has two s-grams
// and is open if the second is larger.
func openClosedKeys1(hashes []uint64) {
	a := hashes[0]
	for i, b := range hashes[1:] {
		hashes[i] = openClosedKey(1-less(a, b), a*Base+b)
		a = b
	}
}

// openClosedKeys4 is openClosedKeysOf for d=4, the default of exact. Which of five s-grams is
// smallest is random, so no branch depends on it. Each s-gram is compared with the four before it,
// and the results for the last five are the index into a table of ranks.
func openClosedKeys4(hashes []uint64) {
	const square = Base * Base & math.MaxUint64
	const out = square * square & math.MaxUint64 // factor of the first of five
	var h, greater uint64                        // the lowest bits of greater index rankOfFive
	for i, s := range hashes[:4] {
		h = h*Base + s
		for before := i - 4; before < i; before++ { // one before the first counts for no m-gram
			greater = pushAbove(greater, s, hashes[max(before, 0)])
		}
	}
	for i := range len(hashes) - 4 {
		five := (*[5]uint64)(hashes[i:])
		first, newest := five[0], five[4]
		h = h*Base + newest
		greater = pushAbove(greater, newest, first)
		greater = pushAbove(greater, newest, five[1])
		greater = pushAbove(greater, newest, five[2])
		greater = pushAbove(greater, newest, five[3])
		five[0] = openClosedKey(uint64(rankOfFive[greater%uint64(len(rankOfFive))]), h)
		h -= first * out
	}
}

// rankOfFive is the rank of an m-gram of five s-grams. Its index is the results of their
// comparisons in thirteen bits. The lowest four bits say whether the fifth is greater than the
// fourth, third, second and first. The next four say the same of the fourth, without its last bit,
// and so on.
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

// leastMod is the minimum length of an m-gram. Shorter m-grams give a larger j, but single symbols
// repeat too often. With 3, m would be k for k=10 and w=8.
const leastMod = 2

// modLength returns m. It is the smallest number that is at least leastMod and differs from k by a
// multiple of w. It returns k if k is less than leastMod.
func modLength(k, w int) int {
	if k < leastMod {
		return k
	}
	return leastMod + (k-leastMod)%w
}

// modSample appends the position that each window of w k-grams selects. This is the position of the
// window's smallest key, modulo w. Of several smallest keys the rightmost counts. keys has a key
// for every m-gram. span is k-m, a multiple of w. If m is k, this is robust winnowing of the keys.
func modSample(dst []int, keys []uint64, span, w int) []int {
	n := len(keys) - span // k-grams
	if n <= 0 {
		return dst
	}
	if span == 0 {
		return winnow(dst, keys, w, false)
	}
	w = min(w, n)
	dst = append(dst, rightmostMinimum(keys[:w+span])%w)
	at := dst[len(dst)-1]
	if span == stride && w == stride {
		dst, at = modLeap(dst, keys)
	}
	return modSlide(dst, keys, span, w, at)
}

// modSlide moves the window by one k-gram at a time. It starts after the window whose last k-gram
// is at, or after the first window. That window selects at, or the last of dst, which equals at.
//
// x is the position of the smallest key, and at the position of the k-gram. Neither ever decreases.
// If the newest key replaces x, at becomes the last k-gram of the window. Otherwise a key after x
// replaces x. So the appended positions rise. As in slide, the whole window is searched when x
// leaves it.
func modSlide(dst []int, keys []uint64, span, w, at int) []int {
	n := len(keys) - span
	last := dst[len(dst)-1]
	x := at
	for y := at + w; y <= at+span; y += w {
		if keys[y] <= keys[x] {
			x = y
		}
	}
	for i := max(1, at-w+2); i+w <= n; i++ {
		switch newest := i + w + span - 1; {
		case keys[newest] <= keys[x]:
			x, at = newest, i+w-1
		case x < i:
			x = i + rightmostMinimum(keys[i:newest+1])
			at = i + (x-i)%w
		case at < i:
			at += w
		case last >= i:
			continue
		}
		if last >= i && sameGram(keys, last, at, span) {
			continue
		}
		last = at
		dst = append(dst, at)
	}
	return dst
}

// sameGram reports whether the span+1 m-grams at a equal those at b.
func sameGram(keys []uint64, a, b, span int) bool {
	return a == b || slices.Equal(keys[a:a+span+1], keys[b:b+span+1])
}
