package candidates

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
	"github.com/chaffinch-search/chaffinch/internal/ringtest"
	"github.com/chaffinch-search/chaffinch/query"
)

// documents are sets of fingerprints by representation.
type documents []map[uint64]bool

// random returns documents that share fingerprints as code does: most are rare, some are in nearly
// all.
func random(rng *rand.Rand, n int) documents {
	all := make(documents, n)
	for i := range all {
		all[i] = map[uint64]bool{}
		for range rng.IntN(60) {
			r := analyzer.Representation(rng.IntN(analyzer.Representations))
			all[i][Key(r, uint64(math.Pow(rng.Float64(), 3)*400)*0x9e3779b97f4a7c15)] = true
		}
	}
	return all
}

// table makes the table of the documents; some fingerprints are added twice.
func (d documents) table(t *testing.T, o Options) *Table {
	t.Helper()
	s := NewSet()
	for doc, keys := range d {
		for range 2 {
			var n analyzer.Analysis
			for key := range keys {
				r := key & 0xffff
				n.Fingerprints[r] = append(n.Fingerprints[r], winnow.Fingerprint{Hash: key | 0xabc})
			}
			s.Add(doc, &n)
		}
	}
	o.Documents = len(d)
	table, err := NewTable(context.Background(), s, o)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// plain computes the candidates without an index.
type plain struct {
	d    documents
	skip func(int) bool
	most int
	of   func(int) float64 // how many a document counts for; nil is 1
}

func (p plain) counts(doc int) float64 {
	switch {
	case p.skip(doc):
		return 0
	case p.of == nil:
		return 1
	}
	return p.of(doc)
}

func (p plain) df(key uint64) int {
	df, all := 0.0, 0
	for doc, keys := range p.d {
		if keys[key] {
			df += p.counts(doc)
		}
		if keys[key] && !p.skip(doc) {
			all++
		}
	}
	if df == 0 || all == 1 {
		df = float64(all)
	}
	return min(int(math.Round(df)), p.n())
}

func (p plain) n() int {
	n, all := 0.0, 0
	for doc := range p.d {
		n += p.counts(doc)
		if !p.skip(doc) {
			all++
		}
	}
	if n == 0 {
		return all
	}
	return int(math.Round(n))
}

// sums returns the sum of the shared idf, the sum of its squares, and the number of shared
// fingerprints.
func (p plain) sums(a, b int) (sum, squares float64, count int) {
	for key := range p.d[a] {
		if df := p.df(key); p.d[b][key] && df <= p.most {
			idf := query.IDF(p.n(), df)
			sum += idf
			squares += idf * idf
			count++
		}
	}
	return sum, squares, count
}

func TestCandidates_EqualAllPairs(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 2))
	for round := range ringtest.Of(16, 40) {
		d := random(rng, 2+rng.IntN(30))
		p := plain{d, func(doc int) bool { return round%3 == 0 && doc%5 == 1 }, len(d), nil}
		if round%4 == 0 {
			p.most = 1 + rng.IntN(8)
		}
		if n := round % 5; n > 1 { // of the last ones, none counts
			p.of = func(doc int) float64 {
				if doc%n == 0 || n == 4 {
					return 0
				}
				return 1 + float64(round%7/4*(doc%3))*1.7 // of a sample
			}
		}
		table := d.table(t, Options{Skip: p.skip, Counts: p.of, MaxDF: p.most})
		for _, least := range []float64{0, 1e-9, .05, .2, .5, .9, 1} {
			t.Run(fmt.Sprint(round, least), func(t *testing.T) { p.check(t, table, least) })
		}
	}
}

