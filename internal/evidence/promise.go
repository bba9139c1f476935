package evidence

import (
	"cmp"
	"math"
	"slices"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
	"github.com/chaffinch-search/chaffinch/query"
	"github.com/chaffinch-search/chaffinch/query/align"
)

// Containment counts each term once. A table, or a series of similar calls, repeats few terms, so a
// document that has all of it seems to share little with a longer question. Alignment proves more:
// a token weighs by the root of how often its k-gram is repeated. The promise of a candidate
// therefore counts terms like this.

// mayReach reports whether a document with that promise may be listed.
func (r *ranking) mayReach(promise float64) bool { return align.Origin(promise) >= r.least }

// promise bounds the weight that aligning the hit may prove, by containment. The index gives the
// estimate.
func (r *ranking) promise(h query.Hit) float64 { return align.Promise(h.Containment, r.weight) }

// promiseOfRuns is promise by the runs of the candidate. A question with spare terms is short: its
// few fingerprints have no runs.
func (p *prover) promiseOfRuns(c candidate) float64 {
	q := p.question
	if q.spare {
		return align.Promise(1, p.weight)
	}
	explained := p.explainedByRuns(c)
	if c.content.Tokens < shortDocument {
		return shortMargin * explained
	}
	return align.Promise(1, explained)
}

// likelyReaches reports whether an unreadable candidate would reach the minimum score. It assumes
// half more weight than its runs have. The bounds of promiseOfRuns are for candidates that are
// read: most of those prove less.
func (p *prover) likelyReaches(c candidate) bool {
	if p.question.spare {
		return p.mayReach(c.found.Containment * p.weight)
	}
	return p.mayReach(align.Promise(1, p.explainedByRuns(c)))
}

// explainedByRuns estimates the weight of a candidate by its runs.
func (p *prover) explainedByRuns(c candidate) float64 {
	if p.runs == nil {
		p.runs = p.newRunsOf()
	}
	return p.runs.explained(c.found, len(p.terms))
}

// A document with few tokens takes little time, and has few runs by chance. So it may prove more
// than its runs promise.
const (
	shortDocument = 2000 // tokens
	shortMargin   = 3
)

// mostForemost is how many candidates of a question are aligned whatever their runs promise. A copy
// with a foreign statement after each line keeps a few fingerprints that are far apart, which are
// no run. But its origin shares more with the question than other documents of its length do.
const mostForemost = 3

// foremost returns the ids of the first candidates by containment for their length. A longer
// document shares more by chance.
func (p *prover) foremost(all []candidate) (ids []string) {
	if p.ranked || len(all) == 0 {
		return nil
	}
	p.ranked = true
	forLength := func(c candidate) float64 {
		return c.found.Containment / math.Sqrt(math.Sqrt(float64(c.content.Tokens+usualLength)))
	}
	byLength := slices.SortedStableFunc(slices.Values(all), func(x, y candidate) int { return cmp.Compare(forLength(y), forLength(x)) })
	for _, c := range byLength[:min(len(byLength), mostForemost)] {
		ids = append(ids, c.content.ID)
	}
	return ids
}

// termParts are the terms' parts of the weight of a question or a window.
type termParts []float64

// of returns the part that a hit shares, from 0 to 1.
func (s termParts) of(h query.Hit) (sum float64) {
	for _, at := range h.Matched {
		sum += s[at]
	}
	return min(1, sum)
}

// termParts returns the parts of the terms of a span of the question's tokens. The representations
// have equal parts of the whole: a renamed copy has lost one of them, even if it has many more
// terms.
func (p *prover) termParts(s analyzer.Span, terms []query.TermStats) termParts {
	repeats := p.countRepeats()
	here := repeats
	if s != all(p.question.Document) {
		here = countTerms(&p.question.analysis, s)
	}
	parts := make(termParts, len(terms))
	var sums [analyzer.Representations]float64
	for i, t := range terms {
		key := query.Term{Representation: t.Representation, Hash: t.Hash}
		n := here[key]
		if n == 0 { // a spare term
			parts[i] = t.IDF
			continue
		}
		parts[i] = t.IDF * float64(n) / math.Sqrt(float64(repeats[key]))
		sums[t.Representation] += parts[i]
	}
	whole := 0.0
	for _, sum := range sums {
		if sum > 0 {
			whole++
		}
	}
	for i, t := range terms {
		if sum := sums[t.Representation]; sum > 0 {
			parts[i] /= sum * whole
		}
	}
	return parts
}

// countRepeats counts the terms of the question, once.
func (p *prover) countRepeats() map[query.Term]int {
	if p.repeats == nil {
		n := &p.question.analysis
		p.repeats = countTerms(n, all(p.question.Document))
		p.several = duplicatesOf(n, p.repeats)
	}
	return p.repeats
}

// countTerms counts the terms of a span of tokens.
func countTerms(n *analyzer.Analysis, s analyzer.Span) map[query.Term]int {
	count := map[query.Term]int{}
	for _, t := range query.TermsBetween(n, s.From, s.To) {
		t.Hash &= winnow.TermMask
		count[t]++
	}
	return count
}
