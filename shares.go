package chaffinch

import (
	"cmp"
	"slices"

	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/internal/collection/units"
	"github.com/chaffinch-search/chaffinch/internal/shares"
	"github.com/chaffinch-search/chaffinch/query/align"
)

// sharesOf returns the shares of two documents, given how much of each is in matches.
func sharesOf(a, b *align.Document, coverA, coverB float64) answer.Shares {
	return answer.Shares(shares.Of([2]int{a.Own(), b.Own()}, [2]float64{coverA, coverB}))
}

// compareScores orders proved pairs by score.
func compareScores(x, y candidate) int {
	return cmp.Or(cmp.Compare(y.score, x.score), cmp.Compare(y.estimate, x.estimate),
		cmp.Compare(x.a, y.a), cmp.Compare(x.b, y.b))
}

// byShare reports whether pairs are listed by a share, which is known once they are compared.
func (p *pairing) byShare() bool {
	return cmp.Or(p.o.Sort, string(shares.ByScore)) != string(shares.ByScore)
}

// sorted returns the proved pairs, which are ordered by score, as they are listed: pairs of generated
// units last.
func (p *pairing) sorted(proved []candidate) []candidate {
	if !p.byShare() && !hasMade(proved) {
		return proved
	}
	key := shares.Key(p.o.Sort)
	proved = slices.Clone(proved)
	slices.SortStableFunc(proved, func(x, y candidate) int {
		if last := units.FalseFirst(x.made, y.made); last != 0 || !p.byShare() {
			return last
		}
		return key.Compare(x.score, y.score, x.facts.shares, y.facts.shares)
	})
	return proved
}

func hasMade(all []candidate) bool {
	return slices.ContainsFunc(all, func(k candidate) bool { return k.made })
}

// byScore orders pairs that are not listed, by score.
func (p *pairing) byScore(rest []candidate) []candidate {
	if p.byShare() || hasMade(rest) {
		slices.SortFunc(rest, compareScores)
	}
	return rest
}
