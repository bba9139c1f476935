package analyzer

import (
	"math"
	"math/bits"
)

// Selection chooses which k-gram hashes of a document become its fingerprints.
//
// Winnowing in one paragraph. Slide a window over the w hashes of w consecutive k-grams and
// keep the smallest hash of every window. Two documents that share a run of t = w+k-1 tokens
// share all w k-grams of that run, so they have one whole window in common; the smallest hash
// of that window depends on nothing outside it, so both keep it, and a look-up of one
// document's fingerprints finds the other. That is the guarantee, and it needs no coordination
// between the documents: what is chosen in a window is decided by the window alone (Schleimer,
// Wilkerson and Aiken, "Winnowing: Local Algorithms for Document Fingerprinting", SIGMOD 2003,
// section 3). Neighbouring windows mostly agree on their minimum, so on random input only
// 2/(w+1) of the hashes are kept (section 3.1); no local scheme that was known to the authors
// keeps fewer than 1.5/(w+1). Today some do, at the same guarantee: see [ModMinimizer], [OpenClosed].
//
// What was rejected as the default: 0 mod p is simpler and as sparse, but a document can have
// an arbitrarily long stretch without a fingerprint, and tables and repeated lines do
// (section 4); safe 0 mod p closes those gaps at a density of about (1+ln w)/w; a sketch of the
// s smallest hashes has a fixed size but says nothing about a short passage in a long document.
//
// A Selection holds no state between calls and may be used from several goroutines.
type Selection interface {
	// Select appends the positions of the selected hashes to dst, strictly rising, and
	// returns it. hashes are those of the k-grams and only read, unless the selection is an
	// [InnerSelection], which takes others and overwrites them. It takes time linear in len(hashes) if they are mixed, as
	// those of [Grams] are; the worst order of hashes costs winnowing a whole window at each.
	Select(dst []int, hashes []uint64) []int
	// Window is the number of consecutive hashes of which at least one is always selected,
	// and on which the choice depends; 0 says that there is no such number and therefore no
	// guarantee.
	Window() int
}

// Winnowing selects the smallest hash of every window, the rightmost of several equal ones
// (Definition 1 of the winnowing paper). A document of fewer than W hashes is one window.
type Winnowing struct {
	W int // window, in hashes, at least 1
}

// Window returns W.
func (s Winnowing) Window() int { return s.W }

// Select implements [Selection].
func (s Winnowing) Select(dst []int, hashes []uint64) []int {
	return winnow(dst, hashes, s.W, true)
}

// RobustWinnowing selects as [Winnowing] does, but where several hashes of a window are equally
// small it keeps to the one that the window before selected, if that is among them, and takes
// the rightmost otherwise (Definition 3). On a run of one repeated token it keeps one hash in W
// instead of every one (section 5.1). The guarantee is that of winnowing, in terms of hash
// values: the value that a shared window selects is the same in both documents.
type RobustWinnowing struct {
	W int // window, in hashes, at least 1
}

// Window returns W.
func (s RobustWinnowing) Window() int { return s.W }

// Select implements [Selection].
func (s RobustWinnowing) Select(dst []int, hashes []uint64) []int {
	return winnow(dst, hashes, s.W, false)
}

// winnow appends the selection of every window.
func winnow(dst []int, hashes []uint64, w int, latest bool) []int {
	if len(hashes) == 0 {
		return dst
	}
	dst = append(dst, rightmostMinimum(hashes[:min(w, len(hashes))]))
	if w == stride && !latest {
		dst = leap(dst, hashes)
	}
	return slide(dst, hashes, w, latest)
}

// slide goes on behind the last selection by one hash at a time. The new hash is selected if it is smaller
// than the smallest so far, or equal to it where the latest of several is wanted. If it is not, the
// selection stands until it leaves the window, and then the window is searched anew.
//
// On hashes that are mixed that search, of w steps, comes about once in w hashes; on rising ones,
// which no text yields by itself, it comes every time. A ring of the minima to come would take a
// constant number of steps even there, but takes two to five times as long on sources.
func slide(dst []int, hashes []uint64, w int, latest bool) []int {
	at := dst[len(dst)-1]
	for i := at + 1; i < len(hashes); i++ {
		switch h := hashes[i]; {
		case h < hashes[at] || latest && h == hashes[at]:
			at = i
		case at <= i-w:
			at = i - w + 1 + rightmostMinimum(hashes[i-w+1:i+1])
		default:
			continue
		}
		dst = append(dst, at)
	}
	return dst
}

