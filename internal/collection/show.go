package collection

import (
	"context"

	"github.com/chaffinch-search/chaffinch/internal/answer"
	"github.com/chaffinch-search/chaffinch/query/align"
)

// bins is how many bins the histogram has.
const bins = 100

func (c *comparison) newResult() *Result {
	r := &Result{
		By: c.o.By.String(), MinScore: c.o.MinScore, Units: []Unit{}, Pairs: []Pair{}, Identical: [][]int{},
		Clusters: []Cluster{}, Histogram: make([]int, bins), Skipped: c.l.skipped,
	}
	s := c.o.Settings
	if !s.Structure.Off() {
		r.Guarantee = s.Structure.Guarantee()
	} else {
		r.Guarantee = s.Exact.Guarantee()
	}
	return r
}

// show fills in the result: the units, the listed pairs with their matches, and the groups.
func (c *comparison) show(ctx context.Context, proved []candidate) error {
	if c.most > 0 {
		if err := c.countCommon(ctx); err != nil {
			return err
		}
	}
	number := c.showUnits()
	r := c.result
	listed := proved
	switch {
	case c.o.GroupsOnly:
		listed = nil
	case c.o.Top > 0 && len(listed) > c.o.Top:
		listed = listed[:c.o.Top]
	}
	if c.o.Shown > 0 && len(listed) > c.o.Shown {
		listed, r.More = listed[:c.o.Shown], len(listed)-c.o.Shown
	}
	r.Pairs = make([]Pair, len(listed))
	err := each(ctx, len(listed), func(ctx context.Context, i int) (err error) {
		r.Pairs[i], err = c.pair(ctx, listed[i], number)
		return err
	})
	if err != nil {
		return err
	}
	c.showIdentical(number)
	for _, same := range r.Identical {
		r.Histogram[bins-1] += r.PairsWithin(same)
	}
	r.Stats.Comparable = r.comparable()
	if err := c.cluster(ctx, proved, number); err != nil {
		return err
	}
	if err := c.mark(ctx); err != nil {
		return err
	}
	r.Source = c.source()
	r.Warnings = c.l.warnings
	return nil
}

// countCommon prepares all files, which counts the boilerplate in those that are in no pair, too.
func (c *comparison) countCommon(ctx context.Context) error {
	return each(ctx, len(c.present), func(ctx context.Context, i int) error {
		for _, f := range c.l.units[c.present[i]].files {
			if _, err := c.get(ctx, f); err != nil {
				return err
			}
		}
		return nil
	})
}

// showIdentical lists the groups of units with the same contents.
func (c *comparison) showIdentical(number []int) {
	for _, same := range c.same {
		var group []int
		for _, n := range same {
			group = append(group, number[n])
		}
		c.result.Identical = append(c.result.Identical, group)
	}
}

// showUnits lists the units that have files, and returns their numbers in the result.
func (c *comparison) showUnits() (number []int) {
	number = make([]int, len(c.l.units))
	contents := map[string]bool{}
	for _, n := range c.present {
		number[n] = len(c.result.Units)
		u := c.l.units[n]
		u.Files = []File{}
		for _, f := range u.files {
			u.Tokens += f.tokens
			u.Boilerplate += int(f.ignored.Load())
			contents[f.content] = true
			u.Files = append(u.Files, File{
				Path: f.path, Content: f.content, Language: f.language.Name, Lines: f.lines, Tokens: f.tokens,
				Boilerplate: []answer.Offset{},
			})
			c.result.Stats.Files++
		}
		c.result.Units = append(c.result.Units, u.Unit)
	}
	c.result.Stats.Contents = len(contents)
	return number
}

// pair describes a listed pair. The unit that comes first in the result, which is the new one where
// the other is old, is A.
func (c *comparison) pair(ctx context.Context, k candidate, number []int) (Pair, error) {
	first, second := int(k.a), int(k.b)
	if number[first] > number[second] {
		first, second = second, first
	}
	a, b := c.l.units[first], c.l.units[second]
	m := c.table.Measures(first, second)
	p := Pair{
		A:           Side{Unit: number[first], Name: a.Name, Containment: m.ContainmentA},
		B:           Side{Unit: number[second], Name: b.Name, Containment: m.ContainmentB},
		Score:       k.score,
		Resemblance: m.Resemblance, Cosine: m.Cosine, Matches: []Match{},
	}
	if k.facts != nil {
		k.facts.describe(&p, first != int(k.a))
		return p, nil
	}
	s := newShown(c, a, b)
	if err := s.alignAll(ctx); err != nil {
		return p, err
	}
	s.facts().describe(&p, false)
	if s.matches != nil {
		p.Matches = s.matches
	}
	return p, nil
}

// facts are what the matches of a pair come to.
type facts struct {
	longest, tokens int
	coverA, coverB  float64
	kind            string
}

// describe fills in the pair, whose sides may be the other way round.
func (f *facts) describe(p *Pair, mirrored bool) {
	p.Longest, p.Tokens, p.Kind = f.longest, f.tokens, f.kind
	p.A.Coverage, p.B.Coverage = f.coverA, f.coverB
	if mirrored {
		p.A.Coverage, p.B.Coverage = f.coverB, f.coverA
	}
}

