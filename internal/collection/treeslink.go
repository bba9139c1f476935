package collection

import (
	"context"
	"slices"
	"sync/atomic"

	"github.com/chaffinch-search/chaffinch/internal/collection/pairs"
	"github.com/chaffinch-search/chaffinch/query/align"
)

// link is what two contents share, one of the first tree and one of the second.
type link struct {
	ends    [2]int     // contents
	full    [2]float64 // what all of either would weigh as one match, in rare tokens
	score   float64
	kind    align.Kind
	matches []linkMatch
}

// linkMatch is a match without its documents. What it weighs is spread evenly over its tokens.
type linkMatch struct {
	tiles  []align.Tile
	tokens int
	weight [2]float64 // in rare tokens of either side
}

const (
	// leastFlow is the weight, in rare tokens, from which on what two files share counts if their paths
	// differ: a search for it would have a score of 0.5 (docs/scoring.md).
	leastFlow = 30
	// A match is taken for chance that weighs less than that, in rare tokens, and than that part of the
	// heaviest one between the same files.
	slightMatch, slightPart = 10, 0.2
)

// link aligns the contents that may share something, unless both trees have both: those under the same
// path, and then, for what these leave open, the ones that share most fingerprints.
func (t *trees) link(ctx context.Context) error {
	near, err := t.nearest(ctx)
	if err != nil {
		return err
	}
	t.between = map[[2]int]int{}
	if err := t.alignAll(ctx, t.samePaths()); err != nil {
		return err
	}
	for from, to := 0, 2; from < partners; from, to = to, partners {
		if err := t.alignAll(ctx, t.wanted(near, from, to)); err != nil {
			return err
		}
	}
	t.result.Stats.Aligned = int64(len(t.links))
	return nil
}

// alignAll aligns the pairs of contents, as far as they are not yet.
func (t *trees) alignAll(ctx context.Context, wanted [][2]int) error {
	slices.SortFunc(wanted, func(x, y [2]int) int { return slices.Compare(x[:], y[:]) })
	wanted = slices.DeleteFunc(slices.Compact(wanted), func(ends [2]int) bool {
		_, done := t.between[ends]
		return done
	})
	made := make([]link, len(wanted))
	var done atomic.Int64
	err := each(ctx, len(wanted), func(ctx context.Context, i int) (err error) {
		made[i], err = t.align(ctx, wanted[i])
		t.tell("comparing", int(done.Add(1)), len(wanted))
		return err
	})
	if err != nil {
		return err
	}
	t.add(made)
	return nil
}

// add notes links.
func (t *trees) add(made []link) {
	for _, l := range made {
		n := len(t.links)
		t.links = append(t.links, l)
		t.between[l.ends] = n
		for i, end := range l.ends {
			t.contents[end].full = l.full[i]
			t.sides[i].links[end] = append(t.sides[i].links[end], n)
		}
	}
}

// tell reports progress, which is called from one goroutine at a time.
func (t *trees) tell(doing string, done, whole int) {
	t.l.mu.Lock()
	defer t.l.mu.Unlock()
	t.progress(doing, done, whole)
}

// nearest returns, by tree and content, the contents of the other tree that share most with it.
func (t *trees) nearest(ctx context.Context) (near [2][]nearest, err error) {
	byUnit := map[int]int{}
	for n, c := range t.contents {
		byUnit[c.file.unit] = n
	}
	near = [2][]nearest{make([]nearest, len(t.contents)), make([]nearest, len(t.contents))}
	err = t.table.Candidates(ctx, leastEstimate(leastPart), func(p pairs.Candidate) error {
		x, y := byUnit[p.A], byUnit[p.B]
		for range 2 {
			if t.worthAligning(x, y) {
				near[0][x].add(shared{y, p.Shared}, t.compareContents)
				near[1][y].add(shared{x, p.Shared}, t.compareContents)
			}
			x, y = y, x
		}
		return nil
	})
	return near, err
}

// compareContents puts the contents into an order that does not depend on which tree is named first.
func (t *trees) compareContents(x, y int) int { return t.contents[x].key.compare(t.contents[y].key) }

