package blevequery

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/analysis/analyzer/custom"
	"github.com/blevesearch/bleve/v2/analysis/tokenizer/whitespace"
	"github.com/blevesearch/bleve/v2/index/scorch"
	bsearch "github.com/blevesearch/bleve/v2/search"
	bquery "github.com/blevesearch/bleve/v2/search/query"
	bindex "github.com/blevesearch/bleve_index_api"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/query"
)

// scoresOf asks Bleve and returns the scores by document.
func scoresOf(t *testing.T, x bleve.Index, q bquery.Query) map[string]float64 {
	t.Helper()
	request := bleve.NewSearchRequest(q)
	request.Size = 1000
	result, err := x.Search(request)
	must(t, err)
	scores := map[string]float64{}
	for _, h := range result.Hits {
		scores[h.ID] = h.Score
	}
	if uint64(len(scores)) != result.Total {
		t.Errorf("%d documents, total %d", len(scores), result.Total)
	}
	return scores
}

func termQuery(field, term string) *bquery.TermQuery {
	q := bleve.NewTermQuery(term)
	q.SetField(field)
	return q
}

func sameScores(t *testing.T, what string, got, want map[string]float64) {
	t.Helper()
	for id, s := range want {
		if !(math.Abs(got[id]-s) <= 1e-9) { // nor may it be NaN
			t.Errorf("%s: %s scores %v, not %v", what, id, got[id], s)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%s: %d documents, not %d", what, len(got), len(want))
	}
}

// eachQuestion calls f with a question of each of some worlds, by each measure. It has terms of
// both fields, because the query alone computes weights over the fields of its vector.
func eachQuestion(t *testing.T, f func(w *world, v *query.Vector, o query.Options)) {
	t.Helper()
	for seed := range uint64(3) {
		w := newWorld(t, newIndex(t), 200+seed)
		for _, m := range measures {
			f(w, query.NewVector(append(w.question(), term("structure", word(1), false))), query.Options{Measure: m})
		}
	}
}

// The query finds what Search finds, with the same scores. Top is that of the whole index.
func TestQuery_FindsWhatSearchFinds(t *testing.T) {
	eachQuestion(t, func(w *world, v *query.Vector, o query.Options) {
		want := asAsked(t, w, v, o)
		q := NewQuery(v, o)
		sameScores(t, o.Measure.String(), scoresOf(t, w.index, q), want)
		q.SetBoost(2.5)
		for id := range want {
			want[id] *= 2.5
		}
		sameScores(t, "boosted", scoresOf(t, w.index, q), want)
		if q.Boost() != 2.5 {
			t.Errorf("boost %v", q.Boost())
		}
		o.Top, o.MinScore = 5, 0.01
		sameScores(t, "the best five", scoresOf(t, w.index, NewQuery(v, o)), asAsked(t, w, v, o))
	})
}

// The plain-Bleve comparison: the same documents match as in a disjunction of term queries.
func TestQuery_MatchesLikeADisjunction(t *testing.T) {
	eachQuestion(t, func(w *world, v *query.Vector, o query.Options) {
		any := bleve.NewDisjunctionQuery()
		for _, term := range v.Terms() {
			if o.Measure == query.Containment || !term.Spare {
				any.AddQuery(termQuery(term.Representation.String(), term.Text()))
			}
		}
		got, want := scoresOf(t, w.index, NewQuery(v, o)), scoresOf(t, w.index, any)
		if g, w := slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want)); !slices.Equal(g, w) {
			t.Errorf("%s: matches %v, not %v", o.Measure, g, w)
		}
	})
}

// asAsked returns the result of Search for the vector.
func asAsked(t *testing.T, w *world, v *query.Vector, o query.Options) map[string]float64 {
	t.Helper()
	r := readerOf(t, w.index)
	o.Weights = weightsOf(t, r, o.Documents)
	result, err := Search(context.Background(), r, v, o)
	must(t, err)
	scores := map[string]float64{}
	for _, h := range result.Hits {
		scores[h.ID] = h.Score
	}
	return scores
}

