package align

import (
	"slices"

	"github.com/chaffinch-search/chaffinch/analyzer"
)

// mostGap bounds the tokens between two tiles of a match, on either side. These are some five
// lines.
const mostGap = 40

// linkable reports whether the second tile may continue the match of the first. A short tile allows
// only a short gap, because it is more likely a chance match. Ignored tokens separate matches.
func (s *scanner) linkable(x, y run) bool {
	return linkable(s.a, s.b, Tile{x.a, x.b, x.length}, Tile{y.a, y.b, y.length})
}

func linkable(a, b *Document, x, y Tile) bool {
	gapA, gapB := span(x.endA(), y.A), span(x.endB(), y.B)
	most := min(mostGap, 4*min(x.Length, y.Length))
	return gapA.Len() >= 0 && gapB.Len() >= 0 && gapA.Len() <= most && gapB.Len() <= most &&
		!a.ignores(gapA) && !b.ignores(gapB)
}

// chain links the tiles in the order of one document. Each tile gets the tile before and after it,
// -1 at the ends.
type chain struct {
	before, after []int
	order         []uint64 // memory of link: the place of each tile above its index
}

// link links n tiles in the ascending order of their places.
func (c *chain) link(n int, place func(tile int) int) {
	c.before, c.after = slices.Grow(c.before[:0], n)[:n], slices.Grow(c.after[:0], n)[:n]
	c.order = c.order[:0]
	for i := range n {
		c.order = append(c.order, uint64(place(i))<<32|uint64(i))
	}
	slices.Sort(c.order)
	last := -1
	for _, o := range c.order {
		i := int(uint32(o))
		c.before[i], c.after[i] = last, -1
		if last >= 0 {
			c.after[last] = i
		}
		last = i
	}
}

func (c *chain) drop(i int) {
	before, after := c.before[i], c.after[i]
	if before >= 0 {
		c.after[before] = after
	}
	if after >= 0 {
		c.before[after] = before
	}
}

// sortSteps is the number of steps counted for sorting one tile of many.
const sortSteps = 8

// join groups the tiles into matches. Within a match both documents continue from tile to tile, and
// nothing in between is matched elsewhere. The groups and their tiles are in the order of a.
func (s *scanner) join(tiles []run) [][]run {
	inA, inB := &s.inA, &s.inB
	inA.link(len(tiles), func(i int) int { return tiles[i].a })
	inB.link(len(tiles), func(i int) int { return tiles[i].b })
	dropped := s.dropNoise(tiles, inA, inB)
	groups := s.groups[:0]
	s.grouped = slices.Grow(s.grouped[:0], len(tiles))
	for i := range tiles {
		before := inA.before[i]
		if dropped[i] || before >= 0 && before == inB.before[i] && s.linkable(tiles[before], tiles[i]) {
			continue // not the first of a group
		}
		from := len(s.grouped)
		s.grouped = append(s.grouped, tiles[i])
		for last, next := i, inA.after[i]; next >= 0 && next == inB.after[last] &&
			s.linkable(tiles[last], tiles[next]); last, next = next, inA.after[next] {
			s.grouped = append(s.grouped, tiles[next])
		}
		groups = trim(groups, s.grouped[from:])
	}
	slices.SortFunc(groups, func(x, y []run) int { return x[0].a - y[0].a })
	s.groups = groups
	s.steps += (1+3*sortSteps)*len(tiles) + sortSteps*len(groups)
	return groups
}

// hull returns the spans from the first to the last tile of a group.
func hull(group []run) (a, b analyzer.Span) {
	first, last := group[0], group[len(group)-1]
	return span(first.a, last.endA()), span(first.b, last.endB())
}

// trim removes tiles at a group's ends that are shorter than their gap. Within a copy a short tile
// shows where it continues; at its end the tile is as likely a chance match. Removed tiles form
// groups of their own. trim appends all groups to dst. Their capacities equal their lengths,
// so appending to one does not overwrite another.
func trim(dst [][]run, group []run) [][]run {
	n := len(group)
	for ; n > 1 && group[n-1].worth < gap(group[n-2], group[n-1]); n-- {
		dst = append(dst, group[n-1:n:n])
	}
	group = group[:n:n]
	for len(group) > 1 && group[0].worth < gap(group[0], group[1]) {
		dst = append(dst, group[:1:1])
		group = group[1:]
	}
	return append(dst, group)
}

// gap is the number of tokens between two tiles, on the side with more.
func gap(x, y run) int { return max(y.a-x.endA(), y.b-x.endB()) }

// dropNoise drops tiles shorter than two seeds that separate two longer tiles. In one of the
// documents they are between tiles that would be joined without them, and they are not part of that
// match. The shortest are dropped first.
func (s *scanner) dropNoise(tiles []run, inA, inB *chain) []bool {
	s.dropped = slices.Grow(s.dropped[:0], len(tiles))[:len(tiles)]
	clear(s.dropped)
	dropped, short := s.dropped, s.short[:0]
	for i, t := range tiles {
		if t.length < 2*s.seed {
			short = append(short, i)
		}
	}
	slices.SortStableFunc(short, func(i, j int) int { return tiles[i].length - tiles[j].length })
	s.short = short
	for _, i := range short {
		if s.between(tiles, inA, i) || s.between(tiles, inB, i) {
			dropped[i] = true
			inA.drop(i)
			inB.drop(i)
		}
	}
	return dropped
}

// between reports whether the tile only separates its neighbours in the chain.
func (s *scanner) between(tiles []run, c *chain, i int) bool {
	before, after := c.before[i], c.after[i]
	if before < 0 || after < 0 {
		return false
	}
	x, t, y := tiles[before], tiles[i], tiles[after]
	return t.length < min(x.length, y.length) && s.linkable(x, y) &&
		!(s.linkable(x, t) && s.linkable(t, y))
}
