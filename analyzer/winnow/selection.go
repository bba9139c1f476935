package winnow

import (
	"container/heap"
	"slices"
)

// The selections of the winnowing paper, and those that it compares winnowing with. guarantee.go
// says what they guarantee and why.

// Selection chooses which k-gram hashes of a sequence become its fingerprints. It holds no state
// between calls and may be used from several goroutines.
type Selection interface {
	// Select appends the positions of the selected hashes to dst, strictly rising, and returns it.
	// hashes are those of the k-grams and only read, unless the selection is an [InnerSelection],
	// which takes others and overwrites them. It takes time linear in len(hashes) if they are
	// mixed, as those of [Grams] are. Hashes in rising order cost winnowing a whole window at each.
	Select(dst []int, hashes []uint64) []int
	// Window is the number of consecutive hashes of which at least one is always selected, and on
	// which the choice depends. 0 says that there is no such number and therefore no guarantee.
	Window() int
}

// InnerSelection is a [Selection] that chooses k-grams by the shorter grams inside of them.
//
// Its Select takes the hashes of all grams of Inner symbols of the sequence, and still appends
// positions of k-grams. It may overwrite hashes, which are its only memory.
type InnerSelection interface {
	Selection
	// Inner is the length of the grams whose hashes Select takes, in symbols, 1 to k.
	Inner() int
}

// Winnowing selects the smallest hash of every window, the rightmost of several equal ones
// (Definition 1 of the winnowing paper). A sequence of fewer than W hashes is one window.
type Winnowing struct {
	W int // window, in hashes, at least 1
}

// Window returns W.
func (s Winnowing) Window() int { return s.W }

// Select implements [Selection].
func (s Winnowing) Select(dst []int, hashes []uint64) []int {
	return winnow(dst, hashes, s.W, true)
}

// RobustWinnowing selects as [Winnowing] does, except for ties: of several smallest hashes of a
// window it keeps the one that the window before selected, or else takes the rightmost (Definition
// 3). On a run of one repeated symbol it keeps one hash in W instead of every one (section 5.1).
type RobustWinnowing struct {
	W int // window, in hashes, at least 1
}

// Window returns W.
func (s RobustWinnowing) Window() int { return s.W }

// Select implements [Selection].
func (s RobustWinnowing) Select(dst []int, hashes []uint64) []int {
	return winnow(dst, hashes, s.W, false)
}

// winnow appends the selections of all windows. If latest is set, the rightmost of equal hashes is
// selected; otherwise the one selected before stays.
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

// slide moves the window behind the last selection, one hash at a time. A new hash is selected if
// it is smaller than the selected one, or equal to it and latest is set. Otherwise the selection
// stands until it leaves the window, and then the window is searched anew.
//
// That search takes w steps. On mixed hashes it happens about once in w hashes. On rising hashes,
// which no text yields by itself, it happens every time. A monotone queue of minima takes constant
// time even there, but two to five times as long on sources.
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

// Window returns 0: any stretch may be without a fingerprint.
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

// Select implements [Selection]. A gap of W or more hashes between two that are 0 modulo P holds a
// window without any, so all of the gap is selected. A shorter gap is skipped.
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

// MinS selects the S smallest distinct hashes of the sequence, each at its first position: the
// sketch MIN_s of Broder ("On the resemblance and containment of documents", 1997, section 2) and,
// with other names, of Heintze ("Scalable document fingerprinting", 1996). Its size does not grow
// with the sequence. Resemblance can be estimated from it, but it guarantees nothing.
type MinS struct {
	S int // number of hashes kept, at least 1
}

// Window returns 0: a short passage of a long sequence may hold no selected hash.
func (s MinS) Window() int { return 0 }

// Select implements [Selection].
func (s MinS) Select(dst []int, hashes []uint64) []int {
	return appendSmallest(dst, hashes, s.S)
}

// appendSmallest appends the positions of the s smallest distinct hashes to dst, each at its
// first position, in rising order of position. It takes O(n log s) time and O(s) memory.
func appendSmallest(dst []int, hashes []uint64, s int) []int {
	kept := largestFirst{hashes: hashes}
	seen := make(map[uint64]struct{}, min(s, len(hashes)))
	for i, h := range hashes {
		if len(kept.at) == s && h >= hashes[kept.at[0]] {
			continue
		}
		if _, ok := seen[h]; ok {
			continue
		}
		seen[h] = struct{}{}
		heap.Push(&kept, i)
		if len(kept.at) > s {
			delete(seen, hashes[heap.Pop(&kept).(int)])
		}
	}
	slices.Sort(kept.at)
	return append(dst, kept.at...)
}

// largestFirst is a heap of positions with the largest hash on top.
type largestFirst struct {
	hashes []uint64
	at     []int
}

func (l largestFirst) Len() int           { return len(l.at) }
func (l largestFirst) Less(i, j int) bool { return l.hashes[l.at[i]] > l.hashes[l.at[j]] }
func (l largestFirst) Swap(i, j int)      { l.at[i], l.at[j] = l.at[j], l.at[i] }
func (l *largestFirst) Push(x any)        { l.at = append(l.at, x.(int)) }
func (l *largestFirst) Pop() any {
	x := l.at[len(l.at)-1]
	l.at = l.at[:len(l.at)-1]
	return x
}
