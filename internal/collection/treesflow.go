package collection

import (
	"cmp"
	"slices"
	"strings"
)

const (
	// leastScore is the score from which on two files are counterparts of each other.
	leastScore = 0.5
	// samePath is what the same path adds to the score when counterparts are chosen, and sameName what
	// the same name in another folder adds: a file that was edited where it is, or moved and edited, is
	// not taken for a twin of it that happens to be more alike.
	samePath, sameName = 0.3, 0.1
	// leastPart is the share of the smaller one of two files that has to be in the other one, besides
	// what their counterparts explain, for material to have gone from one to the other.
	leastPart = 1.0 / 3
)

// pair chooses counterparts, one for one: the same bytes under the same path; what is hardly changed
// under the same path; the same bytes elsewhere; and then the most alike first.
func (t *trees) pair() {
	t.eachPath(func(a, b int) bool { return t.sides[0].files[a].content == t.sides[1].files[b].content })
	turns := t.turns()
	hardly := slices.IndexFunc(turns, func(u turn) bool { return u.score < 1 })
	if hardly < 0 {
		hardly = len(turns)
	}
	for _, u := range turns[:hardly] {
		if u.elements == wholePath {
			t.pairUnderPath(u.link)
		}
	}
	for n := range t.contents {
		t.pairByEnding(t.freeOf(0, n), t.freeOf(1, n), 0)
	}
	for _, u := range turns {
		if u.elements == wholePath {
			t.pairUnderPath(u.link)
		} else {
			t.pairByEnding(t.freeOf(0, u.link.ends[0]), t.freeOf(1, u.link.ends[1]), u.elements)
		}
	}
	t.eachPath(t.tooSmallToTell)
}

// eachPath makes the files under a path that both trees have counterparts if that is wanted.
func (t *trees) eachPath(wanted func(a, b int) bool) {
	for a := range t.sides[0].files {
		if b, known := t.sides[1].paths[t.sides[0].files[a].path]; known && t.free(a, b) && wanted(a, b) {
			t.join(a, b)
		}
	}
}

// tooSmallToTell says that two files of the same path share nothing because one of them is too small
// for that. Then the path decides.
func (t *trees) tooSmallToTell(a, b int) bool {
	x, y := t.contents[t.sides[0].files[a].content], t.contents[t.sides[1].files[b].content]
	return min(x.full, y.full) < leastFlow
}

func (t *trees) free(a, b int) bool {
	return t.sides[0].files[a].partner == none && t.sides[1].files[b].partner == none
}

func (t *trees) join(a, b int) {
	t.sides[0].files[a].partner, t.sides[1].files[b].partner = b, a
}

// turn is when the files with the contents of a link may become counterparts, those of which that many
// elements are the same at the ends of their paths.
type turn struct {
	link     *link
	elements int
	score    float64 // with what the paths add
}

// wholePath is for as many elements as the paths have.
const wholePath = -1

// turns returns when which links have their turn, the highest score first. The order is the same for
// trees named the other way round.
func (t *trees) turns() []turn {
	var all []turn
	for n := range t.links {
		l := &t.links[n]
		if l.score+samePath >= leastScore {
			all = append(all, turn{l, wholePath, l.score + samePath})
		}
		if l.score >= leastScore && max(l.weight(0), l.weight(1)) >= leastFlow {
			all = append(all, turn{l, 1, l.score + sameName}, turn{l, 0, l.score})
		}
	}
	slices.SortStableFunc(all, func(x, y turn) int {
		lowX, highX := t.keys(x.link)
		lowY, highY := t.keys(y.link)
		return cmp.Or(cmp.Compare(y.score, x.score), lowX.compare(lowY), highX.compare(highY))
	})
	return all
}

// keys returns the keys of both contents, the lower one first.
func (t *trees) keys(l *link) (low, high contentKey) {
	low, high = t.contents[l.ends[0]].key, t.contents[l.ends[1]].key
	if low.compare(high) > 0 {
		return high, low
	}
	return low, high
}

// pairUnderPath makes counterparts of the files with these contents that have the same path.
func (t *trees) pairUnderPath(l *link) {
	for _, a := range t.freeOf(0, l.ends[0]) {
		b, known := t.sides[1].paths[t.sides[0].files[a].path]
		if known && t.sides[1].files[b].content == l.ends[1] && t.free(a, b) {
			t.join(a, b)
		}
	}
}

