package align

import (
	"cmp"
	"math/bits"
	"math/rand/v2"
	"slices"
	"sync"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/internal/order"
)

// names maps the identifiers of a match one to one, by hashes of texts. If an identifier has
// several counterparts, the most frequent one is its new name, and the others are changes. The
// pairs are sorted by a and b, without duplicates.
type names []name

// name is an identifier of one document with its counterpart in the other.
type name struct {
	a, b     uint64
	count    int32
	atA, atB int32 // first occurrence
	meant    bool
	// asked and share are of a token whose text differs: see [Match.shareOf].
	asked bool
	share nameShare
}

func compareNames(x, y name) int {
	if x.a != y.a {
		return cmp.Compare(x.a, y.a)
	}
	return cmp.Compare(x.b, y.b)
}

func namesOf(a, b *Document, m Match) (n names) {
	countNames(a, b, func(c *counter) {
		c.choose(c.names)
		n = slices.Clone(c.names)
	}, m)
	slices.SortFunc(n, compareNames)
	return n
}

// countNames calls f with the names of the matches, in order of first occurrence. f must not keep
// them.
func countNames(a, b *Document, f func(*counter), matches ...Match) {
	c := counters.Get().(*counter)
	tokens := 0
	for _, m := range matches {
		tokens += m.Tokens
	}
	c.begin(tokens)
	for _, m := range matches {
		for _, t := range m.Tiles {
			for i := range t.Length {
				if x := a.tokens[t.A+i]; x.Kind == lex.Identifier {
					c.count(x.Hash, b.tokens[t.B+i].Hash, t.A+i, t.B+i)
				}
			}
		}
	}
	f(c)
	counters.Put(c)
}

// counter counts pairs of names. It is a hash table of its own, because counting the names of a
// match takes as long as finding the match. Two random numbers determine the slot of a pair, as in
// Go maps, so chosen hashes cannot slow it down. The counts do not depend on the numbers.
type counter struct {
	names       names
	at          []uint32 // by identifier of the matches: its index in names
	slots       []uint32 // 1 + index in names, 0 if free; the length is a power of two
	shift       int      // leaves the bits of a slot's number
	left, right uint64
	order       []uint64 // memory of choose
	taken       takenNames
}

// counters is a pool of counters.
var counters = sync.Pool{New: func() any { return newCounter() }}

func newCounter() *counter { return &counter{left: rand.Uint64(), right: rand.Uint64()} }

// begin prepares for that many pairs.
func (c *counter) begin(most int) {
	width := bits.Len(uint(2 * most))
	size := 1 << width
	c.shift = 64 - width
	if cap(c.slots) < size {
		c.slots = make([]uint32, size)
	}
	c.slots = c.slots[:size]
	clear(c.slots)
	c.names, c.at = c.names[:0], c.at[:0]
}

// slot returns the slot of the pair, found by linear probing.
func (c *counter) slot(a, b uint64) uint64 {
	high, low := bits.Mul64(a^c.left, b^c.right)
	return (high ^ low) >> c.shift
}

// count counts a pair of names, at those tokens.
func (c *counter) count(a, b uint64, atA, atB int) {
	mask := uint64(len(c.slots) - 1)
	for i := c.slot(a, b); ; i++ {
		slot := &c.slots[i&mask]
		if *slot == 0 {
			c.at = append(c.at, uint32(len(c.names)))
			c.names = append(c.names, name{a: a, b: b, count: 1, atA: int32(atA), atB: int32(atB)})
			*slot = uint32(len(c.names))
			return
		}
		if n := &c.names[*slot-1]; n.a == a && n.b == b {
			n.count++
			c.at = append(c.at, *slot-1)
			return
		}
	}
}

// choose marks the counterparts among the names, the most frequent first.
func (c *counter) choose(n names) {
	if n.oneToOne() {
		for i := range n {
			n[i].meant = true
		}
		return
	}
	c.order = n.inOrder(c.order[:0])
	c.taken.few, c.taken.inA, c.taken.inB = c.taken.few[:0], nil, nil
	for _, i := range c.order {
		p := &n[i]
		p.meant = c.taken.take(p.a, p.b, len(n))
	}
}

// A number packs the beginning of what [compareMeant] compares, and a name's index. The index is in
// the lowest bits. Sorting numbers takes a third of the time of sorting names.
const (
	indexBits = 20
	countBits = 16
	hashBits  = 64 - countBits - 1 - indexBits
)

