package collection

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
	"github.com/chaffinch-search/chaffinch/query/pairs"
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

func TestChooseTakesWhatSharesMost(t *testing.T) {
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
		var with []shared
		for j := range b {
			sum := 0.0
			for hash, weight := range a[i] {
				if _, has := b[j][hash]; has {
					sum += weight
				}
			}
			if sum > 0 {
				with = append(with, shared{j, sum})
			}
		}
		slices.SortFunc(with, func(x, y shared) int { return cmp.Or(cmp.Compare(y.idf, x.idf), cmp.Compare(x.file, y.file)) })
		for _, s := range with[:min(len(with), partners)] {
			all = append(all, pair(i, s.file))
		}
	}
	return all
}

func TestCommonestFingerprintsAreGivenUpFirst(t *testing.T) {
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

// interrupting is a source that ends the comparison when it is read first, and counts.
type interrupting struct {
	cancel func()
	reads  int
}

func (s *interrupting) read(context.Context) ([]byte, error) {
	s.cancel()
	s.reads++
	return []byte(queue), nil
}

// A unit of many files is given up in the middle, whatever is being done with it.
func TestInterruptedInAUnit(t *testing.T) {
	for name, do := range map[string]func(context.Context, *comparison) error{
		"scoring":  func(ctx context.Context, c *comparison) error { return c.proveAll(ctx, []candidate{{a: 0, b: 1}}) },
		"counting": func(ctx context.Context, c *comparison) error { return c.countCommon(ctx) },
		"showing": func(ctx context.Context, c *comparison) error {
			_, err := c.pair(ctx, candidate{a: 0, b: 1}, []int{0, 1})
			return err
		},
		"offsetting": func(ctx context.Context, c *comparison) error { return c.markUnit(ctx, new(Unit), c.l.units[0]) },
	} {
		ctx, cancel := context.WithCancel(context.Background())
		s := &interrupting{cancel: cancel}
		c := comparisonOf(t, s)
		if name == "offsetting" {
			cancel()
		}
		if err := do(ctx, c); !errors.Is(err, context.Canceled) || s.reads > 2 {
			t.Errorf("%s: %v after %d files", name, err, s.reads)
		}
	}
}

// comparisonOf is one of two units of 50 files.
func comparisonOf(t *testing.T, s source) *comparison {
	t.Helper()
	a, err := analyzer.New(analyzer.DefaultSettings())
	if err != nil {
		t.Fatal(err)
	}
	o := Options{By: ByFolder, Settings: analyzer.DefaultSettings()}
	c := newComparison(o, a)
	c.present = []int{0}
	c.result = c.newResult()
	for n := range 2 {
		u := &unit{}
		for i := range 50 {
			u.files = append(u.files, &file{path: fmt.Sprint(i), unit: n, source: s, language: lex.Prose})
		}
		c.l.units = append(c.l.units, u)
	}
	if c.table, err = pairs.NewTable(context.Background(), c.set, pairs.Options{Documents: 2}); err != nil {
		t.Fatal(err)
	}
	return c
}

func TestNothingIsShownAfterAnInterrupt(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	s := &interrupting{cancel: func() {}}
	c := comparisonOf(t, s)
	proved := make([]candidate, 100)
	for i := range proved {
		proved[i] = candidate{a: 0, b: 1, score: .5}
	}
	if err := c.show(ctx, proved); !errors.Is(err, context.Canceled) || s.reads > 0 {
		t.Errorf("%v, and %d files were read", err, s.reads)
	}
}

// A file whose preparation was interrupted is not taken for one that is gone, and is prepared when it is asked for again.
func TestInterruptedPreparationIsNotKept(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	e, broken := new(entry), errors.New("broken")
	prepare := func(p *prepared, err error) func() (*prepared, error) {
		return func() (*prepared, error) { cancel(); return p, err }
	}
	if p, err := e.get(prepare(nil, broken), ctx.Err); p != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %v, %v", p, err)
	}
	want := new(prepared)
	if p, err := e.get(prepare(want, nil), context.Background().Err); p != want || err != nil {
		t.Errorf("again: %v, %v", p, err)
	}
	if p, err := e.get(prepare(nil, broken), context.Background().Err); p != want || err != nil {
		t.Errorf("once more: %v, %v", p, err)
	}
}
