package trees

import (
	"cmp"
	"slices"
	"strings"
)

// pair chooses counterparts, one for one. First come files with the same bytes and path, then
// slightly changed files of the same path, then files with the same bytes elsewhere, then the most
// similar ones.
func (c *comparison) pair() {
	c.eachPath(func(a, b int) bool {
		return c.sides[0].files[a].content == c.sides[1].files[b].content
	})
	steps := c.steps()
	hardly := slices.IndexFunc(steps, func(u step) bool { return u.score < 1 })
	if hardly < 0 {
		hardly = len(steps)
	}
	for _, u := range steps[:hardly] {
		if u.elements == wholePath {
			c.pairUnderPath(u.link)
		}
	}
	for n := range c.contents {
		c.pairByEnding(c.freeOf(0, n), c.freeOf(1, n), 0)
	}
	for _, u := range steps {
		if u.elements == wholePath {
			c.pairUnderPath(u.link)
		} else {
			c.pairByEnding(c.freeOf(0, u.link.ends[0]), c.freeOf(1, u.link.ends[1]), u.elements)
		}
	}
	c.eachPath(c.tooSmall)
}

// eachPath pairs the files under each path that both trees have, if wanted returns true.
func (c *comparison) eachPath(wanted func(a, b int) bool) {
	for a := range c.sides[0].files {
		if b, known := c.sides[1].paths[c.sides[0].files[a].path]; known && c.free(a, b) && wanted(a, b) {
			c.join(a, b)
		}
	}
}

// tooSmall reports that one of two files of the same path is too small for a match. The path then
// decides.
func (c *comparison) tooSmall(a, b int) bool {
	x, y := c.contents[c.sides[0].files[a].content], c.contents[c.sides[1].files[b].content]
	return min(x.full, y.full) < leastFlow
}

func (c *comparison) free(a, b int) bool {
	return c.sides[0].files[a].partner == none && c.sides[1].files[b].partner == none
}

func (c *comparison) join(a, b int) {
	c.sides[0].files[a].partner, c.sides[1].files[b].partner = b, a
}

// step is a step of pairing. Files with the contents of the link may become counterparts if their
// paths agree in that many last elements.
type step struct {
	link     *link
	elements int
	score    float64 // including the bonus for paths
}

// wholePath stands for the number of elements of equal paths.
const wholePath = -1

// steps returns the steps of pairing by descending score. The order is the same if the trees are
// swapped.
func (c *comparison) steps() []step {
	var all []step
	for n := range c.links {
		l := &c.links[n]
		if l.score+samePath >= leastScore {
			all = append(all, step{l, wholePath, l.score + samePath})
		}
		if l.score >= leastScore && max(l.weight(0), l.weight(1)) >= leastFlow {
			all = append(all, step{l, 1, l.score + sameName}, step{l, 0, l.score})
		}
	}
	slices.SortStableFunc(all, func(x, y step) int {
		lowX, highX := c.keys(x.link)
		lowY, highY := c.keys(y.link)
		return cmp.Or(cmp.Compare(y.score, x.score), lowX.compare(lowY), highX.compare(highY))
	})
	return all
}

// keys returns the keys of both contents, the lower one first.
func (c *comparison) keys(l *link) (low, high contentKey) {
	low, high = c.contents[l.ends[0]].key, c.contents[l.ends[1]].key
	if low.compare(high) > 0 {
		return high, low
	}
	return low, high
}

// pairUnderPath pairs the files with these contents that have the same path.
func (c *comparison) pairUnderPath(l *link) {
	for _, a := range c.freeOf(0, l.ends[0]) {
		b, known := c.sides[1].paths[c.sides[0].files[a].path]
		if known && c.sides[1].files[b].content == l.ends[1] && c.free(a, b) {
			c.join(a, b)
		}
	}
}

// freeOf returns the files with that content and without a counterpart.
func (c *comparison) freeOf(side, content int) (all []int) {
	for _, n := range c.sides[side].of[content] {
		if c.sides[side].files[n].partner == none {
			all = append(all, n)
		}
	}
	return all
}

