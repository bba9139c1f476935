package align

import (
	"cmp"
	"slices"
)

// A renaming applies everywhere: the matches of two whole documents have one mapping of names. The
// mapping of a name that occurs once in a short match is known from the others, and a name that is
// mapped differently there is not renamed. Between documents with idioms in common, each idiom maps
// names in its own way. docs/decisions/idioms.md has the measurements.

// often is how often two names must be counterparts to count as if they were equal. It counts all
// matches of whole documents, also for a match that has them once.
const often = 3

// mapping is the names, in all matches of two documents, that stay or are counterparts more than
// once. It is nil unless whole documents are compared and have several matches.
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
	all := &mapping{}
	countNames(a, b, func(c *counter) {
		known := slices.DeleteFunc(c.names, func(p name) bool { return p.count == 1 && p.a != p.b })
		c.choose(known)
		both := make([]counterpart, 0, 2*len(known))
		for _, p := range known {
			if p.meant {
				both = append(both, counterpart{p.a, p.b, int(p.count)})
			}
		}
		all.toB = both[:len(both):len(both)]
		for _, p := range all.toB {
			both = append(both, counterpart{p.to, p.from, p.count})
		}
		all.toA = both[len(all.toB):]
	}, matches...)
	for _, side := range [][]counterpart{all.toB, all.toA} {
		slices.SortFunc(side, func(x, y counterpart) int { return x.compare(y.from) })
	}
	for i := range matches {
		matches[i].mapping = all
	}
}

// everywhere returns how often two different names are counterparts in all matches. here is how
// often they are in this one.
func (m Match) everywhere(here int, x, y uint64) int {
	if m.mapping == nil {
		return here
	}
	p := find(m.mapping.toB, x)
	switch {
	case p == nil && find(m.mapping.toA, y) != nil:
		return 0
	case p == nil:
		return here
	case p.to != y:
		return 0
	case p.count >= often:
		return p.count
	}
	return here
}

// find returns the counterpart of the name, or nil.
func find(side []counterpart, from uint64) *counterpart {
	at := 0
	for n := len(side); n > 1; n -= n / 2 { // slices.BinarySearchFunc takes twice as long
		if half := at + n/2; side[half].from <= from {
			at = half
		}
	}
	if at < len(side) && side[at].from == from {
		return &side[at]
	}
	return nil
}

// exchanged returns the mapping with the sides exchanged.
func (m *mapping) exchanged() *mapping {
	if m == nil {
		return nil
	}
	return &mapping{m.toA, m.toB}
}
