package trees

import (
	"context"
	"slices"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/internal/collection/pairs"
	"github.com/chaffinch-search/chaffinch/internal/collection/units"
	"github.com/chaffinch-search/chaffinch/query/align"
)

// link is the shared material of two contents, one of each tree.
type link struct {
	ends    [2]int     // contents
	full    [2]float64 // weight of each whole content as one match, in rare tokens
	score   float64
	kind    align.Kind
	matches []linkMatch
}

// linkMatch is a match without its documents. Its weight is distributed evenly over its tokens.
type linkMatch struct {
	tiles  []align.Tile
	tokens int
	weight [2]float64 // in rare tokens of either side
}

// link aligns contents that may share something, unless both trees have both. First come those with
// the same path, then, for unexplained material, those that share most fingerprints.
func (c *comparison) link(ctx context.Context) error {
	near, err := c.nearest(ctx)
	if err != nil {
		return err
	}
	if err := c.alignAll(ctx, c.samePaths()); err != nil {
		return err
	}
	for from, to := 0, 2; from < units.Partners; from, to = to, units.Partners {
		if err := c.alignAll(ctx, c.wanted(near, from, to)); err != nil {
			return err
		}
	}
	return nil
}

// alignAll aligns the pairs of contents that are not aligned yet.
func (c *comparison) alignAll(ctx context.Context, wanted [][2]int) error {
	slices.SortFunc(wanted, func(x, y [2]int) int { return slices.Compare(x[:], y[:]) })
	wanted = slices.DeleteFunc(slices.Compact(wanted), func(ends [2]int) bool {
		_, done := c.between[ends]
		return done
	})
	made := make([]link, len(wanted))
	done := 0
	err := units.Each(ctx, len(wanted), func(_ context.Context, i int) error {
		made[i] = c.align(wanted[i])
		c.progress.Lock()
		defer c.progress.Unlock()
		done++
		report(c.o, "comparing", done, len(wanted))
		return nil
	})
	if err != nil {
		return err
	}
	for _, l := range made {
		n := len(c.links)
		c.links = append(c.links, l)
		c.between[l.ends] = n
		for i, end := range l.ends {
			c.contents[end].full = l.full[i]
			c.sides[i].links[end] = append(c.sides[i].links[end], n)
		}
	}
	return nil
}

// nearest returns, by tree and content, the contents of the other tree that share most with it.
func (c *comparison) nearest(ctx context.Context) (near [2][]units.Nearest, err error) {
	byUnit := map[int]int{}
	for n, content := range c.contents {
		byUnit[content.file.Unit] = n
	}
	for side := range near {
		near[side] = make([]units.Nearest, len(c.contents))
	}
	err = c.table.Candidates(ctx, align.LeastEstimate(leastPart), func(p pairs.Candidate) error {
		x, y := byUnit[p.A], byUnit[p.B]
		for range 2 {
			if c.worthAligning(x, y) {
				near[0][x].Add(units.Near{File: y, IDF: p.Shared}, c.compareContents)
				near[1][y].Add(units.Near{File: x, IDF: p.Shared}, c.compareContents)
			}
			x, y = y, x
		}
		return nil
	})
	return near, err
}

// compareContents orders contents independently of the order of the trees.
func (c *comparison) compareContents(x, y int) int {
	return c.contents[x].key.compare(c.contents[y].key)
}

// wanted returns the pairs of each content with unexplained material and its nearest contents, from
// index from to index to (exclusive) of their list.
func (c *comparison) wanted(near [2][]units.Nearest, from, to int) (all [][2]int) {
	for side := range near {
		for n, with := range near[side] {
			if len(with) <= from || c.contents[n].in[1-side] {
				continue
			}
			left := c.left(side, n)
			for _, s := range with[from:min(len(with), to)] {
				if left*c.weight(n) < leastPart/2*min(c.weight(n), c.weight(s.File)) {
					continue // it has too little: weight by fingerprints, within a factor of 2
				}
				ends := [2]int{n, s.File}
				if side == 1 {
					ends = [2]int{s.File, n}
				}
				all = append(all, ends)
			}
		}
	}
	return all
}

