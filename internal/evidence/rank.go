package evidence

import (
	"context"
	"errors"
	"slices"

	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/internal/option"
	"github.com/chaffinch-search/chaffinch/internal/order"
	"github.com/chaffinch-search/chaffinch/internal/shares"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
	"github.com/chaffinch-search/chaffinch/internal/warning"
	"github.com/chaffinch-search/chaffinch/query"
	"github.com/chaffinch-search/chaffinch/query/align"
)

// outcome is the result of ranking by evidence or by a measure.
type outcome struct {
	found    *query.Result // of the last search of the index
	hits     []hit         // in final order, at most as many as requested
	warnings []answer.Warning
}

// byMeasure returns the best hits by the index alone.
func (p *prover) byMeasure(ctx context.Context, found *query.Result) (*outcome, error) {
	r := p.request
	for depth := r.depth(); ; depth *= 4 {
		candidates, err := p.candidates(ctx, found.Hits)
		if err != nil {
			return nil, err
		}
		candidates = p.withinGroups(p.fold(candidates))
		// Some of the found documents may have been left out. If too few remain, search deeper.
		if r.Top < 1 || p.distinct(hitsOf(candidates)) >= r.Top || len(found.Hits) < depth || len(p.histories) > 0 && depth >= mostFolded {
			if candidates, err = p.listed(ctx, candidates); err != nil {
				return nil, err
			}
			hits, err := p.prove(ctx, candidates)
			if err == nil {
				err = p.firstVersions(ctx, hits)
			}
			order.Short(hits, byScore)
			return &outcome{found, hits, unread(hits)}, err
		}
		clear(p.histories)
		clear(p.groups)
		if found, err = p.search(ctx, r, p.question.vector, 4*depth); err != nil {
			return nil, err
		}
	}
}

func hitsOf(candidates []candidate) []hit {
	hits := make([]hit, len(candidates))
	for i, c := range candidates {
		hits[i] = c.hit()
	}
	return hits
}

// listed returns the candidates that become hits by the index alone, in final order.
func (p *prover) listed(ctx context.Context, candidates []candidate) ([]candidate, error) {
	hits, err := p.best(ctx, hitsOf(candidates))
	if err != nil {
		return nil, err
	}
	listed := make([]candidate, len(hits))
	for i, h := range hits {
		listed[i] = candidate{h.found, h.content, h.Occurrences, h.Group, h.Others}
	}
	return listed, nil
}

// byEvidence returns the best hits by aligned evidence. It searches deeper until better candidates
// are unlikely.
func (p *prover) byEvidence(ctx context.Context, found *query.Result) (*outcome, error) {
	found, searched, inWindows, err := p.countVersions(ctx, found)
	if err != nil {
		return nil, err
	}
	copies, err := p.copies(ctx, found)
	if err != nil {
		return nil, err
	}
	if copies.generated > 0 && !p.request.Whole { // the score of whole documents is relative
		p.discount(copies.generated)
	}
	all := proofs{p: p, done: map[string]bool{}}
	if found, err = all.deepen(ctx, found, searched); err != nil {
		return nil, err
	}
	if err := all.add(ctx, inWindows); err != nil {
		return nil, err
	}
	if err := all.add(ctx, copies.written); err != nil {
		return nil, err
	}
	if err := all.addRest(ctx); err != nil {
		return nil, err
	}
	if err := p.otherVersions(ctx, all.hits); err != nil {
		return nil, err
	}
	if p.request.Cover {
		hits, warnings, err := p.cover(ctx, all.hits)
		return &outcome{found, hits, warnings}, err
	}
	if err := all.addParts(ctx, p.parts); err != nil {
		return nil, err
	}
	hits, err := p.best(ctx, all.hits)
	if err != nil {
		return nil, err
	}
	if err := p.firstVersions(ctx, hits); err != nil {
		return nil, err
	}
	if p.request.Order == shares.ByScore {
		earliestFirst(hits)
		sourcesFirst(hits)
		if !p.request.Whole {
			p.regionsFirst(hits)
			if err := p.surestFirst(ctx, hits); err != nil {
				return nil, err
			}
		}
	}
	if p.request.Top > 0 {
		hits = hits[:min(len(hits), p.request.Top)]
	}
	if err := p.parts.ask(ctx, hits); err != nil {
		return nil, err
	}
	return &outcome{found, hits, unread(hits)}, nil
}

// proofs are the hits of a question whose evidence is known.
type proofs struct {
	p    *prover
	hits []hit
	done map[string]bool // by id of the content
}

// add proves contents that were found, each once.
func (x *proofs) add(ctx context.Context, found []query.Hit) error {
	p := x.p
	candidates, err := p.candidates(ctx, slices.DeleteFunc(slices.Clone(found), func(h query.Hit) bool {
		again := x.done[h.ID]
		x.done[h.ID] = true
		return again
	}))
	if err != nil {
		return err
	}
	candidates = p.promising(p.withinGroups(p.fold(candidates)))
	proved, err := p.prove(ctx, candidates)
	if err != nil {
		return err
	}
	for i := range proved {
		if h := &proved[i]; h.unread != nil && !h.HashesOnly && !p.request.Whole && p.likelyReaches(candidates[i]) {
			p.unread = append(p.unread, answer.UnreadDocument{Content: h.Content, Occurrences: h.Occurrences})
		}
	}
	x.hits = append(x.hits, proved...)
	return nil
}

