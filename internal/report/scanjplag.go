//go:build !js

// Not in a browser: it imports scan, which the engine lacks.

package report

import (
	"cmp"
	"context"
	"io"
	"slices"
	"sort"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/corpus"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
	"github.com/chaffinch-search/chaffinch/pairs"
	"github.com/chaffinch-search/chaffinch/scan"
)

// ScanSource returns a content of a project or an index with its source, as [scan.Report.SourceOf] does.
type ScanSource func(content string) (index.Content, []byte, error)

// ScanJPlag writes a scan as a report for the report viewer of JPlag, as [JPlag] does. Its submissions are files of the
// project and documents of the index. Its pairs are the copies that are neither the project's own nor false, one for
// each file and document: the top ones of the highest score; all if top is under 1. Errors are those of out and of ctx.
func ScanJPlag(ctx context.Context, out io.Writer, r *scan.Report, source ScanSource, top int) error {
	b := &scanPairs{r: r, source: source, units: map[string]int{}}
	if err := b.build(ctx, top); err != nil {
		return err
	}
	w := newJPlagWriter(out, &b.result, JPlagOptions{Paths: []string{r.Tree}, Date: r.Date})
	w.texts.source = func(content string) ([]byte, error) {
		_, text, err := source(content)
		return text, err
	}
	w.each = func(ctx context.Context, f func(*pairs.Pair) error) error {
		return b.each(ctx, &w.texts, f)
	}
	return w.write(ctx)
}

// BeyondScanJPlag says how many pairs [ScanJPlag] leaves out; empty if it leaves out none.
func BeyondScanJPlag(r *scan.Report, top int) []string {
	more := len(pairedCopies(r)) - top
	if top < 1 || more < 1 {
		return nil
	}
	return []string{terminal.Plural(more, "more pair is", "more pairs are") + " not listed: a report for JPlag has at most " + terminal.Thousands(top)}
}

// scanPairs makes a result of pairs of the copies in a scan.
type scanPairs struct {
	r      *scan.Report
	source ScanSource
	result pairs.Report
	copies [][]*scan.Finding // by pair
	units  map[string]int
}

func (b *scanPairs) build(ctx context.Context, top int) error {
	all := pairedCopies(b.r)
	b.result = pairs.Report{
		Unit: "file", MinScore: b.r.MinScore, Guarantee: b.r.Index.Guarantee, Histogram: make([]int, 100),
	}
	for _, copies := range all {
		b.result.Histogram[min(99, int(100*bestScore(copies)))]++
	}
	b.result.Stats.Comparable = int64(len(all))
	for _, u := range b.r.Unread {
		b.result.Unread = append(b.result.Unread, pairs.Unread{Path: u.Path, Unit: u.Path, Reason: corpus.Unreadable.String(), Whole: true})
	}
	if top > 0 && len(all) > top {
		all = all[:top]
	}
	b.copies = all
	if err := b.addUnits(ctx); err != nil {
		return err
	}
	for _, copies := range all {
		p := pairs.Pair{Score: bestScore(copies), Kind: copies[0].Kind}
		for _, f := range copies {
			p.Tokens += f.Tokens
			for _, m := range f.Matches {
				p.Longest = max(p.Longest, m.Tokens)
			}
		}
		p.A, p.B = b.side(fileKey(copies[0]), p.Tokens), b.side(originKey(copies[0]), p.Tokens)
		b.result.Pairs = append(b.result.Pairs, p)
	}
	return nil
}

// pairedCopies returns the copies that count, by file and document, those of the highest score first.
func pairedCopies(r *scan.Report) (all [][]*scan.Finding) {
	at := map[[2]string]int{}
	for i := range r.Findings {
		f := &r.Findings[i]
		if !f.IsForeign() {
			continue
		}
		key := [2]string{fileKey(f), originKey(f)}
		n, known := at[key]
		if !known {
			n = len(all)
			at[key], all = n, append(all, nil)
		}
		all[n] = append(all[n], f)
	}
	slices.SortStableFunc(all, func(x, y []*scan.Finding) int { return cmp.Compare(bestScore(y), bestScore(x)) })
	return all
}

func bestScore(copies []*scan.Finding) (best float64) {
	for _, f := range copies {
		best = max(best, f.Score)
	}
	return best
}

func fileKey(f *scan.Finding) string { return "file " + f.File }

func originKey(f *scan.Finding) string { return "origin " + DocumentKey(&f.Origin) }

