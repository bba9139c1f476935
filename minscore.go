package chaffinch

import (
	"github.com/chaffinch-search/chaffinch/internal/threshold"
)

// DefaultMinScore returns the [SearchOptions].MinScore of the command and the server. It is for
// [Index.Search], or if overall for [Index.Similar]. The measure is [SearchOptions].Measure.
func DefaultMinScore(measure string, overall bool) float64 {
	switch {
	case !(SearchOptions{Measure: measure}).ByEvidence():
		return threshold.ListedTrace
	case overall:
		return threshold.ListedSimilar
	}
	return threshold.ListedOrigin
}
