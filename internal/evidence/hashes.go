package evidence

import (
	"slices"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
	"github.com/chaffinch-search/chaffinch/internal/shares"
	"github.com/chaffinch-search/chaffinch/query"
)

// An index of hashes only has no source to align with. What it says of a candidate is which fingerprints of
// the question it has. They tell how much of the question it covers, but not where in the document.

// hashesOnly is said once of an answer with such hits.
const hashesOnly = "the index keeps hashes only: documents are ranked by their fingerprints, without matching lines"

// coverByHashes sets the shares of a hit that cannot be read, estimated from the fingerprints that both have.
func (p *prover) coverByHashes(h *Hit) {
	q := p.question
	shared, fingerprints := map[query.Term]bool{}, [analyzer.Representations]int{}
	for _, i := range h.Found.Matched {
		t := q.found.Terms[i].Term
		t.Spare = false
		shared[t] = true
		fingerprints[t.Representation]++
	}
	covered := make([]bool, len(q.analysis.Tokens))
	for r := range analyzer.Representation(analyzer.Representations) {
		p.coverBy(r, shared, covered)
	}
	tokens := 0
	for _, c := range covered {
		if c {
			tokens++
		}
	}
	h.own = [2]int{q.Document.Own(), h.Content.Tokens}
	h.Covered[0] = min(1, float64(tokens)/float64(max(1, h.own[0])))
	for r, n := range fingerprints { // of which the document may repeat some
		h.Covered[1] = max(h.Covered[1], min(1, float64(n)/float64(max(1, h.Content.Fingerprints[r]))))
	}
	h.Shares = shares.Of(h.own, h.Covered)
}

// coverBy marks the tokens of the question in shared k-grams, and those between two of them that are so close
// that a run without a fingerprint fits in.
func (p *prover) coverBy(r analyzer.Representation, shared map[query.Term]bool, covered []bool) {
	q := p.question
	for _, part := range q.analysis.Parts() {
		scheme, ok := p.analyzer.Settings().Scheme(part.Language, r)
		if !ok {
			continue
		}
		last := -1
		for _, g := range p.gramsOf(r, part) {
			if !shared[query.Term{Representation: r, Hash: g.Hash & termMask}] {
				continue
			}
			from := int(g.Token)
			if last >= 0 && from-last <= scheme.Guarantee()-scheme.K+1 {
				from = min(from, last+scheme.K)
			}
			for i := from; i < min(int(g.Token)+scheme.K, part.To); i++ {
				covered[i] = true
			}
			last = int(g.Token)
		}
	}
}

// termMask selects the bits of a hash that a term has.
const termMask = ^uint64(1<<(64-winnow.TermBits) - 1)

// gramsOf returns the k-grams of a part that were looked up: its fingerprints, or all if the question is short.
func (p *prover) gramsOf(r analyzer.Representation, part analyzer.Part) []winnow.Fingerprint {
	q := p.question
	if slices.ContainsFunc(q.vector.Terms(), func(t query.Term) bool { return t.Spare }) {
		return p.analyzer.AppendPartGrams(nil, &q.analysis, part, r)
	}
	var within []winnow.Fingerprint
	for _, f := range q.analysis.Fingerprints[r] {
		if int(f.Token) >= part.From && int(f.Token) < part.To {
			within = append(within, f)
		}
	}
	return within
}
