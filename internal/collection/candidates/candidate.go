package candidates

import (
	"context"
	"runtime"
	"slices"
	"sort"
	"sync"

	"golang.org/x/sync/errgroup"
)

// Candidate is a pair of documents with common fingerprints. Shared is the sum of their idf.
type Candidate struct {
	A, B   int // A < B
	Shared float64
}

// Candidates calls f for every pair of documents that share enough weight. Enough is the part least
// of the lighter one's weight. least is from 0 to 1; 0 selects every pair with a common
// fingerprint. Each pair comes once, in no particular order, and f is called from one goroutine at
// a time. Candidates stops at the first error of f, and when ctx is done; it checks ctx once per
// document.
//
// Each document is compared with the heavier ones only. Its fingerprints are read by ascending df.
// Once the remaining ones weigh too little to make a pair by themselves, no new candidate is
// opened. The long lists of common fingerprints are then not read if looking them up in the few
// candidates is cheaper (prefix filtering: Bayardo, Ma and Srikant, "Scaling up all pairs
// similarity search", 2007, section 4). The result is exact.
func (t *Table) Candidates(ctx context.Context, least float64, f func(Candidate) error) error {
	return t.eachRank(ctx, func(w *finder, self uint32) { w.find(self, least) }, f)
}

// eachRank calls find for each rank, and f for the pairs that it finds.
func (t *Table) eachRank(ctx context.Context, find func(*finder, uint32), f func(Candidate) error) error {
	var mu sync.Mutex
	group, ctx := errgroup.WithContext(ctx)
	workers := runtime.GOMAXPROCS(0)
	for first := range workers {
		group.Go(func() error {
			w := &finder{t: t, sums: make([]float64, len(t.docs))}
			for rank := first; rank < len(t.docs); rank += workers {
				if err := ctx.Err(); err != nil {
					return err
				}
				find(w, uint32(rank))
				if err := w.report(&mu, f); err != nil {
					return err
				}
			}
			return nil
		})
	}
	return group.Wait()
}

// finder finds the partners of one document after another.
type finder struct {
	t       *Table
	self    uint32
	sums    []float64 // by rank: idf shared so far
	touched []uint32  // ranks with a positive sum
	rest    []float64 // by fingerprint of self: its weight plus the weights of later ones
	need    float64
}

// rounding lowers the threshold, so that sums in another order pass.
const rounding = 1 - 1e-9

// find sums up the weights that the heavier documents share with the document of that rank.
func (w *finder) find(self uint32, least float64) {
	t := w.t
	w.self, w.touched = self, w.touched[:0]
	w.need = least * t.weights[t.docs[self]] * rounding
	prints := t.printsOf(self)
	w.sumUp(prints)
	for i, n := range prints {
		if w.rest[i] < w.need {
			w.complete(prints[i:])
			return
		}
		w.count(n)
	}
}

// count adds the weight of a fingerprint that the heavier documents share.
func (w *finder) count(n uint32) {
	idf := w.t.idf[w.t.df[n]]
	for _, other := range w.heavier(n) {
		if w.sums[other] == 0 {
			w.touched = append(w.touched, other)
		}
		w.sums[other] += idf
	}
}

// Affordable returns the largest df of the fingerprints that [Table.Sharing] may count. It counts
// at most so many pairs of documents with one fingerprint. A fingerprint of n documents has n²/2 of
// them.
func (t *Table) Affordable(pairs int) (df int) {
	for n := range t.df {
		holders := len(t.in(uint32(n)))
		if pairs -= holders * holders / 2; pairs < 0 {
			return int(t.df[n]) - 1
		}
	}
	return t.n
}

// Sharing calls f for every pair of documents that share at least that weight. The weight is the
// sum of the idf of common fingerprints. It counts no fingerprint that more than most documents
// have. See [Table.Candidates].
func (t *Table) Sharing(ctx context.Context, least float64, most int, f func(Candidate) error) error {
	return t.eachRank(ctx, func(w *finder, self uint32) {
		w.self, w.touched, w.need = self, w.touched[:0], least*rounding
		for _, n := range t.printsOf(self) {
			if int(t.df[n]) > most {
				return // they ascend
			}
			w.count(n)
		}
	}, f)
}

func (w *finder) sumUp(prints []uint32) {
	w.rest = slices.Grow(w.rest[:0], len(prints))[:len(prints)]
	sum := 0.0
	for i := len(prints) - 1; i >= 0; i-- {
		sum += w.t.idf[w.t.df[prints[i]]]
		w.rest[i] = sum
	}
}

// heavier returns the documents of higher rank that contain the fingerprint.
func (w *finder) heavier(n uint32) []uint32 {
	list := w.t.in(n)
	return list[sort.Search(len(list), func(i int) bool { return list[i] > w.self }):]
}

// lookUpCost is the cost of comparing two elements of lists, in postings read.
const lookUpCost = 4

// complete adds the shared weight of the common fingerprints. No candidate can be dropped earlier,
// because its shared weight may already equal the missing weight.
func (w *finder) complete(common []uint32) {
	long := 0
	for _, n := range common {
		long += len(w.t.in(n))
	}
	if long > lookUpCost*len(common)*len(w.touched) {
		for _, other := range w.touched {
			list := w.t.printsOf(other)
			from, _ := slices.BinarySearch(list, common[0])
			both(common, list[from:], func(n uint32) { w.sums[other] += w.t.idf[w.t.df[n]] })
		}
		return
	}
	for _, n := range common {
		for _, other := range w.heavier(n) {
			if w.sums[other] > 0 {
				w.sums[other] += w.t.idf[w.t.df[n]]
			}
		}
	}
}

// report calls f for the pairs that share enough, and clears the sums.
func (w *finder) report(mu *sync.Mutex, f func(Candidate) error) error {
	if len(w.touched) == 0 {
		return nil
	}
	slices.Sort(w.touched)
	mu.Lock()
	defer mu.Unlock()
	self := int(w.t.docs[w.self])
	var failed error
	for _, other := range w.touched {
		shared := w.sums[other]
		w.sums[other] = 0
		if shared < w.need || failed != nil {
			continue
		}
		doc := int(w.t.docs[other])
		failed = f(Candidate{min(self, doc), max(self, doc), shared})
	}
	return failed
}
