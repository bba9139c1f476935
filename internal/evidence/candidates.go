package evidence

import (
	"cmp"
	"context"
	"maps"
	"math"
	"slices"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
	"github.com/chaffinch-search/chaffinch/query"
	"github.com/chaffinch-search/chaffinch/query/align"
)

// candidate is a content that the index proposes for a question.
type candidate struct {
	found       query.Hit
	content     index.Content
	occurrences []index.Occurrence // in the requested collection
	group       string             // see [answer.Hit], as others
	others      int
}

// hit returns the hit before it is aligned, with the score of the index.
func (c candidate) hit() hit {
	return hit{
		Hit: answer.Hit{
			Content: c.content.ID, Language: c.content.Language, Tokens: c.content.Tokens, Occurrences: c.occurrences,
			Score: c.found.Score, Containment: c.found.Containment, Resemblance: c.found.Resemblance, Cosine: c.found.Cosine,
			Group: c.group, Others: c.others,
		},
		content: c.content, found: c.found,
	}
}

// depth is the number of documents to request from the index at first, and to judge; under 1 means
// all. An answer of fewer hits is the beginning of an answer of ten.
func (r Request) depth() int {
	if r.Top > 0 {
		return max(r.Top, DefaultTop) + align.MoreCandidates // also for ties with the last one
	}
	return r.Top
}

// search returns the best depth documents by the index.
func (a *Asker) search(ctx context.Context, r Request, v *query.Vector,
	depth int) (*query.Result, error) {
	o := r.options()
	o.Top = depth
	results, err := a.state.Search(ctx, []*query.Vector{v}, o)
	if err != nil {
		return nil, err
	}
	return results[0], nil
}

func (r Request) options() query.Options {
	return query.Options{Measure: r.ByIndex, MaxTerms: r.MaxTerms}
}

// candidates returns the candidates among the found documents.
func (p *prover) candidates(ctx context.Context, found []query.Hit) ([]candidate, error) {
	var ids []string
	var contents []query.Hit
	for _, h := range found {
		if h.ID != p.question.same && (p.request.identical == "" || h.ID == p.request.identical) {
			ids, contents = append(ids, h.ID), append(contents, h)
		}
	}
	described, err := p.describe(ctx, ids)
	if err != nil {
		return nil, err
	}
	var all []candidate
	for i, d := range described {
		c := candidate{found: contents[i], content: d.Content}
		c.found.Cosine = rounded(c.found.Cosine)
		c.occurrences = slices.DeleteFunc(slices.Clone(d.Occurrences), func(o index.Occurrence) bool {
			return !p.request.lists(d.Content, o)
		})
		if len(c.occurrences) > 0 {
			all = append(all, c)
		}
	}
	return all, nil
}

// restrictions returns what the options ask of listed occurrences; nothing if they list all. Search
// goes deeper in a window if there are any.
func (r Request) restrictions() (all []func(index.Content, index.Occurrence) bool) {
	if name := r.Collection; name != "" {
		all = append(all, func(_ index.Content, o index.Occurrence) bool { return o.Collection == name })
	}
	if r.Selects != nil {
		all = append(all, r.Selects)
	}
	return all
}

// lists reports whether an occurrence of the content may be listed.
func (r Request) lists(c index.Content, o index.Occurrence) bool {
	return (!r.ExceptFile || r.File == "" || o.File() != r.File) &&
		!slices.ContainsFunc(r.restrictions(), func(meets func(index.Content, index.Occurrence) bool) bool { return !meets(c, o) })
}

// A long question may contain a copied snippet among much original text. The documents that share
// most with the whole are then not the sources of the snippet. The question is therefore also
// searched in overlapping windows.
const (
	window      = 256 // tokens
	stride      = window / 2
	perWindow   = 4  // candidates of a window
	fromWindows = 80 // candidates of all windows together
	asVersions  = 8  // times as many, if there are versions of the same files: few of them are aligned
	atOnce      = 16 // windows that are searched for versions at a time
)

// fromWindows returns the candidates of the windows, by descending containment in one window. It
// also returns these with further versions of their paths, whose fingerprints are counted, and the
// best documents of windows that share much with them, whatever the request selects.
func (p *prover) fromWindows(ctx context.Context) (candidates, counted []query.Hit, firsts []string, err error) {
	r, q := p.request, p.question
	n := q.Document.Len()
	if r.Whole || r.MaxTerms > 0 || n <= stride || n <= window+stride && !r.Cover {
		return nil, nil, nil, nil
	}
	var spans []analyzer.Span
	var vectors []*query.Vector
	for from := 0; from < n-stride; from += stride {
		span := analyzer.Span{From: from, To: min(n, from+window)}
		spans = append(spans, span)
		terms := query.TermsBetween(&q.analysis, span.From, span.To)
		vectors = append(vectors, query.NewVector(terms))
	}
	best, histories, firsts, err := p.bestOfWindows(ctx, vectors, spans)
	if err != nil {
		return nil, nil, nil, err
	}
	most, further := fromWindows, fromWindows
	if histories {
		most, further = asVersions*fromWindows, mostFolded
	} else if r.Promising {
		maps.DeleteFunc(best, func(_ string, weight float64) bool { return !p.mayReach(align.Promise(1, weight)) })
	}
	ids := idsByWeight(best)
	counted, err = p.state.Score(ctx, q.vector, ids[:min(len(ids), further)], r.options())
	return counted[:min(len(counted), most)], counted, firsts, err
}

