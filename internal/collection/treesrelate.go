package collection

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/chaffinch-search/chaffinch/internal/screen"
	"github.com/chaffinch-search/chaffinch/query/align"
)

// relation is a [Relation] with the numbers of its files.
type relation struct {
	kind  string
	files [2][]int
}

// relate fills in the result.
func (t *trees) relate(ctx context.Context) error {
	r := t.result
	found := t.relations()
	r.Counts = map[string]int{}
	for _, kind := range RelationKinds() {
		r.Counts[kind] = 0
	}
	r.Relations = make([]Relation, len(found))
	for _, f := range found {
		r.Counts[f.kind]++
	}
	err := each(ctx, len(found), func(ctx context.Context, i int) (err error) {
		r.Relations[i], err = t.describe(ctx, found[i])
		return err
	})
	if err != nil {
		return err
	}
	slices.SortStableFunc(r.Relations, telling)
	t.sum(0, &r.A)
	t.sum(1, &r.B)
	for _, tree := range []Tree{r.A, r.B} {
		if tree.Files == 0 {
			t.l.warnings = append(t.l.warnings, fmt.Sprintf("%s has no files to compare", screen.CutPath(tree.Name, 60)))
		}
	}
	slices.Sort(t.l.warnings)
	r.Skipped, r.Warnings, r.Stats.Contents = t.l.skipped, slices.Compact(t.l.warnings), len(t.contents)
	return nil
}

// relations says what became of the files of the first tree, and where those of the second come from.
func (t *trees) relations() (all []relation) {
	add := func(kind string, a, b []int) { all = append(all, relation{kind, [2][]int{a, b}}) }
	for a := range t.sides[0].files {
		f := &t.sides[0].files[a]
		switch into := t.mutual(0, a); {
		case len(into) > 1:
			add(Split, []int{a}, into)
		case len(into) == 0:
			add(Gone, []int{a}, f.flows)
		case len(t.sides[1].files[into[0]].flows) == 1:
			add(t.oneToOne(a, into[0]), []int{a}, into)
		}
	}
	for b := range t.sides[1].files {
		switch from := t.sides[1].files[b].flows; {
		case len(from) == 0:
			add(New, nil, []int{b})
		case len(t.mutual(1, b)) == 0:
			add(Copied, from, []int{b})
		case len(from) > 1:
			add(Merged, from, []int{b})
		}
	}
	return all
}

// mutual returns the files of the other tree which hold material of the file, and which the file
// explains. The others had that material before, or have it still.
func (t *trees) mutual(side, n int) (all []int) {
	for _, other := range t.sides[side].files[n].flows {
		if slices.Contains(t.sides[1-side].files[other].flows, n) {
			all = append(all, other)
		}
	}
	return all
}

func (t *trees) oneToOne(a, b int) string {
	x, y := &t.sides[0].files[a], &t.sides[1].files[b]
	switch {
	case x.path != y.path:
		return Moved
	case x.content == y.content:
		return Unchanged
	}
	return Edited
}

// telling puts the most telling relation first.
func telling(x, y Relation) int {
	kinds := RelationKinds()
	return cmp.Or(cmp.Compare(slices.Index(kinds, x.Kind), slices.Index(kinds, y.Kind)), order(x.Identical, y.Identical),
		cmp.Compare(y.size(), x.size()), comparePaths(x.A, y.A), comparePaths(x.B, y.B))
}

// size says how many tokens the relation is about.
func (r *Relation) size() int {
	all := 0
	for _, f := range slices.Concat(r.A, r.B) {
		all += f.Tokens
	}
	switch r.Kind {
	case Edited:
		return all - 2*r.Tokens
	case Gone, New:
		return all
	}
	return r.Tokens
}

func comparePaths(x, y []Related) int {
	return slices.CompareFunc(x, y, func(f, g Related) int { return cmp.Compare(f.Path, g.Path) })
}

// describe says how much the files of a relation have in common.
func (t *trees) describe(ctx context.Context, r relation) (shown Relation, err error) {
	shown = Relation{Kind: r.kind, A: []Related{}, B: []Related{}}
	var all [2]int // tokens that agree
	for side, out := range []*[]Related{&shown.A, &shown.B} {
		for _, n := range r.files[side] {
			f, held := t.related(side, n, r.files[1-side])
			*out = append(*out, f)
			all[side] += held
		}
	}
	shown.Tokens = min(all[0], all[1])
	if len(r.files[0]) == 0 || len(r.files[1]) == 0 {
		return shown, nil
	}
	shown.Copy = t.copyKind(r)
	if shown.Score, err = t.scoreOf(ctx, r); err != nil {
		return shown, err
	}
	shown.Identical = !t.eachPair(r, func(x, y *treeFile) bool {
		return t.contents[x.content].key.id == t.contents[y.content].key.id
	})
	return shown, nil
}