// deepen adds the contents that were found, and searches deeper until enough are judged. It returns
// the last search.
func (x *proofs) deepen(ctx context.Context, found *query.Result, searched int) (_ *query.Result, err error) {
	p := x.p
	for depth := p.request.depth(); ; depth *= 2 {
		if depth > searched {
			if found, err = p.search(ctx, p.request, p.question.vector, depth); err != nil {
				return nil, err
			}
		}
		n := len(found.Hits)
		if depth > 0 {
			n = min(n, depth)
		}
		if err := x.add(ctx, found.Hits[:n]); err != nil {
			return nil, err
		}
		if depth < 1 || n < depth || p.settled(x.hits, found.Hits[n-1]) && !p.moreVersions(found.Hits[n-1]) ||
			len(p.histories) > 0 && depth >= mostFolded {
			return found, nil
		}
	}
}

// addRest adds documents that have the rest of the question.
func (x *proofs) addRest(ctx context.Context) error {
	rest, err := x.p.fromRest(ctx, x.hits)
	if err != nil {
		return err
	}
	return x.add(ctx, rest)
}

// promising returns the candidates to align. If all documents are requested, there may be
// thousands: it leaves out those that would score too low to be shown.
func (p *prover) promising(all []candidate) []candidate {
	if p.request.Whole {
		return all
	}
	n := len(all)
	all = slices.DeleteFunc(slices.Clone(all), isChance)
	p.unlikely += n - len(all)
	if p.request.Top > 0 && !p.request.Promising {
		return all
	}
	first := p.foremost(all)
	promising := slices.DeleteFunc(slices.Clone(all), func(c candidate) bool {
		return !slices.Contains(first, c.content.ID) && !p.mayReach(p.promiseOfRuns(c))
	})
	p.unlikely += len(all) - len(promising)
	return promising
}

// longForOne is a length in tokens from which a document is not read for one fingerprint. In an
// index with few bits of a term, one in some hundreds of fingerprints meets another by chance, and
// long documents have most of these. A shared run of 20 tokens has two.
const longForOne = 20_000

// isChance reports whether a candidate is long, and shares one fingerprint only.
func isChance(c candidate) bool { return len(c.found.Matched) < 2 && c.content.Tokens >= longForOne }

// settled reports whether enough candidates are judged: some more than requested, and enough that
// no further one can become the best. The last one found bounds those after it.
func (r *ranking) settled(hits []hit, last query.Hit) bool {
	if r.request.Promising && !r.mayReach(r.promise(last)) {
		return true
	}
	switch n := r.distinct(hits) + r.unlikely; {
	case r.request.identical != "":
		return len(hits) > 0
	case n < r.request.depth():
		return false // others were omitted, from other collections
	case n >= align.MostCandidates, r.request.Whole: // cosine agrees well on the best
		return true
	}
	best := 0.0
	for _, h := range hits {
		best = max(best, h.weight)
	}
	return r.promise(last) < best
}

// surestFirst judges the hits and puts those last that are more likely no copies, if another is a
// likely copy. Their scores count names and idioms that many share, or structure alone. The others
// keep their order.
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
	if !slices.ContainsFunc(hits, func(h hit) bool { return h.Probability >= threshold.LikelyCopy }) {
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

// DefaultTop is the number of documents of an answer, unless a question sets another. Among as many
// at least, weaker hits are counted.
const DefaultTop = 10

// The order of hits by evidence. Each step keeps the order of the steps before where it decides
// nothing:
//
//	sortHits       by score, then hand-written first, then by the better name (names.go)
//	parts          of similar documents, those that share a part before weaker ones (surepart.go)
//	earliestFirst  of about the same score, the earliest (versions.go)
//	sourcesFirst   sources before the bundles that are made from them (bundles.go)
//	firstOfGroups  the first hit of each group only (groups.go)
//	regionsFirst   first what explains more of the question; not of similar documents (regions.go)
//	surestFirst    last what is more likely no copy; not of similar documents
//	firstVersions  of a history, the first version instead of the best (versions.go)
//
// A version may have another date, source or place, so byEvidence repeats these steps, but for
// groups, after firstVersions. An order by shares replaces the steps from earliestFirst on:
// byShare, after firstOfGroups.

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

// hashesWarning says that hits were ranked by hashes only, and why.
func hashesWarning(hits []hit) []answer.Warning {
	i := slices.IndexFunc(hits, func(h hit) bool { return h.HashesOnly })
	switch {
	case i < 0:
		return nil
	case errors.Is(hits[i].unread, errNoSource):
		return warning.One(option.QuestionHashesOnly)
	}
	return warning.One(option.HashesOnly)
}

// unread returns warnings for hits whose content could not be read.
func unread(hits []hit) (warnings []answer.Warning) {
	if warnings = hashesWarning(hits); warnings != nil {
		return warnings
	}
	for _, h := range hits {
		if errors.Is(h.unread, corpus.ErrNoGit) {
			return append(warnings, warning.Of(option.NoGit, corpus.ErrNoGit))
		}
		if !h.Aligned {
			warnings = append(warnings, warning.Of(option.SourceGone, h.Occurrences[0].File()))
		}
	}
	return warnings
}
