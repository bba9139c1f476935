package evidence

import (
	"errors"
	"slices"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/query"
)

// An index of hashes only has no source to align with, and neither has a question of fingerprints.
// A candidate is known only by the fingerprints that it shares with the question. They show which
// parts of the question it covers, but not where in the document, nor in which order.

// errNoSource is why a candidate of a question of fingerprints is not read.
var errNoSource = errors.New("the question has no source")

// printedRun is a run of a hit, as the answer lists it, with its place.
type printedRun struct {
	answer.Run
	analyzer.Span // of the question's tokens
}

// rankByHashes ranks a candidate by its fingerprints, and sets the parts of the question that they
// cover.
func (p *prover) rankByHashes(h *hit, why error) {
	h.unread, h.HashesOnly = why, true
	p.rankUnread(h)
	p.coverByHashes(h)
}

// coverByHashes estimates the shares and runs of a hit that cannot be read. It uses the
// fingerprints that both have.
func (p *prover) coverByHashes(h *hit) {
	q := p.question
	shared, fingerprints := map[query.Term]bool{}, [analyzer.Representations]int{}
	for _, i := range h.found.Matched {
		t := q.found.Terms[i].Term
		t.Spare = false
		shared[t] = true
		fingerprints[t.Representation]++
	}
	var covered [analyzer.Representations][]bool
	for r := range analyzer.Representation(analyzer.Representations) {
		covered[r] = make([]bool, len(q.analysis.Tokens))
		p.coverBy(r, shared, covered[r])
	}
	h.runs = p.runsOf(covered)
	tokens := 0
	for _, run := range h.runs {
		tokens += run.Len()
	}
	h.own = [2]int{q.Document.Own(), h.Tokens}
	document := 0.0
	for r, n := range fingerprints { // the document may repeat some
		document = max(document, float64(n)/float64(max(1, h.content.Fingerprints[r])))
	}
	h.cover(float64(tokens)/float64(max(1, h.own[0])), document)
}

// runsOf returns the runs of covered tokens. A token weighs its class, and its text only if the
// exact representation covers it.
func (p *prover) runsOf(covered [analyzer.Representations][]bool) (runs []printedRun) {
	q := p.question
	structure, exact := covered[analyzer.Structure], covered[analyzer.Exact]
	known := map[query.Term]bool{} // of earlier runs
	for i := 0; i < len(exact); i++ {
		if !structure[i] && !exact[i] {
			continue
		}
		run := printedRun{Span: analyzer.Span{From: i, To: i}}
		for ; i < len(exact) && (structure[i] || exact[i]); i++ {
			run.To++
		}
		run.Weight = q.Rarity.SumWithin(run.Span, func(i int) bool { return exact[i] })
		again := 0
		here := query.TermsBetween(&q.analysis, run.From, run.To)
		for _, t := range here {
			if known[t] {
				again++
			}
		}
		for _, t := range here {
			known[t] = true
		}
		run.Duplicate = 2*again > len(here)
		run.Question, run.Tokens = answer.LinesOf(q.Document.Range(run.Span)), run.Len()
		runs = append(runs, run)
	}
	return runs
}

// coverBy marks the tokens of the question in shared k-grams. It also marks the tokens between two
// shared k-grams, if a run between them need not have a fingerprint.
func (p *prover) coverBy(r analyzer.Representation, shared map[query.Term]bool, covered []bool) {
	q := p.question
	for _, part := range q.analysis.Parts() {
		scheme, ok := p.analyzer.Settings().Scheme(part.Language, r)
		if !ok {
			continue
		}
		last := -1
		for _, g := range p.gramsOf(r, part) {
			if !shared[query.Term{Representation: r, Hash: g.Hash & winnow.TermMask}] {
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

// gramsOf returns the k-grams of a part that were looked up: its fingerprints, or all if the
// question is short.
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
