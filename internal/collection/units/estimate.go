package units

import (
	"math"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/internal/collection/candidates"
	"github.com/chaffinch-search/chaffinch/query"
	"github.com/chaffinch-search/chaffinch/query/align"
)

// This file selects the pairs to align. Package align computes the score of two units.
// docs/decisions/pairs.md has the figures.

const (
	// MostPairs bounds the pairs that are kept in memory, 32 bytes each. MostListed bounds those
	// that are listed if no other number is given, about 300 bytes each.
	MostPairs, MostListed = 100_000_000, 2_500_000

	// Partners bounds the files of the other unit aligned with each file. Further files mostly
	// repeat the same material.
	Partners = 8

	// mostSteps bounds the time of choosing the files to align. A fingerprint in many files of both
	// units, such as of a licence, takes a step for each pair of files. Above the bound the most
	// common fingerprints are skipped.
	mostSteps = 1 << 26

	// lowWeight is the weight below which a token is marked as common. leastRun is the minimum
	// length of a marked run, in tokens.
	lowWeight, leastRun = 0.25, 4
)

// Estimator estimates scores from shared fingerprints.
type Estimator struct {
	table    *candidates.Table
	perToken float64
}

// NewEstimator returns an estimator for the table's units, analysed by the settings.
func NewEstimator(t *candidates.Table, s analyzer.Settings) Estimator {
	scheme, kinds := s.Structure, 2.0
	switch {
	case scheme.Off():
		scheme, kinds = s.Exact, 1
	case s.Exact.Off():
		kinds = 1
	}
	// Rare tokens per fingerprint, by its idf. A window has w hashes and keeps two of w+1, and each
	// representation counts them once.
	perToken := float64(max(scheme.W, 1)+1) / 2 / kinds / query.IDF(t.Documents(), 1)
	return Estimator{t, perToken}
}

// RareTokens returns how many unique tokens weigh as much as that idf sum. The sum is of shared
// fingerprints.
func (e Estimator) RareTokens(shared float64) float64 { return shared * e.perToken }

// Estimate returns the estimate of the pair, see [align.EstimateSimilarity].
func (e Estimator) Estimate(p candidates.Candidate) float32 {
	a, b := e.table.Weight(p.A), e.table.Weight(p.B)
	return float32(align.EstimateSimilarity(p.Shared, a, b, e.perToken))
}

// CommonFrom returns how many of n units may share material before it becomes boilerplate. It
// computes the number from a share of the units. 0 means any number. Material that only two units
// share is never boilerplate.
func CommonFrom(share float64, n int) int {
	if share == 0 {
		return 0
	}
	return max(2, int(math.Floor(share*float64(n))))
}
