package pairing_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/chaffinch-search/chaffinch/internal/filetest"
	"github.com/chaffinch-search/chaffinch/internal/report"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// The best pairs of each unit are listed whatever their score, and no others. A check counts none
// of them.
func TestPairs_ListsTheBestOfEach(t *testing.T) {
	const most = 3
	rng := rand.New(rand.NewPCG(46, 6))
	var runs []string
	for range 40 {
		runs = append(runs, operators(rng, 12))
	}
	files := map[string]string{}
	for i := range 60 {
		source := ""
		for range 6 {
			source += operators(rng, 14) + runs[rng.IntN(len(runs))]
		}
		files[fmt.Sprintf("%02d.js", i)] = named(rng, source)
	}
	root := filetest.Folder(t, files)
	all := compared(t, pairs.Options{}, root)
	usual := compared(t, pairs.Options{MinScore: threshold.ListedPair, BestOfEach: most}, root)
	plain := compared(t, pairs.Options{MinScore: 0.7}, root)
	weak := compared(t, pairs.Options{MinScore: 0.7, BestOfEach: most}, root)
	if !slices.Equal(plain.Histogram, weak.Histogram) || weak.Stats.Aligned <= plain.Stats.Aligned {
		t.Errorf("weak pairs change the histogram; %d and %d pairs are aligned", plain.Stats.Aligned, weak.Stats.Aligned)
	}
	want, of := 0, map[int]int{}
	for _, p := range all.Pairs { // best first
		if of[p.A.Unit] < most || of[p.B.Unit] < most {
			want++
		}
		of[p.A.Unit]++
		of[p.B.Unit]++
	}
	found := map[string]bool{}
	for i, p := range usual.Weak {
		found[p.A.Name+" "+p.B.Name] = true
		if p.Score >= threshold.ListedPair || !p.Weak || i > 0 && p.Score > usual.Weak[i-1].Score {
			t.Errorf("weak pair %d: %+v", i, p)
		}
	}
	missing := 0
	clear(of)
	for _, p := range all.Pairs {
		if (of[p.A.Unit] < most || of[p.B.Unit] < most) && p.Score < threshold.ListedPair && p.Probability < threshold.SurePart && !found[p.A.Name+" "+p.B.Name] {
			missing++
		}
		of[p.A.Unit]++
		of[p.B.Unit]++
	}
	if len(usual.Weak) < 40 || missing*50 > len(usual.Weak) {
		t.Errorf("%d pairs and %d weak ones of %d, %d missing", len(usual.Pairs), len(usual.Weak), want, missing)
	}
	if groups, over := usual.Over(0); groups > 0 || over != len(usual.Pairs) {
		t.Errorf("a check counts %d and %d, of %d pairs", groups, over, len(usual.Pairs))
	}
	var b bytes.Buffer
	must(t, report.PairsJSON(t.Context(), &b, usual))
	var read pairs.Report
	must(t, read.UnmarshalJSON(b.Bytes()))
	if len(read.Pairs) != len(usual.Pairs) || len(read.Weak) != len(usual.Weak) {
		t.Errorf("read %d and %d pairs, wrote %d and %d", len(read.Pairs), len(read.Weak), len(usual.Pairs), len(usual.Weak))
	}
	b.Reset()
	must(t, report.CSV(&b, usual, 0))
	if n := bytes.Count(b.Bytes(), []byte(",weak,")); n != len(usual.Weak)+1 { // with the heading
		t.Errorf("CSV has %d weak pairs of %d", n-1, len(usual.Weak))
	}
	if byDefault := compared(t, pairs.Options{MinScore: threshold.ListedPair}, root); len(byDefault.Weak) <= len(usual.Weak) || len(plain.Weak) > 0 {
		t.Errorf("by default %d weak pairs, with a minimum of 0.7 %d", len(byDefault.Weak), len(plain.Weak))
	}
	if none := compared(t, pairs.Options{MinScore: threshold.ListedPair, BestOfEach: -1}, root); len(none.Weak) > 0 || !slices.Equal(none.Histogram, usual.Histogram) {
		t.Errorf("%d weak pairs where none are wanted", len(none.Weak))
	}
	for name, o := range map[string]pairs.Options{
		"only": {Reading: pairs.Reading{Only: []string{root + "/00.js"}}}, "baseline": {Baseline: pairs.NewBaseline(usual)},
	} {
		if o.MinScore, o.BestOfEach = threshold.ListedPair, most; len(compared(t, o, root).Weak) > 0 {
			t.Errorf("a comparison with %s lists weak pairs", name)
		}
	}
}