// shown gathers the matches of a pair.
type shown struct {
	c                  *comparison
	a, b               *unit
	matches            []Match // if they are asked for
	longest            int
	kind               align.Kind
	coveredA, coveredB map[int][]bool // tokens, by number of the file
}

func newShown(c *comparison, a, b *unit) *shown {
	return &shown{c: c, a: a, b: b, coveredA: map[int][]bool{}, coveredB: map[int][]bool{}}
}

func (s *shown) alignAll(ctx context.Context) error {
	if len(s.a.files) > 1 || len(s.b.files) > 1 {
		w, err := s.c.newWholes(ctx, s.a, s.b)
		if err != nil {
			return err
		}
		return w.eachPair(ctx, s.align)
	}
	x, y, err := s.c.both(ctx, s.a.files[0], s.b.files[0])
	if err != nil || x == nil || y == nil {
		return err
	}
	return s.align(ctx, 0, 0, x, y)
}

func (s *shown) facts() *facts {
	tokensA, tokensB := count(s.coveredA), count(s.coveredB)
	f := &facts{longest: s.longest, tokens: min(tokensA, tokensB), coverA: s.a.share(tokensA), coverB: s.b.share(tokensB)}
	if s.longest > 0 {
		f.kind = s.kind.String()
	}
	return f
}

// share returns which share of the unit's own tokens, boilerplate apart, so many are.
func (u *unit) share(tokens int) float64 {
	own := 0
	for _, f := range u.files {
		own += f.tokens - int(f.ignored.Load())
	}
	return min(1, float64(tokens)/float64(max(1, own)))
}

func count(covered map[int][]bool) (n int) {
	for _, tokens := range covered {
		for _, is := range tokens {
			if is {
				n++
			}
		}
	}
	return n
}

// align adds the matches of two files.
func (s *shown) align(ctx context.Context, i, j int, x, y *prepared) error {
	matches, err := align.AlignContext(ctx, x.document, y.document)
	if err != nil {
		return err
	}
	_, of := align.Assess(x.document, y.document, matches, x.rarity, y.rarity)
	s.show(i, j, x, y, matches, of)
	return nil
}

// show adds those of the matches of two files that do not look like chance.
func (s *shown) show(i, j int, x, y *prepared, matches []align.Match, of []align.Assessment) {
	al := answer.Alignment{Question: x.document, Document: y.document, FirstLine: 1, Matches: matches}
	weights := make([]float64, len(of))
	for n := range of {
		weights[n] = of[n].Weight()
	}
	kept := al.DropSlight(weights)
	for n, m := range al.Matches {
		is := of[kept[n]]
		s.kind = max(s.kind, is.Kind)
		s.longest = max(s.longest, m.Tokens)
		mark(s.coveredA, i, x, m)
		mark(s.coveredB, j, y, m.Mirrored())
		if !s.c.o.Matches {
			continue
		}
		shared := al.Shared(m, m.Changes(x.document, y.document))
		s.matches = append(s.matches, Match{
			A: Place{i, s.a.files[i].path, shared.A}, B: Place{j, s.b.files[j].path, shared.B},
			Tokens: m.Tokens, Kind: shared.Kind, Rename: shared.Renames, Weight: is.Weight(),
			Edits: shared.Edits,
		})
	}
}

// mark notes the tokens of a match.
func mark(covered map[int][]bool, file int, p *prepared, m align.Match) {
	tokens := covered[file]
	if tokens == nil {
		tokens = make([]bool, p.document.Len())
		covered[file] = tokens
	}
	for _, t := range m.Tiles {
		for at := t.A; at < t.A+t.Length; at++ {
			tokens[at] = true
		}
	}
}

// mark notes where boilerplate and idioms stand in the files of listed pairs, if matches are asked for.
func (c *comparison) mark(ctx context.Context) error {
	if !c.o.Matches {
		return nil
	}
	wanted := map[int]bool{}
	for _, p := range c.result.Pairs {
		wanted[p.A.Unit], wanted[p.B.Unit] = true, true
	}
	return each(ctx, len(c.present), func(ctx context.Context, i int) error {
		if !wanted[i] {
			return nil
		}
		return c.markUnit(ctx, &c.result.Units[i], c.l.units[c.present[i]])
	})
}

func (c *comparison) markUnit(ctx context.Context, shown *Unit, u *unit) error {
	for i, f := range u.files {
		p, err := c.get(ctx, f)
		if err != nil {
			return err
		}
		if p == nil {
			continue
		}
		shown.Files[i].Boilerplate = offsets(p.document, p.ignored)
		shown.Files[i].Idioms = offsets(p.document, p.idioms())
	}
	return nil
}

func offsets(d *align.Document, spans []align.Span) []answer.Offset {
	all := []answer.Offset{}
	for _, s := range spans {
		r := d.Range(s)
		all = append(all, answer.Offset{Start: r.Start, End: r.End})
	}
	return all
}

// source returns what finds the source of a content.
func (c *comparison) source() func(string) ([]byte, error) {
	sources := map[string]source{}
	for _, u := range c.l.units {
		for _, f := range u.files {
			if _, known := sources[f.content]; !known {
				sources[f.content] = f.source
			}
		}
	}
	return func(content string) ([]byte, error) {
		s, known := sources[content]
		if !known {
			return nil, errGone
		}
		return s.read(context.Background())
	}
}
