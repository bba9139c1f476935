package memory

import (
	"cmp"
	"context"
	"time"

	"github.com/chaffinch-search/chaffinch/internal/order"
	"github.com/chaffinch-search/chaffinch/query"
)

// Scores equal the scores of package query to the last bit. Sums are added in the same order: of
// the terms, by ascending df and then as in the vector.

// found is a question whose terms are looked up.
type found struct {
	*state
	terms []query.TermStats
	size  query.Sums // of the question itself
	stats query.Stats
}

// look looks up the terms of the vector.
func (s *state) look(v *query.Vector, most int) *found {
	f := &found{state: s}
	for _, t := range v.Smallest(most).Terms() {
		df := len(s.postings[t.Representation][t.Hash])
		f.terms = append(f.terms, query.TermStats{Term: t, DF: df, IDF: query.IDF(len(s.contents), df)})
		f.stats.Terms++
		if f.stats.Postings += df; df > 0 {
			f.stats.Found++
		}
	}
	order.Short(f.terms, func(a, b query.TermStats) int { return cmp.Compare(a.DF, b.DF) })
	for _, t := range f.terms {
		if !t.Spare {
			f.size.Add(query.SumsOf(t))
		}
	}
	return f
}

// Search implements [index.State].
func (s *state) Search(ctx context.Context, vs []*query.Vector, o query.Options) ([]*query.Result, error) {
	results := make([]*query.Result, len(vs))
	for i, v := range vs {
		start := time.Now()
		f := s.look(v, o.MaxTerms)
		sums, shared, err := f.sum(ctx)
		if err != nil {
			return nil, err
		}
		results[i] = &query.Result{Terms: f.terms, Hits: f.best(sums, shared, o)}
		results[i].Stats = f.stats
		results[i].Stats.Candidates, results[i].Stats.Duration = len(sums), time.Since(start)
	}
	return results, ctx.Err()
}

// Score implements [index.State].
func (s *state) Score(ctx context.Context, v *query.Vector, ids []string, o query.Options) ([]query.Hit, error) {
	f := s.look(v, o.MaxTerms)
	sums, shared, err := f.sum(ctx)
	if err != nil {
		return nil, err
	}
	var hits []query.Hit
	for _, id := range ids {
		if doc, ok := s.number[id]; ok {
			h, _ := f.hit(doc, sums[doc], shared[doc], o)
			hits = append(hits, h)
		}
	}
	return hits, ctx.Err()
}

// LookUp implements [index.State].
func (s *state) LookUp(ctx context.Context, v *query.Vector) ([]query.TermStats, error) {
	return s.look(v, 0).terms, ctx.Err()
}

// sum returns the sums of every content that shares a term, by its number. It also returns the
// indexes of the shared terms.
func (f *found) sum(ctx context.Context) (map[int]query.Sums, map[int][]int, error) {
	all, shared := map[int]query.Sums{}, map[int][]int{}
	for i, t := range f.terms {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		for _, doc := range f.postings[t.Representation][t.Hash] {
			sum := all[doc]
			sum.Add(query.SumsOf(t))
			all[doc] = sum
			shared[doc] = append(shared[doc], i)
		}
	}
	return all, shared, nil
}

// best returns the best contents.
func (f *found) best(all map[int]query.Sums, shared map[int][]int, o query.Options) []query.Hit {
	type scored struct {
		query.Hit
		score float64 // may be above 1, if the question has spare terms
	}
	var hits []scored
	for doc, sum := range all {
		if h, score := f.hit(doc, sum, shared[doc], o); score > 0 && score >= o.MinScore {
			hits = append(hits, scored{h, score})
		}
	}
	order.Short(hits, func(a, b scored) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.ID, b.ID))
	})
	if o.Top > 0 {
		hits = hits[:min(o.Top, len(hits))]
	}
	best := make([]query.Hit, len(hits))
	for i, h := range hits {
		best[i] = h.Hit
	}
	return best
}

// hit returns a content with its measures, and its score before it is limited to 1.
func (f *found) hit(doc int, sum query.Sums, shared []int, o query.Options) (query.Hit, float64) {
	var w weight
	if o.Measure != query.Containment && f.size[query.Resemblance] > 0 {
		w = f.weights()[doc]
	}
	return sum.Hit(f.contents[doc].ID, shared, f.size, w.norm, w.terms, o.Measure)
}
