package units

import (
	"math"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/internal/collection/pairs"
	"github.com/chaffinch-search/chaffinch/query"
	"github.com/chaffinch-search/chaffinch/query/align"
)

// This file decides which pairs are worth aligning, and how many. Package align decides the score
// of two units. docs/decisions/prefix-filtering.md has the figures.

const (
	// MostPairs bounds the pairs that are kept in memory, 32 bytes each.
	MostPairs = 100_000_000

	// Partners is with how many files of the other unit a file is aligned at most. More files hold
	// a copy of the same material rather than more of it.
	Partners = 8

	// mostSteps bounds the time of choosing the files to align. Fingerprints that stand in many
	// files of both units, such as those of a licence in thousands, take a step for each pair of
	// these. Above the bound the commonest fingerprints lead to no pair.
	mostSteps = 1 << 26

	// lowWeight is the weight below which a token is marked as common. A run of fewer than leastRun
	// such tokens is not marked.
	lowWeight, leastRun = 0.25, 4
)

// Estimator estimates scores from shared fingerprints.
type Estimator struct {
	table    *pairs.Table
	perToken float64
}

// NewEstimator returns an estimator for the units of the table, which were analysed by the
// settings.
func NewEstimator(t *pairs.Table, s analyzer.Settings) Estimator {
	scheme, kinds := s.Structure, 2.0
	switch {
	case scheme.Off():
		scheme, kinds = s.Exact, 1
	case s.Exact.Off():
		kinds = 1
	}
	// How many rare tokens a fingerprint stands for, by its idf: a window has w hashes and keeps
	// two of w+1, and each representation counts them once.
	perToken := float64(max(scheme.W, 1)+1) / 2 / kinds / query.IDF(t.Documents(), 1)
	return Estimator{t, perToken}
}

// Estimate returns the estimate of the pair, see [align.EstimateSimilarity].
func (e Estimator) Estimate(p pairs.Candidate) float32 {
	a, b := e.table.Weight(p.A), e.table.Weight(p.B)
	return float32(align.EstimateSimilarity(p.Shared, a, b, e.perToken))
}

// CommonFrom returns in how many of n units material may stand without being boilerplate, for a
// largest share of them; 0 for any number. What only two units share is never boilerplate.
func CommonFrom(share float64, n int) int {
	if share == 0 {
		return 0
	}
	return max(2, int(math.Floor(share*float64(n))))
}
