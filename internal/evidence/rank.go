package evidence

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/chaffinch-search/chaffinch/query"
	"github.com/chaffinch-search/chaffinch/query/align"
)

// outcome is the result of ranking by evidence or by a measure.
type outcome struct {
	found    *query.Result // of the last search of the index
	hits     []Hit         // in final order, at most as many as requested
	warnings []string
}

// byMeasure returns the best hits by the index alone.
func (p *prover) byMeasure(ctx context.Context, found *query.Result) (*outcome, error) {
	r := p.request
	for depth := r.depth(); ; depth *= 4 {
		candidates, err := p.candidates(found.Hits, r.Top)
		if err != nil {
			return nil, err
		}
		// Some of the found documents may have been left out. If too few remain, search deeper.
		if r.Top < 1 || len(candidates) >= r.Top || len(found.Hits) < depth {
			hits, err := p.prove(ctx, candidates)
			return &outcome{found, hits, unread(hits)}, err
		}
		if found, err = p.search(ctx, r, p.question.vector, 4*depth); err != nil {
			return nil, err
		}
	}
}

// byEvidence returns the best hits by aligned evidence. It searches deeper until better candidates
// are unlikely.
func (p *prover) byEvidence(ctx context.Context, found *query.Result) (*outcome, error) {
	var hits []Hit
	done := map[string]bool{} // by id of the Bleve document
	prove := func(found []query.Hit) error {
		candidates, err := p.candidates(slices.DeleteFunc(slices.Clone(found), func(h query.Hit) bool {
			again := done[h.ID]
			done[h.ID] = true
			return again || p.belowMinScore(h)
		}), 0)
		if err != nil {
			return err
		}
		proved, err := p.prove(ctx, candidates)
		hits = append(hits, proved...)
		return err
	}
	for depth := p.request.depth(); ; depth *= 2 {
		if err := prove(found.Hits); err != nil {
			return nil, err
		}
		n := len(found.Hits)
		if depth < 1 || n < depth || p.belowMinScore(found.Hits[n-1]) ||
			p.settled(hits, found.Hits[n-1]) {
			break
		}
		var err error
		if found, err = p.search(ctx, p.request, p.question.vector, 2*depth); err != nil {
			return nil, err
		}
	}
	inWindows, err := p.fromWindows(ctx)
	if err != nil {
		return nil, err
	}
	if err := prove(inWindows); err != nil {
		return nil, err
	}
	if p.request.Cover {
		hits, warnings := p.cover(hits)
		return &outcome{found, hits, warnings}, nil
	}
	hits = p.best(hits)
	return &outcome{found, hits, unread(hits)}, nil
}

// promise bounds the weight that aligning the hit may prove, estimated from the index.
func (p *prover) promise(h query.Hit) float64 { return align.Promise(h.Containment, p.weight) }

// belowMinScore reports whether the hit would score too low to be shown.
func (p *prover) belowMinScore(h query.Hit) bool {
	return !p.request.Whole && align.Origin(p.promise(h)) < p.request.MinScore
}

// settled reports whether enough candidates are aligned: some more than requested, and enough that
// no further one can become the best. The last one found bounds those after it.
func (p *prover) settled(hits []Hit, last query.Hit) bool {
	switch n := len(hits); {
	case n < p.request.Top+align.MoreCandidates:
		return false // others were omitted, from other collections
	case n >= align.MostCandidates, p.request.Whole: // cosine agrees well on the best
		return true
	}
	best := 0.0
	for _, h := range hits {
		best = max(best, h.Weight)
	}
	return p.promise(last) < best
}

// best orders the hits by score and keeps the best.
func (p *prover) best(hits []Hit) []Hit {
	slices.SortFunc(hits, func(x, y Hit) int {
		return cmp.Or(cmp.Compare(y.Score, x.Score), cmp.Compare(y.Weight, x.Weight),
			cmp.Compare(y.Found.Containment, x.Found.Containment),
			cmp.Compare(x.Content.ID, y.Content.ID))
	})
	var kept []Hit
	for _, h := range hits {
		if h.Score >= p.request.MinScore && h.Score > 0 && (p.request.Top < 1 || len(kept) < p.request.Top) {
			kept = append(kept, h)
		}
	}
	return kept
}

// unread returns warnings for hits whose content could not be read.
func unread(hits []Hit) (warnings []string) {
	for _, h := range hits {
		if !h.Aligned {
			warnings = append(warnings, fmt.Sprintf(
				"%s is gone or has changed since it was indexed: ranked by the index alone",
				h.Occurrences[0].File()))
		}
	}
	return warnings
}
