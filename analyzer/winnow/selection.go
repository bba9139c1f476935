package winnow

import (
	"container/heap"
	"slices"
	"strings"
)

// The selections of the winnowing paper, and those that it compares winnowing with. guarantee.go
// has their guarantees with proofs.

// Selection is a rule that selects fingerprints. A new one is a row of the table below, with the
// type that implements it.
type Selection struct {
	Name   string // as [Scheme] takes it
	Params string // the parameters of [Scheme] that it takes besides K: of "w", "p" and "s"
	Text   string // what it selects, in a line

	new func(Scheme) selection // of a scheme with parameters in range
}

// The selections that have a name here are defaults.
const (
	SelectRobust     = "robust"      // of [Scheme]
	SelectOpenClosed = "open-closed" // of analyzer.DefaultSettings
)

var selections = []Selection{
	{SelectRobust, "w", "the smallest hash of each window, the one before if it is as small",
		func(s Scheme) selection { return robustWinnowing{s.W} }},
	{"winnowing", "w", "the smallest hash of each window, the rightmost of equal ones",
		func(s Scheme) selection { return winnowing{s.W} }},
	{SelectOpenClosed, "w", "by the smallest shorter gram of each window, in an order that keeps fewest",
		func(s Scheme) selection { return openClosed{s.K, s.W} }},
	{"zero-mod", "p", "the hashes that are 0 modulo p, without a guarantee",
		func(s Scheme) selection { return zeroMod{s.P} }},
	{"safe-zero-mod", "w p", "the hashes that are 0 modulo p, all of a window without one",
		func(s Scheme) selection { return safeZeroMod{s.W, s.P} }},
	{"min-s", "s", "the s smallest hashes of the document, without a guarantee",
		func(s Scheme) selection { return minS{s.S} }},
}

// Selections returns the selections, in the order in which they are listed.
func Selections() []Selection { return slices.Clone(selections) }

// Takes reports whether the selection takes a parameter: "w", "p" or "s".
func (s Selection) Takes(param string) bool { return strings.Contains(s.Params, param) }

// SelectionNames lists the selections that take a parameter, or all for "". The word joins the last
// two: "a, b or c".
func SelectionNames(param, word string) string {
	var names []string
	for _, s := range selections {
		if s.Takes(param) {
			names = append(names, s.Name)
		}
	}
	last := len(names) - 1
	if last < 1 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:last], ", ") + " " + word + " " + names[last]
}

// selection chooses which k-grams of a sequence become its fingerprints. It holds no state between
// calls, and several goroutines may use it.
type selection interface {
	// choose appends the positions of the selected k-grams to dst, strictly ascending, and returns
	// it. hashes are the k-grams' hashes and only read; [openClosed] differs. The time is linear
	// in len(hashes) if they are mixed, as from [hashGrams]. Rising hashes cost winnowing a whole
	// window each.
	choose(dst []int, hashes []uint64) []int
	// window is the number w: at least one of w consecutive k-grams is selected. The choice
	// depends on nothing outside of these. 0 means that there is no such number and no guarantee.
	window() int
}

// winnowing selects the smallest hash of every window of w hashes. Of equal ones it takes the
// rightmost (Definition 1 of the winnowing paper). A sequence of fewer than w hashes is one window.
type winnowing struct{ w int }

func (s winnowing) window() int { return s.w }

func (s winnowing) choose(dst []int, hashes []uint64) []int {
	return winnow(dst, hashes, s.w, true)
}

// robustWinnowing differs from [winnowing] in ties: of several smallest hashes it keeps the one
// that the window before selected, or else takes the rightmost (Definition 3). On a run of one
// repeated symbol it keeps one hash in w instead of all (section 5.1).
type robustWinnowing struct{ w int }

func (s robustWinnowing) window() int { return s.w }

func (s robustWinnowing) choose(dst []int, hashes []uint64) []int {
	return winnow(dst, hashes, s.w, false)
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

// slide moves the window on from the last selection, one hash at a time. A new hash is selected if
// it is smaller than the selected one, or if both are equal and latest is set. Otherwise the
// selection stays until it leaves the window. Then the whole window is searched.
//
// A search takes w steps. On mixed hashes there is one in about w hashes. On ascending hashes,
// which no text has, there is one at each hash. A monotone queue of minima takes constant time even
// there, but two to five times as long on sources.
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

// zeroMod selects the hashes that are 0 modulo p (Manber 1994; section 2 of the winnowing paper).
// Its density is 1/p on random input. It guarantees nothing.
type zeroMod struct{ p uint64 }

func (s zeroMod) window() int { return 0 }

func (s zeroMod) choose(dst []int, hashes []uint64) []int {
	for i, h := range hashes {
		if h%s.p == 0 {
			dst = append(dst, i)
		}
	}
	return dst
}

// safeZeroMod selects the hashes that are 0 modulo p. In a window without one it selects all. It
// has the guarantee of winnowing. Its density is lowest, about (1+ln w)/w, near p = w/ln w (section
// 4 of the winnowing paper).
type safeZeroMod struct {
	w int
	p uint64
}

func (s safeZeroMod) window() int { return s.w }

// choose selects all hashes of long gaps between hashes that are 0 modulo p. A gap of w or more
// holds a window with none.
func (s safeZeroMod) choose(dst []int, hashes []uint64) []int {
	from := 0 // where the gap began
	for i, h := range hashes {
		if h%s.p != 0 {
			continue
		}
		dst = append(appendGap(dst, from, i, s.w), i)
		from = i + 1
	}
	if from == 0 { // nothing selected: the document is one gap, however short
		return appendGap(dst, 0, len(hashes), 1)
	}
	return appendGap(dst, from, len(hashes), s.w)
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

// minS selects the s smallest distinct hashes of the sequence, each at its first position. This is
// the sketch MIN_s of Broder ("On the resemblance and containment of documents", 1997, section 2).
// Heintze describes it under other names ("Scalable document fingerprinting", 1996). Its size does
// not grow with the sequence. It estimates resemblance, but guarantees nothing: a short passage of
// a long sequence may hold no selected hash.
type minS struct{ s int }

func (s minS) window() int { return 0 }

// choose takes O(n log s) time and O(s) memory.
func (s minS) choose(dst []int, hashes []uint64) []int {
	kept := largestFirst{hashes: hashes}
	seen := make(map[uint64]struct{}, min(s.s, len(hashes)))
	for i, h := range hashes {
		if len(kept.at) == s.s && h >= hashes[kept.at[0]] {
			continue
		}
		if _, ok := seen[h]; ok {
			continue
		}
		seen[h] = struct{}{}
		heap.Push(&kept, i)
		if len(kept.at) > s.s {
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
