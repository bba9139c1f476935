package indextest

import (
	"cmp"
	"math"
	"slices"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/query"
)

// model answers questions by the definitions of the measures, one content after the other.
type model struct {
	documents []index.Document
	own       map[string]map[key]bool // the terms of each, by id
	df        map[key]int
}

func newModel() *model { return &model{own: map[string]map[key]bool{}, df: map[key]int{}} }

// add adds a new content.
func (m *model) add(d index.Document) {
	own := map[key]bool{}
	for r, hashes := range d.Hashes {
		for _, h := range hashes {
			own[key{analyzer.Representation(r), string(winnow.AppendTerm(nil, h))}] = true
		}
	}
	m.documents = append(m.documents, d)
	m.own[d.ID] = own
	for k := range own {
		m.df[k]++
	}
}

func (m *model) idf(k key) float64 { return query.IDF(len(m.documents), m.df[k]) }

// key is a term without its use in a question.
type key struct {
	representation analyzer.Representation
	text           string
}

func keyOf(t query.Term) key { return key{t.Representation, t.Text()} }

// termOf returns the text of term n.
func termOf(n int) string { return string(winnow.AppendTerm(nil, hash(n))) }

// scores returns the measures of a content. A score above 1, of spare terms, still orders.
func (m *model) scores(v *query.Vector, id string) [3]float64 {
	own := m.own[id]
	var shared, all, product, squares, square, terms, common float64
	for _, t := range v.Terms() {
		w := m.idf(keyOf(t))
		if own[keyOf(t)] {
			shared += w
		}
		if t.Spare {
			continue
		}
		all, square, terms = all+w, square+w*w, terms+1
		if own[keyOf(t)] {
			product, common = product+w*w, common+1
		}
	}
	if terms == 0 {
		return [3]float64{}
	}
	for k := range own {
		squares += m.idf(k) * m.idf(k)
	}
	return [3]float64{
		query.Containment: shared / all, query.Cosine: product / math.Sqrt(square*squares),
		query.Resemblance: common / (terms + float64(len(own)) - common),
	}
}

// near reports whether two scores are the same but for rounding. Lengths of vectors have 24 bits.
func near(a, b float64) bool { return math.Abs(a-b) < 1e-6 }

// check compares the answer of a state with the answer of the model.
func (m *model) check(t *testing.T, s index.State, v *query.Vector, o query.Options) {
	t.Helper()
	results, err := s.Search(t.Context(), []*query.Vector{v}, o)
	must(t, err)
	m.checkTerms(t, s, v, results[0].Terms)
	m.checkHits(t, v, o, results[0])
	m.checkScores(t, s, v, o, results[0].Hits)
}

// checkTerms checks df, idf and order of the terms.
func (m *model) checkTerms(t *testing.T, s index.State, v *query.Vector, terms []query.TermStats) {
	t.Helper()
	if len(terms) != v.Len() || !slices.IsSortedFunc(terms, func(a, b query.TermStats) int { return cmp.Compare(b.IDF, a.IDF) }) {
		t.Errorf("terms %v", terms)
	}
	for _, term := range terms {
		if k := keyOf(term.Term); term.DF != m.df[k] || term.IDF != m.idf(k) {
			t.Errorf("%+v, not df %d", term, m.df[k])
		}
	}
	looked, err := s.LookUp(t.Context(), v)
	must(t, err)
	if !slices.Equal(looked, terms) {
		t.Errorf("LookUp returns %v, Search %v", looked, terms)
	}
}

// checkHits checks that the hits are the best contents in order, with their measures.
func (m *model) checkHits(t *testing.T, v *query.Vector, o query.Options, found *query.Result) {
	t.Helper()
	type ranked struct {
		id     string
		scores [3]float64
	}
	var want []ranked
	for _, d := range m.documents {
		if scores := m.scores(v, d.ID); scores[o.Measure] > 0 && scores[o.Measure] >= o.MinScore {
			want = append(want, ranked{d.ID, scores})
		}
	}
	slices.SortFunc(want, func(a, b ranked) int {
		if x, y := a.scores[o.Measure], b.scores[o.Measure]; !near(x, y) {
			return cmp.Compare(y, x)
		}
		return cmp.Compare(a.id, b.id)
	})
	if o.Top > 0 {
		want = want[:min(o.Top, len(want))]
	}
	if len(found.Hits) != len(want) {
		t.Errorf("%+v: %d hits, not %d", o, len(found.Hits), len(want))
		return
	}
	for i, h := range found.Hits {
		w := want[i].scores
		if o.Measure == query.Containment { // the others are not asked for
			w[query.Cosine], w[query.Resemblance] = 0, 0
		}
		got := [3]float64{query.Containment: h.Containment, query.Cosine: h.Cosine, query.Resemblance: h.Resemblance}
		for measure := range w {
			if !near(got[measure], min(1, w[measure])) {
				t.Errorf("%+v: hit %d has %v, not %v", o, i, got, w)
				break
			}
		}
		if h.ID != want[i].id || h.Score != got[o.Measure] {
			t.Errorf("%+v: hit %d is %s with %g, not %s", o, i, h.ID, h.Score, want[i].id)
		}
		m.checkMatched(t, found.Terms, h)
	}
}

// checkMatched checks which terms a hit shares.
func (m *model) checkMatched(t *testing.T, terms []query.TermStats, h query.Hit) {
	t.Helper()
	own := m.own[h.ID]
	var want []int
	for i, term := range terms {
		if own[keyOf(term.Term)] {
			want = append(want, i)
		}
	}
	if !slices.Equal(h.Matched, want) {
		t.Errorf("%s shares the terms %v, not %v", h.ID, h.Matched, want)
	}
}

// checkScores checks that Score returns the hits, in any order of ids.
func (m *model) checkScores(t *testing.T, s index.State, v *query.Vector, o query.Options, hits []query.Hit) {
	t.Helper()
	var ids []string
	for _, h := range slices.Backward(hits) {
		ids = append(ids, h.ID)
	}
	scored, err := s.Score(t.Context(), v, ids, o)
	must(t, err)
	slices.Reverse(scored)
	sameHits(t, "Score", scored, hits)
}
