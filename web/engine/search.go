//go:build js

package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/option"
	"github.com/chaffinch-search/chaffinch/internal/report"
	"github.com/chaffinch-search/chaffinch/internal/report/html"
	"github.com/chaffinch-search/chaffinch/internal/warning"
)

// indexOptions are the options of index.
type indexOptions struct {
	Path     string `json:"path"`
	Language string `json:"language"`
	fileOptions
}

// index indexes a folder in memory, with the archives in it, for search. It emits the counts of its
// files.
func (e *engine) index(ctx context.Context, c *call, out io.Writer) error {
	var o indexOptions
	if err := c.read(&o); err != nil {
		return err
	}
	l, err := lex.ParseLanguage(o.Language)
	if err != nil {
		return err
	}
	s, files := index.DefaultSettings(), o.keeping()
	files.Archives = true
	var last index.Report
	e.corpus, err = chaffinch.Memory(ctx, s, index.Source{Root: o.Path, Language: l}, index.UpdateOptions{
		Corpus: files, SkipGenerated: o.SkipGenerated, Skipped: c.skipped,
		Progress: func(r index.Report) { last = r; c.progress("indexing", r.Added, 0) },
	})
	if err != nil {
		return err
	}
	return report.JSON(out, last)
}

var errNoIndex = errors.New("there is no index yet: call index first")

// searchOptions are the options of search, named like the command's flags.
type searchOptions struct {
	documentOptions
	chaffinch.SearchOptions
	Lines    answer.Lines `json:"lines"`
	MinScore *float64     `json:"minScore"`
	Similar  bool         `json:"similar"`
	Cover    bool         `json:"cover"`
	Words    bool         `json:"words"` // emit what a page says of each hit, too
}

// search emits the documents of the index that the question comes from.
func (e *engine) search(ctx context.Context, c *call, out io.Writer) error {
	var o searchOptions
	if err := c.read(&o); err != nil {
		return err
	}
	if e.corpus == nil {
		return errNoIndex
	}
	d := chaffinch.Document{Name: o.Name, Language: o.Language, Lines: o.Lines, Source: c.document(0)}
	s := o.SearchOptions
	s.MinScore, s.Cover, s.Measures = chaffinch.DefaultMinScore(s.Measure, o.Similar), o.Cover, true
	if o.MinScore != nil {
		s.MinScore = *o.MinScore
	}
	ask := e.corpus.Search
	if o.Similar {
		ask = e.corpus.Similar
	}
	a, err := ask(ctx, d, s)
	if err != nil {
		return err
	}
	a.Warnings = warning.In(option.JavaScript, a.Warnings)
	var words []report.HitWords
	if o.Words {
		words = report.WordsOfHits(a.Hits, s.Cover)
	}
	return report.JSON(out, struct {
		*answer.Answer
		Codes []option.Code     `json:"warningCodes,omitempty"`
		Words []report.HitWords `json:"words,omitempty"` // of the hits
	}{a, warning.Codes(a.Warnings), words})
}

// besideOptions are the options of beside.
type besideOptions struct {
	documentOptions
	Content string `json:"content"`
}

// beside emits the page of the question and a document that search found.
func (e *engine) beside(ctx context.Context, c *call, out io.Writer) error {
	var o besideOptions
	if err := c.read(&o); err != nil {
		return err
	}
	if e.corpus == nil {
		return errNoIndex
	}
	d := chaffinch.Document{Name: o.Name, Language: o.Language, Source: c.document(0)}
	document, err := e.indexed(ctx, o.Content)
	if err != nil {
		return err
	}
	a, err := e.corpus.Search(ctx, d, chaffinch.SearchOptions{
		Top: 1, Alignments: true, Select: func(c index.Content, _ index.Occurrence) bool { return c.ID == o.Content },
	})
	if err != nil {
		return err
	}
	if len(a.Hits) == 0 || a.Hits[0].Alignment == nil {
		return errors.New("this document shares nothing with the code: search first, and take the content of a hit")
	}
	source, err := d.Text()
	if err != nil {
		return err
	}
	return html.WriteHit(out, a.Question, &a.Hits[0], source, document)
}

// indexed returns the bytes of a content of the index.
func (e *engine) indexed(ctx context.Context, content string) ([]byte, error) {
	state, err := e.corpus.State()
	if err != nil {
		return nil, err
	}
	defer state.Close()
	_, source, err := index.SourceOf(ctx, state, content)
	if errors.Is(err, index.ErrSourceGone) {
		if known, e := state.Describe(ctx, []string{content}); e == nil && len(known[0].Occurrences) > 0 {
			return nil, fmt.Errorf("%s was changed or deleted after you chose it. Remove the files under “Where to look”, choose them again, and search again.", known[0].Occurrences[0].Path)
		}
	}
	return source, err
}
