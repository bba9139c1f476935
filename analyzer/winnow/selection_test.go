package winnow

import (
	"encoding/binary"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestWinnowing_ExampleOfPaper is figure 2 of the winnowing paper.
func TestWinnowing_ExampleOfPaper(t *testing.T) {
	hashes := []uint64{77, 74, 42, 17, 98, 50, 17, 98, 8, 88, 67, 39, 77, 74, 42, 17, 98}
	want := [][2]uint64{{17, 3}, {17, 6}, {8, 8}, {39, 11}, {17, 15}}
	for _, s := range []selection{winnowing{4}, robustWinnowing{4}} {
		var got [][2]uint64
		for _, i := range s.choose(nil, hashes) {
			got = append(got, [2]uint64{hashes[i], uint64(i)})
		}
		if !slices.Equal(got, want) {
			t.Errorf("%#v selects %v, want %v", s, got, want)
		}
	}
}

// The oracles are literal and slow transcripts of the definitions.

// windowsOf returns where the windows of w of n hashes begin and end.
func windowsOf(n, w int) (all [][2]int) {
	if n > 0 && n < w {
		return [][2]int{{0, n}}
	}
	for from := 0; from+w <= n; from++ {
		all = append(all, [2]int{from, from + w})
	}
	return all
}

// definition1: "In each window select the minimum hash value. If there is more than one hash with
// the minimum value, select the rightmost occurrence."
func definition1(hashes []uint64, w int) []int {
	selected := map[int]bool{}
	for _, window := range windowsOf(len(hashes), w) {
		selected[oracleRightmost(hashes, window)] = true
	}
	return positions(selected)
}

// definition3: "In each window select the minimum hash value. If possible break ties by selecting
// the same hash as the window one position to the left. If not, select the rightmost minimal hash."
func definition3(hashes []uint64, w int) []int {
	selected := map[int]bool{}
	left := -1
	for _, window := range windowsOf(len(hashes), w) {
		least := slices.Min(hashes[window[0]:window[1]])
		if left < window[0] || hashes[left] != least {
			left = oracleRightmost(hashes, window)
		}
		selected[left] = true
	}
	return positions(selected)
}

func oracleRightmost(hashes []uint64, window [2]int) int {
	least := slices.Min(hashes[window[0]:window[1]])
	for i := window[1] - 1; ; i-- {
		if hashes[i] == least {
			return i
		}
	}
}

func positions(selected map[int]bool) []int {
	var all []int
	for i := range selected {
		all = append(all, i)
	}
	slices.Sort(all)
	return all
}

// selectionCase is a selection with its oracle.
type selectionCase struct {
	s      selection
	oracle func(hashes []uint64) []int
}

// withOracles returns every selection at a window w.
func withOracles(w int) []selectionCase {
	return []selectionCase{
		{winnowing{w}, func(h []uint64) []int { return definition1(h, w) }},
		{robustWinnowing{w}, func(h []uint64) []int { return definition3(h, w) }},
	}
}

// checkSelections compares all selections at a window with their oracles, and checks what holds for
// each: ascending positions, at least one in every window, dst kept and hashes left alone.
func checkSelections(t *testing.T, w int, hashes []uint64) {
	t.Helper()
	original := slices.Clone(hashes)
	for _, c := range withOracles(w) {
		s, want := c.s, c.oracle(hashes)
		got := s.choose([]int{-7}, hashes)
		if got[0] != -7 {
			t.Fatalf("%#v overwrites what is in dst: %v", s, got)
		}
		if got = got[1:]; !slices.Equal(got, want) {
			t.Fatalf("%#v selects %v of %v, want %v", s, got, hashes, want)
		}
		if !slices.Equal(hashes, original) {
			t.Fatalf("%#v writes to the hashes", s)
		}
		for _, window := range windowsOf(len(hashes), s.window()) {
			if i, _ := slices.BinarySearch(got, window[0]); i == len(got) || got[i] >= window[1] {
				t.Fatalf("%#v selects none of window %v: %v", s, window, got)
			}
		}
	}
}

// sequences are the shapes of input at which a selection may go wrong.
var sequences = map[string]func(random *rand.Rand, i int) uint64{
	"random":   func(r *rand.Rand, _ int) uint64 { return r.Uint64() },
	"tied":     func(r *rand.Rand, _ int) uint64 { return r.Uint64N(3) },
	"few":      func(r *rand.Rand, _ int) uint64 { return r.Uint64N(20) },
	"constant": func(*rand.Rand, int) uint64 { return 5 },
	"zero":     func(*rand.Rand, int) uint64 { return 0 },
	"largest":  func(*rand.Rand, int) uint64 { return math.MaxUint64 },
	"extremes": func(r *rand.Rand, _ int) uint64 { return -r.Uint64N(3) + 1 },
	"rising":   func(_ *rand.Rand, i int) uint64 { return uint64(i) },
	"falling":  func(_ *rand.Rand, i int) uint64 { return uint64(1000 - i) },
	"stairs":   func(_ *rand.Rand, i int) uint64 { return uint64(i / 3) },
	"saw":      func(_ *rand.Rand, i int) uint64 { return uint64(i % 7) },
}

func TestSelections_EqualDefinitions(t *testing.T) {
	for name, next := range sequences {
		t.Run(name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(1, 7))
			for _, w := range []int{1, 2, 3, 4, 7, 8, 16, 63, 64, 65, 100, 129} {
				lengths := []int{0, 1, 2, 3, w - 1, w, w + 1, 2*w - 1, 2 * w, 2*w + 1, random.IntN(300)}
				for _, n := range lengths {
					hashes := make([]uint64, n)
					for i := range hashes {
						hashes[i] = next(random, i)
					}
					checkSelections(t, w, hashes)
				}
			}
		})
	}
}

