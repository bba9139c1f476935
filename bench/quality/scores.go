package main

import "github.com/chaffinch-search/chaffinch/bench/internal/observed"

// scores are the scores of pairs of documents. A pair without a score has 0.
type scores map[pair]float64

// pair is two documents, the one with the lower name first.
type pair struct{ a, b string }

func pairOf(a, b string) pair { return pair{min(a, b), max(a, b)} }

// add sets the score of a pair. If it has one already, the higher one stays.
func (s scores) add(a, b string, value float64) {
	p := pairOf(a, b)
	if before, ok := s[p]; !ok || value > before {
		s[p] = value
	}
}

// observed returns the scores of the set's pairs of documents that were compared.
func (s scores) observed(of *set, use string) []observed.Score {
	var all []observed.Score
	for _, r := range of.rows {
		a, b := of.facts[r.a], of.facts[r.b]
		if tokens := min(a.tokens, b.tokens); tokens > 0 {
			all = append(all, observed.Score{Use: use, Set: of.name, Language: a.language,
				Tokens: tokens, Score: s[r.pair], Copy: r.copied})
		}
	}
	return all
}
