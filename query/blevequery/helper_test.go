package blevequery

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/analysis/analyzer/custom"
	"github.com/blevesearch/bleve/v2/analysis/analyzer/keyword"
	"github.com/blevesearch/bleve/v2/analysis/tokenizer/whitespace"
	"github.com/blevesearch/bleve/v2/index/scorch"
	"github.com/blevesearch/bleve/v2/mapping"
	bindex "github.com/blevesearch/bleve_index_api"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
	"github.com/chaffinch-search/chaffinch/index/segment"
	"github.com/chaffinch-search/chaffinch/query"
)

// Tests here make indexes with Bleve alone. Their documents have fields with terms separated by
// blanks, so that the expected results can be computed from the documents.

var bothFields = []string{"structure", "exact"}

// document is an indexed document: terms by field, repeated as often as they occur.
type document map[string][]string

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func newMapping(t testing.TB) mapping.IndexMapping {
	t.Helper()
	m := bleve.NewIndexMapping()
	must(t, m.AddCustomAnalyzer("blanks", map[string]any{"type": custom.Name, "tokenizer": whitespace.Name}))
	m.DefaultMapping = bleve.NewDocumentStaticMapping()
	for name, a := range map[string]string{"structure": "blanks", "exact": "blanks", "language": keyword.Name} {
		f := bleve.NewTextFieldMapping()
		f.Analyzer, f.Store, f.IncludeInAll, f.IncludeTermVectors, f.DocValues = a, false, false, false, false
		m.DefaultMapping.AddFieldMappingsAt(name, f)
	}
	return m
}

// newIndex returns an empty index in memory that is never merged, so that a batch is a segment.
func newIndex(t testing.TB) bleve.Index {
	t.Helper()
	return newIndexAt(t, "", nil)
}

// onBoth runs a test with segments of both types.
func onBoth(t *testing.T, test func(t *testing.T, config segments)) {
	t.Run("zap", func(t *testing.T) { test(t, nil) })
	t.Run("chaffinch", func(t *testing.T) {
		test(t, func() map[string]any { return segment.Config([]string{"structure", "exact"}, nil) })
	})
}

// segments is the configuration of an index; nil for Bleve's own segments.
type segments func() map[string]any

func newIndexAt(t testing.TB, path string, config segments) bleve.Index {
	t.Helper()
	var own map[string]any
	if config != nil {
		own = config()
	}
	x, err := bleve.NewUsing(path, newMapping(t), scorch.Name, scorch.Name, own)
	must(t, err)
	t.Cleanup(func() { x.Close() })
	return x
}

// write indexes the documents in one batch, and deletes those that are nil.
func write(t testing.TB, x bleve.Index, docs map[string]document) {
	t.Helper()
	b := x.NewBatch()
	for _, id := range slices.Sorted(maps.Keys(docs)) {
		if docs[id] == nil {
			b.Delete(id)
			continue
		}
		fields := map[string]any{}
		for name, terms := range docs[id] {
			if name == "language" {
				fields[name] = terms[0]
				continue
			}
			padded := slices.Clone(terms)
			for i := range padded {
				padded[i] = pad(padded[i])
			}
			fields[name] = strings.Join(padded, " ")
		}
		must(t, b.Index(id, fields))
	}
	must(t, x.Batch(b))
}

func readerOf(t testing.TB, x bleve.Index) bindex.IndexReader {
	t.Helper()
	advanced, err := x.Advanced()
	must(t, err)
	r, err := advanced.Reader()
	must(t, err)
	t.Cleanup(func() { r.Close() })
	return r
}

// world is an index with the documents that it contains.
type world struct {
	index bleve.Index
	docs  map[string]document
	rand  *rand.Rand
}

// word is a term in the form of a fingerprint. The words cover all ranges that weights are computed
// in.
func word(i int) string {
	return string(winnow.AppendTerm(nil, uint64(i+1)*0x9e3779b97f4a7c15))
}

// pad makes a term from a short word.
func pad(word string) string {
	return word + strings.Repeat("0", max(0, winnow.TermSize-len(word)))
}

// term is the term of a question for a word.
func term(field, word string, spare bool) query.Term {
	r, err := analyzer.ParseRepresentation(field)
	if err != nil {
		panic(err)
	}
	hash, err := winnow.ParseTerm([]byte(pad(word)))
	if err != nil {
		panic(err)
	}
	return query.Term{Representation: r, Hash: hash, Spare: spare}
}

// randomTerms are n terms, small numbers far more often than large ones.
func randomTerms(r *rand.Rand, n int) []string {
	terms := make([]string, n)
	for i := range terms {
		terms[i] = word(int(200 * math.Pow(r.Float64(), 3)))
	}
	return terms
}

func randomDocument(r *rand.Rand) document {
	d := document{"exact": randomTerms(r, 1+r.IntN(40)), "language": {[]string{"Go", "C"}[r.IntN(2)]}}
	if r.IntN(4) > 0 {
		d["structure"] = randomTerms(r, 1+r.IntN(20))
	}
	return d
}

