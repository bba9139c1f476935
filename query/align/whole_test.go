package align

import (
	"math"
	"math/rand/v2"
	"testing"
)

// alike compares two wholes, aligning every part with every part.
func alike(a, b []*Document, ra, rb []Rarity) float64 {
	sizes := func(docs []*Document, rarity []Rarity) (all []Size) {
		for i, d := range docs {
			all = append(all, SizeOf(d, rarity[i]))
		}
		return all
	}
	x, y := NewWhole(sizes(a, ra)), NewWhole(sizes(b, rb))
	for i, d := range a {
		for j, e := range b {
			for _, m := range Align(d, e) {
				x.Cover(i, d, e, ra[i], m)
				y.Cover(j, e, d, rb[j], m.Mirrored())
			}
		}
	}
	return WholeSimilarity(x, y)
}

func TestWholeSimilarity_OneDocumentEach(t *testing.T) {
	eachPair(t, 300, func(t *testing.T, r *rand.Rand, a, b *Document) {
		ra, rb := rarities(r, a.Len()), rarities(r, b.Len())
		got := alike([]*Document{a}, []*Document{b}, []Rarity{ra}, []Rarity{rb})
		if want := Similarity(a, b, Align(a, b), ra, rb); math.Abs(got-want) > 1e-9 {
			t.Fatalf("%g, not %g", got, want)
		}
	})
}

// A second copy of a part adds nothing to the cover of the first one.
func TestWhole_CopiesCoverOnce(t *testing.T) {
	eachPair(t, 300, func(t *testing.T, r *rand.Rand, a, b *Document) {
		ra, rb := rarities(r, a.Len()), rarities(r, b.Len())
		one, two := NewWhole([]Size{SizeOf(a, ra)}), NewWhole([]Size{SizeOf(a, ra)})
		for _, m := range Align(a, b) {
			one.Cover(0, a, b, ra, m)
			two.Cover(0, a, b, ra, m)
			two.Cover(0, a, b, ra, m)
		}
		if one.tiles != two.tiles || one.whole != two.whole || one.tiles < 0 || one.tiles > one.total+1e-9 {
			t.Fatalf("%+v with one copy, %+v with two", one.side, two.side)
		}
		docs, twice := []*Document{a, b}, []*Document{b, a}
		rarity, mirrored := []Rarity{ra, rb}, []Rarity{rb, ra}
		if x, y := alike(docs, twice, rarity, mirrored), alike(twice, docs, mirrored, rarity); math.Abs(x-y) > 1e-9 {
			t.Fatalf("%g one way, %g the other", x, y)
		}
	})
}