func (p plain) check(t *testing.T, table *Table, least float64) {
	found := map[[2]int]float64{}
	err := table.Candidates(context.Background(), least, func(c Candidate) error {
		key := [2]int{c.A, c.B}
		if _, twice := found[key]; twice || c.A >= c.B {
			t.Errorf("%v is reported twice, or the wrong way round", key)
		}
		found[key] = c.Shared
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for a := range p.d {
		for b := a + 1; b < len(p.d); b++ {
			if p.skip(a) || p.skip(b) {
				continue
			}
			shared, _, _ := p.sums(a, b)
			wa, _, _ := p.sums(a, a)
			wb, _, _ := p.sums(b, b)
			share := shared / min(wa, wb)
			got, listed := found[[2]int{a, b}]
			if math.Abs(share-least) > 1e-6 && listed != (shared > 0 && share > least) || listed && math.Abs(got-shared) > 1e-9 {
				t.Errorf("%d and %d share %g, which is %g of the lighter: listed %v with %g", a, b, shared, share, listed, got)
			}
			delete(found, [2]int{a, b})
		}
	}
	if len(found) > 0 {
		t.Errorf("left out, but listed: %v", found)
	}
}

func TestMeasures_EqualThoseOfSets(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 9))
	d := random(rng, 20)
	p := plain{d, func(int) bool { return false }, 12, func(doc int) float64 {
		if doc > 15 {
			return 0
		}
		return 1
	}}
	table := d.table(t, Options{MaxDF: p.most, Counts: p.of})
	if table.Documents() != 16 {
		t.Errorf("%d documents", table.Documents())
	}
	near := func(what string, got, want float64) {
		t.Helper()
		if math.Abs(got-want) > 1e-9 {
			t.Errorf("%s is %g, not %g", what, got, want)
		}
	}
	for a := range d {
		for b := range a {
			m := table.Measures(a, b)
			shared, product, count := p.sums(a, b)
			wa, na, sa := p.sums(a, a)
			wb, nb, sb := p.sums(b, b)
			near("shared", m.Shared, shared)
			near("weight", table.Weight(a), wa)
			if count == 0 {
				near("nothing", m.ContainmentA+m.ContainmentB+m.Resemblance+m.Cosine, 0)
				continue
			}
			near("containment of a", m.ContainmentA, shared/wa)
			near("containment of b", m.ContainmentB, shared/wb)
			near("resemblance", m.Resemblance, float64(count)/float64(sa+sb-count))
			near("cosine", m.Cosine, product/math.Sqrt(na*nb))
		}
		for key := range d[a] {
			if got := table.DF(analyzer.Representation(key&0xffff), key|0x123); got != p.df(key) {
				t.Errorf("df is %d, not %d", got, p.df(key))
			}
		}
	}
}

// near returns documents in groups of similar ones.
func near(rng *rand.Rand) (d documents) {
	for range 1 + rng.IntN(4) {
		first := random(rng, 1)[0]
		for range 1 + rng.IntN(12) {
			member := maps.Clone(first)
			for key := range first {
				if rng.IntN(25) == 0 {
					delete(member, key)
					member[Key(0, rng.Uint64())] = true
				}
			}
			d = append(d, member)
		}
	}
	rng.Shuffle(len(d), func(i, j int) { d[i], d[j] = d[j], d[i] })
	return d
}

// nearIdentical finds the groups without an index.
func (p plain) nearIdentical(order []int, least float64, size int) (groups [][]int) {
	grouped := map[int]bool{}
	for i, first := range order {
		group := []int{first}
		for j, doc := range order {
			_, _, shared := p.sums(first, doc)
			_, _, a := p.sums(first, first)
			_, _, b := p.sums(doc, doc)
			if j != i && !grouped[doc] && shared > 0 && float64(shared)/float64(a+b-shared) >= least {
				group = append(group, doc)
			}
		}
		if grouped[first] || len(group) < size {
			continue
		}
		for _, doc := range group {
			grouped[doc] = true
		}
		groups = append(groups, group)
	}
	return groups
}

