package main

import (
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/blevesearch/bleve/v2"
	bquery "github.com/blevesearch/bleve/v2/search/query"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/detect"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
	"github.com/chaffinch-search/chaffinch/bench/internal/metric"
	"github.com/chaffinch-search/chaffinch/bench/internal/snippet"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/disk"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
	"github.com/chaffinch-search/chaffinch/query"
	"github.com/chaffinch-search/chaffinch/query/blevequery"
)

// top is the number of requested answers.
const top = 10

// ask searches our index and another one of Bleve's, and prints the times. It returns the median
// time of a question with all its k-grams as in the program, for 20 candidates by the index alone,
// in milliseconds.
func (b *bench) ask(path, other string, questions []snippet.Snippet) (questionMS float64, err error) {
	x, err := chaffinch.Open(b, path, index.Options{ReadOnly: true})
	if err != nil {
		return 0, err
	}
	defer x.Close()
	theirs, err := bleve.OpenUsing(other, map[string]any{"read_only": true, "bolt_timeout": "1s"})
	if err != nil {
		return 0, fmt.Errorf("opening Bleve's index: %w", err)
	}
	defer theirs.Close()
	t := times{}
	first, err := b.askIndexes(x, theirs, questions, t)
	if err != nil {
		return 0, err
	}
	weighing, err := b.askWhole(x, questions, t)
	if err != nil {
		return 0, err
	}
	table := terminal.NewTable("searching, ms", ">median", ">99%", ">worst")
	for _, name := range []string{ours, disjunctions, whole} {
		table.Row(name, fmt.Sprintf("%.2f", median(t[name])), fmt.Sprintf("%.2f", metric.Quantile(t[name], .99)),
			fmt.Sprintf("%.2f", metric.Quantile(t[name], 1)))
	}
	fmt.Fprintf(b.Out, "\n%d questions of %d lines, best %d; own document first: %d\n", len(questions), linesOfQuestion, top, first)
	err = b.Print(table)
	fmt.Fprintf(b.Out, "the first question by cosine after an update weighs all documents: %.1f s\n", weighing)
	return median(t[allGrams]), err
}

// times are the times of questions in milliseconds, by what is timed.
type times map[string][]float64

const (
	ours         = "chaffinch"
	disjunctions = "Bleve's disjunction"
	whole        = "whole answers"
	allGrams     = "all k-grams"
)

// time adds the time of a call. It leaves out the first questions, while the index is not in
// memory.
func (t times) time(what string, i, n int, call func() error) error {
	start := time.Now()
	err := call()
	if i >= min(20, n/10) {
		t[what] = append(t[what], ms(start))
	}
	return err
}

func ms(start time.Time) float64 { return float64(time.Since(start).Microseconds()) / 1000 }

// askIndexes times the searchers in turns, and counts the questions whose own document chaffinch
// puts first.
func (b *bench) askIndexes(x *chaffinch.Index, theirs bleve.Index, questions []snippet.Snippet, t times) (first int, err error) {
	s, err := x.Snapshot()
	if err != nil {
		return 0, err
	}
	defer s.Close()
	var n analyzer.Analysis
	for i, q := range questions {
		x.Analyzer().Analyze(detect.Language(q.Path, q.Source), q.Source, &n)
		v := query.NewVector(query.Terms(&n))
		full := query.NewVector(append(query.Terms(&n), query.SpareTerms(x.Analyzer(), &n, nil)...))
		request := bleve.NewSearchRequestOptions(disjunction(v), top, 0, false)
		err := errors.Join(t.time(ours, i, len(questions), func() error {
			found, err := blevequery.Search(b, s.Reader(), v, query.Options{Top: top, Documents: s.Contents()})
			if err == nil && len(found.Hits) > 0 {
				if id, _ := disk.ContentOf(found.Hits[0].ID); id == q.Content {
					first++
				}
			}
			return err
		}), t.time(disjunctions, i, len(questions), func() error {
			_, err := theirs.SearchInContext(b, request)
			return err
		}), t.time(allGrams, i, len(questions), func() error {
			_, err := blevequery.Search(b, s.Reader(), full, query.Options{Top: 20, Documents: s.Contents()})
			return err
		}))
		if err != nil {
			return 0, err
		}
	}
	return first, nil
}

func disjunction(v *query.Vector) bquery.Query {
	var terms []bquery.Query
	for _, t := range v.Terms() {
		q := bleve.NewTermQuery(t.Text())
		q.SetField(t.Representation.String())
		terms = append(terms, q)
	}
	return bleve.NewDisjunctionQuery(terms...)
}

// askWhole times whole answers. It returns the seconds that the first one by cosine takes more than
// the second.
func (b *bench) askWhole(x *chaffinch.Index, questions []snippet.Snippet, t times) (weighing float64, err error) {
	ask := func(q snippet.Snippet, measure string) error {
		_, err := x.Search(b, chaffinch.Document{Name: q.Path, Source: q.Source},
			chaffinch.SearchOptions{Measure: measure, Top: top, MinScore: 0.001})
		return err
	}
	for i, q := range questions {
		if err := t.time(whole, i, len(questions), func() error { return ask(q, "evidence") }); err != nil {
			return 0, err
		}
	}
	var cosine [2]float64
	for i := range cosine {
		start := time.Now()
		if err := ask(questions[0], "cosine"); err != nil {
			return 0, err
		}
		cosine[i] = ms(start)
	}
	return (cosine[0] - cosine[1]) / 1000, nil
}

// costs prints what a byte, a posting and a question cost: docs/scale.md computes from that.
func (b *bench) costs(built built, mb, questionMS float64) error {
	x, err := chaffinch.Open(b, built.path, index.Options{ReadOnly: true})
	if err != nil {
		return err
	}
	defer x.Close()
	s, err := x.Snapshot()
	if err != nil {
		return err
	}
	defer s.Close()
	table := terminal.NewTable("costs", ">")
	line := func(name, format string, value float64) { table.Row(name, fmt.Sprintf(format, value)) }
	line("contents", "%.0f", float64(s.Contents()))
	line("bytes per content", "%.0f", mb*1e6/float64(s.Contents()))
	all := 0
	for r := range analyzer.Representation(analyzer.Representations) {
		terms, postings, single := 0, 0, 0
		err := blevequery.EachTerm(b, s.Reader(), r.String(), func(_ []byte, df int) error {
			terms++
			postings += df
			if df == 1 {
				single++
			}
			return nil
		})
		if err != nil {
			return fmt.Errorf("counting terms: %w", err)
		}
		all += postings
		line(r.String()+", millions of postings", "%.2f", float64(postings)/1e6)
		line("  of terms", "%.2f", float64(terms)/1e6)
		line("  of terms in one content", "%.2f", float64(single)/1e6)
		line("  look-ups that hit by chance, one in", "%.0f", math.Exp2(winnow.TermBits)/float64(terms))
	}
	line("bytes of the index for a posting", "%.2f", built.mb*1e6/float64(all))
	line("indexing, CPU ns per byte", "%.1f", built.CPU*1e3/mb)
	line("a question with all its k-grams, ms", "%.2f", questionMS)
	fmt.Fprintln(b.Out)
	return b.Print(table)
}
