package align

import (
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
)

// Two documents alone do not show which of their code is common: no third one has it. Accessors,
// comparators and parsers of arguments have the same structure in any two programs, but each author
// chooses names. So a match proves a copy as far as its names and literals are the same, and
// structure only if it goes on for very long: docs/decisions/alone.md has the measurements.

const (
	// bytesOfProof is how many bytes of distinct names and literals count as one rare token. They
	// are in runs of equal tokens, of agreeingRun or more, of matches that keep their names.
	bytesOfProof = 3.3
	// usualAgreeing is how many tokens of common code agree in runs of agreeingRun or more: their
	// names are equal, or renamed alike. usualEqual is how many equal tokens a run of common code
	// has. provingTokens beyond count as one rare token.
	usualAgreeing, usualEqual, provingTokens = 180, 24, 2
)

// provedAlone returns how much weight of the matches is evidence of a copy if no other document is
// known. Words of prose prove themselves.
func (f Found) provedAlone(question, document *Document) float64 {
	covered, agreeing, equal, prose := 0, 0, 0, 0.0
	names := map[uint64]int{} // bytes of each
	for _, i := range f.Notable {
		m := f.Matches[i]
		if question.tokens[m.A.From].Kind == lex.Word {
			prose += f.Weights[i]
			continue
		}
		n := m.Names(question, document)
		agreeing += n.Agreeing
		switch {
		case n.Kept >= threshold.KeptNames && !m.Duplicate:
			covered += n.Tokens
		case n.Kept < threshold.KeptNames && m.sameNames(question, document) < threshold.SameNames:
			continue
		}
		equal += m.addEqual(names, question, document)
	}
	if float64(covered) >= threshold.CoveredAlone*float64(min(question.Own(), document.Own())) {
		return f.Weight
	}
	bytes := 0
	for _, n := range names {
		bytes += n
	}
	return prose + max(float64(bytes)/bytesOfProof, float64(max(equal, agreeing-usualAgreeing))/provingTokens)
}

// sameNames returns the share of the distinct names and literals of a match that are the same
// wherever they occur in it.
func (m Match) sameNames(a, b *Document) float64 {
	same, differ := map[uint64]bool{}, map[uint64]bool{}
	for _, t := range m.Tiles {
		for i := t.A; i < t.endA(); i++ {
			switch {
			case isGrammar(a.tokens[i]) || a.Discounts(i):
			case a.sameText(i, b, t.B+i-t.A):
				same[a.hashes[i]] = true
			default:
				differ[a.hashes[i]] = true
			}
		}
	}
	for name := range differ {
		delete(same, name)
	}
	return float64(len(same)) / float64(max(1, len(same)+len(differ)))
}

// addEqual adds the names and literals of a match in runs of agreeingRun equal tokens or more. Each
// has its bytes, as far as they count. It returns the number of equal tokens beyond usualEqual of
// each run.
func (m Match) addEqual(names map[uint64]int, a, b *Document) (beyond int) {
	for _, t := range m.Tiles {
		from := t.A
		for i := t.A; i <= t.endA(); i++ {
			if i < t.endA() && !a.Discounts(i) && a.sameText(i, b, t.B+i-t.A) {
				continue
			}
			if !m.Duplicate {
				beyond += max(0, i-from-usualEqual)
			}
			for j := from; i-from >= agreeingRun && j < i; j++ {
				if !isGrammar(a.tokens[j]) {
					names[a.hashes[j]] = min(len(a.text(j)), mostOfSpelled)
				}
			}
			from = i + 1
		}
	}
	return beyond
}

// Either returns how sure search is that one of two documents has a part of the other. The same
// material is more of the smaller document, so that one asks first, and the larger one only if it
// may add something. own are the tokens of the documents; ask asks the one with that index.
func Either(own [2]int, ask func(i int) Proof) Proof {
	first := 0
	if own[1] < own[0] {
		first = 1
	}
	found := ask(first)
	if AsksOther(found.Probability) {
		found = found.Either(ask(1 - first))
	}
	return found
}

// AsksOther reports whether the larger document is asked, too, after the smaller one found this
// probability of a copied part. It may add something, and may still be needed.
func AsksOther(found float64) bool {
	return found >= threshold.AnsweredPart && found < threshold.SurePart
}