func TestQuery_WithFilter(t *testing.T) {
	eachQuestion(t, func(w *world, v *query.Vector, o query.Options) {
		all := asAsked(t, w, v, o)
		want := map[string]float64{}
		for id, s := range all {
			if w.docs[id]["language"][0] == "Go" {
				want[id] = s
			}
		}
		q := NewQuery(v, o)
		filter := termQuery("language", "Go")
		filter.SetBoost(0) // it has no part in the score
		sameScores(t, "in a conjunction", scoresOf(t, w.index, bleve.NewConjunctionQuery(q, filter)), want)
		sameScores(t, "the other way round", scoresOf(t, w.index, bleve.NewConjunctionQuery(filter, q)), want)

		boolean := bleve.NewBooleanQuery()
		boolean.AddMust(q)
		boolean.AddFilter(termQuery("language", "Go"))
		sameScores(t, "with a boolean's filter", scoresOf(t, w.index, boolean), want)

		not := bleve.NewBooleanQuery()
		not.AddMust(q)
		not.AddMustNot(termQuery("language", "C"))
		sameScores(t, "in a boolean", scoresOf(t, w.index, not), want)

		should := bleve.NewBooleanQuery()
		should.AddMust(q)
		should.AddShould(filter)
		sameScores(t, "beside a should", scoresOf(t, w.index, should), all)
	})
}

func TestQuery_ScoresOfTwoAddUp(t *testing.T) {
	w := newWorld(t, newIndex(t), 8)
	a, b := query.NewVector(w.question()), query.NewVector(w.question())
	first, second := asAsked(t, w, a, query.Options{}), asAsked(t, w, b, query.Options{})
	want := map[string]float64{}
	for id := range first {
		if second[id] > 0 {
			want[id] = first[id] + second[id]
		}
	}
	sameScores(t, "both", scoresOf(t, w.index, bleve.NewConjunctionQuery(NewQuery(a, query.Options{}), NewQuery(b, query.Options{}))), want)
}

func TestQuery_ExplainsScore(t *testing.T) {
	w := newWorld(t, newIndex(t), 9)
	request := bleve.NewSearchRequest(NewQuery(query.NewVector(w.question()), query.Options{}))
	request.Explain = true
	result, err := w.index.Search(request)
	must(t, err)
	if len(result.Hits) == 0 {
		t.Fatal("nothing found")
	}
	for _, h := range result.Hits {
		if h.Expl == nil || h.Expl.Value != h.Score || h.Expl.Message == "" {
			t.Errorf("%s (%v): %v", h.ID, h.Score, h.Expl)
		}
	}
}

func TestQuery_AliasAsksEveryIndex(t *testing.T) {
	a, b := newWorld(t, newIndex(t), 10), newWorld(t, newIndex(t), 11)
	a.index.SetName("a")
	b.index.SetName("b")
	for _, m := range measures {
		v := query.NewVector(append(a.question(), term("structure", word(2), false)))
		request := bleve.NewSearchRequest(NewQuery(v, query.Options{Measure: m}))
		request.Size = 1000
		result, err := bleve.NewIndexAlias(a.index, b.index).Search(request)
		must(t, err)
		got := map[string]map[string]float64{"a": {}, "b": {}}
		for _, h := range result.Hits {
			got[h.Index][h.ID] = h.Score
		}
		sameScores(t, "a by "+m.String(), got["a"], asAsked(t, a, v, query.Options{Measure: m}))
		sameScores(t, "b by "+m.String(), got["b"], asAsked(t, b, v, query.Options{Measure: m}))
	}
}

// Weights for all fields serve a vector that has terms of one of them only.
func TestQuery_UsesGivenWeights(t *testing.T) {
	w := newWorld(t, newIndex(t), 12)
	v := query.NewVector(asQuestion(document{"exact": w.any()["exact"]}))
	for _, m := range measures {
		o := query.Options{Measure: m, Weights: weightsOf(t, readerOf(t, w.index), 0)}
		want := asAsked(t, w, v, o)
		sameScores(t, m.String(), scoresOf(t, w.index, NewQuery(v, o)), want)
	}
}

func TestQuery_IgnoresStaleWeights(t *testing.T) {
	w := newWorld(t, newIndex(t), 13)
	stale := weightsOf(t, readerOf(t, w.index), 0)
	w.write(t, map[string]document{"d01": randomDocument(w.rand), "d02": randomDocument(w.rand), "d99": randomDocument(w.rand)})
	v := query.NewVector(append(asQuestion(w.docs["d99"]), term("structure", word(1), false)))
	for _, m := range measures {
		got := scoresOf(t, w.index, NewQuery(v, query.Options{Measure: m, Weights: stale}))
		sameScores(t, m.String(), got, asAsked(t, w, v, query.Options{Measure: m}))
	}
}

