package trees

import (
	"context"
	"slices"
	"sync"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/internal/collection/candidates"
	"github.com/chaffinch-search/chaffinch/internal/collection/units"
	"github.com/chaffinch-search/chaffinch/internal/order"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
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

// matchSet adds the links between contents to the files.
type matchSet struct {
	*fileList
	prepared *units.Preparer
	links    []link
	between  map[[2]int]int // numbers of the links, by their ends
	linksOf  [2][][]int     // numbers of the links of each content of a tree
	full     []float64      // as in link, by content; 0 if not aligned
}

// matcher is the state of findMatches.
type matcher struct {
	*matchSet
	o        Options
	table    *candidates.Table
	progress sync.Mutex // guards calls of Progress
}

// findMatches aligns contents that may share something, unless both trees have both. First come
// those with the same path. Then come, for unexplained material, those that share most
// fingerprints.
func findMatches(ctx context.Context, files *fileList, set *candidates.Set, o Options) (*matchSet, error) {
	m := &matcher{matchSet: &matchSet{fileList: files, between: map[[2]int]int{}}, o: o}
	m.full = make([]float64, len(m.contents))
	for side := range m.linksOf {
		m.linksOf[side] = make([][]int, len(m.contents))
	}
	if err := m.tabulate(ctx, set); err != nil {
		return nil, err
	}
	near, err := m.nearest(ctx)
	if err != nil {
		return nil, err
	}
	if err := m.alignAll(ctx, m.samePaths()); err != nil {
		return nil, err
	}
	for from, to := 0, 2; from < units.Partners; from, to = to, units.Partners {
		if err := m.alignAll(ctx, m.wanted(near, from, to)); err != nil {
			return nil, err
		}
	}
	return m.matchSet, nil
}

// tabulate builds the table of shared fingerprints.
func (m *matcher) tabulate(ctx context.Context, set *candidates.Set) (err error) {
	analysed := make([]bool, len(m.units.All))
	for _, content := range m.contents {
		analysed[content.file.Unit] = true
	}
	m.table, err = candidates.NewTable(ctx, set, candidates.Options{
		Documents: len(analysed), Skip: func(n int) bool { return !analysed[n] },
	})
	m.prepared = units.NewPreparer(m.units, m.table, 0)
	return err
}

// alignAll aligns the pairs of contents that are not aligned yet.
func (m *matcher) alignAll(ctx context.Context, wanted [][2]int) error {
	order.Short(wanted, func(x, y [2]int) int { return slices.Compare(x[:], y[:]) })
	wanted = slices.DeleteFunc(slices.Compact(wanted), func(ends [2]int) bool {
		_, done := m.between[ends]
		return done
	})
	made := make([]link, len(wanted))
	done := 0
	err := units.Each(ctx, len(wanted), func(_ context.Context, i int) error {
		made[i] = m.align(wanted[i])
		m.progress.Lock()
		defer m.progress.Unlock()
		done++
		report(m.o, "comparing", done, len(wanted))
		return nil
	})
	if err != nil {
		return err
	}
	for _, l := range made {
		n := len(m.links)
		m.links = append(m.links, l)
		m.between[l.ends] = n
		for i, end := range l.ends {
			m.full[end] = l.full[i]
			m.linksOf[i][end] = append(m.linksOf[i][end], n)
		}
	}
	return nil
}

// nearest returns, by tree and content, the other tree's contents that share most.
func (m *matcher) nearest(ctx context.Context) (near [2][]units.Nearest, err error) {
	byUnit := map[int]int{}
	for n, content := range m.contents {
		byUnit[content.file.Unit] = n
	}
	for side := range near {
		near[side] = make([]units.Nearest, len(m.contents))
	}
	err = m.table.Candidates(ctx, align.LeastEstimate(threshold.MovedPart), func(p candidates.Candidate) error {
		x, y := byUnit[p.A], byUnit[p.B]
		for range 2 {
			if m.worthAligning(x, y) {
				near[0][x].Add(units.Near{File: y, IDF: p.Shared}, m.compareContents)
				near[1][y].Add(units.Near{File: x, IDF: p.Shared}, m.compareContents)
			}
			x, y = y, x
		}
		return nil
	})
	return near, err
}

// compareContents orders contents independently of the order of the trees.
func (m *matcher) compareContents(x, y int) int {
	return m.contents[x].key.compare(m.contents[y].key)
}

// wanted returns the pairs of each content with unexplained material and its nearest contents. It
// takes the contents from index from (inclusive) to to (exclusive) of their list.
func (m *matcher) wanted(near [2][]units.Nearest, from, to int) (all [][2]int) {
	for side := range near {
		for n, with := range near[side] {
			if len(with) <= from || m.contents[n].in[1-side] {
				continue
			}
			left := m.left(side, n)
			for _, s := range with[from:min(len(with), to)] {
				if left*m.weight(n) < threshold.MovedPart/2*min(m.weight(n), m.weight(s.File)) {
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
func (m *matcher) left(side, n int) float64 {
	held := make(tokens, m.contents[n].file.Slots)
	for _, l := range m.linksOf[side][n] {
		held.addLink(&m.links[l], side)
	}
	return 1 - shareOf(held.held(), m.own(n))
}

// weight returns the weight of the content's fingerprints.
func (m *matcher) weight(n int) float64 { return m.table.Weight(m.contents[n].file.Unit) }

// worthAligning reports whether both trees have their content, and aligning may find something.
// Contents of both trees are matched already.
func (m *matcher) worthAligning(a, b int) bool {
	x, y := m.contents[a], m.contents[b]
	return x.in[0] && y.in[1] && !(x.in[1] && y.in[0])
}

// samePaths returns the pairs of contents that have the same path.
func (m *matcher) samePaths() (all [][2]int) {
	for _, f := range m.sides[0].files {
		if n, known := m.sides[1].paths[f.path]; known {
			if other := m.sides[1].files[n].content; other != f.content {
				all = append(all, [2]int{f.content, other})
			}
		}
	}
	return all
}

// align aligns two contents. A content that cannot be read again shares nothing.
func (m *matcher) align(ends [2]int) link {
	l := link{ends: ends}
	x, y := m.prepared.Get(m.contents[ends[0]].file), m.prepared.Get(m.contents[ends[1]].file)
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
	score, of := x.Assess(y, matches)
	l.score = score
	most := 0.0
	for _, is := range of {
		most = max(most, is.Weight())
	}
	for i, found := range matches {
		if align.Slight(of[i].Weight(), most) {
			continue
		}
		l.kind = max(l.kind, of[i].Kind)
		weights := of[i].Weights
		if found.Duplicate {
			weights[1] = 0
		}
		if found.DuplicateB {
			weights[0] = 0
		}
		l.matches = append(l.matches, linkMatch{found.Tiles, found.Tokens, weights})
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

// selfMatch returns the match of a file's tokens with themselves, excluding boilerplate and
// borders.
func selfMatch(p *units.Prepared) align.Match {
	var m align.Match
	from, end := 0, p.Document.Len()
	for _, s := range append(slices.Clone(p.Document.Ignored()), analyzer.Span{From: end, To: end}) {
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

// linkOf returns the link between contents of both sides, or nil.
func (m *matchSet) linkOf(side, here, there int) *link {
	ends := [2]int{here, there}
	if side == 1 {
		ends = [2]int{there, here}
	}
	n, known := m.between[ends]
	if !known {
		return nil
	}
	return &m.links[n]
}

// weight returns the weight of all matches on that side.
func (l *link) weight(side int) (sum float64) {
	for _, m := range l.matches {
		sum += m.weight[side]
	}
	return sum
}
