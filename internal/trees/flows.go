package trees

import (
	"cmp"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/internal/collection/units"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
)

// flowMap adds the flows to the counterparts.
type flowMap struct {
	*counterparts
	flows [2][][]int // by tree and file: files of the other tree with material of it
}

// findFlows finds the files of the other tree that have material of each file. First comes its
// counterpart, and then repeatedly the file with most of the unexplained rest.
func findFlows(p *counterparts) *flowMap {
	c := &flowMap{counterparts: p}
	for side := range c.flows {
		c.flows[side] = make([][]int, len(c.sides[side].files))
		for n := range c.flows[side] {
			c.flows[side][n] = c.flowsOf(side, n)
		}
	}
	return c
}

// flowsOf returns the flows of one file, the counterpart first.
func (c *flowMap) flowsOf(side, n int) (flows []int) {
	other, content, partner := &c.sides[1-side], c.sides[side].files[n].content, c.partner[side][n]
	if partner == none && len(other.of[content]) > 0 {
		return []int{c.closest(side, n, content)}
	}
	held := make(tokens, c.contents[content].file.Slots)
	links := slices.Clone(c.linksOf[side][content])
	if partner != none {
		flows = append(flows, partner)
		with := other.files[partner].content
		if with == content {
			return flows
		}
		if l := c.linkOf(side, content, with); l != nil {
			held.addLink(l, side)
		}
	}
	for {
		at := c.mostGain(side, links, held)
		if at < 0 {
			return flows
		}
		with := c.links[links[at]].ends[1-side]
		held.addLink(&c.links[links[at]], side)
		links = slices.Delete(links, at, at+1)
		flows = append(flows, c.closest(side, n, with))
	}
}

// mostGain returns the link that explains most unexplained tokens, -1 if too few.
func (c *flowMap) mostGain(side int, links []int, held tokens) int {
	best, most := -1, 0.0
	for i, n := range links {
		l := &c.links[n]
		gain := l.gain(side, held)
		if gain < leastFlow || gain < threshold.MovedPart*min(l.full[0], l.full[1]) {
			continue
		}
		if gain > most || gain == most && c.before(l, &c.links[links[best]], 1-side) {
			best, most = i, gain
		}
	}
	return best
}

// before orders the contents of one tree.
func (c *flowMap) before(x, y *link, side int) bool {
	return c.contents[x.ends[side]].key.compare(c.contents[y.ends[side]].key) < 0
}

// closest returns the other tree's file of that content that likeliest belongs to the file. It has
// no counterpart, and a similar path.
func (c *flowMap) closest(side, n, content int) int {
	path := c.sides[side].files[n].path
	other := &c.sides[1-side]
	twins := other.of[content]
	return slices.MinFunc(twins[:min(len(twins), mostTwins)], func(x, y int) int {
		f, g := &other.files[x], &other.files[y]
		return cmp.Or(units.FalseFirst(c.partner[1-side][x] != none, c.partner[1-side][y] != none),
			cmp.Compare(alike(g.path, path), alike(f.path, path)), cmp.Compare(x, y))
	})
}

// alike returns how many elements two paths share at end and start.
func alike(p, q string) int {
	x, y := strings.Split(p, "/"), strings.Split(q, "/")
	n := 0
	for i := 1; i <= min(len(x), len(y)) && x[len(x)-i] == y[len(y)-i]; i++ {
		n++
	}
	for i := 0; i < min(len(x), len(y)) && x[i] == y[i]; i++ {
		n++
	}
	return n
}

// gain returns the weight of the unexplained tokens in the matches.
func (l *link) gain(side int, held tokens) (sum float64) {
	for _, m := range l.matches {
		fresh := 0
		for _, tile := range m.tiles {
			fresh += held.missing(startOf(tile, side), tile.Length)
		}
		sum += m.weight[side] * float64(fresh) / float64(m.tokens)
	}
	return sum
}
