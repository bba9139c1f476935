package candidates

import (
	"cmp"
	"context"
	"iter"
	"math"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/query"
)

// Options are the options of a table.
type Options struct {
	// Documents is the number of documents, which are numbered from 0.
	Documents int
	// Skip reports whether a document is left out, such as a copy of another one. Nil keeps all.
	Skip func(doc int) bool
	// Counts returns the weight of a document in document frequencies; nil weighs each as 1. A
	// sampled document weighs more, an uncounted one 0. If only uncounted documents have a
	// fingerprint, they weigh 1.
	Counts func(doc int) float64
	// Known holds document frequencies from an index, by [Key]. They replace counted ones, and are
	// at least the number of holders.
	Known map[uint64]int
	// MaxDF is the largest document frequency that counts. Fingerprints in more documents are
	// common: they weigh nothing and make no pairs. Under 1 there is no limit.
	MaxDF int
}

// Table records which documents share which fingerprints. It is immutable and safe for concurrent
// use.
//
// Internally, documents have ranks, the lightest first, and fingerprints have numbers, the rarest
// first.
type Table struct {
	n     int // documents that count, without those left out
	lists [buckets][]fingerprint
	idf   []float64 // by df

	weights []float64 // by document: sum of the idf of its fingerprints
	norms   []float64 // by document: root of the sum of their squares
	sizes   []int     // by document: their number

	rank []uint32 // by document; those left out have none
	docs []uint32 // by rank

	df       []uint32 // by fingerprint number, of the documents that count
	ends     []int    // by fingerprint number: end of its documents in holders
	holders  []uint32 // ranks, ascending, of the documents with each fingerprint
	prints   []uint32 // numbers, ascending, of the fingerprints of each document
	printEnd []int    // by rank: end of its fingerprints in prints
}

// fingerprint is one that several documents share. Lists of them are sorted by key.
type fingerprint struct {
	key     uint64
	df      uint32 // of the documents that count
	holders uint32 // the number of all of them
}

// noRank is the rank of documents that are left out.
const noRank = math.MaxUint32

// NewTable makes a table of the set, and empties the set. Its memory is released as the table
// grows. It checks ctx once a bucket, a 256th of the work.
func NewTable(ctx context.Context, s *Set, o Options) (*Table, error) {
	t := &Table{}
	kept, counts := make([]bool, o.Documents), make([]float64, o.Documents)
	all, counted := 0, 0.0
	for doc := range kept {
		kept[doc], counts[doc] = o.Skip == nil || !o.Skip(doc), 1
		if o.Counts != nil {
			counts[doc] = o.Counts(doc)
		}
		if kept[doc] {
			all++
			counted += counts[doc]
		}
	}
	t.n = cmp.Or(int(math.Round(counted)), all)
	if err := s.sort(ctx, kept); err != nil {
		return nil, err
	}
	t.idf = make([]float64, max(t.n, 1)+1) // DF of an unknown fingerprint is 1
	for df := range t.idf {
		t.idf[df] = query.IDF(t.n, df)
	}
	most := o.MaxDF
	if most < 1 {
		most = t.n
	}
	if err := t.weigh(ctx, s, counts, o.Known, most); err != nil {
		return nil, err
	}
	t.order(kept)
	if err := t.number(ctx, s, most); err != nil {
		return nil, err
	}
	if err := t.invert(ctx); err != nil {
		return nil, err
	}
	return t, nil
}

// sort orders the postings of each bucket by fingerprint and document, each pair once.
func (s *Set) sort(ctx context.Context, kept []bool) error {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for b := range s.buckets {
		group.Go(func() error {
			if err := ctx.Err(); err != nil {
				return err
			}
			list := slices.DeleteFunc(s.buckets[b], func(p posting) bool { return kept != nil && !kept[p.doc] })
			slices.SortFunc(list, comparePostings)
			s.buckets[b] = slices.Compact(list)
			return nil
		})
	}
	return group.Wait()
}

