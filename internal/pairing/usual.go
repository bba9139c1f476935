package pairing

import (
	"cmp"
	"math"
	"slices"

	"github.com/chaffinch-search/chaffinch/internal/collection/units"
	"github.com/chaffinch-search/chaffinch/internal/shares"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
	"github.com/chaffinch-search/chaffinch/pairs"
	"github.com/chaffinch-search/chaffinch/query/align"
)

// findUsual finds how much each unit is usually like the others, from their listed pairs. Scores
// below the usual minimum do not count, so that another minimum hardly changes the order.
func (p *pairing) findUsual(proved []candidate) {
	if !p.hasUsual() {
		return
	}
	of, sums := p.tallies(), make([]int64, len(p.units)) // integers: the same in any order of the units
	const whole = 1 << 30
	add := func(n int32, score float64, pairs int) { sums[n] += int64(math.Round(score*whole)) * int64(pairs) }
	var every pairs.Tally
	for _, u := range p.units {
		every.Add(u.Old, u.Rest)
	}
	one := func(n int32) (t pairs.Tally) {
		t.Add(p.units[n].Old, p.units[n].Rest)
		return t
	}
	for _, group := range p.copies {
		first := int32(group[0])
		add(first, 1, one(first).With(of[first])-one(first).With(one(first)))
	}
	for _, k := range proved {
		if k.score >= threshold.ListedPair && !k.made {
			add(k.a, k.score, one(k.a).With(of[k.b]))
			add(k.b, k.score, one(k.b).With(of[k.a]))
		}
	}
	p.usual = make([]float64, len(p.units))
	for n := range p.usual {
		t := one(int32(n))
		p.usual[n] = float64(sums[n]) / whole / float64(max(1, every.With(t)-t.With(t)))
	}
}

// hasUsual reports whether units have a usual score: if all solutions of a task are compared.
func (p *pairing) hasUsual() bool { return p.run.IsOfTask() && p.o.Only == nil && !p.o.BestOnly }

// unusual returns [pairs.Pair.Unusual] of a candidate.
func (p *pairing) unusual(k *candidate) float64 {
	if p.usual == nil {
		return k.score
	}
	return align.Unusual(k.score, (p.usual[k.a]+p.usual[k.b])/2)
}

// tallies count for each unit that represents identical ones these, and for others themselves.
func (p *pairing) tallies() []pairs.Tally {
	of := make([]pairs.Tally, len(p.units))
	for n, u := range p.units {
		of[n].Add(u.Old, u.Rest)
	}
	for _, group := range p.copies {
		for _, n := range group[1:] {
			of[group[0]].Add(p.units[n].Old, p.units[n].Rest)
		}
	}
	return of
}

// byShare reports whether pairs are listed by a share. It is known once they are compared.
func (p *pairing) byShare() bool {
	return p.o.Sort == string(shares.BySmaller) || p.o.Sort == string(shares.ByLarger)
}

// byUnusual reports whether the order differs from that by score.
func (p *pairing) byUnusual() bool { return p.o.Sort == pairs.ByUnusual && p.usual != nil }

// sorted returns the proved pairs, which are ordered by score, as they are listed. Pairs of
// generated units come last.
func (p *pairing) sorted(proved []candidate) []candidate {
	if !p.byShare() && !p.byUnusual() && !hasMade(proved) {
		return proved
	}
	key := shares.Key(p.o.Sort)
	proved = slices.Clone(proved)
	slices.SortStableFunc(proved, func(x, y candidate) int {
		switch last := units.FalseFirst(x.made, y.made); {
		case last != 0:
			return last
		case p.byShare() && x.facts != nil && y.facts != nil:
			return key.Compare(x.score, y.score, x.facts.shares, y.facts.shares)
		case p.byUnusual():
			return cmp.Compare(p.unusual(&y), p.unusual(&x))
		}
		return 0
	})
	return proved
}

// byScore orders pairs that are not listed, by score.
func (p *pairing) byScore(rest []candidate) []candidate {
	if p.byShare() || p.byUnusual() || hasMade(rest) {
		slices.SortFunc(rest, compareScores)
	}
	return rest
}
