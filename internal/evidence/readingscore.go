package evidence

import (
	"cmp"
	"slices"

	"github.com/chaffinch-search/chaffinch/internal/boilerplate"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
)

// These are the measures of how well a reading fits a question. They are the share of it that the
// best document has, or several together, and how much that is.

// score measures how well the question fits the language: the boilerplate, plus the share of the
// rest that the best document has. Text that a cut ignores does not fit.
func (d *reading) score() float64 {
	ignored := float64(boilerplate.Tokens(d.boilerplate)) / float64(max(1, len(d.analysis.Tokens)))
	if len(d.found.Hits) == 0 {
		return d.kept * ignored
	}
	return d.kept * (ignored + (1-ignored)*d.found.Hits[0].Score)
}

// explainsMore reports whether this reading explains more of the question than the plain one. Its
// best document must also have hardly fewer fingerprints: near a border another few are selected.
// It may have fewer if the share is clearly larger, or nearly all, or if the marks of the cut are
// sure: they belong to code that the plain reading sees in the comment or string.
func (d *reading) explainsMore(plain *reading, sure bool) bool {
	share, matched := d.best()
	plainShare, plainMatched := plain.best()
	fewer := plainMatched/threshold.FewerPrints + 1
	if share > threshold.ClearlyMore*plainShare {
		fewer = max(fewer, plainMatched/threshold.FewerIfMore)
		if share >= threshold.NearlyAll {
			fewer = max(fewer, plainMatched/threshold.FewerIfAll)
		}
		if sure {
			fewer = max(fewer, plainMatched/threshold.FewerIfSure)
		}
	}
	return share > plainShare && matched >= plainMatched-fewer
}

// best returns the best document's share of the fingerprints, and their number. The share is
// weighted by rarity.
func (d *reading) best() (share float64, matched int) {
	if len(d.found.Hits) == 0 {
		return 0, 0
	}
	all, shared := 0.0, 0.0
	for _, t := range d.found.Terms {
		if !t.Spare {
			all += t.IDF
		}
	}
	for _, i := range d.found.Hits[0].Matched {
		if t := d.found.Terms[i]; !t.Spare {
			shared += t.IDF
			matched++
		}
	}
	return shared / max(all, 1), matched
}

// bestOf returns the first reading of the highest score.
func bestOf(all []*reading) *reading {
	return slices.MaxFunc(all, func(x, y *reading) int { return cmp.Compare(x.score(), y.score()) })
}

// adds reports whether a reading with code in another language explains more than the plain one. It
// must add as much as a document that counts beside the best one.
func (d *reading) adds(plain *reading) bool {
	more, all := explainedTogether(d)
	whole, _ := explainedTogether(plain)
	return more-whole >= max(all, 1)/threshold.AddedShare
}

// together returns the share of fingerprints of the best document, with others' in addition. It is
// weighted by rarity: the blocks of an answer may have several origins. Another document counts
// only if it adds enough, because many share a little with any reading by chance. As for score,
// text that a cut ignores is not explained.
func together(d *reading) float64 {
	explained, all := explainedTogether(d)
	return d.kept * explained / max(all, 1)
}

// explainedTogether returns the weight of the fingerprints that these documents have, and of all.
// The spare ones do not count: only short readings have them, and documents have few of them.
func explainedTogether(d *reading) (explained, all float64) {
	left := make([]float64, len(d.found.Terms))
	for i, t := range d.found.Terms {
		if !t.Spare {
			left[i] = t.IDF
			all += t.IDF
		}
	}
	for n, h := range d.found.Hits {
		adds := 0.0
		for _, i := range h.Matched {
			adds += left[i]
		}
		if n > 0 && adds < all/threshold.AddedShare {
			continue
		}
		explained += adds
		for _, i := range h.Matched {
			left[i] = 0
		}
	}
	return explained, all
}

// explained returns the weight of the fingerprints that the best document has.
func explained(d *reading) (sum float64) {
	if len(d.found.Hits) == 0 {
		return 0
	}
	for _, i := range d.found.Hits[0].Matched {
		sum += d.found.Terms[i].IDF
	}
	return sum
}
