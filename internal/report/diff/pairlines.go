package diff

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/internal/order"
	"github.com/chaffinch-search/chaffinch/query/align"
)

// Lines that share tokens are paired, to be printed next to each other. If line breaks differ, a
// line shares tokens with several lines and is paired with one of them. So is one that shares code
// in a comment with another line than the code around the comment. The pairing is that with the
// most shared tokens.

// none is the missing line of a row.
const none = -1

// pair is a row: a line of each side.
type pair struct{ a, b int }

// link is a pair of lines with shared tokens.
type link struct {
	pair
	weight int
}

// links returns the pairs of lines that share tokens. A token with the same text weighs 2, a
// renamed one 1.
func links(a, b *side, matches []align.Match) []link {
	var all []link
	add := func(p pair, weight int) {
		if n := len(all) - 1; n >= 0 && all[n].pair == p {
			all[n].weight += weight
			return
		}
		all = append(all, link{p, weight})
	}
	for _, m := range matches {
		for _, t := range m.Tiles {
			for i := range t.Length {
				linesA, linesB := a.linesOf(analyzer.Span{From: t.A + i, To: t.A + i + 1}), b.linesOf(analyzer.Span{From: t.B + i, To: t.B + i + 1})
				weight := 1
				if a.doc.Token(t.A+i).Hash == b.doc.Token(t.B+i).Hash {
					weight = 2
				}
				for n := range min(linesA.to-linesA.from, linesB.to-linesB.from) {
					add(pair{linesA.from + n, linesB.from + n}, weight)
				}
			}
		}
	}
	return all
}

// joined sorts links by lines in a, then by descending lines in b. It adds up the weights of links
// between the same lines.
func joined(links []link) (all []link) {
	order.Short(links, func(x, y link) int { return cmp.Or(cmp.Compare(x.a, y.a), cmp.Compare(y.b, x.b)) })
	for _, l := range links {
		if n := len(all) - 1; n >= 0 && all[n].pair == l.pair {
			all[n].weight += l.weight
			continue
		}
		all = append(all, l)
	}
	return all
}

// heaviest returns the links of the greatest total weight. Each has higher lines on both sides than
// the one before it. It sorts them.
func heaviest(links []link) []pair {
	links = joined(links)
	least, most := 0, 0
	for i, l := range links {
		if i == 0 {
			least = l.b
		}
		least, most = min(least, l.b), max(most, l.b)
	}
	total := make([]int, len(links))  // weight of the best choice that ends with the link
	before := make([]int, len(links)) // the link before it in that choice, or none
	// A Fenwick tree (P. Fenwick, A New Data Structure for Cumulative Frequency Tables, 1994,
	// section 2) of the best choices so far that end at a line of b: tree[n] is the best choice of
	// a range of lines that ends below line n.
	tree := make([]int, most-least+2)
	for i := range tree {
		tree[i] = none
	}
	better := func(x, y int) int {
		if x == none || y != none && total[y] > total[x] {
			return y
		}
		return x
	}
	end := none
	for i, l := range links {
		best := none
		for n := l.b - least; n > 0; n &= n - 1 {
			best = better(best, tree[n])
		}
		total[i], before[i] = l.weight, best
		if best != none {
			total[i] += total[best]
		}
		for n := l.b - least + 1; n < len(tree); n += n & -n {
			tree[n] = better(tree[n], i)
		}
		end = better(end, i)
	}
	var chosen []pair
	for ; end != none; end = before[end] {
		chosen = append(chosen, links[end].pair)
	}
	slices.Reverse(chosen)
	return chosen
}

// pairs returns the rows of a hunk: every line is in exactly one.
func pairs(a, b *side, h hunk, anchors []pair) []pair {
	p := pairing{a: a, b: b}
	at := pair{h.a.from, h.b.from}
	for i, next := range anchors {
		if i == 0 {
			p.fromBelow(at, next)
		} else {
			p.between(at, next)
		}
		p.rows = append(p.rows, next)
		at = pair{next.a + 1, next.b + 1}
	}
	p.fromAbove(at, pair{h.a.to, h.b.to})
	return p.rows
}

type pairing struct {
	a, b *side
	rows []pair
}

// between pairs the lines between two rows: equal lines at the start and the end, then the rest
// from the top.
func (p *pairing) between(from, to pair) {
	for from.a < to.a && from.b < to.b && p.equal(from) {
		p.rows = append(p.rows, from)
		from = pair{from.a + 1, from.b + 1}
	}
	tail := 0
	for from.a < to.a-tail && from.b < to.b-tail && p.equal(pair{to.a - tail - 1, to.b - tail - 1}) {
		tail++
	}
	p.fromAbove(from, pair{to.a - tail, to.b - tail})
	for ; tail > 0; tail-- {
		p.rows = append(p.rows, pair{to.a - tail, to.b - tail})
	}
}

func (p *pairing) equal(lines pair) bool {
	return bytes.Equal(p.a.text(lines.a), p.b.text(lines.b))
}

// fromAbove pairs the first lines; the last lines of the longer side have no partner.
func (p *pairing) fromAbove(from, to pair) {
	for from.a < to.a || from.b < to.b {
		row := pair{none, none}
		if from.a < to.a {
			row.a = from.a
			from.a++
		}
		if from.b < to.b {
			row.b = from.b
			from.b++
		}
		p.rows = append(p.rows, row)
	}
}

// fromBelow pairs the last lines; the first lines of the longer side have no partner.
func (p *pairing) fromBelow(from, to pair) {
	for ; to.a-from.a > to.b-from.b; from.a++ {
		p.rows = append(p.rows, pair{from.a, none})
	}
	for ; to.b-from.b > to.a-from.a; from.b++ {
		p.rows = append(p.rows, pair{none, from.b})
	}
	p.fromAbove(from, to)
}