// eachPair calls f for the pairs of files until it returns false, and says whether it did.
func (t *trees) eachPair(r relation, f func(x, y *treeFile) bool) (ended bool) {
	for _, a := range r.files[0] {
		for _, b := range r.files[1] {
			if !f(&t.sides[0].files[a], &t.sides[1].files[b]) {
				return true
			}
		}
	}
	return false
}

// related says how much a file has in common with files of the other tree, and how many of its tokens
// stand in them.
func (t *trees) related(side, n int, with []int) (Related, int) {
	f := &t.sides[side].files[n]
	mine := make(tokens, t.contents[f.content].file.tokens)
	theirs, whole := 0, 0
	for _, other := range with {
		g := t.sides[1-side].files[other].content
		whole += t.own(g)
		if g == f.content {
			mine.add(0, len(mine))
			theirs += t.own(g)
		} else if l := t.linkOf(side, f.content, g); l != nil {
			mine.addLink(l, side)
			theirs += l.held(1-side, t.contents[g].file.tokens)
		}
	}
	held := min(mine.held(), t.own(f.content))
	return Related{
		Path: f.path, Tokens: len(mine),
		Found: shareOf(held, t.own(f.content)), Holds: shareOf(theirs, whole),
	}, held
}

// own returns the number of tokens of the content, boilerplate apart.
func (t *trees) own(content int) int {
	f := t.contents[content].file
	return f.tokens - int(f.ignored.Load())
}

// held returns how many of that number of tokens the link holds on that side.
func (l *link) held(side, of int) int {
	held := make(tokens, of)
	held.addLink(l, side)
	return held.held()
}

func shareOf(n, of int) float64 { return float64(n) / float64(max(1, of)) }

// copyKind says what kind of copy the matches of the relation are, together.
func (t *trees) copyKind(r relation) string {
	kind, any := align.Verbatim, false
	t.eachPair(r, func(x, y *treeFile) bool {
		l := t.linkOf(0, x.content, y.content)
		any = any || x.content == y.content || l != nil && len(l.matches) > 0
		if l != nil && len(l.matches) > 0 {
			kind = max(kind, l.kind)
		}
		return true
	})
	if !any {
		return ""
	}
	return kind.String()
}

// scoreOf says how much both sides are alike as wholes. Several files are aligned once more for that.
func (t *trees) scoreOf(ctx context.Context, r relation) (float64, error) {
	if len(r.files[0]) == 1 && len(r.files[1]) == 1 {
		x, y := t.sides[0].files[r.files[0][0]].content, t.sides[1].files[r.files[1][0]].content
		if x == y {
			return 1, nil
		}
		if l := t.linkOf(0, x, y); l != nil {
			return l.score, nil
		}
		return 0, nil
	}
	u, v := t.unitOf(0, r.files[0]), t.unitOf(1, r.files[1])
	w := &wholes{c: t.comparison, unitA: u, unitB: v}
	sizesA, _, err := t.measure(ctx, u)
	if err != nil {
		return 0, err
	}
	sizesB, _, err := t.measure(ctx, v)
	if err != nil {
		return 0, err
	}
	w.a, w.b = align.NewWhole(sizesA), align.NewWhole(sizesB)
	for i := range u.files {
		for j := range v.files {
			w.pairs = append(w.pairs, [2]int{i, j})
		}
	}
	return w.coverAll(ctx)
}

// unitOf makes a unit of files, to compare it as a whole.
func (t *trees) unitOf(side int, numbers []int) *unit {
	u := new(unit)
	for _, n := range numbers {
		u.files = append(u.files, t.contents[t.sides[side].files[n].content].file)
	}
	return u
}

// sum counts what is in a tree, and how much of it is found in the other one: what flows there, and
// every match besides that is no chance.
func (t *trees) sum(side int, tree *Tree) {
	found, own := 0, 0
	for _, f := range t.sides[side].files {
		c := t.contents[f.content]
		tree.Files++
		tree.Tokens += c.file.tokens
		tree.Boilerplate += int(c.file.ignored.Load())
		own += t.own(f.content)
		if c.in[1-side] {
			found += t.own(f.content)
			continue
		}
		found += t.foundOf(side, &f)
	}
	tree.Share = shareOf(found, own)
}

// foundOf counts the tokens of a file that are found in the other tree.
func (t *trees) foundOf(side int, f *treeFile) int {
	held := make(tokens, t.contents[f.content].file.tokens)
	into := map[int]bool{}
	for _, n := range f.flows {
		into[t.sides[1-side].files[n].content] = true
	}
	for _, n := range t.sides[side].links[f.content] {
		l := &t.links[n]
		for i := range l.matches {
			if m := &l.matches[i]; into[l.ends[1-side]] || m.weight[side] >= leastFlow {
				held.addMatch(m, side)
			}
		}
	}
	return held.held()
}