// TestSelections_AllShortSequences covers every order and every tie.
func TestSelections_AllShortSequences(t *testing.T) {
	const letters, longest = 3, 6
	for n := range longest + 1 {
		hashes := make([]uint64, n)
		for number := range int(math.Pow(letters, float64(n))) {
			for i, rest := 0, number; i < n; i, rest = i+1, rest/letters {
				hashes[i] = uint64(rest % letters)
			}
			for w := 1; w <= 4; w++ {
				checkSelections(t, w, hashes)
			}
		}
	}
}

// mixedHashes returns n hashes as random documents have them.
func mixedHashes(random *rand.Rand, n int) []uint64 {
	hashes := make([]uint64, n)
	for i := range hashes {
		hashes[i] = random.Uint64()
	}
	return hashes
}

func TestSelections_DensityOfPaper(t *testing.T) {
	const n = 200_000
	hashes := mixedHashes(rand.New(rand.NewPCG(3, 7)), n)
	type expectation struct {
		s    selection
		want float64
	}
	var all []expectation
	for _, w := range []int{1, 2, 4, 8, 16, 50} {
		density := 2 / float64(w+1)
		all = append(all, expectation{winnowing{w}, density}, expectation{robustWinnowing{w}, density})
	}
	for _, c := range all {
		got := float64(len(c.s.choose(nil, hashes))) / n
		if math.Abs(got-c.want) > .02*c.want {
			t.Errorf("%#v has density %.4f, want %.4f within 2%%", c.s, got, c.want)
		}
	}
}

func TestRobustWinnowing_RepeatedSymbol(t *testing.T) {
	for _, k := range []int{1, 5} {
		for _, w := range []int{1, 2, 4, 8, 100} {
			symbols := slices.Repeat(randomSymbols(rand.New(rand.NewPCG(4, 7)), 1, 1), 1000+k-1)
			hashes := Grams(nil, symbols, k)
			if got, want := len(robustWinnowing{w}.choose(nil, hashes)), len(hashes)/w; got != want {
				t.Errorf("k=%d, w=%d: robust winnowing keeps %d of %d, want %d", k, w, got, len(hashes), want)
			}
			if got, want := len(winnowing{w}.choose(nil, hashes)), len(hashes)-w+1; got != want {
				t.Errorf("k=%d, w=%d: winnowing keeps %d of %d, want %d", k, w, got, len(hashes), want)
			}
		}
	}
}

// TestWinnowing_LargerWindowSelectsSubset is section 3.2 of the winnowing paper, which a query may
// rely on.
func TestWinnowing_LargerWindowSelectsSubset(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 7))
	for _, bound := range []uint64{2, 10, math.MaxUint64} {
		for range 200 {
			hashes := make([]uint64, random.IntN(200))
			for i := range hashes {
				hashes[i] = random.Uint64N(bound)
			}
			w := 1 + random.IntN(30)
			small := winnowing{w}.choose(nil, hashes)
			for _, i := range (winnowing{w + 1 + random.IntN(30)}).choose(nil, hashes) {
				if _, ok := slices.BinarySearch(small, i); !ok {
					t.Fatalf("w=%d does not select %d of %v", w, i, hashes)
				}
			}
		}
	}
}

// FuzzSelect reads hashes of one or eight bytes, so that ties are found as well as large values.
func FuzzSelect(f *testing.F) {
	random := rand.New(rand.NewPCG(7, 7))
	for _, name := range slices.Sorted(maps.Keys(sequences)) {
		var data []byte
		for i := range 40 {
			data = binary.LittleEndian.AppendUint64(data, sequences[name](random, i))
		}
		f.Add(uint8(random.IntN(80)), random.IntN(2) == 0, data)
	}
	f.Add(uint8(0), true, []byte{})
	f.Add(uint8(3), true, []byte{77, 74, 42, 17, 98, 50, 17, 98, 8, 88, 67, 39, 77, 74, 42, 17, 98})
	f.Fuzz(func(t *testing.T, w uint8, bytewise bool, data []byte) {
		var hashes []uint64
		for len(data) > 0 && bytewise {
			hashes, data = append(hashes, uint64(data[0])), data[1:]
		}
		for len(data) >= 8 {
			hashes, data = append(hashes, binary.LittleEndian.Uint64(data)), data[8:]
		}
		checkSelections(t, int(w)+1, hashes[:min(len(hashes), 500)])
	})
}
