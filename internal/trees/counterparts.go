package trees

import (
	"cmp"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/internal/order"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
)

// counterparts adds to the matches a counterpart for each file, or none.
type counterparts struct {
	*matchSet
	partner [2][]int // by tree and file: the file of the other tree
}

// none is the number of no file.
const none = -1

// pair chooses counterparts, one to one. First come files with the same bytes and path, then
// slightly changed files of the same path, then files with the same bytes elsewhere, then the most
// similar ones.
func pair(m *matchSet) *counterparts {
	c := &counterparts{matchSet: m}
	for side := range c.partner {
		c.partner[side] = slices.Repeat([]int{none}, len(m.sides[side].files))
	}
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
	return c
}

// eachPath pairs the files under each path that both trees have, if wanted returns true.
func (c *counterparts) eachPath(wanted func(a, b int) bool) {
	for a := range c.sides[0].files {
		if b, known := c.sides[1].paths[c.sides[0].files[a].path]; known && c.free(a, b) && wanted(a, b) {
			c.join(a, b)
		}
	}
}

// tooSmall reports whether one of two files is too small for a match. Then the path decides.
func (c *counterparts) tooSmall(a, b int) bool {
	return min(c.full[c.sides[0].files[a].content], c.full[c.sides[1].files[b].content]) < leastFlow
}

func (c *counterparts) free(a, b int) bool {
	return c.partner[0][a] == none && c.partner[1][b] == none
}

func (c *counterparts) join(a, b int) {
	c.partner[0][a], c.partner[1][b] = b, a
}

// step is a step of pairing. Files with the contents of the link may become counterparts if their
// paths agree in that many last elements.
type step struct {
	link     *link
	elements int
	score    float64 // including the bonus for paths
}

// wholePath is the number of elements if the paths are equal.
const wholePath = -1

// steps returns the steps of pairing by descending score. The order is the same if the trees are
// swapped.
func (c *counterparts) steps() []step {
	var all []step
	for n := range c.links {
		l := &c.links[n]
		if l.score+samePath >= threshold.Counterparts {
			all = append(all, step{l, wholePath, l.score + samePath})
		}
		if l.score >= threshold.Counterparts && max(l.weight(0), l.weight(1)) >= leastFlow {
			all = append(all, step{l, 1, l.score + sameName}, step{l, 0, l.score})
		}
	}
	order.Short(all, func(x, y step) int {
		lowX, highX := c.keys(x.link)
		lowY, highY := c.keys(y.link)
		return cmp.Or(cmp.Compare(y.score, x.score), lowX.compare(lowY), highX.compare(highY))
	})
	return all
}

// keys returns the keys of both contents, the lower one first.
func (c *counterparts) keys(l *link) (low, high contentKey) {
	low, high = c.contents[l.ends[0]].key, c.contents[l.ends[1]].key
	if low.compare(high) > 0 {
		return high, low
	}
	return low, high
}

// pairUnderPath pairs the files with these contents that have the same path.
func (c *counterparts) pairUnderPath(l *link) {
	for _, a := range c.freeOf(0, l.ends[0]) {
		b, known := c.sides[1].paths[c.sides[0].files[a].path]
		if known && c.sides[1].files[b].content == l.ends[1] && c.free(a, b) {
			c.join(a, b)
		}
	}
}

// freeOf returns the files with that content and without a counterpart.
func (c *counterparts) freeOf(side, content int) (all []int) {
	for _, n := range c.sides[side].of[content] {
		if c.partner[side][n] == none {
			all = append(all, n)
		}
	}
	return all
}

// pairByEnding pairs files with equal path endings of at least least elements. The longest endings
// come first, then path order.
func (c *counterparts) pairByEnding(a, b []int, least int) {
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
			if end, ok := ending(c.sides[1].files[n].path, elements); ok && c.partner[1][n] == none {
				byEnd[end] = append(byEnd[end], n)
			}
		}
		for _, n := range a {
			end, ok := ending(c.sides[0].files[n].path, elements)
			if with := byEnd[end]; ok && len(with) > 0 && c.partner[0][n] == none {
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