// Fields with other names are searched if they are given. A field that the index does not have is
// an error, because an empty result would mislead.
func TestQuery_FieldsOfOtherNames(t *testing.T) {
	m := bleve.NewIndexMapping()
	must(t, m.AddCustomAnalyzer("blanks", map[string]any{"type": custom.Name, "tokenizer": whitespace.Name}))
	m.DefaultAnalyzer = "blanks"
	x, err := bleve.NewUsing("", m, scorch.Name, scorch.Name, nil)
	must(t, err)
	defer x.Close()
	must(t, x.Index("1", map[string]string{"code": pad("a") + " " + pad("b")}))
	must(t, x.Index("2", map[string]string{"code": pad("b")}))
	v := query.NewVector([]query.Term{term("exact", "a", false), term("exact", "b", false), term("structure", "c", false)})
	_, err = x.Search(bleve.NewSearchRequest(NewQuery(v, query.Options{})))
	if !errors.Is(err, ErrNoField) || !strings.Contains(err.Error(), `"exact" is not among its fields "code": map`) {
		t.Errorf("without their names: %v", err)
	}
	misnamed := query.Options{Fields: map[analyzer.Representation]string{analyzer.Exact: "cod"}}
	_, searched := Search(t.Context(), readerOf(t, x), v, misnamed)
	_, scored := Score(t.Context(), readerOf(t, x), v, []string{"1"}, misnamed)
	for _, err := range []error{searched, scored} {
		if !errors.Is(err, ErrNoField) || !strings.Contains(err.Error(), `"cod" is not among its fields "code": map`) {
			t.Errorf("with another name: %v", err)
		}
	}
	empty := newIndex(t)
	if _, err := Search(t.Context(), readerOf(t, empty), v, misnamed); err != nil {
		t.Errorf("in an index without documents: %v", err)
	}
	for _, measure := range measures {
		o := query.Options{Measure: measure, Fields: map[analyzer.Representation]string{analyzer.Exact: "code"}}
		got := scoresOf(t, x, NewQuery(v, o))
		if got["1"] < 1-1e-6 || !(got["2"] > 0 && got["2"] < 1) {
			t.Errorf("%s: %v", measure, got)
		}
	}
	result, err := Search(t.Context(), readerOf(t, x), v, query.Options{Fields: map[analyzer.Representation]string{}})
	if err != nil || len(result.Hits)+len(result.Terms) > 0 {
		t.Errorf("no field at all: %+v, %v", result, err)
	}
}

// Words of a text are no fingerprints. A query of such a field is an error, because an empty result
// would mislead; so is one of a field that was indexed by another analyzer in some documents only.
func TestQuery_FieldOfAnotherAnalyzer(t *testing.T) {
	x, err := bleve.NewUsing("", bleve.NewIndexMapping(), scorch.Name, scorch.Name, nil)
	must(t, err)
	defer x.Close()
	ask := func(field string) error {
		o := query.Options{Fields: map[analyzer.Representation]string{analyzer.Exact: field}}
		_, err := x.Search(bleve.NewSearchRequest(NewQuery(query.NewVector([]query.Term{term("exact", "a", false)}), o)))
		return err
	}
	must(t, x.Index("1", map[string]string{"empty": "", "mixed": pad("b"), "ours": pad("b")}))
	must(t, ask("mixed"))
	must(t, x.Index("2", map[string]string{"text": "package main returns", "mixed": "words"}))
	for _, field := range []string{"text", "mixed"} {
		err := ask(field)
		if !errors.Is(err, ErrNoField) || !strings.Contains(err.Error(), `analyzer "fingerprint"`) {
			t.Errorf("%s: %v", field, err)
		}
	}
	must(t, ask("ours"))
}