// pairByEnding pairs files whose paths agree in at least that many last elements, the longest
// endings first, then in path order.
func (c *comparison) pairByEnding(a, b []int, least int) {
	if len(a) == 0 || len(b) == 0 {
		return
	}
	deepest := 0
	for _, n := range a {
		deepest = max(deepest, strings.Count(c.sides[0].files[n].path, "/")+1)
	}
	for elements := deepest; elements >= least; elements-- {
		byEnd := map[string][]int{}
		for _, n := range b {
			if end, ok := ending(c.sides[1].files[n].path, elements); ok && c.sides[1].files[n].partner == none {
				byEnd[end] = append(byEnd[end], n)
			}
		}
		for _, n := range a {
			end, ok := ending(c.sides[0].files[n].path, elements)
			if with := byEnd[end]; ok && len(with) > 0 && c.sides[0].files[n].partner == none {
				c.join(n, with[0])
				byEnd[end] = with[1:]
			}
		}
	}
}

// ending returns the last elements of the path, and whether it has that many.
func ending(path string, elements int) (string, bool) {
	at := len(path)
	for range elements {
		if at <= 0 {
			return "", false
		}
		at = strings.LastIndexByte(path[:at-1], '/') + 1
	}
	return path[at:], true
}

// flow finds the files of the other tree that have material of each file: its counterpart, and then
// repeatedly the file with most of the unexplained rest.
func (c *comparison) flow() {
	for i := range c.sides {
		for n := range c.sides[i].files {
			c.flowOf(i, n)
		}
	}
}

func (c *comparison) flowOf(side, n int) {
	s, other := &c.sides[side], &c.sides[1-side]
	f := &s.files[n]
	if f.partner == none && len(other.of[f.content]) > 0 {
		f.flows = []int{c.closest(side, n, f.content)}
		return
	}
	held := make(tokens, c.contents[f.content].file.Tokens)
	links := slices.Clone(s.links[f.content])
	if f.partner != none {
		f.flows = append(f.flows, f.partner)
		with := other.files[f.partner].content
		if with == f.content {
			return
		}
		if l := c.linkOf(side, f.content, with); l != nil {
			held.addLink(l, side)
		}
	}
	for {
		at := c.mostGain(side, links, held)
		if at < 0 {
			return
		}
		with := c.links[links[at]].ends[1-side]
		held.addLink(&c.links[links[at]], side)
		links = slices.Delete(links, at, at+1)
		f.flows = append(f.flows, c.closest(side, n, with))
	}
}

// mostGain returns the link that explains most of the unexplained tokens, -1 if none explains
// enough.
func (c *comparison) mostGain(side int, links []int, held tokens) int {
	best, most := -1, 0.0
	for i, n := range links {
		l := &c.links[n]
		gain := l.gain(side, held)
		if gain < leastFlow || gain < leastPart*min(l.full[0], l.full[1]) {
			continue
		}
		if gain > most || gain == most && c.before(l, &c.links[links[best]], 1-side) {
			best, most = i, gain
		}
	}
	return best
}

// before orders the contents of one tree.
func (c *comparison) before(x, y *link, side int) bool {
	return c.contents[x.ends[side]].key.compare(c.contents[y.ends[side]].key) < 0
}

// closest returns the file with that content in the other tree that most likely belongs to the
// file: one without a counterpart, and with a similar path.
func (c *comparison) closest(side, n, content int) int {
	path := c.sides[side].files[n].path
	other := &c.sides[1-side]
	twins := other.of[content]
	return slices.MinFunc(twins[:min(len(twins), mostTwins)], func(x, y int) int {
		f, g := &other.files[x], &other.files[y]
		return cmp.Or(falseFirst(f.partner != none, g.partner != none),
			cmp.Compare(alike(g.path, path), alike(f.path, path)), cmp.Compare(x, y))
	})
}

// alike returns the number of elements that two paths share at the end, plus those at the start.
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
