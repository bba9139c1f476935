package wfp

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// sequence returns fingerprints with the hashes, one a line.
func sequence(hashes ...uint32) (prints []Print) {
	for i, h := range hashes {
		prints = append(prints, Print{h, uint32(i + 1)})
	}
	return prints
}

func TestAlign(t *testing.T) {
	for name, c := range map[string]struct {
		a, b []uint32
		want []Range
	}{
		"nothing":        {[]uint32{1, 2}, []uint32{3, 4}, nil},
		"empty":          {nil, []uint32{3, 4}, nil},
		"whole":          {[]uint32{1, 2, 3}, []uint32{1, 2, 3}, []Range{{0, 3, 0, 3, 3}}},
		"part":           {[]uint32{9, 1, 2, 3, 8}, []uint32{7, 7, 1, 2, 3}, []Range{{1, 4, 2, 5, 3}}},
		"edited":         {[]uint32{1, 2, 3, 80, 4, 5}, []uint32{1, 2, 3, 90, 91, 4, 5}, []Range{{0, 6, 0, 7, 5}}},
		"moved":          {[]uint32{4, 5, 1, 2, 3}, []uint32{1, 2, 3, 4, 5}, []Range{{0, 2, 3, 5, 2}, {2, 5, 0, 3, 3}}},
		"twice":          {[]uint32{1, 2, 3}, []uint32{1, 2, 9, 1, 2, 3}, []Range{{0, 3, 3, 6, 3}}},
		"copied twice":   {[]uint32{1, 2, 3, 1, 2, 3}, []uint32{1, 2, 3}, []Range{{0, 3, 0, 3, 3}, {3, 6, 0, 3, 3}}},
		"goes on":        {[]uint32{5, 6, 9, 1}, []uint32{1, 5, 6, 8, 1}, []Range{{0, 4, 1, 5, 3}}},
		"far apart in a": {[]uint32{1, 80, 81, 82, 83, 84, 85, 86, 87, 88, 2}, []uint32{1, 2}, []Range{{0, 1, 0, 1, 1}, {10, 11, 1, 2, 1}}},
		"far apart in b": {[]uint32{1, 2}, []uint32{1, 80, 81, 82, 83, 84, 85, 86, 87, 88, 2}, []Range{{0, 1, 0, 1, 1}, {1, 2, 10, 11, 1}}},
	} {
		if got := Align(sequence(c.a...), sequence(c.b...)); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, not %v", name, got, c.want)
		}
	}
}

// Ranges ascend, do not overlap in a, begin and end with common fingerprints, and a run that was
// copied is in one.
func TestAlign_FindsCopies(t *testing.T) {
	for seed := range uint64(2000) {
		r := rand.New(rand.NewPCG(seed, 8))
		random := func(n, kinds int) (s []uint32) {
			for range n {
				s = append(s, r.Uint32N(uint32(kinds)))
			}
			return s
		}
		kinds := []int{2, 30, 1 << 30}[r.IntN(3)]
		run := random(1+r.IntN(30), kinds)
		before, after := random(r.IntN(30), kinds), random(r.IntN(30), kinds)
		a := sequence(slices.Concat(before, run, after)...)
		b := sequence(slices.Concat(random(r.IntN(30), kinds), run, random(r.IntN(30), kinds))...)
		end, covered := 0, 0
		for _, g := range Align(a, b) {
			if g.From < end || g.From >= g.To || g.To > len(a) || g.At < 0 || g.At >= g.End || g.End > len(b) ||
				g.Hits < 1 || g.Hits > min(g.To-g.From, g.End-g.At) ||
				a[g.From].Hash != b[g.At].Hash || a[g.To-1].Hash != b[g.End-1].Hash {
				t.Fatalf("%d: %+v of %v and %v", seed, g, a, b)
			}
			end = g.To
			for i := g.From; i < g.To; i++ {
				if i >= len(before) && i < len(before)+len(run) {
					covered++
				}
			}
		}
		if covered < len(run) {
			t.Errorf("%d: %d of %d", seed, covered, len(run))
		}
	}
}

// A text that repeats has many places for each fingerprint. If all were tried, this would take
// hours.
func TestAlign_IsLinear(t *testing.T) {
	var hashes []uint32
	for i := range uint32(1 << 20) {
		hashes = append(hashes, i%2)
	}
	a := sequence(hashes...)
	if got := Align(a, a); len(got) != 1 || got[0].Hits != len(a) {
		t.Errorf("%v", got)
	}
}

func TestPack(t *testing.T) {
	for name, content := range samples() {
		sum, prints := Sum{1, 2, 15: 9}, Prints(content)
		packed := Pack(sum, prints)
		s, p, err := Unpack(packed)
		if err != nil || s != sum || !slices.Equal(p, prints) {
			t.Errorf("%s: %v, %v, %v", name, s, p, err)
		}
		if len(packed) > len(sum)+6*len(prints) {
			t.Errorf("%s: %d bytes for %d", name, len(packed), len(prints))
		}
		for _, cut := range []int{0, 15, len(packed) - 1} {
			if _, p, err := Unpack(packed[:cut]); err == nil && !(len(prints) == 0 && cut == 16) {
				t.Errorf("%s: cut at %d: %v", name, cut, p)
			}
		}
	}
}

func FuzzUnpack(f *testing.F) {
	f.Add(Pack(Sum{}, sequence(1, 2, 3)))
	f.Add(Pack(Sum{}, []Print{{1, 1<<32 - 1}, {2, 1<<32 - 1}}))
	f.Fuzz(func(t *testing.T, b []byte) {
		s, prints, err := Unpack(b)
		if err != nil {
			return
		}
		again, more, err := Unpack(Pack(s, prints))
		if err != nil || again != s || !slices.Equal(more, prints) {
			t.Errorf("%v, %v, %v", again, more, err)
		}
	})
}