// addUnits adds the files, and then the documents: the first side of a pair is the unit of the lower number.
func (b *scanPairs) addUnits(ctx context.Context) error {
	files, languages := map[string]*scan.File{}, map[string]string{} // by path, and by content
	for i := range b.r.Files {
		f := &b.r.Files[i]
		files[f.Path], languages[f.Content] = f, f.Language
	}
	for _, copies := range b.copies {
		f := pairs.File{Path: copies[0].File}
		if of := files[f.Path]; of != nil {
			f.Content, f.Language, f.Lines, f.Tokens = of.Content, of.Language, of.Lines, of.Tokens
		}
		b.unit(fileKey(copies[0]), f)
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	for _, copies := range b.copies {
		o := &copies[0].Origin
		b.unit(originKey(copies[0]), pairs.File{Path: o.Document(), Content: o.Content, Language: languages[o.Content]})
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return nil
}

// unit adds a unit of one file, unless it is known. Its tokens are counted again: a scan counts those that it asked for.
func (b *scanPairs) unit(key string, f pairs.File) {
	if _, known := b.units[key]; known {
		return
	}
	c, source, err := b.source(f.Content)
	f.Language = cmp.Or(f.Language, c.Language)
	f.Tokens = cmp.Or(f.Tokens, c.Tokens)
	if err == nil {
		f.Tokens = len(tokensOf(f.Language, corpus.Decode(source).UTF8))
	}
	b.units[key] = len(b.result.Units)
	b.result.Units = append(b.result.Units, pairs.Unit{Name: f.Path, Tokens: f.Tokens, Files: []pairs.File{f}})
}

func (b *scanPairs) side(key string, tokens int) pairs.Side {
	return ScanSide(&b.result, b.units[key], tokens)
}

// each calls f with the pairs, with their matches.
func (b *scanPairs) each(ctx context.Context, texts *jplagTexts, f func(*pairs.Pair) error) error {
	for i := range b.result.Pairs {
		if err := ctx.Err(); err != nil {
			return err
		}
		p := b.result.Pairs[i]
		file, document := &b.result.Units[p.A.Unit].Files[0], &b.result.Units[p.B.Unit].Files[0]
		p.Matches = nil
		for _, found := range b.copies[i] {
			for j := range found.Matches {
				m := &found.Matches[j]
				p.Matches = append(p.Matches, pairs.Match{Weight: m.Weight, Shared: answer.Shared{
					A: texts.of(file.Content).place(file.Language, answer.Span{Start: m.FileBytes.From, End: m.FileBytes.To}),
					B: texts.of(document.Content).placeOfLines(document.Language, m.Origin), Tokens: m.Tokens, Kind: m.Kind,
				}})
			}
		}
		slices.SortStableFunc(p.Matches, func(x, y pairs.Match) int { return cmp.Compare(x.A.Bytes.Start, y.A.Bytes.Start) })
		if err := f(&p); err != nil {
			return err
		}
	}
	return nil
}

// place returns a part of the text, given by bytes of the original, with its tokens.
func (t *jplagText) place(language string, at answer.Span) answer.Place {
	from, to := t.text.Decoded(at.Start), t.text.Decoded(at.End)
	return answer.Place{Bytes: at, Tokens: t.numbersOf(language, from, to)}
}

// placeOfLines returns lines of the text without white space around them, with their tokens.
func (t *jplagText) placeOfLines(language string, lines answer.Lines) answer.Place {
	from, to, err := t.text.LineRange(max(1, lines.From), lines.To)
	if err != nil || from >= to {
		return answer.Place{}
	}
	from, to = t.trimmed(from, to)
	return answer.Place{
		Bytes: answer.Span{Start: t.text.Original(from), End: t.text.Original(to)}, Tokens: t.numbersOf(language, from, to),
	}
}

// numbersOf returns the numbers of the tokens that begin in a part of the text.
func (t *jplagText) numbersOf(language string, from, to int) answer.Span {
	if t.tokens == nil && t.err == nil {
		t.tokens = tokensOf(language, t.text.UTF8)
	}
	number := func(at int) int {
		return sort.Search(len(t.tokens), func(i int) bool { return int(t.tokens[i]) >= at })
	}
	return answer.Span{Start: number(from), End: number(to)}
}

// tokensOf returns where the tokens of a text in a language start, in order; never nil. Those of code inside comments and
// strings are among them, as they are in matches.
func tokensOf(language string, text []byte) []uint32 {
	l, ok := lex.Lookup(language)
	if !ok {
		l = lex.Prose
	}
	var n analyzer.Analysis
	n.Lex(l, text)
	starts := make([]uint32, 0, len(n.Tokens))
	for _, token := range n.Tokens {
		if token.Kind != lex.Border {
			starts = append(starts, token.Start)
		}
	}
	slices.Sort(starts) // code inside comments and strings is behind all else
	return starts
}
