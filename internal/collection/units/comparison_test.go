package units

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/internal/collection/candidates"
	"github.com/chaffinch-search/chaffinch/internal/parts"
)

// randomWeights are those of files that share some of a few fingerprints.
func randomWeights(r *rand.Rand, files int) []map[uint64]float64 {
	all := make([]map[uint64]float64, files)
	for i := range all {
		all[i] = map[uint64]float64{}
		for range r.IntN(12) {
			hash := r.Uint64N(40)
			all[i][hash] = float64(1 + hash%5)
		}
	}
	return all
}

func TestChoose_TakesWhatSharesMost(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		a, b := randomWeights(r, r.IntN(30)), randomWeights(r, r.IntN(30))
		got, err := choose(context.Background(), a, b)
		if err != nil {
			t.Fatal(err)
		}
		want := slices.Concat(bestOf(a, b, func(i, j int) [2]int { return [2]int{i, j} }),
			bestOf(b, a, func(i, j int) [2]int { return [2]int{j, i} }))
		slices.SortFunc(want, func(x, y [2]int) int { return slices.Compare(x[:], y[:]) })
		if want = slices.Compact(want); !slices.Equal(got, want) {
			t.Fatalf("%v of %v", got, want)
		}
	}
}

// bestOf compares all with all.
func bestOf(a, b []map[uint64]float64, pair func(i, j int) [2]int) (all [][2]int) {
	for i := range a {
		var with []Near
		for j := range b {
			sum := 0.0
			for hash, weight := range a[i] {
				if _, has := b[j][hash]; has {
					sum += weight
				}
			}
			if sum > 0 {
				with = append(with, Near{j, sum})
			}
		}
		slices.SortFunc(with, func(x, y Near) int { return cmp.Or(cmp.Compare(y.IDF, x.IDF), cmp.Compare(x.File, y.File)) })
		for _, s := range with[:min(len(with), Partners)] {
			all = append(all, pair(i, s.File))
		}
	}
	return all
}

func TestWithinSteps_DropsTheMostCommonFirst(t *testing.T) {
	a := map[uint64][]int{1: {0, 1, 2}, 2: {0}, 3: {0, 1}}
	b := map[uint64][]int{1: {0, 1, 2}, 2: {0}, 3: {0, 1}, 4: {5}}
	withinSteps(a, b, 5)
	if b[1] != nil || len(b) != 3 {
		t.Errorf("%v is left", b)
	}
	withinSteps(a, b, 5)
	if len(b) != 3 {
		t.Errorf("%v is left of what was within the limit", b)
	}
}

// counting is a source that ends the comparison when it is read first, and counts.
type counting struct {
	cancel func()
	reads  int
}

func (s *counting) read() ([]byte, error) {
	s.cancel()
	s.reads++
	return []byte("counted"), nil
}

// preparerOf returns a preparer of two units of 50 files of that source.
func preparerOf(t *testing.T, s source) (*Preparer, []*Unit) {
	t.Helper()
	a, err := analyzer.New(analyzer.DefaultSettings())
	if err != nil {
		t.Fatal(err)
	}
	table, err := candidates.NewTable(context.Background(), candidates.NewSet(), candidates.Options{Documents: 2})
	if err != nil {
		t.Fatal(err)
	}
	u := &Units{All: []*Unit{{}, {}}, analyzer: a, by: ByFolder}
	for n, unit := range u.All {
		for i := range 50 {
			unit.Files = append(unit.Files, &File{Path: fmt.Sprint(i), Unit: n, source: s, Reading: parts.Reading{Language: lex.Prose}})
		}
	}
	return NewPreparer(u, table, 0), u.All
}

// A unit of many files is given up in the middle.
func TestCompare_EndsWithItsContext(t *testing.T) {
	for name, compare := range map[string]func(*Preparer, context.Context, *Unit, *Unit) (*Comparison, error){
		"chosen": (*Preparer).Compare, "all": (*Preparer).CompareAll,
	} {
		ctx, cancel := context.WithCancel(context.Background())
		s := &counting{cancel: cancel}
		p, u := preparerOf(t, s)
		if _, err := compare(p, ctx, u[0], u[1]); !errors.Is(err, context.Canceled) || s.reads != 1 {
			t.Errorf("%s: %v after %d files", name, err, s.reads)
		}
		c, err := compare(p, context.Background(), u[0], u[1])
		if err != nil {
			t.Fatal(err)
		}
		c.pairs = [][2]int{{0, 0}, {1, 1}}
		if _, err := c.Score(ctx, nil); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// broken is a source that cannot be read.
type broken struct{}

func (broken) read() ([]byte, error) { return nil, errGone }

func TestPreparer_WarnsOnceOfAFileThatIsGone(t *testing.T) {
	p, u := preparerOf(t, broken{})
	f := u[0].Files[7]
	for range 3 {
		if got := p.Get(f); got != nil {
			t.Errorf("%+v", got)
		}
	}
	if got := p.Warnings(); len(got) != 1 || got[0].Text != "reading 7 again: deleted or changed during the run" {
		t.Errorf("%q", got)
	}
}

// The cache drops the files used longest ago once there are too many tokens.
func TestCache_IsBounded(t *testing.T) {
	c := newCache()
	var files []*File
	for range 5 {
		files = append(files, &File{Tokens: cacheTokens / 3})
	}
	first := c.entry(prepared{file: files[0]})
	for _, f := range files[1:3] {
		c.entry(prepared{file: f})
	}
	if c.entry(prepared{file: files[0]}) != first {
		t.Error("the first file was dropped too early")
	}
	c.entry(prepared{file: files[3]})
	if _, known := c.by[prepared{file: files[1]}]; known || len(c.by) != 3 {
		t.Errorf("%d files are kept, the oldest one: %v", len(c.by), known)
	}
	large := &File{Tokens: 2 * cacheTokens}
	if e := c.entry(prepared{file: large}); len(c.by) != 1 || c.entry(prepared{file: large}) != e {
		t.Errorf("%d files beside a large one", len(c.by)-1)
	}
}

func TestNearest_KeepsTheBest(t *testing.T) {
	var keys []string
	for i := range 30 {
		keys = append(keys, fmt.Sprintf("%02d", i))
	}
	r := rand.New(rand.NewPCG(3, 4))
	for range 100 {
		var all, kept Nearest
		for _, i := range r.Perm(30)[:r.IntN(30)] {
			all = append(all, Near{i, float64(r.IntN(5))})
			kept.Add(all[len(all)-1], func(x, y int) int { return cmp.Compare(keys[x], keys[y]) })
		}
		slices.SortFunc(all, func(x, y Near) int { return cmp.Or(cmp.Compare(y.IDF, x.IDF), cmp.Compare(x.File, y.File)) })
		if want := all[:min(len(all), Partners)]; !slices.Equal(kept, want) {
			t.Fatalf("%v is kept of %v", kept, want)
		}
	}
}
