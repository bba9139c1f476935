package evidence

import (
	"context"
	"errors"
	"math"
	"runtime"

	"golang.org/x/sync/errgroup"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/corpus"
	"github.com/chaffinch-search/chaffinch/query"
)

// manyHits is from how many hits on reading the weights of all documents, if they are kept, is
// faster than analysing every hit again.
const manyHits = 100

// measure fills in cosine and resemblance of hits that were searched for without weights. Weighing
// all documents for a few hits would take longer than all the rest: the terms of the hits will do.
func (a *Asker) measure(ctx context.Context, r Request, t *attempt, hits []Hit) error {
	if r.Measure != query.Containment {
		return nil // searched for with weights
	}
	if a.weights != nil || len(hits) >= manyHits && a.readWeights() {
		return a.measureByWeights(ctx, r, t, hits)
	}
	for i := range hits {
		if !hits[i].Aligned {
			return a.measureByWeights(ctx, r, t, hits)
		}
	}
	group, within := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i := range hits {
		group.Go(func() error {
			h := &hits[i]
			terms, err := a.termsOf(within, h)
			if err != nil {
				return err
			}
			cosine, resemblance := query.Measures(t.result.Terms, terms)
			h.Cosine, h.Resemblance = rounded(cosine), resemblance
			return nil
		})
	}
	err := group.Wait()
	if errors.Is(err, index.ErrSourceGone) { // since it was aligned
		return a.measureByWeights(ctx, r, t, hits)
	}
	return err
}

// termsOf looks up the terms of the hit's content.
func (a *Asker) termsOf(ctx context.Context, h *Hit) ([]query.TermStats, error) {
	source, err := a.snapshot.Source(h.Content)
	if err != nil {
		return nil, err
	}
	l, err := h.language()
	if err != nil {
		return nil, err
	}
	var n analyzer.Analysis
	a.analyzer.Analyze(l, corpus.Decode(source).UTF8, &n)
	return a.lookUp(ctx, &n)
}

func (a *Asker) measureByWeights(ctx context.Context, r Request, t *attempt, hits []Hit) error {
	if err := a.weigh(ctx); err != nil {
		return err
	}
	ids := make([]string, len(hits))
	for i := range hits {
		ids[i] = hits[i].id
	}
	o := a.options(r)
	o.Weights = a.weights
	scored, err := query.Score(ctx, a.snapshot.Reader(), t.vector, ids, o)
	if err != nil {
		return err
	}
	for i, s := range scored { // all are there: they were found in this snapshot
		hits[i].Cosine, hits[i].Resemblance = rounded(s.Cosine), s.Resemblance
	}
	return nil
}

// rounded cuts what depends on the order in which a sum was made.
func rounded(v float64) float64 { return math.Round(v*1e6) / 1e6 }
