package evidence

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/query"
	"github.com/chaffinch-search/chaffinch/query/align"
)

// candidate is a content that the index names for a question.
type candidate struct {
	found       query.Hit
	content     index.Content
	occurrences []index.Occurrence // in the collection that is asked
}

// depth is how many documents to ask the index for at first; under 1 means all.
func (r Request) depth() int {
	if r.Evidence && r.Top > 0 {
		return r.Top + align.MoreCandidates
	}
	if r.Top > 0 && r.ExceptSame {
		return r.Top + 1
	}
	return r.Top
}

// search returns the best documents by the index, as many as depth.
func (a *Asker) search(ctx context.Context, r Request, v *query.Vector, depth int) (*query.Result, error) {
	o := a.options(r)
	o.Top = depth
	return query.Search(ctx, a.snapshot.Reader(), v, o)
}

func (a *Asker) options(r Request) query.Options {
	o := query.Options{
		Measure: r.Measure, MaxTerms: r.MaxTerms, Documents: a.snapshot.Contents(),
	}
	if r.Measure != query.Containment {
		o.Weights = a.weights
	}
	if !r.Evidence {
		o.MinScore = r.MinScore
	}
	return o
}

// candidates returns the first candidates among the documents that were found, at most that many;
// all if most is under 1.
func (p *prover) candidates(found []query.Hit, most int) ([]candidate, error) {
	var ids []string
	var contents []query.Hit
	for _, h := range found {
		if id, ok := index.ContentOf(h.ID); ok && id != p.question.same {
			ids, contents = append(ids, id), append(contents, h)
		}
	}
	described, err := p.snapshot.Describe(ids)
	if err != nil {
		return nil, err
	}
	var all []candidate
	for i, d := range described {
		if most > 0 && len(all) == most {
			break
		}
		c := candidate{found: contents[i], content: d.Content, occurrences: d.Occurrences}
		c.found.Cosine = rounded(c.found.Cosine)
		if p.request.Collection != "" {
			c.occurrences = slices.DeleteFunc(c.occurrences, func(o index.Occurrence) bool {
				return o.Collection != p.request.Collection
			})
		}
		if len(c.occurrences) > 0 {
			all = append(all, c)
		}
	}
	return all, nil
}

// A long question may hold a snippet of somebody's among much that is its own. The documents that
// share most with all of it are then not those that the snippet came from. So it is asked in
// overlapping windows, too.
const (
	window      = 256 // tokens
	stride      = window / 2
	perWindow   = 4  // candidates of a window
	fromWindows = 80 // candidates of all windows together
)

// fromWindows returns the candidates of the windows, those first of which the index has most in one
// window.
func (p *prover) fromWindows(ctx context.Context) ([]query.Hit, error) {
	r, q := p.request, p.question
	n := q.Document.Len()
	if r.Whole || r.MaxTerms > 0 || n <= stride || n <= window+stride && !r.Cover {
		return nil, nil
	}
	o := p.options(r)
	o.Measure, o.Top, o.Weights = query.Containment, perWindow, nil
	var spans []analyzer.Span
	var vectors []*query.Vector
	for from := 0; from < n-stride; from += stride {
		span := analyzer.Span{From: from, To: min(n, from+window)}
		spans = append(spans, span)
		vectors = append(vectors, query.NewVector(query.TermsBetween(&q.analysis, span.From, span.To)))
	}
	results, err := query.SearchAll(ctx, p.snapshot.Reader(), vectors, o)
	if err != nil {
		return nil, err
	}
	best := map[string]float64{}
	for i, result := range results {
		weight := q.Rarity.Sum(spans[i])
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
	return query.Score(ctx, p.snapshot.Reader(), q.vector, ids, p.options(r))
}

// rounded cuts what depends on the order in which a sum was made.
func rounded(v float64) float64 { return math.Round(v*1e6) / 1e6 }
