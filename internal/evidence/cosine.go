package evidence

import (
	"context"
	"errors"
	"runtime"

	"golang.org/x/sync/errgroup"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/internal/mapped"
	"github.com/chaffinch-search/chaffinch/query"
)

// manyHits is from how many hits cached weights are faster than analysing again. Reading them reads
// all documents' weights.
const manyHits = 100

// weigher is a state that may have the weights of all documents in memory. If mayRead is set, the
// weights may be in a file. Weigh computes them.
type weigher interface {
	Weighed(mayRead bool) bool
	Weigh(context.Context) error
}

// measure computes cosine and resemblance of hits that were found without weights. It uses the
// terms of the hits, because computing the weights of all documents would take longer than the rest
// of the question.
func (p *prover) measure(ctx context.Context, asked []query.TermStats, hits []hit) error {
	if p.request.ByIndex != query.Containment {
		return nil // found with weights
	}
	if w, ok := p.state.(weigher); ok && w.Weighed(len(hits) >= manyHits) {
		return p.measureByWeights(ctx, hits)
	}
	for i := range hits {
		if !hits[i].Aligned {
			return p.measureByWeights(ctx, hits)
		}
	}
	group, within := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i := range hits {
		group.Go(func() error {
			return mapped.Read(func() error {
				terms, err := p.termsOf(within, hits[i].content)
				if err != nil {
					return err
				}
				cosine, resemblance := query.Measures(asked, terms)
				hits[i].Cosine, hits[i].Resemblance = rounded(cosine), resemblance
				return nil
			})
		})
	}
	err := group.Wait()
	if errors.Is(err, index.ErrSourceGone) { // removed since it was aligned
		return p.measureByWeights(ctx, hits)
	}
	return err
}

// termsOf looks up the terms of the content.
func (a *Asker) termsOf(ctx context.Context, c index.Content) ([]query.TermStats, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	source, err := a.state.Source(ctx, c, nil, nil)
	if err != nil {
		return nil, err
	}
	l, err := languageOf(c)
	if err != nil {
		return nil, err
	}
	var n analyzer.Analysis
	a.analyzer.Analyze(l, corpus.Decode(source).UTF8, &n)
	return a.lookUp(ctx, &n)
}

func (p *prover) measureByWeights(ctx context.Context, hits []hit) error {
	ids := make([]string, len(hits))
	for i := range hits {
		ids[i] = hits[i].found.ID
	}
	o := p.request.options()
	o.Measure = query.Cosine
	scored, err := p.state.Score(ctx, p.question.vector, ids, o)
	if err != nil {
		return err
	}
	for i, s := range scored { // none is missing: they were found in this state
		hits[i].Cosine, hits[i].Resemblance = rounded(s.Cosine), s.Resemblance
	}
	return nil
}
