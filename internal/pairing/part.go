package pairing

import (
	"cmp"
	"context"
	"slices"

	"github.com/chaffinch-search/chaffinch/internal/collection/candidates"
	"github.com/chaffinch-search/chaffinch/internal/collection/units"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
	"github.com/chaffinch-search/chaffinch/pairs"
	"github.com/chaffinch-search/chaffinch/query"
	"github.com/chaffinch-search/chaffinch/query/align"
)

// A copied function may be a small part of two large files, so their similarity is low, although
// search is sure of it. To agree with search, pairs aligns the files as search does
// ([units.Prepared.Copied]), if they may share enough. The probability of a pair is the larger of
// both probabilities.

// part is two files of a pair. One may have a part of the other.
type part struct {
	i, j     int           // numbers of the files in their units
	matches  []align.Match // as whole files, until they are weighed
	greatest float64       // probability if all names were equal
	asked    [2]weighed    // if weighed: the smaller file, and then the larger one
	proof    align.Proof   // what search says, if known
	weighed  bool
	known    bool
}

// weighed is the weight that the matches of whole files explain of one file.
type weighed struct {
	weight float64
	own    int
}

// highest returns the probability of an origin that is likely not exceeded.
func (w weighed) highest() float64 { return originOf(partMargin*w.weight, w.own) }

// partMargin bounds how much more search may weigh its matches than those of whole files.
// greatestMargin does so if all names were equal.
const partMargin, greatestMargin = 2, 1.5

// mostAsked is the number of pairs whose files are all searched, whatever their matches weigh.
const mostAsked = 1000

// leastPart is the least weight of the common fingerprints of two units that may share a part, in
// rare tokens: one in nothing else. partProbe and partYielding are what probe and yielding are for
// such pairs: in large trees, most share some lines by chance.
const leastPart, partProbe, partYielding = 2, 256, 50

// bound adds the greatest probability of a part that is likely, given the matches of two files: all
// names might be equal.
func (d *description) bound(i, j int, x, y *units.Prepared, matches []align.Match) {
	if len(matches) == 0 {
		return
	}
	if d.pairing.few || d.run.IsFew() {
		d.parts = append(d.parts, part{i: i, j: j, greatest: 1})
		return
	}
	weights, sum := make([]float64, len(matches)), 0.0
	for n, m := range matches {
		weights[n] = greatestMargin * m.Greatest(x.Document, y.Document, x.Rarity, y.Rarity) * d.pairing.rarer
		sum += weights[n]
	}
	own := min(x.Document.Own(), y.Document.Own())
	greatest := originOf(sum, own) // no matches explain more than the sum
	if greatest >= threshold.AskedPart {
		greatest = originOf(align.ExplainedBy(matches, weights, own), own)
	}
	if greatest >= threshold.AskedPart {
		d.parts = append(d.parts, part{i: i, j: j, greatest: greatest, matches: matches})
	}
}

// originOf returns the probability of an origin with that weight.
func originOf(weight float64, own int) float64 {
	return align.CertaintyOf(align.ForOrigin).Probability(align.Origin(weight), own)
}

// weigh weighs the matches as search does, each with its own names, for the smaller file and the
// larger one.
func (p *part) weigh(x, y *units.Prepared) {
	matches := make([]align.Match, len(p.matches))
	for n, m := range p.matches {
		matches[n] = m.Alone()
	}
	of := func(x, y *units.Prepared) weighed {
		weights := make([]float64, len(matches))
		for n, m := range matches {
			weights[n] = m.Weight(x.Document, y.Document, x.Rarity)
		}
		own := x.Document.Own()
		return weighed{align.ExplainedBy(matches, weights, own), own}
	}
	p.asked[0] = of(x, y)
	for n, m := range matches {
		matches[n] = m.Mirrored()
	}
	p.asked[1] = of(y, x)
	if p.asked[1].own < p.asked[0].own {
		slices.Reverse(p.asked[:])
	}
	p.matches, p.weighed = nil, true
}

// highest returns the probability that is likely not exceeded.
func (p *part) highest() float64 {
	switch {
	case p.known:
		return p.proof.Probability
	case !p.weighed:
		return p.greatest
	}
	found := p.asked[0].highest()
	if align.AsksOther(found) {
		found = max(found, p.asked[1].highest())
	}
	return min(p.greatest, found)
}

