package align

import "math"

const (
	// A token that matches by class only has a share of its class weight. The share is renamed if
	// the same name is renamed the same way twice, up to 1 if more often, single if it has one
	// counterpart but occurs once, and otherwise 0. Copies keep names distinct; tables and idioms
	// do not.
	renamed, single = 0.7, 0.3
	// A run of that many tokens counts 1-1/e = 0.63 of them, because short runs occur by chance. An
	// origin is searched for among all documents of an index, where chance matches are more likely
	// than between two documents. For prose the constants are halved.
	dampingOrigin, dampingPair = 24, 10
)

// Keywords and operators match wherever the structure does. They have a share of their weight if
// none of the names and literals around them match, as in two tables, and all of it if all match.
// Whole documents have much grammar in common by chance, so there that share grows with the length
// of the run: from less than in a search to more, because long runs agree by chance less.
const (
	originGrammar                     = 0.3
	leastPairGrammar, mostPairGrammar = 0.1, 0.5
	grammarRun                        = 80 // tokens, of a run with 1-1/e of the growth
)

// grammarFloor returns a nameless run's share of keywords and operators. The run has that many
// tokens, and no name matches.
func grammarFloor(use Use, length int) float64 {
	if use == ForOrigin {
		return originGrammar
	}
	return leastPairGrammar + (mostPairGrammar-leastPairGrammar)*damped(length, grammarRun)
}

// damping returns the damping constant for the kind of the document, given that for code.
func (d *Document) damping(code float64) float64 { return code * float64(d.seed) / codeSeed }

// dampingAt is damping for a match that begins at a token of the document.
func (d *Document) dampingAt(token int, code float64) float64 {
	return code * float64(d.seedAt(token)) / codeSeed
}

// dampedTables hold what damped returns for most lengths.
var dampedTables = [...]struct {
	damping float64
	by      [128]float64
}{{damping: dampingPair}, {damping: dampingOrigin}, {damping: grammarRun}}

func init() {
	for i := range dampedTables {
		t := &dampedTables[i]
		for length := range t.by {
			t.by[length] = dampedBy(float64(length), t.damping)
		}
	}
}

// damped returns the share of its tokens that a run of that length counts.
func damped(length int, damping float64) float64 {
	for i := range dampedTables {
		if t := &dampedTables[i]; t.damping == damping && length < len(t.by) {
			return t.by[length]
		}
	}
	return dampedBy(float64(length), damping)
}

func dampedBy(length, damping float64) float64 { return -math.Expm1(-length / damping) }
