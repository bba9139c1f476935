package trees

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/internal/collection/units"
	"github.com/chaffinch-search/chaffinch/internal/option"
	"github.com/chaffinch-search/chaffinch/internal/order"
	"github.com/chaffinch-search/chaffinch/internal/shares"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
	"github.com/chaffinch-search/chaffinch/internal/warning"
	"github.com/chaffinch-search/chaffinch/query/align"
)

// relation is a [Relation] by file numbers.
type relation struct {
	kind  string
	files [2][]int
}

// result returns the relations with all figures, but without the names of the trees.
func (c *flowMap) result(ctx context.Context) (*Result, error) {
	found := c.relations()
	r := &Result{
		A: c.tree(0), B: c.tree(1), Counts: map[string]int{}, Relations: make([]Relation, len(found)),
		Skipped: c.units.Skipped,
		Stats:   Stats{Contents: len(c.contents), Aligned: int64(len(c.links))},
	}
	for _, kind := range Kinds() {
		r.Counts[kind] = 0
	}
	for _, f := range found {
		r.Counts[f.kind]++
	}
	err := units.Each(ctx, len(found), func(ctx context.Context, i int) (err error) {
		r.Relations[i], err = c.describe(ctx, found[i])
		return err
	})
	order.Short(r.Relations, compareRelations)
	r.Warnings = append(c.units.Warnings, c.prepared.Warnings()...)
	return r, err
}

// warn adds a warning for each tree without files and sorts the warnings.
func (r *Result) warn() {
	for _, tree := range []Tree{r.A, r.B} {
		if tree.Files == 0 {
			r.Warnings = append(r.Warnings, warning.Of(option.EmptyFolder, terminal.Safe(tree.Name)))
		}
	}
	order.Short(r.Warnings, func(a, b answer.Warning) int { return strings.Compare(a.Text, b.Text) })
	r.Warnings = slices.CompactFunc(r.Warnings, func(a, b answer.Warning) bool { return a.Text == b.Text })
}

// relations returns what became of A's files, and where B's come from. A is the first tree.
func (c *flowMap) relations() (all []relation) {
	add := func(kind string, a, b []int) { all = append(all, relation{kind, [2][]int{a, b}}) }
	for a, flows := range c.flows[0] {
		switch into := c.mutual(0, a); {
		case len(into) > 1:
			add(Split, []int{a}, into)
		case len(into) == 0:
			add(Gone, []int{a}, flows)
		case len(c.flows[1][into[0]]) == 1:
			add(c.oneToOne(a, into[0]), []int{a}, into)
		}
	}
	for b, from := range c.flows[1] {
		switch {
		case len(from) == 0:
			add(New, nil, []int{b})
		case len(c.mutual(1, b)) == 0:
			add(Copied, from, []int{b})
		case len(from) > 1:
			add(Merged, from, []int{b})
		}
	}
	return all
}

// mutual returns the other tree's files that share material with the file both ways. Each explains
// material of the other. Other files had the material before, or still have it.
func (c *flowMap) mutual(side, n int) (all []int) {
	for _, other := range c.flows[side][n] {
		if slices.Contains(c.flows[1-side][other], n) {
			all = append(all, other)
		}
	}
	return all
}

func (c *flowMap) oneToOne(a, b int) string {
	x, y := &c.sides[0].files[a], &c.sides[1].files[b]
	switch {
	case x.path != y.path:
		return Moved
	case x.content == y.content:
		return Unchanged
	}
	return Edited
}

// compareRelations orders relations, the most informative first.
func compareRelations(x, y Relation) int {
	kinds := Kinds()
	return cmp.Or(cmp.Compare(slices.Index(kinds, x.Kind), slices.Index(kinds, y.Kind)),
		units.FalseFirst(x.Identical, y.Identical),
		cmp.Compare(y.size(), x.size()), comparePaths(x.A, y.A), comparePaths(x.B, y.B))
}

// Sorted returns the relations as they are listed: see Sort. Relations of one side come last.
func (t *Result) Sorted() []Relation {
	if t.Sort == "" {
		return t.Relations
	}
	sorted := slices.Clone(t.Relations)
	order.Short(sorted, func(x, y Relation) int {
		return cmp.Or(units.FalseFirst(x.oneSided(), y.oneSided()), t.Sort.Compare(x.Score, y.Score, x.Shares, y.Shares))
	})
	return sorted
}

func (r *Relation) oneSided() bool { return len(r.A) == 0 || len(r.B) == 0 }

// size returns the number of tokens that the relation is about.
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

