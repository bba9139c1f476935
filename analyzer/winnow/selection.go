package winnow

import "slices"

// The selections. guarantee.go has their guarantees with proofs.

// Selection is a rule that selects fingerprints. A new one is a row of the table below, with the
// type that implements it.
type Selection struct {
	Name string // as [Scheme] takes it
	Text string // what it selects, in a line

	new func(Scheme) selection // of a scheme with parameters in range
}

// The selections that have a name here are defaults.
const (
	SelectRobust     = "robust"      // of [Scheme]
	SelectOpenClosed = "open-closed" // of analyzer.DefaultSettings
)

var selections = []Selection{
	{SelectRobust, "the smallest hash of each window, the one before if it is as small",
		func(s Scheme) selection { return robustWinnowing{s.W} }},
	{"winnowing", "the smallest hash of each window, the rightmost of equal ones",
		func(s Scheme) selection { return winnowing{s.W} }},
	{SelectOpenClosed, "by the smallest shorter gram of each window, in an order that keeps fewest",
		func(s Scheme) selection { return openClosed{s.K, s.W} }},
}

// Selections returns the selections, in the order in which they are listed.
func Selections() []Selection { return slices.Clone(selections) }

// SelectionNames returns the names of the selections.
func SelectionNames() (names []string) {
	for _, s := range selections {
		names = append(names, s.Name)
	}
	return names
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
	// depends on nothing outside of these.
	window() int
}

// winnowing selects the smallest hash of every window of w hashes. Of equal ones it takes the
// rightmost (Definition 1 of the winnowing paper). A sequence of fewer than w hashes is one window.
type winnowing struct{ w int }

func (s winnowing) window() int { return s.w }

func (s winnowing) choose(dst []int, hashes []uint64) []int {
	return winnow(dst, hashes, s.w, true)
}

// robustWinnowing differs from [winnowing] in ties. Of several smallest hashes it keeps the one
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