func TestNearIdentical_IsWhatAllPairsGive(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 1))
	found := 0
	for round := range ringtest.Of(8, 20) {
		d := near(rng)
		p := plain{d, func(doc int) bool { return round%3 == 0 && doc%5 == 1 }, len(d), nil}
		if round%4 == 0 {
			p.most = 3 + rng.IntN(8)
		}
		var order []int
		for _, doc := range rng.Perm(len(d)) {
			if !p.skip(doc) {
				order = append(order, doc)
			}
		}
		for _, least := range []float64{.7, .9, 1} {
			for _, size := range []int{2, 3, 8} {
				got, err := d.table(t, Options{Skip: p.skip, MaxDF: p.most}).NearIdentical(context.Background(), order, least, size)
				want := p.nearIdentical(order, least, size)
				if err != nil || !reflect.DeepEqual(got, want) {
					t.Fatalf("round %d, %g, %d: %v (%v), not %v", round, least, size, got, err, want)
				}
				found += len(got)
			}
		}
	}
	if found < ringtest.Of(16, 40) {
		t.Errorf("only %d groups in all", found)
	}
}

// Repeats within a text take no memory: an archive can contain many more than its own bytes.
func TestSet_KeepsRepeatsOnce(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 5))
	hashes := make([]uint64, 5000)
	for i := range hashes {
		hashes[i] = rng.Uint64() << (i % 3 * 20) // some differ only in their upper bits
	}
	s, want := NewSet(), 0
	for doc, distinct := range []int{1, 7, 5000, 30} {
		var n analyzer.Analysis
		keys := map[uint64]bool{}
		for r := range n.Fingerprints {
			for i := range 20_000 {
				h := hashes[i%distinct]
				n.Fingerprints[r] = append(n.Fingerprints[r], winnow.Fingerprint{Hash: h})
				keys[Key(analyzer.Representation(r), h)] = true
			}
		}
		s.Add(doc, &n)
		want += len(keys)
	}
	kept := map[posting]bool{}
	total := 0
	for _, list := range s.buckets {
		for _, p := range list {
			kept[p] = true
			total++
		}
	}
	if total != want || len(kept) != want {
		t.Errorf("%d postings are kept, %d of them distinct, not %d", total, len(kept), want)
	}
}

func TestCandidates_Stop(t *testing.T) {
	d := random(rand.New(rand.NewPCG(7, 7)), 30)
	table := d.table(t, Options{})
	stop := errors.New("enough")
	calls := 0
	err := table.Candidates(context.Background(), 0, func(Candidate) error { calls++; return stop })
	if !errors.Is(err, stop) || calls > 8 {
		t.Errorf("%v after %d calls", err, calls)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := table.Candidates(ctx, 0, func(Candidate) error { return nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

func TestTable_Empty(t *testing.T) {
	table, err := NewTable(context.Background(), NewSet(), Options{})
	if err != nil || table.Documents() != 0 {
		t.Fatal(table, err)
	}
	if err := table.Candidates(context.Background(), 0, func(c Candidate) error { return fmt.Errorf("%v", c) }); err != nil {
		t.Error(err)
	}
	if !slices.Equal(table.docs, nil) {
		t.Error(table.docs)
	}
}

// A table of a cancelled context does not sort the rest.
func TestNewTable_Cancelled(t *testing.T) {
	s := NewSet()
	for range 2 {
		s.Add(0, &analyzer.Analysis{Fingerprints: [analyzer.Representations][]winnow.Fingerprint{{{Hash: 1 << 20}}}})
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := NewTable(ctx, s, Options{Documents: 1}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if n := len(s.buckets[0]); n != 2 {
		t.Errorf("%d postings are left of 2", n)
	}
	for name, do := range map[string]func(*Table) error{
		"weighing":  func(x *Table) error { return x.weigh(ctx, s, []float64{1}, nil, 1) },
		"numbering": func(x *Table) error { return x.number(ctx, s, 1) },
		"inverting": func(x *Table) error { x.ends = []int{0}; return x.invert(ctx) },
	} {
		if err := do(new(Table)); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
