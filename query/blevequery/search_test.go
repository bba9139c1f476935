package blevequery

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/index/scorch"
	"github.com/blevesearch/bleve/v2/index/scorch/mergeplan"
	bindex "github.com/blevesearch/bleve_index_api"

	"github.com/chaffinch-search/chaffinch/internal/ctxtest"
	"github.com/chaffinch-search/chaffinch/query"
)

var measures = []query.Measure{query.Containment, query.Cosine, query.Resemblance}

// sameAsExhaustive checks a result against the scores of all documents.
func sameAsExhaustive(t *testing.T, hits []query.Hit, all []expected, m query.Measure, top int, least float64) {
	t.Helper()
	want := ranked(all, m, least)
	if top > 0 {
		want = want[:min(top, len(want))]
	}
	if len(hits) != len(want) {
		t.Fatalf("%d hits, not %d", len(hits), len(want))
	}
	byID := map[string]expected{}
	for _, e := range all {
		byID[e.id] = e
	}
	for i, h := range hits {
		e := byID[h.ID]
		for measure, got := range map[query.Measure]float64{m: h.Score, query.Containment: h.Containment, query.Cosine: h.Cosine, query.Resemblance: h.Resemblance} {
			if !(got >= 0 && got <= 1) || !near(measure, got, min(e.scores[measure], 1)) {
				t.Errorf("hit %d, %s, %s: %.12f, not %.12f", i, h.ID, measure, got, e.scores[measure])
			}
		}
		// Where two scores differ by no more than rounding, either may be first.
		if h.ID != want[i].id && !near(m, e.scores[m], want[i].scores[m]) {
			t.Errorf("hit %d is %s (%.12f), not %s (%.12f)", i, h.ID, e.scores[m], want[i].id, want[i].scores[m])
		}
		if i > 0 && (h.Score > hits[i-1].Score || h.Score == hits[i-1].Score && e.scores[m] < 1 && h.ID <= hits[i-1].ID) {
			t.Errorf("%s (%v) comes after %s (%v)", h.ID, h.Score, hits[i-1].ID, hits[i-1].Score)
		}
	}
	if t.Failed() {
		t.FailNow()
	}
}

func TestSearch_IsExact(t *testing.T) { onBoth(t, testSearchIsExact) }

func testSearchIsExact(t *testing.T, config segments) {
	for seed := range uint64(6) {
		w := newWorld(t, newIndexAt(t, "", config), seed)
		r := readerOf(t, w.index)
		documents := 0
		if seed%3 == 1 {
			documents = 500 // an index that holds other documents, or fewer
		} else if seed%3 == 2 {
			documents = 10
		}
		weights := weightsOf(t, r, documents)
		for range 5 {
			terms := w.question()
			all := exhaustive(w.docs, terms, documents)
			for _, m := range measures {
				o := query.Options{Measure: m, Documents: documents, Weights: weights}
				whole := searched(t, r, terms, o)
				sameAsExhaustive(t, whole.Hits, all, m, 0, 0)
				for _, top := range []int{1, 2, 3, 5, 10, 1000} {
					o.Top, o.MinScore = top, 0
					got := searched(t, r, terms, o)
					if want := whole.Hits[:min(top, len(whole.Hits))]; len(want)+len(got.Hits) > 0 && !reflect.DeepEqual(got.Hits, want) {
						t.Fatalf("seed %d, %s: the top %d are not the first of all:\n%v\n%v", seed, m, top, got.Hits, want)
					}
					o.MinScore = w.rand.Float64() / 2
					sameAsExhaustive(t, searched(t, r, terms, o).Hits, all, m, top, o.MinScore)
				}
			}
		}
	}
}

func TestSearchAll_EqualsSearchOfEach(t *testing.T) {
	onBoth(t, func(t *testing.T, config segments) {
		w := newWorld(t, newIndexAt(t, "", config), 78)
		r := readerOf(t, w.index)
		for _, o := range []query.Options{{}, {Top: 3}, {Top: 2, MaxTerms: 4}, {Measure: query.Cosine, Weights: weightsOf(t, r, 0)}} {
			var vectors []*query.Vector
			for range 7 {
				vectors = append(vectors, query.NewVector(w.question()))
			}
			vectors = append(vectors, vectors[0], query.NewVector(nil))
			all, err := SearchAll(context.Background(), r, vectors, o)
			must(t, err)
			for i, v := range vectors {
				one, err := Search(context.Background(), r, v, o)
				must(t, err)
				one.Stats.Duration, all[i].Stats.Duration = 0, 0
				if !reflect.DeepEqual(one, all[i]) {
					t.Errorf("question %d: %+v, and alone %+v", i, all[i], one)
				}
			}
		}
	})
}

