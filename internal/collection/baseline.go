package collection

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Baseline is an earlier result. A check of every change of a large collection reports only what
// the baseline does not have.
type Baseline struct {
	name   string
	by     string
	units  map[string]known
	scores map[[2]int]float64 // by the classes of both units, the smaller one first
}

// known is a unit of a baseline.
type known struct {
	class    int // the same for units of the same contents
	contents string
}

// slack is by how much the score of a known pair may grow before it counts as new. Scores move a
// little by themselves, because rarity depends on all that is compared.
const slack = 0.05

// errNoBaseline is the error for input that is not the JSON of a result.
var errNoBaseline = errors.New("it is no result of chaffinch pairs --format json: make it with that")

// ReadBaseline reads the JSON of a [Result]. The name is for errors and for [Result.Baseline].
func ReadBaseline(in io.Reader, name string) (*Baseline, error) {
	var r Result
	if err := json.NewDecoder(in).Decode(&r); err != nil {
		return nil, fmt.Errorf("reading baseline %s: %w (%w)", name, errNoBaseline, err)
	}
	if r.Units == nil || r.Pairs == nil || !r.indexesAreGood() {
		return nil, fmt.Errorf("reading baseline %s: %w", name, errNoBaseline)
	}
	b := &Baseline{name: name, by: r.By, units: map[string]known{}, scores: map[[2]int]float64{}}
	class := r.classes()
	for n, u := range r.Units {
		b.units[u.Name] = known{class[n], contentsOf(u.Files)}
	}
	for _, p := range r.Pairs {
		b.scores[ordered(class[p.A.Unit], class[p.B.Unit])] = p.Score
	}
	return b, nil
}

// indexesAreGood says whether all units that pairs and groups refer to exist.
func (r *Result) indexesAreGood() bool {
	bad := func(n int) bool { return n < 0 || n >= len(r.Units) }
	return !slices.ContainsFunc(r.Pairs, func(p Pair) bool { return bad(p.A.Unit) || bad(p.B.Unit) }) &&
		!slices.ContainsFunc(r.Identical, func(g []int) bool { return slices.ContainsFunc(g, bad) })
}

// classes returns, for every unit, the first unit of the same contents.
func (r *Result) classes() []int {
	class := make([]int, len(r.Units))
	for n := range class {
		class[n] = n
	}
	for _, group := range r.Identical {
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

// Mark marks the units, pairs and groups of identical units of the result that are new. A pair is
// known if the baseline has a pair of units with these names, and either both units are unchanged
// or the score has grown by at most slack (0.05). It is an error if the baseline compares another
// kind of units.
func (b *Baseline) Mark(r *Result) error {
	if r.By != b.by {
		return fmt.Errorf("baseline %s compares units of kind %q, not %q: make it anew", b.name, b.by, r.By)
	}
	r.Baseline = b.name
	for i := range r.Units {
		u := &r.Units[i]
		k, ok := b.units[u.Name]
		u.New = !ok || k.contents != contentsOf(u.Files)
	}
	copies := map[int][]int{}
	for i, group := range r.Identical {
		copies[group[0]] = group
		if b.newWithin(b.faces(r, group)) {
			r.NewIdentical = append(r.NewIdentical, i)
		}
	}
	facesOf := func(unit int) []face {
		if group := copies[unit]; group != nil {
			return b.faces(r, group)
		}
		return b.faces(r, []int{unit})
	}
	for i := range r.Pairs {
		p := &r.Pairs[i]
		if p.New = b.newBetween(facesOf(p.A.Unit), facesOf(p.B.Unit), p.Score); p.New {
			r.NewPairs++
		}
	}
	return nil
}

// face is what the baseline knows of a unit. Units of the same contents often have the same face.
type face struct {
	class   int  // -1 if it has no such unit
	changed bool // it has other contents now
	old     bool
	several bool
}

// faces returns the distinct faces of some units.
func (b *Baseline) faces(r *Result, units []int) (all []face) {
	at := map[face]int{}
	for _, n := range units {
		f := face{class: -1, changed: r.Units[n].New, old: r.Units[n].Old}
		if k, ok := b.units[r.Units[n].Name]; ok {
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
func (b *Baseline) newWithin(faces []face) bool {
	for i, f := range faces {
		if f.several && b.isNew(f, f, 1) || b.newBetween(faces[i:i+1], faces[i+1:], 1) {
			return true
		}
	}
	return false
}

func (b *Baseline) newBetween(x, y []face, score float64) bool {
	for _, f := range x {
		for _, g := range y {
			if b.isNew(f, g, score) {
				return true
			}
		}
	}
	return false
}

func (b *Baseline) isNew(f, g face, score float64) bool {
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
