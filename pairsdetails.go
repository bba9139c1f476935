package chaffinch

import (
	"cmp"
	"context"
	"slices"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index/corpus"
	"github.com/chaffinch-search/chaffinch/internal/collection/units"
	"github.com/chaffinch-search/chaffinch/internal/shares"
	"github.com/chaffinch-search/chaffinch/query/align"
)

// describe describes the listed pairs, and counts the others.
func (p *pairing) describe(ctx context.Context, proved []candidate) (all []Pair, more int, err error) {
	listed := proved[:p.listed(len(proved))]
	more = len(proved) - len(listed)
	all = make([]Pair, len(listed))
	err = units.Each(ctx, len(listed), func(ctx context.Context, i int) (err error) {
		all[i], err = p.pair(ctx, listed[i])
		listed[i].facts = nil
		return err
	})
	return all, more, err
}

// pairsAtOnce is the number of pairs whose matches EachPair holds in memory.
const pairsAtOnce = 256

// EachPair calls f with each of Pairs, in order, and with its matches if [PairsOptions.Matches] asks
// for them. With [PairsOptions.MatchesLater] it finds them now, a few hundred pairs at a time, and
// f must not keep the pair. It returns the first error of f, and checks ctx once per pair.
func (r *Result) EachPair(ctx context.Context, f func(*Pair) error) error {
	return r.each(ctx, r.Pairs, f)
}