// Long lists are read in other ways than short ones. Both types of segments must agree on them,
// also after deletions.
func TestSearch_SegmentTypesAgreeOnLongLists(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 13))
	var batches []map[string]document
	for b := range 3 {
		batch := map[string]document{}
		for i := range 700 {
			d := document{}
			for _, field := range bothFields {
				for range 30 {
					d[field] = append(d[field], word(int(400*math.Pow(rng.Float64(), 4))))
				}
			}
			batch[fmt.Sprintf("d%04d", b*450+i)] = d // a third of those before is replaced
		}
		for range 100 {
			batch[fmt.Sprintf("d%04d", rng.IntN(b*450+450))] = nil
		}
		batches = append(batches, batch)
	}
	var readers []bindex.IndexReader
	var weights []*query.Weights
	onBoth(t, func(_ *testing.T, config segments) {
		x := newIndexAt(t, "", config)
		for _, b := range batches {
			write(t, x, b)
		}
		readers = append(readers, readerOf(t, x))
		weights = append(weights, weightsOf(t, readers[len(readers)-1], 0))
	})
	for range 40 {
		var terms []query.Term
		for _, field := range bothFields {
			for range 1 + rng.IntN(12) {
				terms = append(terms, term(field, word(rng.IntN(500)), false))
			}
		}
		for _, m := range measures {
			for _, top := range []int{0, 1, 10} {
				var found []*query.Result
				for i, r := range readers {
					result := searched(t, r, terms, query.Options{Measure: m, Top: top, Weights: weights[i]})
					result.Stats = query.Stats{}
					found = append(found, result)
				}
				if !reflect.DeepEqual(found[0], found[1]) {
					t.Fatalf("%s, top %d of %v: with zap %+v, with ours %+v", m, top, terms, found[0].Hits, found[1].Hits)
				}
			}
		}
	}
}

func TestScore_SameDocumentTwice(t *testing.T) {
	onBoth(t, func(t *testing.T, config segments) {
		w := newWorld(t, newIndexAt(t, "", config), 79)
		v := query.NewVector(w.question())
		found := searched(t, readerOf(t, w.index), v.Terms(), query.Options{})
		if len(found.Hits) == 0 {
			t.Fatal("nothing is found")
		}
		id := found.Hits[0].ID
		once, err := Score(context.Background(), readerOf(t, w.index), v, []string{id}, query.Options{})
		must(t, err)
		twice, err := Score(context.Background(), readerOf(t, w.index), v, []string{id, id}, query.Options{})
		must(t, err)
		if len(twice) != 2 || !reflect.DeepEqual(twice[0], once[0]) || !reflect.DeepEqual(twice[1], once[0]) {
			t.Errorf("%+v, and once %+v", twice, once)
		}
	})
}

func TestSearch_MaxTermsAsksTheSmallest(t *testing.T) {
	w := newWorld(t, newIndex(t), 77)
	r := readerOf(t, w.index)
	weights := weightsOf(t, r, 0)
	for range 10 {
		terms := w.question()
		v := query.NewVector(terms)
		for _, n := range []int{1, 3, 10, v.Len() - 1, v.Len(), v.Len() + 1} {
			smallest := slices.Clone(v.Terms())
			slices.SortFunc(smallest, func(a, b query.Term) int {
				return cmp.Or(cmp.Compare(a.Text(), b.Text()),
					cmp.Compare(a.Representation.String(), b.Representation.String()))
			})
			smallest = smallest[:min(n, len(smallest))]
			for _, m := range measures {
				result := searched(t, r, terms, query.Options{Measure: m, Weights: weights, MaxTerms: n})
				if len(result.Terms) != len(smallest) || result.Stats.Terms != len(smallest) {
					t.Fatalf("%d terms, not %d", len(result.Terms), len(smallest))
				}
				sameAsExhaustive(t, result.Hits, exhaustive(w.docs, smallest, 0), m, 0, 0)
			}
		}
	}
}