// freeOf returns the files with that content that have no counterpart.
func (t *trees) freeOf(side, content int) (all []int) {
	for _, n := range t.sides[side].of[content] {
		if t.sides[side].files[n].partner == none {
			all = append(all, n)
		}
	}
	return all
}

// pairByEnding makes counterparts of files whose paths have that many elements in common at their ends,
// those first that have most, and then in the order of their paths.
func (t *trees) pairByEnding(a, b []int, least int) {
	if len(a) == 0 || len(b) == 0 {
		return
	}
	deepest := 0
	for _, n := range a {
		deepest = max(deepest, strings.Count(t.sides[0].files[n].path, "/")+1)
	}
	for elements := deepest; elements >= least; elements-- {
		byEnd := map[string][]int{}
		for _, n := range b {
			if end, ok := ending(t.sides[1].files[n].path, elements); ok && t.sides[1].files[n].partner == none {
				byEnd[end] = append(byEnd[end], n)
			}
		}
		for _, n := range a {
			end, ok := ending(t.sides[0].files[n].path, elements)
			if with := byEnd[end]; ok && len(with) > 0 && t.sides[0].files[n].partner == none {
				t.join(n, with[0])
				byEnd[end] = with[1:]
			}
		}
	}
}

// ending returns the last elements of the path, and whether it has so many.
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

// flow finds out for every file which ones of the other tree hold material of it: its counterpart, and
// each time the one that holds most of what those before it have not.
func (t *trees) flow() {
	for i := range t.sides {
		for n := range t.sides[i].files {
			t.flowOf(i, n)
		}
	}
}

func (t *trees) flowOf(side, n int) {
	s, other := &t.sides[side], &t.sides[1-side]
	f := &s.files[n]
	if f.partner == none && len(other.of[f.content]) > 0 {
		f.flows = []int{t.closest(side, n, f.content)}
		return
	}
	held := make(tokens, t.contents[f.content].file.tokens)
	links := slices.Clone(s.links[f.content])
	if f.partner != none {
		f.flows = append(f.flows, f.partner)
		with := other.files[f.partner].content
		if with == f.content {
			return
		}
		if l := t.linkOf(side, f.content, with); l != nil {
			held.addLink(l, side)
		}
	}
	for {
		at := t.mostGain(side, links, held)
		if at < 0 {
			return
		}
		with := t.links[links[at]].ends[1-side]
		held.addLink(&t.links[links[at]], side)
		links = slices.Delete(links, at, at+1)
		f.flows = append(f.flows, t.closest(side, n, with))
	}
}

// mostGain returns which of the links holds most of what is not held yet, -1 if none holds enough.
func (t *trees) mostGain(side int, links []int, held tokens) int {
	best, most := -1, 0.0
	for i, n := range links {
		l := &t.links[n]
		gain := l.gain(side, held)
		if gain < leastFlow || gain < leastPart*min(l.full[0], l.full[1]) {
			continue
		}
		if gain > most || gain == most && t.before(l, &t.links[links[best]], 1-side) {
			best, most = i, gain
		}
	}
	return best
}

// before puts the contents of one tree into an order.
func (t *trees) before(x, y *link, side int) bool {
	return t.contents[x.ends[side]].key.compare(t.contents[y.ends[side]].key) < 0
}

// mostTwins is among how many files of the same bytes the closest one is looked for.
const mostTwins = 200

// closest returns the file with that content in the other tree which is the most likely one to belong to
// the file: without a counterpart, and its path alike.
func (t *trees) closest(side, n, content int) int {
	path := t.sides[side].files[n].path
	other := &t.sides[1-side]
	twins := other.of[content]
	return slices.MinFunc(twins[:min(len(twins), mostTwins)], func(x, y int) int {
		f, g := &other.files[x], &other.files[y]
		return cmp.Or(order(f.partner != none, g.partner != none),
			cmp.Compare(alike(g.path, path), alike(f.path, path)), cmp.Compare(x, y))
	})
}

// alike counts the elements that two paths have in common at their ends, and those at their starts.
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

// gain returns the weight of what the matches hold of the tokens that are not held yet.
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
