package pairing

import (
	"cmp"
	"context"
	"slices"

	"github.com/chaffinch-search/chaffinch/internal/collection/candidates"
	"github.com/chaffinch-search/chaffinch/internal/collection/units"
	"github.com/chaffinch-search/chaffinch/query"
	"github.com/chaffinch-search/chaffinch/query/align"
)

// A copied function may be little of two large files, so their similarity is low. Search, asked for one of the files, is sure of
// it nevertheless. Pairs says the same: the files are aligned as search aligns them ([units.Prepared.Copied]), if what
// they share may be enough. How sure a pair is of a copy, is the larger of both probabilities.

// part is two files of a pair, of which one may have a part of the other.
type part struct {
	i, j    int     // numbers of the files in their units
	highest float64 // probability that is likely not exceeded, or the probability if it is known
	known   bool
}

// partMargin is the factor by which search may weigh the matches more than the matches of whole files, each with its own names,
// do. leastAsked is the probability from which search is asked: less says little. leastAnswer is the smaller file's
// probability from which the larger file is asked, too.
const partMargin, leastAsked, leastAnswer = 1.25, 0.5, 0.25

// mostAsked is the number of pairs of which all files are asked about, whatever their matches weigh.
const mostAsked = 1000

// leastPart is the least weight of the common fingerprints of two units that may share a part, in rare tokens: one in nothing else.
// partProbe and partYielding are what probe and yielding are for such pairs: in large trees, most share some lines by chance.
const leastPart, partProbe, partYielding = 2, 256, 50

// bound adds the greatest probability of a part that is likely, given the matches of two files. First, names might all be equal; if
// that is enough, each match is weighed by its own names.
func (d *description) bound(i, j int, x, y *units.Prepared, matches []align.Match) {
	if len(matches) == 0 {
		return
	}
	own := min(x.Document.Own(), y.Document.Own())
	highest := func(weigh func(align.Match) float64) float64 {
		weights := make([]float64, len(matches))
		for n, m := range matches {
			weights[n] = weigh(m) * d.pairing.rarer
		}
		return align.CertaintyOf(align.ForOrigin).Probability(align.Origin(align.ExplainedBy(matches, weights, own)), own)
	}
	found := 1.0
	if !d.pairing.few {
		found = highest(func(m align.Match) float64 {
			return max(m.Greatest(x.Document, x.Rarity), m.Mirrored().Greatest(y.Document, y.Rarity))
		})
		if found >= leastAsked {
			found = highest(func(m align.Match) float64 {
				m = m.Alone()
				return partMargin * max(m.Weight(x.Document, y.Document, x.Rarity), m.Mirrored().Weight(y.Document, x.Document, y.Rarity))
			})
		}
	}
	d.parts = append(d.parts, part{i: i, j: j, highest: found})
}

// isSure reports whether a pair with that score is listed as one of its files surely has a part of the other. All files are
// bounded.
func (d *description) isSure(score float64) bool {
	d.bounded = true
	return score < d.pairing.o.MinScore && d.pairing.listsParts() && d.surest(align.SurePart) >= align.SurePart
}

// listsParts reports whether pairs are listed for their parts.
func (p *pairing) listsParts() bool { return p.list && p.o.MinScore <= align.ListedPair }

// surest returns the probability of the surest part, 0 if none is likely to have that probability.
func (d *description) surest(least float64) (found float64) {
	slices.SortFunc(d.parts, func(x, y part) int {
		return cmp.Or(cmp.Compare(y.highest, x.highest), cmp.Compare(x.i, y.i), cmp.Compare(x.j, y.j))
	})
	for n := range d.parts {
		p := &d.parts[n]
		if !p.known && p.highest < max(least, found) {
			continue
		}
		if !p.known {
			x, y := d.pairing.files.Question(d.a.Files[p.i]), d.pairing.files.Question(d.b.Files[p.j])
			if p.highest, p.known = 0, true; x != nil && y != nil {
				p.highest = copied(x, y)
			}
		}
		found = max(found, p.highest)
	}
	return found
}

// plainly is the probability of whole files from which search would say no more: it is shown as 99%.
const plainly = 0.99

// copied returns how sure search is that one of two files has a part of the other. The same material is more of the smaller
// file, so that one asks first, and the larger one only if it may add something.
func copied(x, y *units.Prepared) float64 {
	if y.Document.Own() < x.Document.Own() {
		x, y = y, x
	}
	found := x.Copied(y)
	if found >= leastAnswer && found < align.SurePart {
		found = max(found, y.Copied(x))
	}
	return found
}

// factsOf returns the facts of a pair with that score.
func (p *pairing) factsOf(d *description, score float64) *facts {
	f := d.facts()
	f.sure = align.CertaintyOfPairs().Probability(score, f.once)
	if f.sure < plainly {
		f.sure = max(f.sure, d.surest(leastAsked))
	}
	return f
}

// rarerAmongOthers returns the factor by which material of two units is rarer in an index of the others.
func rarerAmongOthers(n int) float64 { return query.IDF(n, 1) / query.IDF(n, 2) }

// proposeParts returns the pairs of units that may share a part and are not among the candidates, the most promising first.
func (p *pairing) proposeParts(ctx context.Context, among []candidate) ([]candidate, error) {
	if !p.listsParts() || p.o.MinScore == 0 { // all are candidates
		return nil, nil
	}
	c := collector{most: p.bounds.leastKept}
	e := units.NewEstimator(p.table, p.o.Settings)
	folds := p.newFolds(e)
	idiom := max(align.IdiomDocuments, p.table.Documents()/align.IdiomShare)
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
	p.few = len(among)+len(c.all) <= mostAsked
	return c.all, err
}
