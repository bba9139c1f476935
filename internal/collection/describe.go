package collection

import (
	"context"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/internal/collection/units"
	"github.com/chaffinch-search/chaffinch/query/align"
)

// list describes the pairs that are listed.
func (c *comparison) list(ctx context.Context, proved []candidate, number []int) error {
	listed := proved
	if c.o.Top > 0 && len(listed) > c.o.Top {
		listed = listed[:c.o.Top]
	}
	if c.o.Shown > 0 && len(listed) > c.o.Shown {
		listed, c.result.More = listed[:c.o.Shown], len(listed)-c.o.Shown
	}
	c.result.Pairs = make([]Pair, len(listed))
	return units.Each(ctx, len(listed), func(ctx context.Context, i int) (err error) {
		c.result.Pairs[i], err = c.pair(ctx, listed[i], number)
		return err
	})
}

// pair describes a listed pair. The unit that comes first in the result, which is the new one where
// the other is old, is A.
func (c *comparison) pair(ctx context.Context, k candidate, number []int) (Pair, error) {
	first, second := int(k.a), int(k.b)
	if number[first] > number[second] {
		first, second = second, first
	}
	a, b := c.units[first], c.units[second]
	m := c.table.Measures(first, second)
	p := Pair{
		A:           Side{Unit: number[first], Name: a.Name, Containment: m.ContainmentA},
		B:           Side{Unit: number[second], Name: b.Name, Containment: m.ContainmentB},
		Score:       k.score,
		Resemblance: m.Resemblance, Cosine: m.Cosine, Matches: []Match{},
	}
	if k.facts != nil {
		k.facts.fill(&p, first != int(k.a))
		return p, nil
	}
	d := newDescription(a, b, c.o.Matches)
	if len(a.Files) == 1 && len(b.Files) == 1 {
		if x, y := c.files.Get(a.Files[0]), c.files.Get(b.Files[0]); x != nil && y != nil {
			d.align(0, 0, x, y)
		}
	} else {
		w, err := c.files.Compare(ctx, a, b)
		if err != nil {
			return p, err
		}
		if err := w.Each(ctx, d.align); err != nil {
			return p, err
		}
	}
	d.facts().fill(&p, false)
	if d.matches != nil {
		p.Matches = d.matches
	}
	return p, nil
}

// facts are what the matches of a pair come to.
type facts struct {
	longest, tokens int
	coverA, coverB  float64
	kind            string
}

// fill fills in the pair, whose sides may be swapped.
func (f *facts) fill(p *Pair, swapped bool) {
	p.Longest, p.Tokens, p.Kind = f.longest, f.tokens, f.kind
	p.A.Coverage, p.B.Coverage = f.coverA, f.coverB
	if swapped {
		p.A.Coverage, p.B.Coverage = f.coverB, f.coverA
	}
}

// description collects the matches of a pair.
type description struct {
	a, b               *units.Unit
	withMatches        bool
	matches            []Match // if they are asked for
	longest            int
	kind               align.Kind
	coveredA, coveredB map[int][]bool // tokens, by number of the file
}

func newDescription(a, b *units.Unit, withMatches bool) *description {
	return &description{a: a, b: b, withMatches: withMatches, coveredA: map[int][]bool{}, coveredB: map[int][]bool{}}
}

// align adds the matches of two files, with their numbers in the units.
func (d *description) align(i, j int, x, y *units.Prepared) {
	matches := align.Align(x.Document, y.Document)
	_, of := align.Assess(x.Document, y.Document, matches, x.Rarity, y.Rarity)
	d.add(i, j, x, y, matches, of)
}

// add adds those of the matches of two files that do not look like chance.
func (d *description) add(i, j int, x, y *units.Prepared, matches []align.Match, of []align.Assessment) {
	al := chaffinch.Alignment{Question: x.Document, Document: y.Document, FirstLine: 1}
	weights := make([]float64, len(of))
	for n := range of {
		weights[n] = of[n].Weight()
	}
	for _, n := range align.Notable(matches, weights) {
		m, is := matches[n], of[n]
		d.kind = max(d.kind, is.Kind)
		d.longest = max(d.longest, m.Tokens)
		cover(d.coveredA, i, x, m)
		cover(d.coveredB, j, y, m.Mirrored())
		if !d.withMatches {
			continue
		}
		shared := al.Shared(m, m.Changes(x.Document, y.Document))
		d.matches = append(d.matches, Match{
			A: Place{i, d.a.Files[i].Path, shared.A}, B: Place{j, d.b.Files[j].Path, shared.B},
			Tokens: m.Tokens, Kind: shared.Kind, Rename: shared.Renames, Weight: is.Weight(),
			Edits: shared.Edits,
		})
	}
}

// cover marks the tokens of a match.
func cover(covered map[int][]bool, file int, p *units.Prepared, m align.Match) {
	tokens := covered[file]
	if tokens == nil {
		tokens = make([]bool, p.Document.Len())
		covered[file] = tokens
	}
	for _, t := range m.Tiles {
		for at := t.A; at < t.A+t.Length; at++ {
			tokens[at] = true
		}
	}
}

func (d *description) facts() *facts {
	tokensA, tokensB := count(d.coveredA), count(d.coveredB)
	f := &facts{
		longest: d.longest, tokens: min(tokensA, tokensB),
		coverA: d.a.Share(tokensA), coverB: d.b.Share(tokensB),
	}
	if d.longest > 0 {
		f.kind = d.kind.String()
	}
	return f
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

// mark notes where boilerplate and idioms stand in the files of listed pairs, if matches are asked
// for.
func (c *comparison) mark(ctx context.Context, number []int) error {
	if !c.o.Matches {
		return nil
	}
	listed := map[int]bool{}
	for _, p := range c.result.Pairs {
		listed[p.A.Unit], listed[p.B.Unit] = true, true
	}
	return units.Each(ctx, len(c.units), func(ctx context.Context, n int) error {
		if len(c.units[n].Files) == 0 || !listed[number[n]] {
			return nil
		}
		shown := &c.result.Units[number[n]]
		for i, f := range c.units[n].Files {
			if err := ctx.Err(); err != nil {
				return err
			}
			if p := c.files.Get(f); p != nil {
				shown.Files[i].Boilerplate = offsets(p.Document, p.Ignored)
				shown.Files[i].Idioms = offsets(p.Document, p.Idioms())
			}
		}
		return nil
	})
}

func offsets(d *align.Document, spans []analyzer.Span) []chaffinch.Offset {
	all := []chaffinch.Offset{}
	for _, s := range spans {
		r := d.Range(s)
		all = append(all, chaffinch.Offset{Start: r.Start, End: r.End})
	}
	return all
}