// isSure reports whether a pair with that score is listed as one of its files surely has a part of
// the other, as search would say. All files are bounded.
func (d *description) isSure(score float64) bool {
	d.bounded = true
	switch {
	case score >= d.pairing.o.MinScore || !d.pairing.listsParts():
		return false
	case !d.run.IsFew():
		return d.surest(threshold.SurePart).Probability >= threshold.SurePart
	}
	return slices.ContainsFunc(d.parts, func(p part) bool {
		x, y := d.questions(&p)
		return x != nil && y != nil && copied(x, y, align.Run{}).Probability >= threshold.SurePart
	})
}

// questions returns the files of a part as questions; nil if one cannot be read again.
func (d *description) questions(p *part) (x, y *units.Prepared) {
	return d.pairing.files.Question(d.a.Files[p.i]), d.pairing.files.Question(d.b.Files[p.j])
}

// listsParts reports whether pairs are listed for their parts.
func (p *pairing) listsParts() bool {
	return p.list && p.o.Unit != pairs.ByFunction && p.o.MinScore <= threshold.ListedPair
}

// surest returns the proof of the surest part, none if none is likely to have that probability.
func (d *description) surest(least float64) (found align.Proof) {
	for n := range d.parts {
		if p := &d.parts[n]; p.greatest >= least && len(p.matches) > 0 {
			if x, y := d.questions(p); x != nil && y != nil {
				p.weigh(x, y)
			}
		}
	}
	slices.SortFunc(d.parts, func(x, y part) int {
		return cmp.Or(cmp.Compare(y.highest(), x.highest()), cmp.Compare(x.i, y.i), cmp.Compare(x.j, y.j))
	})
	for n := range d.parts {
		p := &d.parts[n]
		if p.highest() < max(least, found.Probability) {
			continue
		}
		if !p.known {
			x, y := d.questions(p)
			if p.known = true; x != nil && y != nil {
				p.proof = copied(x, y, d.run)
			}
		}
		found = found.Either(p.proof)
	}
	return found
}

// copied returns how sure search is that one of two files has a part of the other.
func copied(x, y *units.Prepared, run align.Run) align.Proof {
	both := [2]*units.Prepared{x, y}
	return align.Either([2]int{x.Document.Own(), y.Document.Own()}, func(i int) align.Proof { return both[i].Copied(both[1-i], run) })
}

// factsOf returns the facts of a pair with that score.
func (p *pairing) factsOf(d *description, score float64) *facts {
	f := d.facts()
	f.proof.Probability = d.run.Whole(score, f.once)
	if f.proof.Probability < threshold.PlainCopy {
		least := d.run.SearchFor(f.proof.Probability)
		if !d.run.IsFew() {
			least = max(least, threshold.AskedPart)
		}
		if part := d.surest(least); part.Probability >= least {
			part.Probability = d.run.Part(part.Probability)
			f.proof = f.proof.Either(part)
		}
	}
	return f
}

// rarerAmongOthers returns the factor by which material of two units is rarer in an index of the
// others.
func rarerAmongOthers(n int) float64 { return query.IDF(n, 1) / query.IDF(n, 2) }

// proposeParts returns the pairs of units that may share a part and are not among the candidates,
// the most promising first.
func (p *pairing) proposeParts(ctx context.Context, among []candidate) ([]candidate, error) {
	p.few = p.run.IsFew()
	if !p.listsParts() || p.o.MinScore == 0 { // all are candidates
		return nil, nil
	}
	c := collector{most: p.bounds.leastKept}
	e := units.NewEstimator(p.table, p.o.Settings)
	folds := p.newFolds(e)
	idiom := threshold.IdiomDF(p.table.Documents())
	has := make(map[[2]int32]bool, len(among))
	for _, k := range among {
		has[[2]int32{k.a, k.b}] = true
	}
	err := p.table.Sharing(ctx, leastPart/e.RareTokens(p.rarer), idiom-1, func(found candidates.Candidate) error {
		k := candidate{
			a: int32(found.A), b: int32(found.B), estimate: float32(e.RareTokens(found.Shared)),
			made: p.made[found.A] && p.made[found.B],
		}
		if p.comparable(found.A, found.B) && !has[[2]int32{k.a, k.b}] && !folds.has(found.A, found.B) {
			c.add(k)
		}
		return nil
	})
	c.cut()
	p.few = p.few || len(among)+len(c.all) <= mostAsked
	return c.all, err
}
