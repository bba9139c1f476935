package remote

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/chaffinch-search/chaffinch/query"
)

// A search gives every term its weight, which is known from its df, as a constant score. The
// cluster adds the weights of the terms that a content has, and returns the contents with the
// highest sums: it can skip those that cannot be among them. It adds numbers of 32 bits. So the
// scores are computed again, see score.go, and pages are requested until no content of the rest can
// be among the best.
//
// Cosine and resemblance depend on all terms of a content, which only its source tells at once. So
// the cluster ranks by an estimate, and the best by that are measured exactly: see measured.go.

// Search implements [index.State].
func (s *state) Search(ctx context.Context, vs []*query.Vector, o query.Options) ([]*query.Result, error) {
	start := time.Now()
	asked := make([]*question, len(vs))
	var terms []query.Term
	for i, v := range vs {
		asked[i] = &question{state: s, vector: v.Smallest(o.MaxTerms), options: o}
		terms = append(terms, asked[i].vector.Terms()...)
	}
	if err := s.look(ctx, terms); err != nil {
		return nil, fmt.Errorf("searching: %w", err)
	}
	for _, q := range asked {
		if err := q.weigh(ctx); err != nil {
			return nil, fmt.Errorf("searching: %w", err)
		}
	}
	if err := s.answer(ctx, asked); err != nil {
		return nil, fmt.Errorf("searching: %w", err)
	}
	results := make([]*query.Result, len(vs))
	for i, q := range asked {
		results[i] = q.result(time.Since(start))
	}
	return results, ctx.Err()
}

// answer requests pages until all questions have their hits.
func (s *state) answer(ctx context.Context, asked []*question) error {
	for _, q := range asked {
		if q.isLarge() && !q.complete() {
			if err := q.answerInParts(ctx); err != nil {
				return err
			}
		}
	}
	asked = slices.DeleteFunc(slices.Clone(asked), (*question).isLarge)
	for {
		asked = slices.DeleteFunc(slices.Clone(asked), (*question).complete)
		if len(asked) == 0 {
			return nil
		}
		pages := make([]object, len(asked))
		for i, q := range asked {
			pages[i] = q.page()
		}
		found, err := s.x.search(ctx, s.x.name, pages)
		if err != nil {
			return err
		}
		for i, q := range asked {
			if err := q.take(ctx, found[i].Hits.Hits); err != nil {
				return err
			}
		}
	}
}

// question is a vector whose terms are looked up, and its results.
type question struct {
	*state
	vector  *query.Vector
	options query.Options
	terms   []query.TermStats
	size    query.Sums // of the question itself
	hits    []scored

	asked int             // the size of the last page; 0 before the first
	last  float64         // the sum of the last hit
	after json.RawMessage // where the next page begins
	ended bool            // no other content shares a term
}

const (
	// spareHits is how many hits more than wanted the first page has, for those that may tie.
	spareHits = 8
	// mostPage is the maximum number of hits of a page, a cluster's default limit.
	mostPage = 10_000
	// manyHits is the size of the first page if all are wanted.
	manyHits = 500
)

// page returns the search for the next page.
func (q *question) page() object {
	switch {
	case q.asked > 0:
		q.asked = min(2*q.asked, mostPage)
	case q.options.Top > 0 && q.isMeasured():
		q.asked = min(max(leastMeasured, 4*q.options.Top), mostPage)
	case q.options.Top > 0:
		q.asked = min(q.options.Top+spareHits, mostPage)
	default:
		q.asked = manyHits
	}
	body := object{
		"size": q.asked, "_source": false, "track_total_hits": false, "query": q.estimate(q.sum(q.all(), true)),
		"sort": []object{{"_score": object{"order": "desc"}}, {"content": object{"order": "asc"}}},
	}
	if q.after != nil {
		body["search_after"] = q.after
	}
	return body
}

// all returns the indexes of the terms that count.
func (q *question) all() (all []int) {
	for i, t := range q.terms {
		if q.counts(t) {
			all = append(all, i)
		}
	}
	return all
}

// take takes the hits of a page.
func (q *question) take(ctx context.Context, hits []hit) error {
	if q.ended = len(hits) < q.asked; len(hits) > 0 {
		last := hits[len(hits)-1]
		q.last, q.after = last.Score, last.Sort
	}
	scored, err := q.score(ctx, hits, q.options.Top)
	if err != nil {
		return err
	}
	q.hits = append(q.hits, scored...)
	slices.SortFunc(q.hits, compareScored)
	return nil
}

// complete reports whether no other content can be among the best.
func (q *question) complete() bool {
	switch {
	case q.ended, !slices.ContainsFunc(q.terms, q.counts):
		return true
	case q.asked == 0:
		return false
	}
	if q.isMeasured() {
		return q.options.Top > 0
	}
	bound := q.last / q.size[query.Containment] * (1 + roughly)
	return bound < q.options.MinScore ||
		q.options.Top > 0 && len(q.hits) >= q.options.Top && bound < q.hits[q.options.Top-1].score
}

// counts reports whether a content has the term, and the measure counts it.
func (q *question) counts(t query.TermStats) bool {
	return t.DF > 0 && query.SumsOf(t)[q.options.Measure] > 0 && q.size[q.options.Measure] > 0
}

// result returns the results.
func (q *question) result(took time.Duration) *query.Result {
	r := &query.Result{Terms: q.terms}
	r.Stats = query.Stats{Terms: len(q.terms), Candidates: len(q.hits), Duration: took}
	for _, t := range q.terms {
		if r.Stats.Postings += t.DF; t.DF > 0 {
			r.Stats.Found++
		}
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, h := range q.hits {
		if h.score <= 0 || h.score < q.options.MinScore || q.options.Top > 0 && len(r.Hits) == q.options.Top {
			break
		}
		q.found[h.ID] = true
		r.Hits = append(r.Hits, h.Hit)
	}
	return r
}

// Score implements [index.State].
func (s *state) Score(ctx context.Context, v *query.Vector, ids []string, o query.Options) ([]query.Hit, error) {
	q := &question{state: s, vector: v.Smallest(o.MaxTerms), options: o}
	if err := q.weigh(ctx); err != nil {
		return nil, fmt.Errorf("scoring: %w", err)
	}
	ids = slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return id == "" })
	scored, err := q.scoreAll(ctx, distinct(ids), 0)
	if err != nil {
		return nil, fmt.Errorf("scoring: %w", err)
	}
	byID := map[string]query.Hit{}
	for _, h := range scored {
		byID[h.ID] = h.Hit
	}
	var hits []query.Hit
	for _, id := range ids {
		if h, ok := byID[id]; ok {
			hits = append(hits, h)
		}
	}
	return hits, ctx.Err()
}