// comparePostings orders postings by fingerprint and document.
func comparePostings(x, y posting) int {
	switch a, b := x.key(), y.key(); { // cmp.Or would compare all
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return cmp.Compare(x.doc, y.doc)
}

// each calls f for every fingerprint of the bucket, with the documents that contain it.
func each(list []posting, f func(key uint64, holders []posting)) {
	for len(list) > 0 {
		n := 1
		for n < len(list) && list[n].key() == list[0].key() {
			n++
		}
		f(list[0].key(), list[:n])
		list = list[n:]
	}
}

// dfOf returns the known df, or the sum of the holders' weights, or their number if none counts. A
// fingerprint with one holder has df 1, even in a sampled document. The result is at most the
// number of documents that count.
func (t *Table) dfOf(key uint64, holders []posting, counts []float64, known map[uint64]int) int {
	if df := known[key]; df > 0 {
		return min(max(df, len(holders)), t.n)
	}
	if len(holders) == 1 {
		return 1
	}
	df := 0.0
	for _, p := range holders {
		df += counts[p.doc]
	}
	return min(cmp.Or(int(math.Round(df)), len(holders)), t.n)
}

// weigh sums each document's fingerprint weights, and lists the shared fingerprints.
func (t *Table) weigh(ctx context.Context, s *Set, counts []float64, known map[uint64]int, most int) error {
	documents := len(counts)
	t.weights, t.norms, t.sizes = make([]float64, documents), make([]float64, documents), make([]int, documents)
	for b, list := range s.buckets {
		if err := ctx.Err(); err != nil {
			return err
		}
		each(list, func(key uint64, holders []posting) {
			df := t.dfOf(key, holders, counts, known)
			if len(holders) > 1 {
				t.lists[b] = append(t.lists[b], fingerprint{key, uint32(df), uint32(len(holders))})
			}
			if df > most {
				return
			}
			idf := t.idf[df]
			for _, p := range holders {
				t.weights[p.doc] += idf
				t.norms[p.doc] += idf * idf
				t.sizes[p.doc]++
			}
		})
	}
	for doc, sum := range t.norms {
		t.norms[doc] = math.Sqrt(sum)
	}
	return nil
}

// order ranks the documents by their weight.
func (t *Table) order(kept []bool) {
	t.rank = make([]uint32, len(kept))
	for doc := range kept {
		t.rank[doc] = noRank
		if kept[doc] {
			t.docs = append(t.docs, uint32(doc))
		}
	}
	slices.SortStableFunc(t.docs, func(x, y uint32) int { return cmp.Compare(t.weights[x], t.weights[y]) })
	for rank, doc := range t.docs {
		t.rank[doc] = uint32(rank)
	}
}

// number numbers the uncommon shared fingerprints, lowest df first, and lists their documents. It
// releases the postings of the set on the way.
func (t *Table) number(ctx context.Context, s *Set, most int) error {
	starts := make([]int, most+2) // by df: numbers of the fingerprints below it
	for f := range t.shared(most) {
		starts[f.df+1]++
	}
	for df := 1; df < len(starts); df++ {
		starts[df] += starts[df-1]
	}
	total := starts[len(starts)-1]
	t.df, t.ends = make([]uint32, total), make([]int, total)
	next := slices.Clone(starts)
	for f := range t.shared(most) {
		i := next[f.df]
		next[f.df]++
		t.df[i], t.ends[i] = f.df, int(f.holders)
	}
	end := 0
	for i := range t.ends {
		end += t.ends[i]
		t.ends[i] = end
	}
	t.holders = make([]uint32, end)
	next = starts
	for b := range s.buckets {
		if err := ctx.Err(); err != nil {
			return err
		}
		shared := t.lists[b] // in the order of each
		each(s.buckets[b], func(key uint64, holders []posting) {
			if len(holders) < 2 {
				return
			}
			df := int(shared[0].df)
			if shared = shared[1:]; df > most {
				return
			}
			list := t.in(uint32(next[df]))
			next[df]++
			for j, p := range holders {
				list[j] = t.rank[p.doc]
			}
			slices.Sort(list)
		})
		s.buckets[b] = nil
	}
	return nil
}

// shared returns the fingerprints with a df up to most, by bucket and key.
func (t *Table) shared(most int) iter.Seq[fingerprint] {
	return func(yield func(fingerprint) bool) {
		for _, list := range t.lists {
			for _, f := range list {
				if int(f.df) <= most && !yield(f) {
					return
				}
			}
		}
	}
}

// invert lists the fingerprints of each document.
func (t *Table) invert(ctx context.Context) error {
	t.printEnd = make([]int, len(t.docs)+1)
	for _, rank := range t.holders {
		t.printEnd[rank+1]++
	}
	for i := 1; i < len(t.printEnd); i++ {
		t.printEnd[i] += t.printEnd[i-1]
	}
	t.prints = make([]uint32, len(t.holders))
	i := 0
	for n, end := range t.ends {
		if n%(1<<16) == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		for ; i < end; i++ {
			rank := t.holders[i]
			t.prints[t.printEnd[rank]] = uint32(n)
			t.printEnd[rank]++
		}
	}
	t.printEnd = t.printEnd[:len(t.docs)]
	return nil
}

// printsOf returns the shared fingerprints of the document of that rank, the rarest first.
func (t *Table) printsOf(rank uint32) []uint32 {
	from := 0
	if rank > 0 {
		from = t.printEnd[rank-1]
	}
	return t.prints[from:t.printEnd[rank]]
}

// in returns the documents that contain the fingerprint, the lightest first.
func (t *Table) in(n uint32) []uint32 {
	from := 0
	if n > 0 {
		from = t.ends[n-1]
	}
	return t.holders[from:t.ends[n]]
}

// Documents returns the number of documents that count, without those left out.
func (t *Table) Documents() int { return t.n }

// Weight returns the sum of the idf of the document's fingerprints.
func (t *Table) Weight(doc int) float64 { return t.weights[doc] }

// DF returns the document frequency of a fingerprint that is in some document: see
// [Options.Counts].
func (t *Table) DF(r analyzer.Representation, hash uint64) int {
	key := Key(r, hash)
	list := t.lists[bucketOf(key)]
	at := 0
	for n := len(list); n > 1; n -= n / 2 { // slices.BinarySearchFunc takes three times as long in WebAssembly
		if half := at + n/2; list[half].key <= key {
			at = half
		}
	}
	if at == len(list) || list[at].key != key {
		return 1
	}
	return int(list[at].df)
}

// IDF returns the inverse document frequency of a fingerprint: see [Table.DF].
func (t *Table) IDF(r analyzer.Representation, hash uint64) float64 { return t.idf[t.DF(r, hash)] }

// Measures are the measures of two documents by their fingerprints. All but Shared are from 0 to 1.
type Measures struct {
	// ContainmentA is the share by idf of the first document's fingerprints that the second has.
	// ContainmentB is the reverse.
	ContainmentA, ContainmentB float64
	Resemblance, Cosine        float64
	// Shared is the sum of the idf of the common fingerprints.
	Shared float64
}

// Measures compares two documents that were not left out.
func (t *Table) Measures(a, b int) Measures {
	var m Measures
	shared, product := 0, 0.0
	both(t.printsOf(t.rank[a]), t.printsOf(t.rank[b]), func(n uint32) {
		idf := t.idf[t.df[n]]
		m.Shared += idf
		product += idf * idf
		shared++
	})
	if shared == 0 {
		return m
	}
	m.ContainmentA, m.ContainmentB = min(1, m.Shared/t.weights[a]), min(1, m.Shared/t.weights[b])
	m.Resemblance = float64(shared) / float64(t.sizes[a]+t.sizes[b]-shared)
	m.Cosine = min(1, product/(t.norms[a]*t.norms[b]))
	return m
}

// both calls f for every number in both ascending lists.
func both(a, b []uint32, f func(uint32)) {
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] < b[j]:
			i++
		case a[i] > b[j]:
			j++
		default:
			f(a[i])
			i++
			j++
		}
	}
}
