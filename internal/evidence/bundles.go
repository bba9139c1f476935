package evidence

import (
	"cmp"

	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/originname"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
)

// bundleOf returns 1 if the hit looks like the other's bundle, else 0. Both are of one project, and
// one is a bundle by its name or, without dates, by its size.
func (h *hit) bundleOf(source *hit) int {
	x, y := h.Occurrences[0], source.Occurrences[0]
	if projectOf(x) != projectOf(y) || x.Collection != y.Collection {
		return 0
	}
	byName := originname.Bundled(x) - originname.Bundled(y)
	if byName > 0 || byName == 0 && (x.Date.IsZero() || y.Date.IsZero()) && h.Tokens >= threshold.BundleSize*max(1, source.Tokens) {
		return 1
	}
	return 0
}

// projectOf names the project of an occurrence, as far as it is known.
func projectOf(o index.Occurrence) string { return cmp.Or(o.Package, o.Repository, o.Root) }

// sourcesFirst moves sources before the bundles that have about the same score.
func sourcesFirst(hits []hit) {
	for i := range hits {
		for j := i + 1; j < len(hits) && hits[j].Score >= hits[i].Score*threshold.AsMuch; j++ {
			if hits[j].machine() <= hits[i].machine() && hits[i].bundleOf(&hits[j]) == 1 {
				h := hits[j]
				copy(hits[i+1:j+1], hits[i:j])
				hits[i] = h
				break
			}
		}
	}
}