// newWorld fills the index in several batches, with changes, deletions, and documents that are
// alike so that there are ties.
func newWorld(t testing.TB, x bleve.Index, seed uint64) *world {
	t.Helper()
	w := &world{x, map[string]document{}, rand.New(rand.NewPCG(seed, 9))}
	for range 4 {
		batch := map[string]document{}
		for range 5 + w.rand.IntN(20) {
			id := fmt.Sprintf("d%02d", w.rand.IntN(60))
			switch w.rand.IntN(8) {
			case 0:
				batch[id] = nil
			case 1, 2:
				batch[id] = w.any()
			default:
				batch[id] = randomDocument(w.rand)
			}
		}
		w.write(t, batch)
	}
	return w
}

func (w *world) write(t testing.TB, batch map[string]document) {
	t.Helper()
	write(t, w.index, batch)
	for id, d := range batch {
		if d == nil {
			delete(w.docs, id)
		} else {
			w.docs[id] = d
		}
	}
}

// any returns one of the documents.
func (w *world) any() document {
	ids := slices.Sorted(maps.Keys(w.docs))
	if len(ids) == 0 {
		return randomDocument(w.rand)
	}
	return w.docs[ids[w.rand.IntN(len(ids))]]
}

// question is a random question: terms of one document, of others, spare ones, and unknown ones.
func (w *world) question() []query.Term {
	var terms []query.Term
	d := w.any()
	for _, field := range bothFields {
		for _, text := range d[field] {
			if w.rand.IntN(3) > 0 {
				terms = append(terms, term(field, text, false))
			}
		}
		for _, text := range randomTerms(w.rand, w.rand.IntN(8)) {
			terms = append(terms, term(field, text, w.rand.IntN(3) == 0))
		}
	}
	return append(terms, term("exact", "nobod", w.rand.IntN(2) == 0))
}

func asQuestion(d document) []query.Term {
	var terms []query.Term
	for _, field := range bothFields {
		for _, text := range d[field] {
			terms = append(terms, term(field, text, false))
		}
	}
	return terms
}

type key struct{ field, text string }

// expected are the scores of one document, not limited to 1.
type expected struct {
	id     string
	scores [3]float64
}

// exhaustive computes every document's scores by the definitions, from the documents alone.
func exhaustive(docs map[string]document, question []query.Term, n int) []expected {
	holds := map[string]map[key]bool{}
	df := map[key]int{}
	for id, d := range docs {
		holds[id] = map[key]bool{}
		for _, field := range bothFields {
			for _, text := range d[field] {
				holds[id][key{field, text}] = true
			}
		}
		for k := range holds[id] {
			df[k]++
		}
	}
	if n < 1 {
		n = len(docs)
	}
	idf := func(k key) float64 { return math.Log(1 + float64(n)/float64(max(df[k], 1))) }
	q := map[key]bool{} // whether it is more than spare
	for _, t := range question {
		k := key{t.Representation.String(), t.Text()}
		q[k] = q[k] || !t.Spare
	}
	var all []expected
	for id, d := range holds {
		var shared, asked, dot, own, other, both, qs float64
		for k, asks := range q {
			if asks {
				asked += idf(k)
				own += math.Pow(idf(k), 2)
				qs++
			}
			if !d[k] {
				continue
			}
			shared += idf(k)
			if asks {
				dot += math.Pow(idf(k), 2)
				both++
			}
		}
		for k := range d {
			other += math.Pow(idf(k), 2)
		}
		e := expected{id: id}
		if qs > 0 {
			e.scores[query.Containment] = shared / asked
			e.scores[query.Resemblance] = both / (qs + float64(len(d)) - both)
			if dot > 0 {
				e.scores[query.Cosine] = dot / math.Sqrt(own) / math.Sqrt(other)
			}
		}
		all = append(all, e)
	}
	return all
}

// ranked returns the documents with a score of at least least, best first.
func ranked(all []expected, m query.Measure, least float64) []expected {
	var kept []expected
	for _, e := range all {
		if e.scores[m] > 0 && e.scores[m] >= least {
			kept = append(kept, e)
		}
	}
	slices.SortFunc(kept, func(a, b expected) int {
		return cmp.Or(cmp.Compare(b.scores[m], a.scores[m]), cmp.Compare(a.id, b.id))
	})
	return kept
}

// near reports whether a score is as expected: to 1e-9, or to a relative 1e-6 if 32-bit norms
// contribute to it.
func near(m query.Measure, got, want float64) bool {
	if m == query.Cosine {
		return math.Abs(got-want) <= 1e-6*want
	}
	return math.Abs(got-want) <= 1e-9
}

func weightsOf(t testing.TB, r bindex.IndexReader, n int) *query.Weights {
	t.Helper()
	if n < 1 {
		count, err := r.DocCount()
		must(t, err)
		n = int(count)
	}
	w, err := ComputeWeights(context.Background(), r, bothFields, n)
	must(t, err)
	return w
}

func searched(t testing.TB, r bindex.IndexReader, terms []query.Term, o query.Options) *query.Result {
	t.Helper()
	result, err := Search(context.Background(), r, query.NewVector(terms), o)
	must(t, err)
	return result
}

func ids(hits []query.Hit) []string {
	list := []string{}
	for _, h := range hits {
		list = append(list, h.ID)
	}
	return list
}