// Matched terms are those of the document. Terms come by descending idf, with a df that excludes
// deleted documents.
func TestSearch_ReturnsTermsAndMatches(t *testing.T) {
	w := newWorld(t, newIndex(t), 5)
	r := readerOf(t, w.index)
	for range 10 {
		result := searched(t, r, w.question(), query.Options{Top: 4})
		for i, ts := range result.Terms {
			df := 0
			for _, d := range w.docs {
				if slices.Contains(d[ts.Representation.String()], ts.Text()) {
					df++
				}
			}
			if ts.DF != df || ts.IDF != query.IDF(len(w.docs), df) || i > 0 && ts.IDF > result.Terms[i-1].IDF {
				t.Errorf("term %+v: df is %d", ts, df)
			}
		}
		for _, h := range result.Hits {
			var want []int
			for i, ts := range result.Terms {
				if slices.Contains(w.docs[h.ID][ts.Representation.String()], ts.Text()) {
					want = append(want, i)
				}
			}
			if !slices.Equal(h.Matched, want) {
				t.Errorf("%s matched %v, not %v", h.ID, h.Matched, want)
			}
		}
	}
}

func TestSearch_IndependentOfSegments(t *testing.T) {
	dir := t.TempDir()
	w := newWorld(t, newIndexAt(t, filepath.Join(dir, "x"), nil), 21)
	one := newIndex(t)
	write(t, one, w.docs)
	before := readerOf(t, w.index)
	questions := [][]query.Term{w.question(), w.question(), w.question(), asQuestion(w.any())}
	advanced, err := w.index.Advanced()
	must(t, err)
	must(t, advanced.(*scorch.Scorch).ForceMerge(context.Background(), &mergeplan.SingleSegmentMergePlanOptions))
	after, alone := readerOf(t, w.index), readerOf(t, one)
	if n := len(after.(*scorch.IndexSnapshot).Segments()); n != 1 {
		t.Fatalf("%d segments after the merge", n)
	}
	for _, terms := range questions {
		for _, m := range measures {
			for _, top := range []int{0, 3} {
				o := query.Options{Measure: m, Top: top, Weights: weightsOf(t, before, 0)}
				want := searched(t, before, terms, o).Hits
				o.Weights = weightsOf(t, after, 0)
				if got := searched(t, after, terms, o).Hits; !reflect.DeepEqual(got, want) {
					t.Fatalf("%s, merged: %v, not %v", m, got, want)
				}
				o.Weights = weightsOf(t, alone, 0)
				if got := searched(t, alone, terms, o).Hits; !reflect.DeepEqual(got, want) {
					t.Fatalf("%s, in one batch: %v, not %v", m, got, want)
				}
			}
		}
	}
}

func TestSearch_IdenticalDocumentScoresOne(t *testing.T) {
	w := newWorld(t, newIndex(t), 3)
	r := readerOf(t, w.index)
	weights := weightsOf(t, r, 0)
	for id, d := range w.docs {
		for _, m := range measures {
			var hit *query.Hit
			for _, h := range searched(t, r, asQuestion(d), query.Options{Measure: m, Weights: weights}).Hits {
				if h.ID == id {
					hit = &h
				}
			}
			if hit == nil {
				t.Fatalf("%s does not find itself", id)
			}
			for _, s := range []float64{hit.Score, hit.Containment, hit.Cosine, hit.Resemblance} {
				if s < 1-1e-6 || s > 1 {
					t.Errorf("%s by %s: %+v", id, m, hit)
				}
			}
		}
	}
}