// A query in a log or in the JSON of a search result shows what was asked. Bleve refuses to parse
// it, also within one of its own queries.
func TestQuery_MarshalsAndIsNotParsed(t *testing.T) {
	v := query.NewVector([]query.Term{term("exact", "b", false), term("exact", "a", false), term("structure", "c", true)})
	o := query.Options{Top: 5, MinScore: 0.5, Fields: map[analyzer.Representation]string{analyzer.Exact: "code"}}
	q := NewQuery(v, o)
	q.SetBoost(2)
	const want = `{"term_vector":{"exact":["a0000000","b0000000"]},"spare_terms":{"structure":["c0000000"]},` +
		`"measure":"containment","top":5,"min_score":0.5,"fields":{"exact":"code"},"boost":2}`
	b, err := json.Marshal(q)
	if err != nil || string(b) != want {
		t.Errorf("%s, %v, not %s", b, err, want)
	}
	request, err := json.Marshal(bleve.NewSearchRequest(bleve.NewConjunctionQuery(q)))
	if err != nil || !strings.Contains(string(request), want) {
		t.Errorf("in a request: %s, %v", request, err)
	}
	if _, err := bquery.ParseQuery(b); err == nil {
		t.Error("Bleve parses the query")
	}
	if err := new(bleve.SearchRequest).UnmarshalJSON(request); err == nil {
		t.Error("Bleve parses the request")
	}
	if b, err := json.Marshal(&Query{}); err != nil || !strings.Contains(string(b), `"term_vector":{}`) {
		t.Errorf("without a vector: %s, %v", b, err)
	}
}

func TestQuery_WithoutVectorIsAnError(t *testing.T) {
	w := newWorld(t, newIndex(t), 14)
	if _, err := w.index.Search(bleve.NewSearchRequest(&Query{})); err == nil {
		t.Error("no error")
	}
}

func TestQuery_Cancelled(t *testing.T) {
	w := newWorld(t, newIndex(t), 15)
	v := query.NewVector(w.question())
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, m := range measures {
		_, err := NewQuery(v, query.Options{Measure: m}).Searcher(ctx, readerOf(t, w.index), nil, bsearch.SearcherOptions{})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", m, err)
		}
	}
	sumsAreZero(t)
}

// Advance returns the first document at or after a number, and never goes back.
func TestSearcher_AdvancesLikeBleve(t *testing.T) {
	w := newWorld(t, newIndex(t), 16)
	r := readerOf(t, w.index)
	v := query.NewVector(w.question())
	open := func() bsearch.Searcher {
		s, err := NewQuery(v, query.Options{}).Searcher(context.Background(), r, nil, bsearch.SearcherOptions{})
		must(t, err)
		return s
	}
	ctx := &bsearch.SearchContext{DocumentMatchPool: bsearch.NewDocumentMatchPool(200, 0)}
	var all []uint64
	s := open()
	for m, err := s.Next(ctx); m != nil; m, err = s.Next(ctx) {
		must(t, err)
		all = append(all, m.IndexInternalID.Value())
	}
	if s.Count() != uint64(len(all)) || !slices.IsSorted(all) || len(all) < 5 {
		t.Fatalf("%d documents %v", s.Count(), all)
	}
	for _, step := range []uint64{1, 2, 7, 30} {
		s, i := open(), 0
		for to := uint64(0); to < all[len(all)-1]+50; to += step {
			for i < len(all) && all[i] < to {
				i++
			}
			m, err := s.Advance(ctx, bindex.NewIndexInternalID(nil, to))
			must(t, err)
			if i == len(all) {
				if m != nil {
					t.Fatalf("after the end: %v", m)
				}
				continue
			}
			if m == nil || m.IndexInternalID.Value() != all[i] {
				t.Fatalf("to %d: %v, not %d", to, m, all[i])
			}
			i++
		}
	}
	must(t, s.Close())
	// In Bleve's conjunctions both sides advance each other.
	for i := range 30 {
		term := word(i)
		want := map[string]float64{}
		for id, s := range asAsked(t, w, v, query.Options{}) {
			if slices.Contains(w.docs[id]["exact"], term) {
				want[id] = s
			}
		}
		filter := termQuery("exact", term)
		filter.SetBoost(0)
		if len(want) > 0 {
			sameScores(t, fmt.Sprint("with ", term), scoresOf(t, w.index, bleve.NewConjunctionQuery(filter, NewQuery(v, query.Options{}))), want)
		}
	}
}
