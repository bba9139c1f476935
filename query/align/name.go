package align

import (
	"cmp"
	"slices"

	"github.com/chaffinch-search/chaffinch/analyzer"
)

// names maps the identifiers of a match one to one, by the hashes of their texts. Where an
// identifier has several counterparts the commonest is the one meant, and the others are changes.
// They are in the order of a and b, each pair once.
type names []name

// name is an identifier of one document with what stands in its place in the other.
type name struct {
	a, b  uint64
	count int
	at    Tile // where it stands first
	meant bool
}

func namesOf(m Match, a, b *Document) names {
	n := make(names, 0, 16)
	for _, t := range m.Tiles {
		for i := range t.Length {
			if x := a.tokens[t.A+i]; x.Kind == analyzer.Identifier {
				n = append(n, name{a: x.Hash, b: b.tokens[t.B+i].Hash, count: 1, at: Tile{t.A + i, t.B + i, 1}})
			}
		}
	}
	slices.SortFunc(n, func(x, y name) int {
		return cmp.Or(cmp.Compare(x.a, y.a), cmp.Compare(x.b, y.b), x.at.A-y.at.A)
	})
	n = n.counted()
	n.choose()
	return n
}

// counted makes one of equal neighbours.
func (n names) counted() names {
	out := n[:0]
	for _, p := range n {
		if last := len(out) - 1; last >= 0 && out[last].a == p.a && out[last].b == p.b {
			out[last].count++
			continue
		}
		out = append(out, p)
	}
	return out
}

// choose marks the pairs that are meant, the commonest first.
func (n names) choose() {
	order := make([]*name, len(n))
	for i := range n {
		order[i] = &n[i]
	}
	slices.SortFunc(order, func(p, q *name) int {
		return cmp.Or(q.count-p.count, compareUnordered(p, q), cmp.Compare(p.a, q.a))
	})
	var taken takenNames
	for _, p := range order {
		p.meant = taken.take(p.a, p.b, len(n))
	}
}

// compareUnordered compares pairs of names whichever side they stand on, so that the mirrored
// match gets the mirrored map.
func compareUnordered(p, q *name) int {
	return cmp.Or(
		cmp.Compare(min(p.a, p.b), min(q.a, q.b)),
		cmp.Compare(max(p.a, p.b), max(q.a, q.b)),
	)
}

// takenNames are those that have a counterpart. Most matches have a few names, which are found faster
// in a list than in a map.
type takenNames struct {
	few      [][2]uint64
	inA, inB map[uint64]bool
}

// fewNames is up to how many names a list is used.
const fewNames = 32

// take gives two names to each other unless one is taken, and says whether it did. n is how many
// there may be in all.
func (t *takenNames) take(a, b uint64, n int) bool {
	if n <= fewNames {
		for _, p := range t.few {
			if p[0] == a || p[1] == b {
				return false
			}
		}
		t.few = append(t.few, [2]uint64{a, b})
		return true
	}
	if t.inA == nil {
		t.inA, t.inB = map[uint64]bool{}, map[uint64]bool{}
	}
	if t.inA[a] || t.inB[b] {
		return false
	}
	t.inA[a], t.inB[b] = true, true
	return true
}

// meant returns how often the names stand for one another, 0 if they do not.
func (n names) meant(a, b uint64) int {
	i, found := slices.BinarySearchFunc(n, name{a: a, b: b}, func(x, y name) int {
		return cmp.Or(cmp.Compare(x.a, y.a), cmp.Compare(x.b, y.b))
	})
	if !found || !n[i].meant {
		return 0
	}
	return n[i].count
}

// agree says whether the tokens have the same text, or names that stand for one another.
func (n names) agree(a, b analyzer.Token) bool {
	return a.Hash == b.Hash || a.Kind == analyzer.Identifier && n.meant(a.Hash, b.Hash) > 0
}

func (n names) renames(a, b *Document) []Rename {
	var all []Rename
	for _, p := range n {
		if p.meant && p.a != p.b {
			all = append(all, Rename{a.Text(p.at.A), b.Text(p.at.B), p.count})
		}
	}
	slices.SortFunc(all, func(x, y Rename) int {
		return cmp.Or(y.Count-x.Count, cmp.Compare(x.From, y.From))
	})
	return all
}
