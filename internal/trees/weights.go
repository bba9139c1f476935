package trees

import "github.com/chaffinch-search/chaffinch/query/align"

// Weights of relations between files, in rare tokens. Their thresholds are in internal/threshold.

const (
	// samePath is added to the score of a pair of files with the same path. sameName is added if
	// only the names are equal. So a file that was edited, or moved and edited, is not paired with
	// a similar file that happens to be closer.
	samePath, sameName = 0.3, 0.1

	// leastFlow is the minimum weight of shared material if the paths differ. A search would give
	// it a score of 0.5.
	leastFlow = align.Even

	// mostTwins bounds the number of identical files that are searched for the closest one.
	mostTwins = 200
)
