package evidence

import (
	"cmp"
	"errors"
	"math"
	"slices"
	"sort"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/internal/order"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
	"github.com/chaffinch-search/chaffinch/query"
	"github.com/chaffinch-search/chaffinch/query/align"
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

// hashPrint is a fingerprint of a question, to be compared with an index of hashes only.
type hashPrint struct {
	printed
	to       int // the end of its k-gram
	language *lex.Language
	stats    query.TermStats
}

// usualLength is a length in tokens below which a document hardly shares by chance. One that is n
// times as long has each fingerprint as if n times as many documents had it.
const usualLength = 500

// rankByHashes ranks a candidate by the runs of its fingerprints. It sets the parts of the question
// that they cover.
func (p *prover) rankByHashes(h *hit) {
	if p.question.spare { // a document has few of its k-grams: those it lacks prove nothing
		h.runs = p.runsOfShort(h)
	} else {
		h.runs = p.runsByHashes(h)
	}
	p.coverByHashes(h)
	p.rankUnread(h)
	if p.request.Whole || p.question.spare {
		return
	}
	parts := make([]align.Part, len(h.runs))
	for i, run := range h.runs {
		parts[i] = align.Part{A: run.Span, Weight: run.Weight}
		if run.Duplicate {
			parts[i].Duplicate = run.Len()
		}
	}
	h.weight = align.Explained(parts, h.own[0])
	p.rank(h, 0)
}

// coverByHashes estimates the shares of a hit that cannot be read.
func (p *prover) coverByHashes(h *hit) {
	q, tokens, end := p.question, 0, 0
	for _, run := range h.runs {
		tokens += max(0, run.To-max(run.From, end))
		end = max(end, run.To)
	}
	fingerprints := [analyzer.Representations]int{}
	for _, i := range h.found.Matched {
		fingerprints[q.found.Terms[i].Representation]++
	}
	h.own = [2]int{q.Document.Own(), h.Tokens}
	document := 0.0
	for r, n := range fingerprints { // the document may repeat some
		document = max(document, float64(n)/float64(max(1, h.content.Fingerprints[r])))
	}
	h.cover(float64(tokens)/float64(max(1, h.own[0])), document)
}

// runsOfShort returns the runs of a short question's tokens that shared k-grams cover.
func (p *prover) runsOfShort(h *hit) []printedRun {
	q := p.question
	shared := map[query.Term]bool{}
	for _, i := range h.found.Matched {
		t := q.found.Terms[i].Term
		t.Spare = false
		shared[t] = true
	}
	var covered [analyzer.Representations][]bool
	for r := range analyzer.Representation(analyzer.Representations) {
		covered[r] = make([]bool, len(q.analysis.Tokens))
		p.coverBy(r, shared, covered[r])
	}
	return p.coveredRuns(covered)
}

// coveredRuns returns the runs of covered tokens. A token weighs its class, and its text only if
// the exact representation covers it.
func (p *prover) coveredRuns(covered [analyzer.Representations][]bool) (runs []printedRun) {
	q := p.question
	structure, exact := covered[analyzer.Structure], covered[analyzer.Exact]
	for i := 0; i < len(exact); i++ {
		if !structure[i] && !exact[i] {
			continue
		}
		run := printedRun{Span: analyzer.Span{From: i, To: i}}
		for ; i < len(exact) && (structure[i] || exact[i]); i++ {
			run.To++
		}
		run.Weight = q.Rarity.SumWithin(run.Span, func(i int) bool { return exact[i] })
		run.Question, run.Tokens = answer.LinesOf(q.Document.Range(run.Span)), run.Len()
		runs = append(runs, run)
	}
	p.markRepeats(runs)
	return runs
}

// markRepeats marks runs if earlier runs have more than half of their terms.
func (p *prover) markRepeats(runs []printedRun) {
	known := map[query.Term]bool{} // of earlier runs
	for i := range runs {
		again, terms := 0, query.TermsBetween(&p.question.analysis, runs[i].From, runs[i].To)
		for _, t := range terms {
			if known[t] {
				again++
			}
		}
		for _, t := range terms {
			known[t] = true
		}
		runs[i].Duplicate = float64(again) > threshold.RepeatedRun*float64(len(terms))
	}
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

// runsByHashes returns the runs of the question's fingerprints that the candidate has, by either
// representation. A lacking fingerprint counts against them as much as a shared one for them.
// Structure in another language is no evidence.
func (p *prover) runsByHashes(h *hit) []printedRun {
	q := p.question
	if p.printed == nil {
		p.printed = p.hashPrints()
	}
	matched := make([]bool, len(p.terms))
	for _, at := range h.found.Matched {
		matched[at] = true
	}
	times := max(1, float64(h.Tokens)/usualLength)
	language, _ := languageOf(h.content)
	var all []printedRun
	for r, prints := range p.printed {
		here := make([]printed, len(prints))
		for i, f := range prints {
			here[i] = f.printed
			other := r == int(analyzer.Structure) && language != nil && !language.Parted() && f.language != language
			if f.term >= 0 && matched[f.term] && !other {
				here[i].weight *= query.IDF(p.documents, int(times*float64(f.stats.DF))) / f.stats.IDF
			} else {
				here[i].term, here[i].weight = -1, f.weight/lacking
			}
		}
		for _, part := range runs(here, matched) {
			if run := p.runOf(part.A, prints, here); run.Weight >= threshold.ShownMatch {
				all = append(all, run)
			}
		}
	}
	order.Short(all, func(x, y printedRun) int { return cmp.Compare(y.Weight, x.Weight) })
	var kept []printedRun
	covered := make([]bool, len(q.analysis.Tokens))
	for _, run := range all {
		again := 0
		for _, c := range covered[run.From:run.To] {
			if c {
				again++
			}
		}
		if float64(again) < threshold.RunOverlap*float64(run.Len()) {
			kept = append(kept, run)
			for i := run.From; i < run.To; i++ {
				covered[i] = true
			}
		}
	}
	order.Short(kept, func(x, y printedRun) int { return cmp.Or(x.From-y.From, x.To-y.To) })
	p.markRepeats(kept)
	return kept
}

// runOf weighs a run. A document with a repeated fingerprint need not repeat it: it counts once,
// and a run of few different ones, as in a table, counts less.
func (p *prover) runOf(at analyzer.Span, all []hashPrint, here []printed) (run printedRun) {
	seen, shared := map[int]bool{}, 0
	run.From = at.From
	first := sort.Search(len(here), func(i int) bool { return here[i].token >= at.From })
	for i := first; i < len(here) && here[i].token < at.To; i++ {
		f := here[i]
		if f.term < 0 {
			run.Weight -= lacking * f.weight
			continue
		}
		shared++
		run.To = max(run.To, all[i].to)
		if !seen[f.term] {
			seen[f.term] = true
			run.Weight += f.weight / all[i].weight * all[i].alone
		}
	}
	run.Weight *= math.Sqrt(float64(len(seen)) / float64(max(1, shared)))
	run.Question, run.Tokens = answer.LinesOf(p.question.Document.Range(run.Span)), run.Len()
	return run
}

// hashPrints returns the fingerprints of the question by representation. Each representation has
// the whole weight, because a renamed copy has only one.
func (p *prover) hashPrints() *[analyzer.Representations][]hashPrint {
	q := p.question
	places := make(map[query.Term]int, len(p.terms))
	for i, t := range p.terms {
		t.Spare = false
		places[t.Term] = i
	}
	var all [analyzer.Representations][]hashPrint
	for r := range analyzer.Representation(analyzer.Representations) {
		counts := make([]int, len(p.terms))
		for _, part := range q.analysis.Parts() {
			scheme, ok := p.analyzer.Settings().Scheme(part.Language, r)
			if !ok {
				continue
			}
			for _, g := range p.gramsOf(r, part) {
				f := hashPrint{printed: printed{term: -1, token: int(g.Token)}, to: min(int(g.Token)+scheme.K, part.To), language: part.Language}
				if at, ok := places[termOf(int(r), g)]; ok && p.terms[at].IDF > 0 {
					f.term, f.stats = at, p.terms[at]
					counts[at]++
				}
				all[r] = append(all[r], f)
			}
		}
		sum := 0.0
		for i := range all[r] {
			if f := &all[r][i]; f.term >= 0 {
				f.alone = f.stats.IDF
				f.weight = f.alone / math.Sqrt(float64(counts[f.term]))
				sum += f.weight
			}
		}
		for i := range all[r] {
			if f := &all[r][i]; f.term >= 0 { // so sum is not 0
				f.alone *= p.weight / sum
				f.weight *= p.weight / sum
			}
		}
	}
	return &all
}

// gramsOf returns the k-grams of a part that were looked up. These are its fingerprints, or all
// k-grams if the question is short.
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
