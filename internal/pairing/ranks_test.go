package pairing_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/chaffinch-search/chaffinch/internal/filetest"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// A pair's rank counts each copy of the units before it, and each pair of identical ones.
func TestPairs_HaveRanks(t *testing.T) {
	files := others()
	for _, name := range []string{"x1.java", "x2.java", "x3.java"} {
		files[name] = tallyJava
	}
	files["y.java"] = tallyJava + "class Rest { int rest(int a) { return a * 5 - 3; } }\n"
	r := compared(t, pairs.Options{MinScore: 0.01, Matches: true}, filetest.Folder(t, files))
	if len(r.Pairs) < 3 || r.Pairs[0].B.Name != "y.java" {
		t.Fatalf("%+v", r.Pairs)
	}
	all := float64(r.Stats.Comparable) // 3 pairs are identical, and 3 are x with y
	if p := r.Pairs[0]; p.Rank != 4 || math.Abs(p.Percentile-100*(all-6)/all) > 1e-9 {
		t.Errorf("the first has rank %d, percentile %g of %g", p.Rank, p.Percentile, all)
	}
	for i, p := range r.Pairs[1:] {
		if before := r.Pairs[i]; p.Score == before.Score && p.Rank != before.Rank || p.Score < before.Score && (p.Rank <= before.Rank || p.Percentile >= before.Percentile) {
			t.Errorf("%+v after %+v", p, before)
		}
	}
	if p := r.Pairs[1]; p.Rank != 7 {
		t.Errorf("the second has rank %d", p.Rank)
	}
}

// Names and literals that many have are not named, those that few have are, the rarest first.
func TestPairs_NameRareNames(t *testing.T) {
	class := map[string]string{}
	for n := range 12 {
		class[fmt.Sprintf("%02d.java", n)] = fmt.Sprintf("class Task { int sumUp(int[] values) { int total%d = %d; for (int v : values) total%d += v * 60 - shift%d(v, 3) + other%d(values, v); return total%d; } }\n", n, n+1000, n, n, n, n)
	}
	const slip = "class Task { int sumUp(int[] values) { int recieved = 48271; for (int v : values) recieved += v * 60 - mean(v, 3) + last(values, v); return recieved; } }\n"
	class["a.java"], class["b.java"] = slip, slip+"class B { }\n"
	r := compared(t, pairs.Options{Matches: true}, filetest.Folder(t, class))
	p := r.Pairs[0]
	if len(p.Rarest) != 4 || p.Rarest[0] != (pairs.SharedName{Text: "recieved", Units: 2}) || p.Rarest[1].Text != "48271" {
		t.Errorf("%s, %s: %+v", p.A.Name, p.B.Name, p.Rarest)
	}
	if r := compared(t, pairs.Options{Rarest: true}, filetest.Folder(t, class)); !slices.Equal(r.Pairs[0].Rarest, p.Rarest) {
		t.Errorf("without matches, but asked for: %+v", r.Pairs[0].Rarest)
	}
	if r := compared(t, pairs.Options{}, filetest.Folder(t, class)); r.Pairs[0].Rarest != nil {
		t.Errorf("without matches: %+v", r.Pairs[0].Rarest)
	}
}
