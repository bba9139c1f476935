package evidence

import (
	"math"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
	"github.com/chaffinch-search/chaffinch/query"
	"github.com/chaffinch-search/chaffinch/query/align"
)

// The containment of a candidate says how much of a question it has, but not where. A long document has a little of
// everything: of a fifth of the fingerprints, say, but nowhere of three in a row. Alignment finds nothing in it. So the
// promise of a candidate is that of its runs: the parts of the question in which it has most of the fingerprints.

// lacking is how much a fingerprint that a candidate lacks counts against those around it that it has. An edited copy lacks
// some in the middle of a run.
const lacking = 0.25

// printed is a fingerprint of a question, in the order of its tokens.
type printed struct {
	term   int // of the question's; -1 if it is none
	token  int
	weight float64 // in rare tokens: its part of the weight of the question
}

// runsOf are the fingerprints of a question by representation.
type runsOf [analyzer.Representations][]printed

// newRunsOf returns the fingerprints of a question with these terms and that weight. The fingerprints of each
// representation have the whole weight, because a renamed copy has those of one. A term that is repeated weighs by the root of
// how often: see [termParts].
func newRunsOf(n *analyzer.Analysis, terms []query.TermStats, repeats map[query.Term]int, weight float64) *runsOf {
	places := make(map[query.Term]int, len(terms))
	for i, t := range terms {
		places[query.Term{Representation: t.Representation, Hash: t.Hash}] = i
	}
	var all runsOf
	for r, prints := range n.Fingerprints {
		these := make([]printed, len(prints))
		sum := 0.0
		for i, f := range prints {
			key := query.Term{Representation: analyzer.Representation(r), Hash: f.Hash & winnow.TermMask}
			these[i] = printed{term: -1, token: int(f.Token)}
			if at, ok := places[key]; ok {
				these[i].term, these[i].weight = at, terms[at].IDF/math.Sqrt(float64(repeats[key]))
				sum += these[i].weight
			}
		}
		for i := range these {
			if sum > 0 {
				these[i].weight *= weight / sum
			}
		}
		all[r] = these
	}
	return &all
}

// explained returns the weight that the runs of a hit explain of a question of that many tokens: that of the
// representation in which it is greater.
func (q *runsOf) explained(h query.Hit, terms, tokens int) (most float64) {
	matched := make([]bool, terms)
	for _, at := range h.Matched {
		matched[at] = true
	}
	for _, prints := range q {
		most = max(most, align.Explained(runs(prints, matched), tokens))
	}
	return most
}

// run is a part of a question, by the sums of the weights up to its begin and up to its end.
type run struct {
	token, end  int
	before, sum float64
	earlier     int // the last run before it whose sum before is less; -1 if there is none
}

// runs returns the maximal runs of the fingerprints that match, each with the weight of these without that of others in it
// (Ruzzo and Tompa 1999, "A linear time algorithm for finding all maximal scoring subsequences").
func runs(prints []printed, matched []bool) []align.Part {
	var found []run
	sum := 0.0
	for _, p := range prints {
		if p.term < 0 || !matched[p.term] {
			sum -= lacking * p.weight
			continue
		}
		next := run{token: p.token, end: p.token + 1, before: sum, sum: sum + p.weight}
		sum = next.sum
		for {
			at := len(found) - 1
			for at >= 0 && found[at].before >= next.before {
				at = found[at].earlier
			}
			next.earlier = at
			if at < 0 || found[at].sum >= next.sum {
				found = append(found, next)
				break
			}
			next.token, next.before = found[at].token, found[at].before
			found = found[:at]
		}
	}
	parts := make([]align.Part, len(found))
	for i, r := range found {
		place := analyzer.Span{From: r.token, To: r.end}
		parts[i] = align.Part{A: place, B: place, Weight: r.sum - r.before}
	}
	return parts
}
