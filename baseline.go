package chaffinch

import (
	"cmp"
	"context"
	"slices"
	"strings"
)

// scoreDrift is the increase of a known pair's score from which on the pair counts as new. Scores
// vary a little between runs, because rarity depends on all units.
const scoreDrift = 0.05

// markNew marks the units, pairs and groups of identical units that an earlier result lacks, as
// [PairsOptions.Baseline] says. The name of the earlier result becomes [Result.Baseline].
func (r *Result) markNew(earlier *Result, name string) {
	b := newBaseline(earlier)
	b.follow(earlier.Units, r.Units)
	r.Baseline, r.NewIdentical, r.NewPairs = name, nil, 0
	for i := range r.Units {
		u := &r.Units[i]
		k, ok := b.units[u.Name]
		u.New = !ok || k.contents != contentsOf(u.Files)
	}
	copies := map[int][]int{}
	for i, group := range r.Identical {
		if len(group) == 0 {
			continue
		}
		copies[group[0]] = group
		if b.newWithin(b.states(r, group)) {
			r.NewIdentical = append(r.NewIdentical, i)
		}
	}
	statesOf := func(unit int) []baselineState {
		if group := copies[unit]; group != nil {
			return b.states(r, group)
		}
		return b.states(r, []int{unit})
	}
	for i := range r.Pairs {
		p := &r.Pairs[i]
		if p.New = b.newBetween(statesOf(p.A.Unit), statesOf(p.B.Unit), p.Score); p.New {
			r.NewPairs++
		}
	}
}

// cut lists only the first top pairs, or all if top is less than 1.
func (r *Result) cut(top int) {
	if top > 0 && len(r.Pairs) > top {
		r.Pairs, r.beyond = r.Pairs[:top], r.Pairs[top:]
		r.More += len(r.beyond)
		bestFirst(r.beyond)
		r.Unlisted = nil
		for _, p := range r.beyond[:min(len(r.beyond), mostUnlisted)] {
			r.Unlisted = append(r.Unlisted, ScoredPair{p.A.Unit, p.B.Unit, p.Score})
		}
	}
}

// Over counts the groups of identical units, and the listed pairs with at least the score. With a
// baseline it counts new ones only, pairs beyond [PairsOptions.Top] included. Groups and pairs of which
// all units look generated or minified do not count: see OverGenerated.
func (r *Result) Over(score float64) (groups, pairs int) {
	return r.groupsOver(false), len(r.pairsOver(score, false))
}

// OverGenerated counts the groups and pairs that Over leaves out because all their units look generated
// or minified.
func (r *Result) OverGenerated(score float64) (groups, pairs int) {
	return r.groupsOver(true), len(r.pairsOver(score, true))
}

func (r *Result) groupsOver(generated bool) (n int) {
	for i, units := range r.Identical {
		_, isNew := slices.BinarySearch(r.NewIdentical, i)
		if r.pairsWithin(units) > 0 && (r.Baseline == "" || isNew) && r.looksGenerated(units) == generated {
			n++
		}
	}
	return n
}

// looksGenerated reports whether all units of a group look generated or minified.
func (r *Result) looksGenerated(group []int) bool {
	return !slices.ContainsFunc(group, func(n int) bool { return r.Units[n].Looks == "" })
}

// EachOver calls f with each of the first most pairs that [Result.Over] counts, best first, as
// [Result.EachPair] does.
func (r *Result) EachOver(ctx context.Context, score float64, most int, f func(*Pair) error) error {
	all := r.pairsOver(score, false)
	return r.each(ctx, all[:min(most, len(all))], f)
}

func (r *Result) pairsOver(score float64, generated bool) []Pair {
	all := slices.DeleteFunc(slices.Concat(r.Pairs, r.beyond), func(p Pair) bool {
		return p.Score < score || r.Baseline != "" && !p.New || (p.Looks != "") != generated
	})
	bestFirst(all)
	return all
}

// bestFirst sorts pairs by score.
func bestFirst(pairs []Pair) {
	slices.SortStableFunc(pairs, func(x, y Pair) int { return cmp.Compare(y.Score, x.Score) })
}

// baseline holds the units and scores of an earlier result.
type baseline struct {
	units  map[string]known
	near   []int              // by class: the first unit of its near-identical group
	scores map[[2]int]float64 // by the classes of both units, the smaller one first
}

// known is a unit of a baseline.
type known struct {
	class    int // the same for identical units
	contents string
}

func newBaseline(r *Result) *baseline {
	b := &baseline{units: map[string]known{}, scores: map[[2]int]float64{}}
	class := firsts(r.Identical, len(r.Units))
	b.near = firsts(r.NearIdentical, len(r.Units))
	for n, u := range r.Units {
		b.units[u.Name] = known{class[n], contentsOf(u.Files)}
	}
	for _, p := range r.Pairs {
		b.scores[ordered(class[p.A.Unit], class[p.B.Unit])] = p.Score
	}
	return b
}

// follow gives a renamed unit the place of the earlier unit with the same contents, if that one's name
// is gone. If the name still exists, the unit is a copy. Each earlier unit has one successor, so a second
// copy is new.
func (b *baseline) follow(earlier, now []Unit) {
	type content struct {
		id  string
		old bool
	}
	of := func(u Unit) content { return content{contentsOf(u.Files), u.Old} }
	names := map[string]bool{}
	for _, u := range now {
		names[u.Name] = true
	}
	gone := map[content][]string{} // names
	for _, u := range earlier {
		if !names[u.Name] && len(u.Files) > 0 {
			gone[of(u)] = append(gone[of(u)], u.Name)
		}
	}
	for _, u := range now {
		left := gone[of(u)]
		if _, known := b.units[u.Name]; known || len(left) == 0 {
			continue
		}
		b.units[u.Name], gone[of(u)] = b.units[left[0]], left[1:]
	}
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

// baselineState is a unit's class in the baseline, and whether its contents changed. Identical
// units often have the same state.
type baselineState struct {
	class   int  // -1 if the baseline lacks the unit
	changed bool // since the baseline
	old     bool
	rest    bool
	several bool // more than one unit has this state
}

// states returns the distinct states of some units.
func (b *baseline) states(r *Result, units []int) (all []baselineState) {
	at := map[baselineState]int{}
	for _, n := range units {
		f := baselineState{class: -1, changed: r.Units[n].New, old: r.Units[n].Old, rest: r.Units[n].Rest}
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

// newWithin reports whether a pair of identical units is new.
func (b *baseline) newWithin(states []baselineState) bool {
	for i, f := range states {
		if f.several && b.isNew(f, f, 1) || b.newBetween(states[i:i+1], states[i+1:], 1) {
			return true
		}
	}
	return false
}

func (b *baseline) newBetween(x, y []baselineState, score float64) bool {
	for _, f := range x {
		for _, g := range y {
			if b.isNew(f, g, score) {
				return true
			}
		}
	}
	return false
}

func (b *baseline) isNew(f, g baselineState, score float64) bool {
	switch {
	case f.old && g.old || f.rest && g.rest:
		return false // not a pair
	case f.class < 0 || g.class < 0:
		return true
	case f.class == g.class || !f.changed && !g.changed && b.near[f.class] == b.near[g.class]:
		return false // most pairs of a near-identical group are not listed
	}
	before, has := b.scores[ordered(f.class, g.class)]
	return !has || score > before+scoreDrift && (f.changed || g.changed)
}
