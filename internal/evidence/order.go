package evidence

import (
	"cmp"
	"context"
	"slices"

	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/order"
	"github.com/chaffinch-search/chaffinch/internal/originname"
	"github.com/chaffinch-search/chaffinch/internal/shares"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
	"github.com/chaffinch-search/chaffinch/query/align"
)

// The order of hits by evidence. Each step keeps the order of the steps before where it decides
// nothing:
//
//	sortHits       by score, then hand-written first, then by the better name
//	parts          of similar documents, those that share a part before weaker ones (sharedparts.go)
//	earliestFirst  of about the same score, the earliest
//	sourcesFirst   sources before the bundles that are made from them
//	firstOfGroups  the first hit of each group only (groups.go)
//	regionsFirst   first what explains more of the question; not of similar documents (regions.go)
//	surestFirst    last what is more likely no copy; not of similar documents
//	firstVersions  of a history, the first version instead of the best (versions.go)
//
// A version may have another date, source or place, so byEvidence repeats these steps, but for
// groups, after firstVersions. An order by shares replaces the steps from earliestFirst on:
// byShare, after firstOfGroups.

// DefaultTop is the number of documents of an answer, unless a question sets another. Among as many
// at least, weaker hits are counted.
const DefaultTop = 10

// best orders the hits, keeps the best, and counts weaker ones. It keeps as many as are requested,
// and those after them that may take their places once the first versions are known.
func (p *prover) best(ctx context.Context, hits []hit) ([]hit, error) {
	sortHits(hits)
	if p.parts != nil { // a listed hit may score less than others
		unlisted := func(h hit) bool { return !p.lists(&h) }
		hits = append(slices.DeleteFunc(slices.Clone(hits), unlisted), slices.DeleteFunc(hits, func(h hit) bool { return p.lists(&h) })...)
	}
	hits = slices.DeleteFunc(hits, func(h hit) bool { return h.Score <= 0 })
	byDate := p.request.Evidence && p.request.Order == shares.ByScore
	if byDate {
		earliestFirst(hits[:p.enough(hits)])
		sourcesFirst(hits[:p.enough(hits)])
	}
	hits = p.firstOfGroups(hits)
	if p.request.Evidence && !byDate {
		return p.byShare(hits), nil
	}
	enough := p.enough(hits)
	if byDate && !p.request.Whole {
		p.regionsFirst(hits[:enough])
		if err := p.surestFirst(ctx, hits[:enough]); err != nil {
			return nil, err
		}
	}
	listed, counted := len(hits), len(hits)
	if p.request.Top > 0 {
		listed, counted = min(listed, p.request.Top), min(counted, max(p.request.Top, DefaultTop))
		p.more = max(0, enough-listed)
	}
	p.addWeaker(hits[min(counted, enough):counted])
	if byDate && len(p.histories) > 0 {
		for listed < enough && hits[listed].Score >= hits[listed-1].Score*threshold.AsMuch {
			listed++
		}
	}
	return hits[:min(listed, enough)], nil
}

// lists reports whether the hit reaches the minimum score, or search is sure of a part.
func (r *ranking) lists(h *hit) bool { return h.Score >= r.request.MinScore || r.parts.lists(h) }

// enough returns the number of ordered hits that are listed.
func (r *ranking) enough(hits []hit) int {
	n := slices.IndexFunc(hits, func(h hit) bool { return !r.lists(&h) })
	if n < 0 {
		return len(hits)
	}
	return n
}

// byShare is best for hits that are listed by their shares.
func (r *ranking) byShare(hits []hit) []hit {
	enough := r.enough(hits)
	r.addWeaker(hits[enough:])
	hits = hits[:enough]
	order.Short(hits, func(x, y hit) int {
		return r.request.Order.Compare(x.Score, y.Score, shares.Shares(x.Shares), shares.Shares(y.Shares))
	})
	if r.request.Top > 0 {
		r.more = max(0, enough-r.request.Top)
		hits = hits[:enough-r.more]
	}
	return hits
}

// names counts, by collection, the hits from [threshold.NamingHit] of the best score on. Weaker
// hits are left out: a collection that bundles many projects has more of them than the project that
// the question came from.
type names map[string]int

func namesOf(hits []hit) names {
	best, n := 0.0, names{}
	for _, h := range hits {
		best = max(best, h.Score)
	}
	for _, h := range hits {
		if h.Score < threshold.NamingHit*best {
			continue
		}
		seen := map[string]bool{}
		for _, o := range h.Occurrences {
			if !seen[o.Collection] {
				seen[o.Collection] = true
				n[o.Collection]++
			}
		}
	}
	return n
}

