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
	"github.com/chaffinch-search/chaffinch/internal/warning"
	"github.com/chaffinch-search/chaffinch/query"
	"github.com/chaffinch-search/chaffinch/query/align"
)

// ranking scores, orders, groups and counts the hits of one question. It reads nothing: prover
// proves the hits and asks the index.
type ranking struct {
	request  Request
	question *question
	least    float64 // score of a hit that may be listed, because it is likely
	spelled  float64 // score of a hit that may be listed, because of a run: see [align.Spelled]; at most least
	weight   float64 // of the whole question, in rare tokens

	histories map[string]*history // by path, with its place
	groups    map[string]int      // candidates of a group
	parts     *sureParts          // nil unless whole documents are compared

	unlikely       int // candidates that are not aligned: see promising
	weaker         int // hits below the minimum score: see [answer.Answer], as weakerVerbatim
	weakerVerbatim int
	more           int // hits beyond those requested: see [answer.Answer]
}

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

// settled reports whether enough candidates are judged. These are some more than requested, and
// enough that no further one can become the best. The last one found bounds those after it.
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