// left returns the share of the content's tokens that no link explains yet.
func (c *comparison) left(side, n int) float64 {
	held := make(tokens, c.contents[n].file.Tokens)
	for _, l := range c.sides[side].links[n] {
		held.addLink(&c.links[l], side)
	}
	return 1 - shareOf(held.held(), c.own(n))
}

// weight returns the weight of the content's fingerprints.
func (c *comparison) weight(n int) float64 { return c.table.Weight(c.contents[n].file.Unit) }

// worthAligning reports whether the first tree has the first content, the second tree the second
// one, and aligning may find something. Contents of both trees are matched already.
func (c *comparison) worthAligning(a, b int) bool {
	x, y := c.contents[a], c.contents[b]
	return x.in[0] && y.in[1] && !(x.in[1] && y.in[0])
}

// samePaths returns the pairs of contents that have the same path.
func (c *comparison) samePaths() (all [][2]int) {
	for _, f := range c.sides[0].files {
		if n, known := c.sides[1].paths[f.path]; known {
			if other := c.sides[1].files[n].content; other != f.content {
				all = append(all, [2]int{f.content, other})
			}
		}
	}
	return all
}

// align aligns two contents. A content that cannot be read again shares nothing.
func (c *comparison) align(ends [2]int) link {
	l := link{ends: ends}
	x, y := c.files.Get(c.contents[ends[0]].file), c.files.Get(c.contents[ends[1]].file)
	if x == nil || y == nil {
		return l
	}
	wholeX, wholeY := selfMatch(x), selfMatch(y)
	l.full = [2]float64{
		wholeX.Weight(x.Document, x.Document, x.Rarity), wholeY.Weight(y.Document, y.Document, y.Rarity),
	}
	matches := []align.Match{wholeX}
	if !same(x, y) || wholeX.Tokens == 0 {
		matches = align.Align(x.Document, y.Document)
	}
	score, of := align.Assess(x.Document, y.Document, matches, x.Rarity, y.Rarity)
	l.score = score
	most := 0.0
	for _, is := range of {
		most = max(most, is.Weight())
	}
	for i, m := range matches {
		if of[i].Weight() < min(slightMatch, most*slightPart) {
			continue
		}
		l.kind = max(l.kind, of[i].Kind)
		l.matches = append(l.matches, linkMatch{m.Tiles, m.Tokens, of[i].Weights})
	}
	return l
}

// same reports whether two files differ only in white space and comments. They then match even if
// they are too short.
func same(x, y *units.Prepared) bool {
	if x.Document.Len() != y.Document.Len() || !slices.Equal(x.Ignored, y.Ignored) {
		return false
	}
	for i := range x.Document.Len() {
		if p, q := x.Document.Token(i), y.Document.Token(i); p.Kind != q.Kind || p.Hash != q.Hash {
			return false
		}
	}
	return true
}

// selfMatch returns the match of a file's tokens with themselves, excluding boilerplate.
func selfMatch(p *units.Prepared) align.Match {
	var m align.Match
	from, end := 0, p.Document.Len()
	for _, s := range append(slices.Clone(p.Ignored), analyzer.Span{From: end, To: end}) {
		if n := s.From - from; n > 0 {
			m.Tiles = append(m.Tiles, align.Tile{A: from, B: from, Length: n})
			m.Tokens += n
		}
		from = s.To
	}
	m.Identical = m.Tokens
	if len(m.Tiles) > 0 {
		last := m.Tiles[len(m.Tiles)-1]
		m.A = analyzer.Span{From: m.Tiles[0].A, To: last.A + last.Length}
		m.B = m.A
	}
	return m
}

// linkOf returns the link between a content of one side and one of the other, or nil.
func (c *comparison) linkOf(side, here, there int) *link {
	ends := [2]int{here, there}
	if side == 1 {
		ends = [2]int{there, here}
	}
	n, known := c.between[ends]
	if !known {
		return nil
	}
	return &c.links[n]
}

// weight returns the weight of all matches on that side.
func (l *link) weight(side int) (sum float64) {
	for _, m := range l.matches {
		sum += m.weight[side]
	}
	return sum
}