// wanted returns, for the contents of which something is left to explain, the pairs with those nearest
// to it from one place on in the list up to another.
func (t *trees) wanted(near [2][]nearest, from, to int) (all [][2]int) {
	for side := range near {
		for n, with := range near[side] {
			if len(with) <= from || t.contents[n].in[1-side] {
				continue
			}
			left := t.left(side, n)
			for _, s := range with[from:min(len(with), to)] {
				if left*t.weight(n) < leastPart/2*min(t.weight(n), t.weight(s.file)) {
					continue // leastPart cannot be in it: weight by fingerprints, within a factor of 2
				}
				ends := [2]int{n, s.file}
				if side == 1 {
					ends = [2]int{s.file, n}
				}
				all = append(all, ends)
			}
		}
	}
	return all
}

// left returns the share of the content's tokens that no link holds yet.
func (t *trees) left(side, n int) float64 {
	held := make(tokens, t.contents[n].file.tokens)
	for _, l := range t.sides[side].links[n] {
		held.addLink(&t.links[l], side)
	}
	return 1 - shareOf(held.held(), t.own(n))
}

// weight returns what the fingerprints of the content weigh.
func (t *trees) weight(n int) float64 { return t.table.Weight(t.contents[n].file.unit) }

// worthAligning says whether the first content stands in the first tree, the second one in the second
// tree, and something may be found: what both trees have whole is found already.
func (t *trees) worthAligning(a, b int) bool {
	x, y := t.contents[a], t.contents[b]
	return x.in[0] && y.in[1] && !(x.in[1] && y.in[0])
}

// samePaths returns the pairs of contents that stand under one path.
func (t *trees) samePaths() (all [][2]int) {
	for _, f := range t.sides[0].files {
		if n, known := t.sides[1].paths[f.path]; known {
			if other := t.sides[1].files[n].content; other != f.content {
				all = append(all, [2]int{f.content, other})
			}
		}
	}
	return all
}

// align compares two contents token by token. Those that cannot be read again share nothing.
func (t *trees) align(ctx context.Context, ends [2]int) (l link, err error) {
	l.ends = ends
	x, y, err := t.both(ctx, t.contents[ends[0]].file, t.contents[ends[1]].file)
	if err != nil || x == nil || y == nil {
		return l, err
	}
	l.full = [2]float64{x.full(), y.full()}
	matches := []align.Match{x.itself()}
	if !x.same(y) || matches[0].Tokens == 0 {
		if matches, err = align.AlignContext(ctx, x.document, y.document); err != nil {
			return l, err
		}
	}
	score, of := align.Assess(x.document, y.document, matches, x.rarity, y.rarity)
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
	return l, nil
}

// same says whether two files differ in white space and comments only. Then they agree, also where they
// are too short for a match.
func (p *prepared) same(q *prepared) bool {
	if p.document.Len() != q.document.Len() || !slices.Equal(p.ignored, q.ignored) {
		return false
	}
	for i := range p.document.Len() {
		if x, y := p.document.Token(i), q.document.Token(i); x.Kind != y.Kind || x.Hash != y.Hash {
			return false
		}
	}
	return true
}

// full returns what the file weighs as a match with itself, in rare tokens.
func (p *prepared) full() float64 { return p.itself().Weight(p.document, p.document, p.rarity) }

// itself returns the match of all tokens with themselves, boilerplate apart.
func (p *prepared) itself() align.Match {
	var m align.Match
	from := 0
	for _, s := range append(slices.Clone(p.ignored), align.Span{From: p.document.Len(), To: p.document.Len()}) {
		if n := s.From - from; n > 0 {
			m.Tiles = append(m.Tiles, align.Tile{A: from, B: from, Length: n})
			m.Tokens += n
		}
		from = s.To
	}
	m.Identical = m.Tokens
	if len(m.Tiles) > 0 {
		last := m.Tiles[len(m.Tiles)-1]
		m.A = align.Span{From: m.Tiles[0].A, To: last.A + last.Length}
		m.B = m.A
	}
	return m
}

// linkOf returns the link between a content of one side and one of the other, nil if there is none.
func (t *trees) linkOf(side, here, there int) *link {
	ends := [2]int{here, there}
	if side == 1 {
		ends = [2]int{there, here}
	}
	n, known := t.between[ends]
	if !known {
		return nil
	}
	return &t.links[n]
}

// weight returns what all matches weigh on that side.
func (l *link) weight(side int) (sum float64) {
	for _, m := range l.matches {
		sum += m.weight[side]
	}
	return sum
}
