package trees

// The thresholds of relations between files. Weights are in rare tokens.

const (
	// leastScore is the minimum score of two counterparts.
	leastScore = 0.5

	// samePath is added to the score of a pair of files with the same path, sameName if only the
	// names are equal. So a file that was edited, or moved and edited, is not paired with a similar
	// file that happens to be closer.
	samePath, sameName = 0.3, 0.1

	// leastPart is the minimum share of the smaller of two files that must be in the other one,
	// excluding material explained by their counterparts, to count as moved or copied.
	leastPart = 1.0 / 3

	// leastFlow is the minimum weight of shared material if the paths differ. A search would give
	// it a score of 0.5 (docs/scoring.md).
	leastFlow = 30

	// A match is dismissed as chance if it weighs less than slightMatch, and less than slightPart
	// of the heaviest match between the same files.
	slightMatch, slightPart = 10, 0.2

	// mostTwins bounds the number of identical files that are searched for the closest one.
	mostTwins = 200
)