func TestSearch_SpareTermsCountForContainmentOnly(t *testing.T) {
	x := newIndex(t)
	write(t, x, map[string]document{
		"both": {"exact": {"a", "s"}}, "term": {"exact": {"a"}}, "spare": {"exact": {"s"}}, "none": {"exact": {"z"}},
	})
	r := readerOf(t, x)
	weights := weightsOf(t, r, 0)
	terms := []query.Term{term("exact", "a", false), term("exact", "s", true)}
	hits := searched(t, r, terms, query.Options{Weights: weights}).Hits
	if got := ids(hits); !slices.Equal(got, []string{"both", "spare", "term"}) {
		t.Errorf("hits %v", got)
	}
	for _, h := range hits {
		if h.Score != 1 {
			t.Errorf("%+v", h)
		}
	}
	for _, m := range []query.Measure{query.Cosine, query.Resemblance} {
		if got := ids(searched(t, r, terms, query.Options{Measure: m, Weights: weights}).Hits); len(got) != 2 || slices.Contains(got, "spare") {
			t.Errorf("%s: hits %v", m, got)
		}
	}
	for _, m := range measures { // nothing but spare terms has no size
		if hits := searched(t, r, terms[1:], query.Options{Measure: m, Weights: weights}).Hits; len(hits) != 0 {
			t.Errorf("%s: hits %v", m, hits)
		}
	}
}

func TestSearch_NothingFound(t *testing.T) {
	empty := newIndex(t)
	some := newIndex(t)
	write(t, some, map[string]document{"a": {"exact": {"a"}}})
	for name, x := range map[string]bleve.Index{"empty": empty, "some": some} {
		r := readerOf(t, x)
		weights := weightsOf(t, r, 0)
		for _, terms := range [][]query.Term{nil, {term("exact", "nobod", false)}, {term("structure", "a", false)}, {term("exact", "nobod", true)}} {
			for _, m := range measures {
				for _, top := range []int{-1, 0, 1, 10} {
					result := searched(t, r, terms, query.Options{Measure: m, Top: top, Weights: weights, MaxTerms: -1})
					if len(result.Hits) != 0 || len(result.Terms) != len(terms) {
						t.Errorf("%s, %v: %+v", name, terms, result)
					}
				}
			}
		}
	}
}

func TestSearch_NeedsFreshWeights(t *testing.T) {
	w := newWorld(t, newIndex(t), 1)
	r := readerOf(t, w.index)
	terms := w.question()
	for _, m := range []query.Measure{query.Cosine, query.Resemblance} {
		if _, err := Search(context.Background(), r, query.NewVector(terms), query.Options{Measure: m}); err == nil {
			t.Errorf("%s without weights", m)
		}
	}
	for _, h := range searched(t, r, terms, query.Options{}).Hits {
		if h.Cosine != 0 || h.Resemblance != 0 || h.Score != h.Containment {
			t.Errorf("%+v", h)
		}
	}
	stale := weightsOf(t, r, 0)
	w.write(t, map[string]document{"new": w.any()})
	for _, m := range measures {
		if _, err := Search(context.Background(), readerOf(t, w.index), query.NewVector(terms), query.Options{Measure: m, Weights: stale}); err == nil {
			t.Errorf("%s with the weights of another snapshot", m)
		}
		if _, err := Search(context.Background(), r, query.NewVector(terms), query.Options{Measure: m, Weights: new(query.Weights)}); err == nil {
			t.Errorf("%s with no weights in it", m)
		}
	}
}

func TestErrNotScorch_OtherIndexTypes(t *testing.T) {
	x, err := bleve.NewMemOnly(newMapping(t))
	must(t, err)
	defer x.Close()
	r := readerOf(t, x)
	ctx := context.Background()
	v := query.NewVector([]query.Term{term("exact", "a", false)})
	_, asked := Search(ctx, r, v, query.Options{})
	_, weigh := ComputeWeights(ctx, r, bothFields, 1)
	_, with := DocumentsWith(r, "exact", "a", 1)
	each := EachTerm(ctx, r, "exact", func([]byte, int) error { return nil })
	_, asQuery := x.Search(bleve.NewSearchRequest(NewQuery(v, query.Options{})))
	_, asCosine := x.Search(bleve.NewSearchRequest(NewQuery(v, query.Options{Measure: query.Cosine})))
	for i, err := range []error{asked, weigh, with, each, asQuery, asCosine} {
		if !errors.Is(err, ErrNotScorch) || !strings.Contains(err.Error(), "create it with bleve.New") {
			t.Errorf("%d: %v", i, err)
		}
	}
	if Fresh(new(query.Weights), r, bothFields, 1) {
		t.Error("weights are fresh")
	}
}

