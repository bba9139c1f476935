package evidence

import (
	"cmp"
	"context"
	"slices"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/query"
)

// A long question may hold a snippet of somebody's among much that is its own. The documents that
// share most with all of it are then not those that the snippet came from; so it is asked in
// overlapping windows as well.

const (
	window      = 256 // tokens
	stride      = window / 2
	perWindow   = 4  // candidates of a window
	fromWindows = 80 // candidates of all windows together
)

// fromWindows returns the candidates of the windows, those first of which the index has most in one
// window.
func (a *Asker) fromWindows(ctx context.Context, r Request, t *attempt) ([]query.Hit, error) {
	n := len(t.analysis.Tokens)
	if r.Whole || r.MaxTerms > 0 || n <= stride || n <= window+stride && !r.Cover {
		return nil, nil
	}
	o := a.options(r)
	o.Measure, o.Top, o.Weights = query.Containment, perWindow, nil
	var spans []analyzer.Span
	var vectors []*query.Vector
	for from := 0; from < n-stride; from += stride {
		span := analyzer.Span{From: from, To: min(n, from+window)}
		spans = append(spans, span)
		vectors = append(vectors, query.NewVector(query.TermsBetween(&t.analysis, span.From, span.To)))
	}
	results, err := query.SearchAll(ctx, a.snapshot.Reader(), vectors, o)
	if err != nil {
		return nil, err
	}
	best := map[string]float64{}
	for i, result := range results {
		weight := t.rarity.Sum(spans[i])
		for _, h := range result.Hits {
			best[h.ID] = max(best[h.ID], h.Containment*weight)
		}
	}
	ids := make([]string, 0, len(best))
	for id := range best {
		ids = append(ids, id)
	}
	slices.SortFunc(ids, func(x, y string) int { return cmp.Or(cmp.Compare(best[y], best[x]), cmp.Compare(x, y)) })
	ids = ids[:min(len(ids), fromWindows)]
	return query.Score(ctx, a.snapshot.Reader(), t.vector, ids, a.options(r))
}
