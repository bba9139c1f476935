package chaffinch

import (
	"slices"
	"strings"
)

// slack is by how much the score of a known pair may grow before it counts as new. Scores move a
// little by themselves, because rarity depends on all that is compared.
const slack = 0.05

// markNew marks the units, pairs and groups of identical units that an earlier result lacks, as
// [PairsOptions.Baseline] says. The name of the earlier result becomes [Result.Baseline].
func (c *Result) markNew(earlier *Result, name string) {
	b := newBaseline(earlier)
	c.Baseline, c.NewIdentical, c.NewPairs = name, nil, 0
	for i := range c.Units {
		u := &c.Units[i]
		k, ok := b.units[u.Name]
		u.New = !ok || k.contents != contentsOf(u.Files)
	}
	copies := map[int][]int{}
	for i, group := range c.Identical {
		if len(group) == 0 {
			continue
		}
		copies[group[0]] = group
		if b.newWithin(b.faces(c, group)) {
			c.NewIdentical = append(c.NewIdentical, i)
		}
	}
	facesOf := func(unit int) []face {
		if group := copies[unit]; group != nil {
			return b.faces(c, group)
		}
		return b.faces(c, []int{unit})
	}
	for i := range c.Pairs {
		p := &c.Pairs[i]
		if p.New = b.newBetween(facesOf(p.A.Unit), facesOf(p.B.Unit), p.Score); p.New {
			c.NewPairs++
		}
	}
}

// cut lists that many pairs only; all if it is under 1.
func (c *Result) cut(top int) {
	if top > 0 && len(c.Pairs) > top {
		c.Pairs, c.unlisted, c.More = c.Pairs[:top], c.Pairs[top:], len(c.Pairs)-top
	}
}

// Over counts the groups of identical units, and the listed pairs with at least the score. With a
// baseline it counts new ones only, pairs beyond [PairsOptions.Top] included.
func (c *Result) Over(score float64) (groups, pairs int) {
	for i, units := range c.Identical {
		if c.pairsWithin(units) > 0 && (c.Baseline == "" || slices.Contains(c.NewIdentical, i)) {
			groups++
		}
	}
	for _, p := range slices.Concat(c.Pairs, c.unlisted) {
		if p.Score >= score && (c.Baseline == "" || p.New) {
			pairs++
		}
	}
	return groups, pairs
}

// baseline is what is compared of an earlier result.
type baseline struct {
	units  map[string]known
	scores map[[2]int]float64 // by the classes of both units, the smaller one first
}

// known is a unit of a baseline.
type known struct {
	class    int // the same for units of the same contents
	contents string
}

func newBaseline(c *Result) *baseline {
	b := &baseline{units: map[string]known{}, scores: map[[2]int]float64{}}
	class := c.classes()
	for n, u := range c.Units {
		b.units[u.Name] = known{class[n], contentsOf(u.Files)}
	}
	for _, p := range c.Pairs {
		b.scores[ordered(class[p.A.Unit], class[p.B.Unit])] = p.Score
	}
	return b
}

// classes returns, for every unit, the first unit of the same contents.
func (c *Result) classes() []int {
	class := make([]int, len(c.Units))
	for n := range class {
		class[n] = n
	}
	for _, group := range c.Identical {
		for _, n := range group {
			class[n] = group[0]
		}
	}
	return class
}

func contentsOf(files []File) string {
	var ids []string
	for _, f := range files {
		ids = append(ids, f.Content)
	}
	slices.Sort(ids)
	return strings.Join(ids, " ")
}

func ordered(a, b int) [2]int { return [2]int{min(a, b), max(a, b)} }

// face is what the baseline knows of a unit. Units of the same contents often have the same face.
type face struct {
	class   int  // -1 if it has no such unit
	changed bool // it has other contents now
	old     bool
	several bool
}

// faces returns the distinct faces of some units.
func (b *baseline) faces(c *Result, units []int) (all []face) {
	at := map[face]int{}
	for _, n := range units {
		f := face{class: -1, changed: c.Units[n].New, old: c.Units[n].Old}
		if k, ok := b.units[c.Units[n].Name]; ok {
			f.class = k.class
		}
		if i, known := at[f]; known {
			all[i].several = true
			continue
		}
		at[f] = len(all)
		all = append(all, f)
	}
	return all
}

// newWithin says whether a pair of units of the same contents is new.
func (b *baseline) newWithin(faces []face) bool {
	for i, f := range faces {
		if f.several && b.isNew(f, f, 1) || b.newBetween(faces[i:i+1], faces[i+1:], 1) {
			return true
		}
	}
	return false
}

func (b *baseline) newBetween(x, y []face, score float64) bool {
	for _, f := range x {
		for _, g := range y {
			if b.isNew(f, g, score) {
				return true
			}
		}
	}
	return false
}

func (b *baseline) isNew(f, g face, score float64) bool {
	switch {
	case f.old && g.old:
		return false // no pair
	case f.class < 0 || g.class < 0:
		return true
	case f.class == g.class:
		return false
	}
	before, has := b.scores[ordered(f.class, g.class)]
	return !has || score > before+slack && (f.changed || g.changed)
}