// stride is the window that leap is written for, that of the defaults.
const stride = 8

// leap does what slide does, a selection at a time, as far as windows are full. What comes next is one of
// the w hashes behind a selection: the first that is smaller, or else their minimum. Whether there is a
// smaller one, and where, is as good as random, and a processor that guesses a branch wrong loses the time
// of some twenty steps. So all of the w hashes are looked at, without a branch. That is two steps a hash,
// and takes half of the time.
func leap(dst []int, hashes []uint64) []int {
	for at := dst[len(dst)-1]; len(hashes)-at > stride; {
		at += successor((*[stride + 1]uint64)(hashes[at : at+stride+1 : at+stride+1]))
		dst = append(dst, at)
	}
	return dst
}

// successor returns the position of the first hash that is smaller than h[0]; if there is none, of the
// minimum of the others, the rightmost of several.
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

// notAbove returns the set of the hashes that are at most bound, the first as the lowest bit.
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

// pushAbove shifts a one into the set if h is above the bound, else a zero.
func pushAbove(set, h, bound uint64) uint64 {
	set, _ = bits.Add64(set, set, less(bound, h))
	return set
}

// less returns 1 if a < b and 0 if not.
func less(a, b uint64) uint64 {
	_, borrow := bits.Sub64(a, b, 0)
	return borrow
}

// rightmostMinimum returns the position of the smallest hash, the rightmost of several.
func rightmostMinimum(hashes []uint64) int {
	at := 0
	for i, h := range hashes {
		if h <= hashes[at] {
			at = i
		}
	}
	return at
}

// ZeroMod selects the hashes that are 0 modulo P (Manber 1994; section 2 of the winnowing
// paper). Its density is 1/P on random input and it guarantees nothing.
type ZeroMod struct {
	P uint64 // modulus, at least 1
}

// Window returns 0: a document may have an arbitrarily long stretch without a fingerprint.
func (s ZeroMod) Window() int { return 0 }

// Select implements [Selection].
func (s ZeroMod) Select(dst []int, hashes []uint64) []int {
	for i, h := range hashes {
		if h%s.P == 0 {
			dst = append(dst, i)
		}
	}
	return dst
}

// SafeZeroMod selects, in every window of W hashes, those that are 0 modulo P, and all hashes
// of a window that has none. It has the guarantee of winnowing; its density is lowest, about
// (1+ln W)/W, near P = W/ln W (section 4 of the winnowing paper).
type SafeZeroMod struct {
	W int    // window, in hashes, at least 1
	P uint64 // modulus, at least 1
}

// Window returns W.
func (s SafeZeroMod) Window() int { return s.W }

// Select implements [Selection]. A gap of W or more hashes between two that are 0 modulo P
// holds a window without any, so all of the gap is selected; a shorter gap is passed over.
func (s SafeZeroMod) Select(dst []int, hashes []uint64) []int {
	from := 0 // where the gap began
	for i, h := range hashes {
		if h%s.P != 0 {
			continue
		}
		dst = append(appendGap(dst, from, i, s.W), i)
		from = i + 1
	}
	if from == 0 { // nothing selected: the document is one gap, however short
		return appendGap(dst, 0, len(hashes), 1)
	}
	return appendGap(dst, from, len(hashes), s.W)
}

// appendGap appends the positions from..to-1 if there are at least min of them.
func appendGap(dst []int, from, to, min int) []int {
	if to-from < min {
		return dst
	}
	for i := from; i < to; i++ {
		dst = append(dst, i)
	}
	return dst
}

// MinS selects the S smallest distinct hashes of the document, each at its first position: the
// sketch MIN_s of Broder ("On the resemblance and containment of documents", 1997, section 2)
// and, with other names, of Heintze ("Scalable document fingerprinting", 1996). Its size does
// not grow with the document, from which resemblance can be estimated; it guarantees nothing.
type MinS struct {
	S int // number of hashes kept, at least 1
}

// Window returns 0: a short passage of a long document may hold no selected hash.
func (s MinS) Window() int { return 0 }

// Select implements [Selection].
func (s MinS) Select(dst []int, hashes []uint64) []int {
	return appendSmallest(dst, hashes, s.S)
}