// inOrder appends the indices of the names in the order of [compareMeant].
func (n names) inOrder(order []uint64) []uint64 {
	for i := range n {
		order = append(order, uint64(i))
	}
	compare := func(i, j uint64) int { return compareMeant(&n[i], &n[j]) }
	if len(n) > 1<<indexBits {
		slices.SortFunc(order, compare)
		return order
	}
	for i := range n {
		p := &n[i]
		rarer := 1<<countBits - 1 - int(p.count)
		if rarer <= 0 {
			continue // the most frequent ones are compared as names
		}
		key := uint64(rarer) << 1
		if p.a != p.b {
			key |= 1
		}
		key = key<<hashBits | min(p.a, p.b)>>(64-hashBits)
		order[i] |= key << indexBits
	}
	slices.Sort(order)
	const index = 1<<indexBits - 1
	for from, to := 0, 0; from < len(order); from = to {
		key := order[from] >> indexBits
		for to = from; to < len(order) && order[to]>>indexBits == key; to++ {
			order[to] &= index
		}
		if to-from > 1 {
			slices.SortFunc(order[from:to], compare)
		}
	}
	return order
}

// oneToOne reports whether the names are few, and none has two counterparts. Most matches have such
// names, which need not be sorted.
func (n names) oneToOne() bool {
	if len(n) > mostCompared {
		return false
	}
	for i := range n {
		for j := range i {
			if n[i].a == n[j].a || n[i].b == n[j].b {
				return false
			}
		}
	}
	return true
}

// mostCompared is the largest number of names that are compared each with each.
const mostCompared = 16

// compareMeant orders names as they are chosen.
func compareMeant(p, q *name) int {
	if p.count != q.count { // mostly; cmp.Or would compute the rest, too
		return int(q.count - p.count)
	}
	return cmp.Or(sameFirst(p, q), compareUnordered(p, q), cmp.Compare(p.a, q.a))
}

// sameFirst orders names that are kept before others.
func sameFirst(p, q *name) int {
	switch {
	case (p.a == p.b) == (q.a == q.b):
		return 0
	case p.a == p.b:
		return -1
	}
	return 1
}

// compareUnordered compares pairs of names regardless of their sides. So the mirrored match gets
// the mirrored map.
func compareUnordered(p, q *name) int {
	return cmp.Or(
		cmp.Compare(min(p.a, p.b), min(q.a, q.b)),
		cmp.Compare(max(p.a, p.b), max(q.a, q.b)),
	)
}

// takenNames are names that have a counterpart. Most matches have few names, for which a list is
// faster than a map.
type takenNames struct {
	few      [][2]uint64
	inA, inB map[uint64]bool
}

// fewNames is the largest number of names in a list.
const fewNames = 64

// take makes two names counterparts unless one is taken, and reports whether it did. n bounds the
// number of names.
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

// meant returns how often the names are counterparts of each other, 0 if never.
func (n names) meant(a, b uint64) int {
	from, to := 0, len(n)
	for from < to { // slices.BinarySearchFunc copies both names in every step
		middle := from + (to-from)/2
		if p := &n[middle]; p.a < a || p.a == a && p.b < b {
			from = middle + 1
		} else {
			to = middle
		}
	}
	if from == len(n) || n[from].a != a || n[from].b != b || !n[from].meant {
		return 0
	}
	return int(n[from].count)
}

// explain reports whether the mapping explains two tokens. They are names that are counterparts, or
// no names and have the same text, or strings that differ in such names.
func (n names) explain(a *Document, at int, b *Document, bt int) bool {
	x, y := a.tokens[at], b.tokens[bt]
	if x.Kind != lex.Identifier {
		return a.sameText(at, b, bt) || renamedPieces(a, at, b, bt, func(x, y uint64) bool { return n.meant(x, y) > 0 })
	}
	return n.meant(x.Hash, y.Hash) > 0 && (x.Hash != y.Hash || a.sameText(at, b, bt))
}

func (n names) renames(a, b *Document) []Rename {
	var all []Rename
	for _, p := range n {
		if p.meant && p.a != p.b {
			all = append(all, Rename{a.Text(int(p.atA)), b.Text(int(p.atB)), int(p.count)})
		}
	}
	order.Short(all, func(x, y Rename) int {
		return cmp.Or(y.Count-x.Count, cmp.Compare(x.From, y.From))
	})
	return all
}
