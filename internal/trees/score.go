package trees

// This file decides what counts as a relation between files. Weights are in rare tokens.

const (
	// leastScore is the score from which on two files are counterparts of each other.
	leastScore = 0.5

	// samePath is added to the score when counterparts are chosen and the paths are the same,
	// sameName if only the names are. So a file that was edited where it is, or moved and edited,
	// is not taken for a twin that happens to be more alike.
	samePath, sameName = 0.3, 0.1

	// leastPart is the share of the smaller one of two files that must be in the other one, besides
	// what their counterparts explain, for material to have gone from one to the other.
	leastPart = 1.0 / 3

	// leastFlow is the weight from which on what two files share counts if their paths differ. A
	// search for it would have a score of 0.5 (docs/scoring.md).
	leastFlow = 30

	// A match is taken for chance if it weighs less than slightMatch, and less than slightPart of
	// the heaviest match between the same files.
	slightMatch, slightPart = 10, 0.2

	// mostTwins bounds the files of the same bytes among which the closest one is looked for.
	mostTwins = 200
)
