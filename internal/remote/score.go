package remote

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/chaffinch-search/chaffinch/query"
)

// Scores equal the scores that package query computes, to the last bit. Sums are added in the same
// order, the order of the terms, by ascending df and then as in the vector.

// scored is a hit with its score before it is limited to 1: spare terms order beyond it.
type scored struct {
	query.Hit
	score float64
}

func compareScored(a, b scored) int {
	return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.ID, b.ID))
}

// weigh looks up the terms of the question, and computes its size.
func (q *question) weigh(ctx context.Context) (err error) {
	if q.terms, err = q.stats(ctx, q.vector.Terms()); err != nil {
		return err
	}
	for _, t := range q.terms {
		if !t.Spare {
			q.size.Add(query.SumsOf(t))
		}
	}
	return nil
}

// roughly is above the relative error of the sums of a cluster.
const roughly = 1e-6

// score scores hits. Of measures of all terms it scores the best ones, as many as are wanted, and
// maybe others; 0 means all. The score of the rest is 0.
func (q *question) score(ctx context.Context, hits []hit, wanted int) ([]scored, error) {
	if q.isMeasured() {
		return q.measure(ctx, hits, wanted)
	}
	all := make([]scored, len(hits))
	for i, h := range hits {
		shared, err := q.shared(h)
		if err != nil {
			return nil, err
		}
		all[i] = q.hit(h.ID, shared, weight{})
	}
	return all, nil
}

// shared returns the indexes of the terms that a hit shares, from the names of the clauses.
func (q *question) shared(h hit) ([]int, error) {
	var shared []int
	for _, name := range h.Matched {
		i, err := strconv.Atoi(name)
		if err != nil || i < 0 || i >= len(q.terms) {
			return nil, fmt.Errorf("%w: a clause is called %q", errLies, name)
		}
		shared = append(shared, i)
	}
	slices.Sort(shared)
	return shared, nil
}

// weight is the number of terms of a content, and the length of its vector.
type weight struct {
	norm  float32
	terms int
}

func weigh(terms []query.TermStats) weight {
	slices.SortFunc(terms, func(a, b query.TermStats) int {
		return cmp.Or(cmp.Compare(a.Representation, b.Representation), cmp.Compare(a.Hash, b.Hash))
	})
	var norm query.Norm
	for _, t := range terms {
		norm.Add(t.Hash, t.IDF)
	}
	return weight{norm.Length(), norm.Terms()}
}

// hit returns a content with its measures. Its weight is needed for those besides containment.
func (q *question) hit(id string, shared []int, w weight) scored {
	var sum query.Sums
	for _, i := range shared {
		sum.Add(query.SumsOf(q.terms[i]))
	}
	h, score := sum.Hit(id, shared, q.size, w.norm, w.terms, q.options.Measure)
	return scored{h, score}
}
