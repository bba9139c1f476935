package scan

import (
	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/query/align"
)

// Idioms, such as methods that an interface demands, are alike in any two programs. They have other names each time,
// and agree in short runs, which several documents have. A copy that was edited mostly keeps its names; one that was
// renamed has long runs, or is renamed all along and then is no edited match. docs/scan.md has what this costs.
const (
	// longRun is how many tokens a run of agreeing names must have, to be no idiom.
	longRun = 100
	// mostOf is the share of an edited match that its longest run must have, for its renamed names to count, if no other
	// document has it.
	mostOf = 0.75
)

// weightOfMatch returns the evidence in the i-th match of a hit, in rare tokens: renamed names do not count in edited
// matches that may be idioms.
func weightOfMatch(h *chaffinch.Hit, i int) float64 {
	m, aligned := h.Matches[i], h.Alignment
	if aligned == nil || m.Kind != align.Edited.String() {
		return m.Weight
	}
	left, longest := aligned.Matches[i].Unrenamed(aligned.Question, aligned.Document)
	if longest >= longRun || m.DF <= 1 && float64(longest) >= mostOf*float64(m.Tokens) {
		return m.Weight
	}
	return m.Weight * left
}
