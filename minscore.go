package chaffinch

import "github.com/chaffinch-search/chaffinch/internal/evidence"

// Default minimum scores. By evidence, nearly every question has hits below believable, but a rare run of the
// guaranteed length scores more. Overall, unrelated files of a language score less than believableOverall: see
// docs/scores.md. The measures of the index depend on the lengths of both documents, so all but traces are listed.
const (
	believable        = evidence.Believable
	believableOverall = 0.15
	trace             = 0.001
)

// DefaultMinScore returns the [SearchOptions].MinScore that the command and the server use for [Index.Search], or
// if overall for [Index.Similar]. The measure is [SearchOptions].Measure.
func DefaultMinScore(measure string, overall bool) float64 {
	switch {
	case measure != "" && measure != evidenceMeasure:
		return trace
	case overall:
		return believableOverall
	}
	return believable
}
