package align

import (
	"cmp"
	"slices"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// Who renames, renames everywhere: the matches of two whole documents have one mapping of names. A
// name that a short match has once is known from the others, and one that has another name there is
// no renaming. Between documents with idioms in common, each idiom maps names in its own way.
// docs/decisions/names.md has the measurements.

// often is how often two names must be counterparts, in all matches, to be renamed in a match that
// has them once.
const often = 3

// mapping is the names that stay or are counterparts more than once, in all matches of two documents.
// It is nil unless whole documents are compared and have several matches.
type mapping struct{ toB, toA []counterpart } // sorted by from; the same names

// counterpart is the name of one document that stands for a name of the other.
type counterpart struct {
	from, to uint64
	count    int
}

func (c counterpart) compare(from uint64) int { return cmp.Compare(c.from, from) }

// mapNames sets the mapping of the matches.
func mapNames(a, b *Document, matches []Match) {
	if a.use != ForSimilarity || len(matches) < 2 {
		return
	}
	var known names
	countNames(a, b, matches, func(n names) {
		for _, p := range n {
			if p.count > 1 || p.a == p.b {
				known = append(known, p)
			}
		}
	})
	known.choose()
	all := &mapping{}
	for _, p := range known {
		if p.meant {
			all.toB = append(all.toB, counterpart{p.a, p.b, int(p.count)})
			all.toA = append(all.toA, counterpart{p.b, p.a, int(p.count)})
		}
	}
	for _, side := range [][]counterpart{all.toB, all.toA} {
		slices.SortFunc(side, func(x, y counterpart) int { return x.compare(y.from) })
	}
	for i := range matches {
		matches[i].mapping = all
	}
}

// everywhere returns how often two tokens with different texts are counterparts, given how often
// they are in the match.
func (m Match) everywhere(here int, x, y lex.Token) int {
	if m.mapping == nil || x.Kind != lex.Identifier {
		return here
	}
	i, ok := slices.BinarySearchFunc(m.mapping.toB, x.Hash, counterpart.compare)
	if !ok {
		if _, ok = slices.BinarySearchFunc(m.mapping.toA, y.Hash, counterpart.compare); ok {
			return 0
		}
		return here
	}
	switch p := m.mapping.toB[i]; {
	case p.to != y.Hash:
		return 0
	case p.count >= often:
		return p.count
	}
	return here
}

// exchanged returns the mapping with the sides exchanged.
func (m *mapping) exchanged() *mapping {
	if m == nil {
		return nil
	}
	return &mapping{m.toA, m.toB}
}