func TestSearch_CancelledLeavesNoTrace(t *testing.T) {
	w := newWorld(t, newIndex(t), 6)
	r := readerOf(t, w.index)
	weights := weightsOf(t, r, 0)
	terms := w.question()
	for _, m := range measures {
		o := query.Options{Measure: m, Top: 2, Weights: weights}
		want := searched(t, r, terms, o).Hits
		for n := 0; ; n++ {
			_, err := Search(ctxtest.After(n), r, query.NewVector(terms), o)
			if err == nil {
				break
			}
			if !errors.Is(err, context.Canceled) {
				t.Fatal(err)
			}
			if got := searched(t, r, terms, o).Hits; !reflect.DeepEqual(got, want) {
				t.Fatalf("cancelled at %d: %v, not %v", n, got, want)
			}
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := ComputeWeights(ctx, r, bothFields, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("weights: %v", err)
	}
	sumsAreZero(t)
}

func sumsAreZero(t *testing.T) {
	t.Helper()
	for {
		sums, ok := sumsPool.Get().(*[]float64)
		if !ok {
			return
		}
		for i, s := range *sums {
			if s != 0 {
				t.Fatalf("sum %d of %d is %v", i, len(*sums), s)
			}
		}
	}
}

func TestSearch_ConcurrentOnOneSnapshot(t *testing.T) {
	w := newWorld(t, newIndex(t), 13)
	r := readerOf(t, w.index)
	weights := weightsOf(t, r, 0)
	var questions [][]query.Term
	var want [][]query.Hit
	for i := range 9 {
		questions = append(questions, w.question())
		want = append(want, searched(t, r, questions[i], query.Options{Measure: measures[i%3], Top: 1 + i, Weights: weights}).Hits)
	}
	var group sync.WaitGroup
	for g := range 8 {
		group.Go(func() {
			for n := range 20 {
				i := (g + n) % len(questions)
				got, err := Search(context.Background(), r, query.NewVector(questions[i]), query.Options{Measure: measures[i%3], Top: 1 + i, Weights: weights})
				if err != nil || !reflect.DeepEqual(got.Hits, want[i]) {
					t.Errorf("question %d: %v, %v", i, got, err)
				}
			}
		})
	}
	group.Wait()
	sumsAreZero(t)
}

// A bound that is too low would lose documents. The hardest document has exactly the terms still
// unread.
func TestScoring_NoScoreAboveItsCeiling(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	for range 2000 {
		terms := make([]weighted, 1+r.IntN(12))
		for i := range terms {
			terms[i] = weighted{Term: query.Term{Spare: i > 0 && r.IntN(4) == 0}, idf: 0.1 + 10*r.Float64()}
		}
		var square float64
		holds := make([]bool, len(terms))
		held := 0
		for i := range terms {
			if holds[i] = r.IntN(4) > 0; holds[i] {
				held++
				square += math.Pow(terms[i].idf, 2)
			}
		}
		for _, m := range measures {
			s := newScoring(m, terms, &query.Weights{Norms: []float32{float32(math.Sqrt(square))}, Sizes: []uint32{uint32(held)}})
			total := 0.0
			for i := range terms {
				if holds[i] {
					total += s.weight(&terms[i])
				}
			}
			if total == 0 {
				continue
			}
			score, sum, none := s.final(total, 0), 0.0, true
			for i := range len(terms) + 1 {
				if most := s.ceilingOf(sum, 0, i); score > most {
					t.Fatalf("%s from %d on: the score is %v, the ceiling %v", m, i, score, most)
				}
				if most := s.ceiling(i); none && score > most {
					t.Fatalf("%s, nothing before %d: the score is %v, the ceiling %v", m, i, score, most)
				}
				if i < len(terms) && holds[i] {
					sum += s.weight(&terms[i])
					none = false
				}
			}
		}
	}
}

// Of documents with the same score the first by id is best, even if it is scored last.
func TestSearch_KeepsTiesUnderBound(t *testing.T) {
	x := newIndex(t)
	write(t, x, map[string]document{"z": {"exact": {"p"}}, "a": {"exact": {"q"}}, "other": {"exact": {"r", "s"}}})
	r := readerOf(t, x)
	weights := weightsOf(t, r, 0)
	for _, m := range measures {
		best := searched(t, r, []query.Term{term("exact", "p", false), term("exact", "q", false)}, query.Options{Measure: m, Top: 1, Weights: weights}).Hits
		if len(best) != 1 || best[0].ID != "a" {
			t.Errorf("%s: %+v", m, best)
		}
	}
}
