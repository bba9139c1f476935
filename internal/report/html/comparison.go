package html

import (
	"bytes"
	"io"
	"strings"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/internal/report"
	"github.com/chaffinch-search/chaffinch/internal/report/diff"
	"github.com/chaffinch-search/chaffinch/pairs"
	"github.com/chaffinch-search/chaffinch/query/align"
)

// The page of two texts is the report of a collection with one pair. It has the same style and
// script, without the parts for more pairs. It shows both sources in full, whatever they share.

// withoutScript is the layout of the text form for browsers without scripts. It is wider than a
// terminal, because a page can be scrolled.
var withoutScript = diff.Layout{Context: 3, Columns: 160}

// WriteComparison writes the page of two texts. The sources are the bytes that were compared, in
// their encodings. A browser without scripts shows the output of compare on a terminal. The only
// error is an error of out.
func WriteComparison(out io.Writer, c *answer.Comparison, sourceA, sourceB []byte) error {
	return writeSingle(out, c, collectionOf(c), sourcesOf(sourceA, sourceB))
}

// WriteHit writes the page of a question and its document, with the score. The hit has its
// alignment, and the sources are the bytes that were compared. The only error is an error of out.
func WriteHit(out io.Writer, q answer.Question, h *answer.Hit, question, document []byte) error {
	c := comparisonOf(q, h)
	return writeSingle(out, c, collectionOf(c), sourcesOf(question, document))
}

func writeSingle(out io.Writer, c *answer.Comparison, r *pairs.Report, source func(content string) ([]byte, error)) error {
	var text strings.Builder
	if err := report.ComparisonText(&text, c, withoutScript); err != nil {
		return err
	}
	title := report.SourceName(c.A.Name) + " and " + report.SourceName(c.B.Name)
	return Write(out, r, Options{Title: title, single: true, text: text.String(), source: source})
}

// sourcesOf returns the sources of the contents a and b.
func sourcesOf(a, b []byte) func(content string) ([]byte, error) {
	sources := map[string][]byte{"a": a, "b": b}
	return func(content string) ([]byte, error) { return sources[content], nil }
}

// comparisonOf returns a hit as the comparison of the question and the document.
func comparisonOf(q answer.Question, h *answer.Hit) *answer.Comparison {
	c := &answer.Comparison{
		A:     answer.Compared{Name: q.Name, Language: q.Language, Tokens: q.Tokens, Coverage: h.Coverage},
		B:     answer.Compared{Name: h.Occurrences[0].File(), Language: h.Language, Tokens: h.Tokens, Coverage: h.DocumentCoverage},
		Score: h.Score, Probability: h.Probability, Kind: h.Kind, Matches: h.Alignment.Shared(), Alignment: h.Alignment,
	}
	for _, m := range c.Matches {
		c.Tokens += m.Tokens
	}
	return c
}

// collectionOf returns the comparison as a collection of two files, a and b.
func collectionOf(c *answer.Comparison) *pairs.Report {
	return &pairs.Report{
		Unit: "file", Warnings: c.Warnings, Pairs: []pairs.Pair{pairOf(c)},
		Units: []pairs.Unit{
			unitOf(c.A, "a", c.Alignment.Question), unitOf(c.B, "b", c.Alignment.Document),
		},
	}
}

// pairOf returns the comparison as the pair of units 0 and 1.
func pairOf(c *answer.Comparison) pairs.Pair {
	pair := pairs.Pair{
		A:     pairs.Side{Unit: 0, Name: c.A.Name, Coverage: c.A.Coverage},
		B:     pairs.Side{Unit: 1, Name: c.B.Name, Coverage: c.B.Coverage},
		Score: c.Score, Probability: c.Probability, Tokens: c.Tokens, Kind: c.Kind,
	}
	for _, m := range c.Matches {
		pair.Longest = max(pair.Longest, m.Tokens-m.Imports)
		pair.Matches = append(pair.Matches, pairs.Match{Shared: m})
	}
	return pair
}

func unitOf(text answer.Compared, content string, d *align.Document) pairs.Unit {
	name := report.SourceName(text.Name)
	return pairs.Unit{Name: name, Tokens: text.Tokens, Boilerplate: text.Boilerplate, Imports: text.Imports, Files: []pairs.File{{
		Path: name, Content: content, Language: text.Language, Lines: linesIn(d.Source()), Tokens: text.Tokens,
		Boilerplate: ranges(d, d.Ignored()), Imports: ranges(d, d.Discounted()),
	}}}
}

func ranges(d *align.Document, spans []analyzer.Span) (all []answer.Span) {
	for _, s := range spans {
		r := d.Range(s)
		all = append(all, answer.Span{Start: r.Start, End: r.End})
	}
	return all
}

// linesIn counts the lines of a source, including a last one without a line break.
func linesIn(source []byte) int {
	n := bytes.Count(source, []byte("\n"))
	if len(source) > 0 && source[len(source)-1] != '\n' {
		n++
	}
	return n
}
