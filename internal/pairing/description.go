package pairing

import (
	"context"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/internal/collection/units"
	"github.com/chaffinch-search/chaffinch/internal/shares"
	"github.com/chaffinch-search/chaffinch/pairs"
	"github.com/chaffinch-search/chaffinch/query/align"
)

// facts are totals over the matches of a pair.
type facts struct {
	longest, tokens int
	once            int // tokens of the smaller unit, without its duplicates, that are evidence: see align.Shapes
	coverA, coverB  float64
	shares          shares.Shares
	kind            string
	proof           align.Proof
}

// description collects the matches of a pair.
type description struct {
	pairing            *pairing
	a, b               *units.Unit
	run                align.Run // of both: see [pairing.between]
	withMatches        bool
	withEdits          bool
	matches            []pairs.Match // if withMatches
	longest            int
	kinds              align.Kinds
	coveredA, coveredB map[int][]covered // by file number and token
	shapes             align.Shapes
	parts              []part
	bounded            bool // parts are known
}

// covered is which matches have a token.
type covered uint8

const (
	byDuplicates covered = 1 << iota
	byOthers
)

// alignAll adds the matches of all files of the pair. Files that cannot be read again have none.
func (d *description) alignAll(ctx context.Context, files *units.Preparer) error {
	if len(d.a.Files) == 1 && len(d.b.Files) == 1 {
		if x, y := files.Get(d.a.Files[0]), files.Get(d.b.Files[0]); x != nil && y != nil {
			d.align(0, 0, x, y)
		}
		return nil
	}
	w, err := files.Compare(ctx, d.a, d.b)
	if err != nil {
		return err
	}
	return w.Each(ctx, d.align)
}

// align adds the matches of two files, with their numbers in the units.
func (d *description) align(i, j int, x, y *units.Prepared) {
	matches := align.Align(x.Document, y.Document)
	_, of := x.Assess(y, matches)
	if !d.bounded {
		d.bound(i, j, x, y, matches)
	}
	d.add(i, j, x, y, matches, of)
}

// add adds the notable matches of two files.
func (d *description) add(i, j int, x, y *units.Prepared, matches []align.Match, of []align.Assessment) {
	weights := make([]float64, len(of))
	for n := range of {
		weights[n] = of[n].Weight()
	}
	for _, n := range align.Notable(matches, weights) {
		m := matches[n]
		d.kinds.Add(m, of[n].Kind)
		d.longest = max(d.longest, m.Tokens-m.Discounted(x.Document, y.Document))
		cover(d.coveredA, i, x, m)
		cover(d.coveredB, j, y, m.Mirrored())
		d.shapes.Add(x.Document, y.Document, m)
		if !d.withMatches {
			continue
		}
		s := answer.NewShared(x.Document, y.Document, m, m.Changes(x.Document, y.Document))
		s.A.File, s.A.Path = i, d.a.Files[i].Path
		s.B.File, s.B.Path = j, d.b.Files[j].Path
		if !d.withEdits {
			s.Edits = nil
		}
		d.matches = append(d.matches, pairs.Match{Shared: s, Weight: weights[n]})
	}
}

// cover marks the tokens of a match.
func cover(all map[int][]covered, file int, p *units.Prepared, m align.Match) {
	tokens, by := all[file], byOthers
	if tokens == nil {
		tokens = make([]covered, p.Document.Len())
		all[file] = tokens
	}
	if m.Duplicate {
		by = byDuplicates
	}
	for _, t := range m.Tiles {
		for at := t.A; at < t.A+t.Length; at++ {
			if !p.Document.Discounts(at) {
				tokens[at] |= by
			}
		}
	}
}

func (d *description) facts() *facts {
	tokensA, againA := count(d.coveredA)
	tokensB, againB := count(d.coveredB)
	f := &facts{
		longest: d.longest, tokens: min(tokensA, tokensB), once: d.shapes.Length(min(d.a.Own()-againA, d.b.Own()-againB)),
		coverA: d.a.Share(tokensA), coverB: d.b.Share(tokensB),
	}
	f.shares = shares.Of([2]int{d.a.Own(), d.b.Own()}, [2]float64{f.coverA, f.coverB})
	if d.longest > 0 {
		f.kind = d.kinds.Copy().String()
	}
	return f
}

// count returns how many tokens are covered, and how many by duplicates only.
func count(all map[int][]covered) (tokens, again int) {
	for _, file := range all {
		for _, by := range file {
			if by > 0 {
				tokens++
			}
			if by == byDuplicates {
				again++
			}
		}
	}
	return tokens, again
}

func byteSpans(d *align.Document, spans []analyzer.Span) []answer.Span {
	all := []answer.Span{}
	for _, s := range spans {
		r := d.Range(s)
		all = append(all, answer.Span{Start: r.Start, End: r.End})
	}
	return all
}
