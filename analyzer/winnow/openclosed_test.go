package winnow

import (
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// oracleKeys says what open, closed and neither mean, literally.
func oracleKeys(hashes []uint64, d int) (keys []uint64) {
	for i := 0; i+d < len(hashes); i++ {
		inside := hashes[i : i+d+1]
		at := oracleRightmost(inside, [2]int{0, d + 1})
		rank := uint64(2)
		if at == 0 || at == d {
			rank = 1
		}
		if at == d/2 {
			rank = 0
		}
		var h uint64
		for _, s := range inside {
			h = h*Base + s
		}
		keys = append(keys, rank<<62|mix(h)>>2)
	}
	return keys
}

// oracleChoice returns the k-gram that a window calls for, of which it sees nothing but the keys.
func oracleChoice(window []uint64, w int) int {
	return oracleRightmost(window, [2]int{0, len(window)}) % w
}

// oracleSample is the definition: in each window what it calls for, or what was selected last if
// that lies in the window and is equal.
func oracleSample(keys []uint64, span, w int) (selected []int) {
	last := -1
	for _, window := range windowsOf(len(keys)-span, w) {
		from, to := window[0], window[1]
		at := from + oracleChoice(keys[from:to+span], to-from)
		if last < from || !slices.Equal(keys[last:last+span+1], keys[at:at+span+1]) {
			selected, last = append(selected, at), at
		}
	}
	return selected
}

// checkOpenClosed compares open-closed with its oracle, and checks that a window alone determines
// the value of what is selected in it.
func checkOpenClosed(t *testing.T, k, w int, hashes []uint64) {
	t.Helper()
	s, m := openClosed{k, w}, modLength(k, w)
	keys, span := oracleKeys(hashes, m-s.gram()), k-m
	want := oracleSample(keys, span, w)
	got := s.choose([]int{-7}, slices.Clone(hashes))
	if got[0] != -7 {
		t.Fatalf("%#v overwrites what is in dst: %v", s, got)
	}
	if got = got[1:]; !slices.Equal(got, want) {
		t.Fatalf("%#v selects %v of %v, want %v", s, got, hashes, want)
	}
	for i := 1; i < len(got); i++ {
		if got[i] <= got[i-1] {
			t.Fatalf("%#v does not select in order: %v of %v", s, got, hashes)
		}
	}
	checkWindows(t, s, got, hashes, keys, span)
}

// checkWindows checks that each window holds a selected k-gram of the value that the selection,
// asked for the window as a document of its own, selects.
func checkWindows(t *testing.T, s openClosed, selected []int, hashes, keys []uint64, span int) {
	t.Helper()
	for _, window := range windowsOf(len(keys)-span, s.window()) {
		from, to := window[0], window[1]
		alone := s.choose(nil, slices.Clone(hashes[from:to+len(hashes)-(len(keys)-span)]))
		if len(alone) != 1 {
			t.Fatalf("%#v selects %v in one window", s, alone)
		}
		want := keys[from+alone[0]:][:span+1]
		found := slices.ContainsFunc(selected, func(i int) bool {
			return i >= from && i < to && slices.Equal(keys[i:i+span+1], want)
		})
		if !found {
			t.Fatalf("%#v selects %v of %v: not what window %v has for itself", s, selected, hashes, window)
		}
	}
}

func TestOpenClosed_EqualsDefinition(t *testing.T) {
	for name, next := range sequences {
		t.Run(name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(1, 8))
			for _, k := range []int{1, 2, 3, 5, 10, 17, 40} {
				for _, w := range []int{1, 2, 3, 4, 8, 15, 64} {
					for _, n := range []int{0, 1, 2, k - 1, k, k + 1, k + w - 2, k + w - 1, k + w, 2*k + 2*w, random.IntN(300)} {
						hashes := make([]uint64, n)
						for i := range hashes {
							hashes[i] = next(random, i)
						}
						checkOpenClosed(t, k, w, hashes)
					}
				}
			}
		})
	}
}

// TestOpenClosed_AllShortSequences covers every order and every tie.
func TestOpenClosed_AllShortSequences(t *testing.T) {
	const letters, longest = 3, 8
	for n := range longest + 1 {
		hashes := make([]uint64, n)
		for number := range int(math.Pow(letters, float64(n))) {
			for i, rest := 0, number; i < n; i, rest = i+1, rest/letters {
				hashes[i] = uint64(rest % letters)
			}
			for _, c := range [][2]int{{1, 3}, {2, 2}, {3, 1}, {4, 2}, {5, 3}, {6, 2}} {
				checkOpenClosed(t, c[0], c[1], hashes)
			}
		}
	}
}

func TestOpenClosed_Tables(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 8))
	for range 800 {
		checkOpenClosed(t, 1+random.IntN(25), 1+random.IntN(12), randomTable(random, random.IntN(150)))
		checkOpenClosed(t, 10, 8, randomTable(random, random.IntN(300))) // the defaults have fast paths
		checkOpenClosed(t, 5, 8, randomTable(random, random.IntN(150)))
	}
}

// randomTable returns n hashes, rows of few columns that repeat, with a different cell here and
// there.
func randomTable(random *rand.Rand, n int) []uint64 {
	columns, letters, odd := 1+random.IntN(12), 1+random.Uint64N(4), 1+random.IntN(40)
	row := make([]uint64, columns)
	for i := range row {
		row[i] = random.Uint64N(letters)
	}
	phase := random.IntN(columns)
	hashes := make([]uint64, n)
	for i := range hashes {
		hashes[i] = row[(i+phase)%columns]
		if random.IntN(odd) == 0 {
			hashes[i] = random.Uint64N(letters + 1)
		}
	}
	return hashes
}