// idsByWeight returns the ids of contents, the heaviest first.
func idsByWeight(weights map[string]float64) []string {
	ids := slices.Collect(maps.Keys(weights))
	slices.SortFunc(ids, func(x, y string) int {
		return cmp.Or(cmp.Compare(weights[y], weights[x]), cmp.Compare(x, y))
	})
	return ids
}

// bestOfWindows returns, by content, the most weight that it shares with a window. It also tells
// whether one is of a history, and the best documents of windows that share much with them,
// whatever the request selects. Windows with versions of a path are searched deeper.
func (p *prover) bestOfWindows(ctx context.Context, vectors []*query.Vector, spans []analyzer.Span) (best map[string]float64, histories bool, firsts []string, err error) {
	o := p.request.options()
	o.Measure = query.Containment
	found, unselected, err := p.perWindow(ctx, vectors, o, perWindow)
	if err != nil {
		return nil, false, nil, err
	}
	best = map[string]float64{}
	add := func(window int, r *query.Result) {
		if len(r.Hits) == 0 && len(unselected[window]) == 0 {
			return
		}
		parts, weight := p.termParts(spans[window], r.Terms), 0.0
		if p.several.in(&p.question.analysis, spans[window]) {
			weight = p.question.Rarity.SumWithin(spans[window], nil)
		} else {
			weight = p.question.Rarity.Sum(spans[window])
		}
		for _, h := range r.Hits {
			best[h.ID] = max(best[h.ID], parts.of(h)*weight)
		}
		h := unselected[window]
		if len(h) < 2 || !shareAlike(h[0], h[1]) || slices.Contains(firsts, h[0].ID) {
			return
		}
		if align.Origin(p.ifRare(h[0], r.Terms, parts.of(h[0])*weight)) >= threshold.ListedFinding {
			firsts = append(firsts, h[0].ID, h[1].ID)
		}
	}
	var deeper []int
	for i, r := range found {
		add(i, r)
		here := newVersionCount()
		if err := p.count(ctx, here, r.Hits, r.Terms); err != nil {
			return nil, false, nil, err
		}
		if here.histories() {
			deeper = append(deeper, i)
		}
	}
	for part := range slices.Chunk(deeper, atOnce) {
		var again []*query.Vector
		for _, i := range part {
			again = append(again, vectors[i])
		}
		found, _, err := p.perWindow(ctx, again, o, mostOfWindow)
		if err != nil {
			return nil, false, nil, err
		}
		for at, i := range part {
			add(i, found[at])
		}
	}
	return best, len(deeper) > 0, firsts, nil
}

func idsOf(hits []query.Hit) []string {
	ids := make([]string, len(hits))
	for i, h := range hits {
		ids[i] = h.ID
	}
	return ids
}

// mostOfWindow bounds how deep a window is searched for documents that may be listed.
const mostOfWindow = 1024

// perWindow returns the best documents of each window, as many as it says. They may be listed. It
// also returns the best two documents of each window, which may not.
func (p *prover) perWindow(ctx context.Context, windows []*query.Vector, o query.Options, each int) (results []*query.Result, firsts [][]query.Hit, err error) {
	firsts = make([][]query.Hit, len(windows))
	restricted := p.request.identical == "" && len(p.request.restrictions()) > 0
	for o.Top = each; ; o.Top *= 4 {
		if results, err = p.state.Search(ctx, windows, o); err != nil {
			return nil, nil, err
		}
		deeper := false
		for i, result := range results {
			firsts[i] = slices.Clone(result.Hits[:min(len(result.Hits), 2)])
			if !restricted {
				continue
			}
			listed, err := p.candidates(ctx, result.Hits)
			if err != nil {
				return nil, nil, err
			}
			deeper = deeper || len(listed) < each && len(result.Hits) == o.Top
			result.Hits = nil
			for _, c := range listed[:min(len(listed), each)] {
				result.Hits = append(result.Hits, c.found)
			}
		}
		if !deeper || o.Top >= mostOfWindow {
			return results, firsts, nil
		}
	}
}

// rounded discards digits that depend on the order of a summation.
func rounded(v float64) float64 { return math.Round(v*1e6) / 1e6 }
