package collection

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/chaffinch-search/chaffinch/internal/collection/pairs"
	"github.com/chaffinch-search/chaffinch/query"
)

// candidate is a pair of units that share fingerprints.
type candidate struct {
	a, b     int32
	estimate float32 // of the score, by fingerprints
	score    float64 // proved
	facts    *facts  // of the matches; nil unless they were taken down while it was proved
}

// mostCandidates bounds the memory that pairs need, 32 bytes each.
const mostCandidates = 100_000_000

// hope is that of highest.
const hope = 1.4

// highest is the score that a candidate may turn out to have, hope times the root of its estimate. Of the
// pairs with a score of 0.2, 0.3 or 0.5 at least, 98 to 99 in 100 have such an estimate where it says
// least, among short programs for one task, and all others elsewhere (docs/scoring.md). Fingerprints miss
// what is copied with changes, the more so the less is left of them.
func (k candidate) highest() float64 { return hope * math.Sqrt(float64(k.estimate)) }

// leastEstimate is the estimate from which on a candidate may have the score.
func leastEstimate(score float64) float64 { return score / hope * score / hope }

// candidates returns the pairs that may have the least score, the most promising first.
func (c *comparison) candidates(ctx context.Context) ([]candidate, error) {
	var all []candidate
	c.result = c.newResult()
	perToken := c.tokensPerIDF()
	least := leastEstimate(c.o.MinScore)
	err := c.table.Candidates(ctx, least, func(p pairs.Candidate) error {
		if c.l.units[p.A].Old && c.l.units[p.B].Old {
			return nil
		}
		c.result.Stats.Sharing++
		k := candidate{a: int32(p.A), b: int32(p.B), estimate: float32(c.estimate(p, perToken))}
		if k.highest() < c.o.MinScore {
			return nil
		}
		if len(all) == mostCandidates {
			return fmt.Errorf("more than %d pairs share enough: raise --min-score", mostCandidates)
		}
		all = append(all, k)
		return nil
	})
	if err != nil {
		return nil, err
	}
	slices.SortFunc(all, func(x, y candidate) int {
		return cmp.Or(cmp.Compare(y.estimate, x.estimate), cmp.Compare(x.a, y.a), cmp.Compare(x.b, y.b))
	})
	return all, nil
}

// tokensPerIDF is how many rare tokens a fingerprint stands for, by its idf: a window has w hashes and
// keeps two of w+1, and each representation says it once.
func (c *comparison) tokensPerIDF() float64 {
	scheme, kinds := c.o.Settings.Structure, 2.0
	switch {
	case scheme.Off():
		scheme, kinds = c.o.Settings.Exact, 1
	case c.o.Settings.Exact.Off():
		kinds = 1
	}
	return float64(max(scheme.W, 1)+1) / 2 / kinds / query.IDF(c.table.Documents(), 1)
}

// estimate says what the score would be if what the fingerprints stand for were all that is shared,
// without a change: align.Similarity without its damping.
func (c *comparison) estimate(p pairs.Candidate, perIDF float64) float64 {
	wa, wb := c.table.Weight(p.A), c.table.Weight(p.B)
	alike, part := 2*p.Shared/(wa+wb), p.Shared/min(wa, wb)
	weight := p.Shared * perIDF
	return math.Min(1, alike+(part-alike)*weight/(weight+150)/2)
}