// TestGuarantee_SharedRunInTables puts a run out of a table between other parts of such tables, so
// that what is before the run in one document looks like the run itself.
func TestGuarantee_SharedRunInTables(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 8))
	for range 3000 {
		for _, scheme := range guaranteeing(random) {
			s, err := scheme.selection()
			if err != nil {
				t.Fatal(err)
			}
			run := randomTable(random, scheme.Guarantee())
			var found [2]map[uint64]bool
			for i := range found {
				before, after := repeated(random, run), repeated(random, run)
				prints := fingerprints(slices.Concat(before, run, after), scheme.K, s)
				found[i] = hashesInside(prints, len(before), len(before)+len(run), scheme.K)
			}
			if !shareOne(found[0], found[1]) {
				t.Fatalf("%+v: the run %v is missed", scheme, run)
			}
		}
	}
}

// repeated returns some parts of a run, or a part of another table.
func repeated(random *rand.Rand, run []uint64) (hashes []uint64) {
	for range random.IntN(4) {
		from := random.IntN(len(run))
		hashes = append(hashes, run[from:from+random.IntN(len(run)-from)]...)
	}
	return append(hashes, randomTable(random, random.IntN(20))...)
}

// FuzzOpenClosed reads hashes of few values.
func FuzzOpenClosed(f *testing.F) {
	random := rand.New(rand.NewPCG(4, 8))
	for _, name := range slices.Sorted(maps.Keys(sequences)) {
		var data []byte
		for i := range 60 {
			data = append(data, byte(sequences[name](random, i)))
		}
		f.Add(uint8(random.IntN(30)), uint8(random.IntN(20)), uint8(3), data)
	}
	f.Fuzz(func(t *testing.T, k, w, letters uint8, data []byte) {
		var hashes []uint64
		for _, b := range data[:min(len(data), 400)] {
			hashes = append(hashes, uint64(b%max(letters, 1)))
		}
		checkOpenClosed(t, int(k)+1, int(w)+1, hashes)
	})
}

// TestModLength_CongruentToK: that choices only move forward rests on this.
func TestModLength_CongruentToK(t *testing.T) {
	for k := 1; k <= 60; k++ {
		for w := 1; w <= 60; w++ {
			m := modLength(k, w)
			if m < min(k, leastMod) || m > k || (k-m)%w != 0 || m-w >= leastMod {
				t.Errorf("k=%d, w=%d: m is %d", k, w, m)
			}
			if s := (openClosed{k, w}).gram(); s < 1 || s > m || s == m && m > 1 {
				t.Errorf("k=%d, w=%d: s is %d of %d", k, w, s, m)
			}
		}
	}
}

func TestOpenClosed_Density(t *testing.T) {
	for _, c := range [][2]int{{1, 8}, {5, 8}, {10, 8}, {18, 8}, {20, 3}, {7, 1}, {4, 4}, {31, 10}, {10, 16}} {
		k, w := c[0], c[1]
		j := (k - modLength(k, w)) / w
		mod := float64(j+2) / float64(w*(j+1)+1) // of mod-minimizers with any other order
		// No scheme that moves forward only can do with less (Kille and others, "A near-tight lower
		// bound on the density of forward sampling schemes", 2024).
		least := math.Ceil(float64(w+k)/float64(w)) / float64(w+k)
		hashes := mixedHashes(rand.New(rand.NewPCG(5, 8)), 200_000)
		open := float64(len(openClosed{k, w}.choose(nil, hashes))) / 200_000
		if open < .99*least || k > 2 && w > 1 && open >= 1.02*mod {
			t.Errorf("k=%d, w=%d: open-closed has density %.4f, want less than %.4f and at least %.4f", k, w, open, mod, least)
		}
	}
}

func TestOpenClosed_RepeatedSymbol(t *testing.T) {
	for _, k := range []int{1, 5, 10, 30} {
		for _, w := range []int{1, 2, 4, 8, 100} {
			s := openClosed{k, w}
			hashes := slices.Repeat([]uint64{5}, 1000+k-s.gram())
			if got, want := len(s.choose(nil, hashes)), 1000/w; got != want {
				t.Errorf("%#v keeps %d of 1000, want %d", s, got, want)
			}
		}
	}
}

// TestOpenClosed_KnownAnswers compares with what another program chose by the definitions in
// the comments of guarantee.go and openclosed.go. An index that was written with another choice
// shares less with questions asked now.
func TestOpenClosed_KnownAnswers(t *testing.T) {
	hashes := make([]uint64, 60)
	for i := range hashes {
		hashes[i] = uint64(i*i%13 + i/20)
	}
	for _, c := range []struct {
		s    openClosed
		k    int
		want []int
	}{
		{openClosed{10, 8}, 10, []int{5, 12, 15, 18, 26, 30, 36, 41, 43}},
		{openClosed{5, 8}, 5, []int{5, 11, 17, 21, 27, 34, 42, 45, 51, 55}},
		{openClosed{12, 16}, 12, []int{12, 27, 35}},
	} {
		prints := fingerprints(hashes, c.k, c.s)
		var got []int
		for _, f := range prints {
			got = append(got, int(f.Token))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%#v selects %v, want %v", c.s, got, c.want)
		}
		grams := Grams(nil, hashes, c.k)
		for _, f := range prints {
			if f.Hash != level(grams[f.Token]) {
				t.Errorf("%#v: the fingerprint at %d is %#x, want that of its k-gram", c.s, f.Token, f.Hash)
			}
		}
	}
}
