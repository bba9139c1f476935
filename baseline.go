package chaffinch

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
)

// scoreDrift is the increase of a known pair's score from which on the pair counts as new. Scores
// vary a little between runs, because rarity depends on all units.
const scoreDrift = 0.05

// Mark marks the units, pairs and groups of identical units that the baseline lacks, as
// [PairsOptions.Baseline] says. Its name becomes [Result.Baseline].
func (earlier *Baseline) Mark(r *Result, name string) {
	b := &Baseline{units: maps.Clone(earlier.units), near: earlier.near, scores: earlier.scores}
	b.follow(earlier, r.Units)
	r.Baseline, r.NewIdentical, r.NewPairs = name, nil, 0
	for i := range r.Units {
		u := &r.Units[i]
		k, ok := b.units[hashOf(u.Name)]
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

// Cut lists only the first top pairs, or all if top is less than 1. The others are counted.
func (r *Result) Cut(top int) {
	if top > 0 && len(r.Pairs) > top {
		r.Pairs, r.beyond = r.Pairs[:top], r.Pairs[top:]
		r.More += len(r.beyond)
		bestFirst(r.beyond)
		r.Unlisted = nil
		for _, p := range r.beyond[:min(len(r.beyond), MostUnlisted)] {
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
		if r.PairsWithin(units) > 0 && (r.Baseline == "" || isNew) && r.looksGenerated(units) == generated {
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

// follow gives a renamed unit the place of the earlier unit with the same contents, if that one's name
// is gone. If the name still exists, the unit is a copy. Each earlier unit has one successor, so a second
// copy is new.
func (b *Baseline) follow(earlier *Baseline, now []Unit) {
	type content struct {
		id  uint64
		old bool
	}
	names := map[uint64]bool{}
	for _, u := range now {
		names[hashOf(u.Name)] = true
	}
	gone := map[content][]uint64{} // names
	for _, name := range slices.Sorted(maps.Keys(earlier.units)) {
		if k := earlier.units[name]; !names[name] && k.contents != 0 {
			gone[content{k.contents, k.old}] = append(gone[content{k.contents, k.old}], name)
		}
	}
	for _, u := range now {
		of := content{contentsOf(u.Files), u.Old}
		left := gone[of]
		if _, known := b.units[hashOf(u.Name)]; known || len(left) == 0 {
			continue
		}
		b.units[hashOf(u.Name)], gone[of] = b.units[left[0]], left[1:]
	}
}

// contentsOf returns a hash of contents, 0 if there are none.
func contentsOf(files []File) uint64 {
	var ids []string
	for _, f := range files {
		ids = append(ids, f.Content)
	}
	return contentsOfIDs(ids)
}

// contentsOfIDs sorts the ids.
func contentsOfIDs(ids []string) uint64 {
	if len(ids) == 0 {
		return 0
	}
	slices.Sort(ids)
	return hashOf(strings.Join(ids, " "))
}

// baselineState is a unit's class in the baseline, and whether its contents changed. Identical
// units often have the same state.
type baselineState struct {
	has     bool // the baseline has the unit
	class   uint64
	changed bool // since the baseline
	old     bool
	rest    bool
	several bool // more than one unit has this state
}

// states returns the distinct states of some units.
func (b *Baseline) states(r *Result, units []int) (all []baselineState) {
	at := map[baselineState]int{}
	for _, n := range units {
		f := baselineState{changed: r.Units[n].New, old: r.Units[n].Old, rest: r.Units[n].Rest}
		if k, ok := b.units[hashOf(r.Units[n].Name)]; ok {
			f.has, f.class = true, k.class
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
func (b *Baseline) newWithin(states []baselineState) bool {
	for i, f := range states {
		if f.several && b.isNew(f, f, 1) || b.newBetween(states[i:i+1], states[i+1:], 1) {
			return true
		}
	}
	return false
}

func (b *Baseline) newBetween(x, y []baselineState, score float64) bool {
	for _, f := range x {
		for _, g := range y {
			if b.isNew(f, g, score) {
				return true
			}
		}
	}
	return false
}

func (b *Baseline) isNew(f, g baselineState, score float64) bool {
	switch {
	case f.old && g.old || f.rest && g.rest:
		return false // not a pair
	case !f.has || !g.has:
		return true
	case f.class == g.class || !f.changed && !g.changed && b.nearOf(f.class) == b.nearOf(g.class):
		return false // most pairs of a near-identical group are not listed
	}
	before, has := b.scores[between(f.class, g.class)]
	return !has || score > float64(before)/scoreOne+scoreDrift && (f.changed || g.changed)
}

func (b *Baseline) nearOf(class uint64) uint64 {
	if first, has := b.near[class]; has {
		return first
	}
	return class
}
