package align

import "math"

// pairMargin is the factor by which two documents may be more similar than their estimate.
// docs/decisions/pairs.md has the lost pairs.
const pairMargin = 1.7

// EstimateError is the factor by which the similarity of two short documents may exceed
// [HighestSimilarity]. Of 45,755 pairs of lodash's files, 2,157 do, and none by more.
const EstimateError = 2.0

// EstimateSimilarity returns [Similarity] without damping, given only common fingerprints. The
// documents are taken to share exactly their material, unchanged. shared is the sum of the idf of
// the common fingerprints, a and b the sums over all fingerprints of each document, and tokens is
// the number of rare tokens for an idf of 1.
func EstimateSimilarity(shared, a, b, tokens float64) float64 {
	return combined(2*shared/(a+b), shared/min(a, b), min(a, b)*tokens)
}

// HighestSimilarity returns the greatest similarity that is likely for a pair with that estimate.
// Fingerprints miss copies with changes, the more so the less of them is left: hence the root.
func HighestSimilarity(estimate float64) float64 { return pairMargin * math.Sqrt(estimate) }

// LeastEstimate is the inverse of [HighestSimilarity]: a pair's least estimate for the similarity.
func LeastEstimate(similarity float64) float64 {
	return similarity / pairMargin * similarity / pairMargin
}