// sortHits sorts the hits by score, and the occurrences of each by name. Of equal scores, those
// written by hand come first, then the better name.
func sortHits(hits []hit) {
	n := namesOf(hits)
	for _, h := range hits {
		originname.Sort(h.Occurrences, n)
	}
	order.Short(hits, func(x, y hit) int {
		return cmp.Or(byScore(x, y), cmp.Compare(y.weight, x.weight),
			originname.Compare(x.Occurrences[0], y.Occurrences[0], n))
	})
}

// byScore orders higher scores first; ties: hand-written before generated.
func byScore(x, y hit) int {
	return cmp.Or(cmp.Compare(y.Score, x.Score), cmp.Compare(x.machine(), y.machine()))
}

// machine is 1 if the content looks generated or minified, otherwise 0.
func (h *hit) machine() int {
	if h.Looks == "" {
		return 0
	}
	return 1
}

// earliestFirst orders hits of about the same score by when they came. The earliest is likely the
// origin.
func earliestFirst(hits []hit) {
	order.Short(hits, byScore)
	for from := 0; from < len(hits); {
		to := from + 1
		for to < len(hits) && hits[to].Score >= hits[from].Score*threshold.AsMuch {
			to++
		}
		var at []int
		var dated []hit
		for i, h := range hits[from:to] {
			if o := h.Occurrences[0]; (!o.Date.IsZero() || o.Corrected() != 0) && h.machine() == 0 {
				at, dated = append(at, from+i), append(dated, h)
			}
		}
		document.SortByTime(dated, func(h hit) index.Occurrence { return h.Occurrences[0] })
		for i, h := range dated {
			hits[at[i]] = h
		}
		from = to
	}
}

// sourcesFirst moves sources before the bundles that have about the same score.
func sourcesFirst(hits []hit) {
	for i := range hits {
		for j := i + 1; j < len(hits) && hits[j].Score >= hits[i].Score*threshold.AsMuch; j++ {
			if hits[j].machine() <= hits[i].machine() && hits[i].bundleOf(&hits[j]) == 1 {
				h := hits[j]
				copy(hits[i+1:j+1], hits[i:j])
				hits[i] = h
				break
			}
		}
	}
}

// bundleOf returns 1 if the hit looks like the other's bundle, else 0. Both are of one project, and
// one is a bundle by its name or, without dates, by its size.
func (h *hit) bundleOf(source *hit) int {
	x, y := h.Occurrences[0], source.Occurrences[0]
	if projectOf(x) != projectOf(y) || x.Collection != y.Collection {
		return 0
	}
	byName := originname.Bundled(x) - originname.Bundled(y)
	if byName > 0 || byName == 0 && (x.Date.IsZero() || y.Date.IsZero()) && h.Tokens >= threshold.BundleSize*max(1, source.Tokens) {
		return 1
	}
	return 0
}

// projectOf names the project of an occurrence, as far as it is known.
func projectOf(o index.Occurrence) string { return cmp.Or(o.Package, o.Repository, o.Root) }

// surestFirst judges the hits, and puts hits that are more likely no copies last. It does so if
// another hit is a likely copy. Their scores count names and idioms that many share, or structure
// alone. The others keep their order.
func (p *prover) surestFirst(ctx context.Context, hits []hit) error {
	if len(hits) < 2 {
		return nil
	}
	if err := p.judge(ctx, hits); err != nil {
		return err
	}
	likelyFirst(hits)
	return nil
}

// likelyFirst puts hits last that are more likely no copies, if another is a likely copy.
func likelyFirst(hits []hit) {
	if !slices.ContainsFunc(hits, func(h hit) bool { return h.IsLikely() }) {
		return
	}
	unlikely := func(h hit) int {
		if h.Aligned && h.Probability < threshold.UnlikelyHit {
			return 1
		}
		return 0
	}
	order.Short(hits, func(x, y hit) int { return unlikely(x) - unlikely(y) })
}

// addWeaker counts hits below the minimum score, and unchanged copies among them. These have all of
// the question.
func (r *ranking) addWeaker(hits []hit) {
	r.weaker += len(hits)
	for i := range hits {
		if hits[i].isVerbatim() {
			r.weakerVerbatim++
		}
	}
}

// isVerbatim reports whether the hit has all of the question unchanged.
func (h *hit) isVerbatim() bool {
	return h.Coverage == 1 && !slices.ContainsFunc(h.matches, func(m match) bool { return m.change.Kind != align.Verbatim })
}