// describe computes how much the files of a relation share.
func (c *flowMap) describe(ctx context.Context, r relation) (shown Relation, err error) {
	shown = Relation{Kind: r.kind, A: []Related{}, B: []Related{}}
	var all, own [2]int // matching tokens, and all but boilerplate
	for side, out := range []*[]Related{&shown.A, &shown.B} {
		for _, n := range r.files[side] {
			f, held := c.related(side, n, r.files[1-side])
			*out = append(*out, f)
			all[side] += held
			own[side] += c.own(c.sides[side].files[n].content)
		}
	}
	shown.Tokens = min(all[0], all[1])
	if len(r.files[0]) == 0 || len(r.files[1]) == 0 {
		return shown, nil
	}
	shown.Shares = shares.Of(own, [2]float64{shareOf(all[0], own[0]), shareOf(all[1], own[1])})
	shown.Copy = c.copyKind(r)
	if shown.Score, err = c.scoreOf(ctx, r); err != nil {
		return shown, err
	}
	shown.Identical = !c.eachPair(r, func(x, y *file) bool {
		return c.contents[x.content].key.id == c.contents[y.content].key.id
	})
	return shown, nil
}

// eachPair calls f for the pairs while f returns true and reports that.
func (c *flowMap) eachPair(r relation, f func(x, y *file) bool) (ended bool) {
	for _, a := range r.files[0] {
		for _, b := range r.files[1] {
			if !f(&c.sides[0].files[a], &c.sides[1].files[b]) {
				return true
			}
		}
	}
	return false
}

// related returns how much a file shares with files of the other tree. It also returns how many of
// its tokens these contain.
func (c *flowMap) related(side, n int, with []int) (Related, int) {
	f := &c.sides[side].files[n]
	content := c.contents[f.content]
	mine := make(tokens, content.file.Slots)
	theirs, whole := 0, 0
	for _, other := range with {
		g := c.sides[1-side].files[other].content
		whole += c.own(g)
		if g == f.content {
			mine.add(0, len(mine))
			theirs += c.own(g)
		} else if l := c.linkOf(side, f.content, g); l != nil {
			mine.addLink(l, side)
			theirs += l.held(1-side, c.contents[g].file.Slots)
		}
	}
	held := min(mine.held(), c.own(f.content))
	return Related{
		Path: f.path, Tokens: content.file.Tokens,
		Found: shareOf(held, c.own(f.content)), Holds: shareOf(theirs, whole),
		Content: content.key.id, Language: content.key.language.Name, Lines: content.file.Lines, Matching: held,
	}, held
}

// held returns how many of the side's tokens the link explains. The content has that many slots.
func (l *link) held(side, of int) int {
	held := make(tokens, of)
	held.addLink(l, side)
	return held.held()
}

func shareOf(n, of int) float64 { return float64(n) / float64(max(1, of)) }

// copyKind returns the kind of copy of the relation's matches together.
func (c *flowMap) copyKind(r relation) string {
	kind, any := align.Verbatim, false
	c.eachPair(r, func(x, y *file) bool {
		l := c.linkOf(0, x.content, y.content)
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

// scoreOf returns the overall similarity of both sides. Several files on a side are aligned again
// as one unit.
func (c *flowMap) scoreOf(ctx context.Context, r relation) (float64, error) {
	if len(r.files[0]) == 1 && len(r.files[1]) == 1 {
		x, y := c.sides[0].files[r.files[0][0]].content, c.sides[1].files[r.files[1][0]].content
		if x == y {
			return 1, nil
		}
		if l := c.linkOf(0, x, y); l != nil {
			return l.score, nil
		}
		return 0, nil
	}
	w, err := c.prepared.CompareAll(ctx, c.unitOf(0, r.files[0]), c.unitOf(1, r.files[1]))
	if err != nil {
		return 0, err
	}
	return w.Score(ctx, nil)
}

// unitOf makes a unit of several files.
func (c *flowMap) unitOf(side int, numbers []int) *units.Unit {
	u := new(units.Unit)
	for _, n := range numbers {
		u.Files = append(u.Files, c.contents[c.sides[side].files[n].content].file)
	}
	return u
}

// tree counts a tree's files and tokens, and tokens found in the other: by flows, and by every
// other match that is not chance.
func (c *flowMap) tree(side int) Tree {
	tree := Tree{Folder: c.folders[side], Files: len(c.sides[side].files)}
	found, own := 0, 0
	for n, f := range c.sides[side].files {
		content := c.contents[f.content]
		tree.Tokens += content.file.Tokens
		tree.Boilerplate += content.file.Boilerplate()
		own += c.own(f.content)
		if content.in[1-side] {
			found += c.own(f.content)
		} else {
			found += c.foundOf(side, n)
		}
	}
	tree.Share = shareOf(found, own)
	return tree
}

// foundOf returns how many of a file's tokens are in the other tree.
func (c *flowMap) foundOf(side, n int) int {
	content := c.sides[side].files[n].content
	held := make(tokens, c.contents[content].file.Slots)
	into := map[int]bool{}
	for _, other := range c.flows[side][n] {
		into[c.sides[1-side].files[other].content] = true
	}
	for _, k := range c.linksOf[side][content] {
		l := &c.links[k]
		for i := range l.matches {
			if m := &l.matches[i]; into[l.ends[1-side]] || m.weight[side] >= leastFlow {
				held.addMatch(m, side)
			}
		}
	}
	return held.held()
}