// each calls f with each of the pairs, as [Result.EachPair] does.
func (r *Result) each(ctx context.Context, pairs []Pair, f func(*Pair) error) error {
	done := 0
	tell := func() {
		if done++; r.Progress != nil {
			r.Progress(done, len(pairs))
		}
	}
	for part := range slices.Chunk(pairs, pairsAtOnce) {
		if r.LaterMatches {
			part = slices.Clone(part)
			if err := r.Sources.FindMatches(ctx, part, r.WithEdits, tell); err != nil {
				return err
			}
		}
		for i := range part {
			if err := ctx.Err(); err != nil {
				return err
			}
			if err := f(&part[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

// First returns the result with its first n pairs only, as if [PairsOptions.Top] were n, and with their matches.
// edits says whether these have the differences inside them. The result must have been made with
// [PairsOptions.MatchesLater]. Both have the same sources: close one of them.
func (r *Result) First(ctx context.Context, n int, edits bool) (*Result, error) {
	if !r.LaterMatches {
		return nil, wrongOption("PairsOptions.MatchesLater", "is not set, and Result.First needs it")
	}
	with := *r
	with.WithEdits = edits
	first := *r
	first.LaterMatches = false
	first.Pairs = make([]Pair, 0, min(n, len(r.Pairs)))
	err := with.each(ctx, r.Pairs[:cap(first.Pairs)], func(p *Pair) error {
		first.Pairs = append(first.Pairs, *p)
		return nil
	})
	if err != nil {
		return nil, err
	}
	first.leaveOut(r.Pairs[len(first.Pairs):])
	return &first, nil
}

// leaveOut counts pairs as not listed, and names no places of their units.
func (r *Result) leaveOut(pairs []Pair) {
	beyond := make([]ScoredPair, 0, len(pairs)+len(r.Unlisted))
	for _, p := range pairs {
		beyond = append(beyond, ScoredPair{p.A.Unit, p.B.Unit, p.Score})
	}
	beyond = append(beyond, r.Unlisted...)
	slices.SortStableFunc(beyond, func(x, y ScoredPair) int { return cmp.Compare(y.Score, x.Score) })
	r.More += len(pairs)
	r.Unlisted = beyond[:min(len(beyond), MostUnlisted)]
	listed := r.ListedUnits()
	r.Units = slices.Clone(r.Units)
	for i := range r.Units {
		if listed[i] {
			continue
		}
		u := &r.Units[i]
		u.Files = slices.Clone(u.Files)
		for j := range u.Files {
			f := &u.Files[j]
			f.Boilerplate, f.Ignored, f.Idioms = []answer.Span{}, nil, nil
		}
	}
}

// pair describes a pair. A is the first unit; new units come before old ones.
func (p *pairing) pair(ctx context.Context, k candidate) (Pair, error) {
	a, b := p.units[k.a], p.units[k.b]
	f, matches := k.facts, []PairMatch{}
	if needed := p.o.Matches && !p.o.MatchesLater; f == nil || needed {
		d, err := p.align(ctx, a, b, needed, p.o.Edits)
		if err != nil {
			return Pair{}, err
		}
		f, matches = d.facts(), append(matches, d.matches...)
	}
	m := p.table.Measures(int(k.a), int(k.b))
	return Pair{
		A:           Side{Unit: p.number[k.a], Name: a.Name, Containment: m.ContainmentA, Coverage: f.coverA},
		B:           Side{Unit: p.number[k.b], Name: b.Name, Containment: m.ContainmentB, Coverage: f.coverB},
		Score:       k.score,
		Probability: align.CertaintyOfPairs().Probability(float64(k.score), min(a.Own(), b.Own())),
		Shares:      answer.Shares(f.shares), Resemblance: m.Resemblance, Cosine: m.Cosine, Material: p.material(k),
		Longest: f.longest, Tokens: f.tokens, Kind: f.kind, Looks: p.looksOf(k), Matches: matches,
	}, nil
}

// looksOf returns as what both units of a pair look; empty if one looks written by hand.
func (p *pairing) looksOf(k candidate) string {
	switch {
	case !k.made:
		return ""
	case p.units[k.a].Looks == corpus.Minified && p.units[k.b].Looks == corpus.Minified:
		return corpus.Minified.String()
	}
	return corpus.Generated.String()
}

// looks names what looks generated or minified; empty is written by hand.
func looks(r corpus.Reason) string {
	if r == corpus.Kept {
		return ""
	}
	return r.String()
}

// facts are totals over the matches of a pair.
type facts struct {
	longest, tokens int
	coverA, coverB  float64
	shares          shares.Shares
	kind            string
}

// description collects the matches of a pair.
type description struct {
	a, b               *units.Unit
	withMatches        bool
	withEdits          bool
	matches            []PairMatch // if withMatches
	longest            int
	kind               align.Kind
	coveredA, coveredB map[int][]bool // by file number: which tokens are covered
}

func (p *pairing) newDescription(a, b *units.Unit, withMatches, withEdits bool) *description {
	return &description{
		a: a, b: b, withMatches: withMatches, withEdits: withEdits,
		coveredA: map[int][]bool{}, coveredB: map[int][]bool{},
	}
}

// align describes a pair.
func (p *pairing) align(ctx context.Context, a, b *units.Unit, withMatches, withEdits bool) (*description, error) {
	d := p.newDescription(a, b, withMatches, withEdits)
	return d, d.alignAll(ctx, p.files)
}

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
		d.kind = max(d.kind, of[n].Kind)
		d.longest = max(d.longest, m.Tokens)
		cover(d.coveredA, i, x, m)
		cover(d.coveredB, j, y, m.Mirrored())
		if !d.withMatches {
			continue
		}
		s := answer.NewShared(x.Document, y.Document, m, m.Changes(x.Document, y.Document))
		s.A.File, s.A.Path = i, d.a.Files[i].Path
		s.B.File, s.B.Path = j, d.b.Files[j].Path
		if !d.withEdits {
			s.Edits = nil
		}
		d.matches = append(d.matches, PairMatch{s, weights[n]})
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
	f.shares = shares.Of([2]int{d.a.Own(), d.b.Own()}, [2]float64{f.coverA, f.coverB})
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

// addPlaces fills in the boilerplate and idioms of the files of listed pairs, and of the first of
// identical units.
func (r *comparison) addPlaces(ctx context.Context, p *pairing) error {
	listed := r.ListedUnits()
	return units.Each(ctx, len(p.units), func(ctx context.Context, n int) error {
		if len(p.units[n].Files) == 0 || !listed[p.number[n]] {
			return nil
		}
		shown := &r.Units[p.number[n]]
		for i, f := range p.units[n].Files {
			if err := ctx.Err(); err != nil {
				return err
			}
			if x := p.files.Get(f); x != nil {
				shown.Files[i].Boilerplate = byteSpans(x.Document, x.Ignored)
				for _, s := range x.Ignored {
					shown.Files[i].Ignored = append(shown.Files[i].Ignored, answer.Span{Start: s.From, End: s.To})
				}
				shown.Files[i].Idioms = byteSpans(x.Document, x.LowWeight())
			}
		}
		return nil
	})
}

// ListedUnits returns the indexes of units whose sources are shown.
func (r *Result) ListedUnits() map[int]bool {
	listed := map[int]bool{}
	for _, pair := range r.Pairs {
		listed[pair.A.Unit], listed[pair.B.Unit] = true, true
	}
	for _, group := range r.Identical {
		listed[group[0]] = true
	}
	return listed
}

func byteSpans(d *align.Document, spans []analyzer.Span) []answer.Span {
	all := []answer.Span{}
	for _, s := range spans {
		r := d.Range(s)
		all = append(all, answer.Span{Start: r.Start, End: r.End})
	}
	return all
}
