package index

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/index/corpus"
	"github.com/chaffinch-search/chaffinch/query"
)

// mostLexed is the number of contents that a check of a state lexes again.
const mostLexed = 1000

// Check reads all documents of an index of any kind, and compares them with each other and, for a sample,
// with their sources. The state must be a [Catalog]. It keeps the ids of all contents in memory. A writer
// that works at the same time may cause problems that are none. remedy is what to do about a problem.
func Check(ctx context.Context, s State, a *analyzer.Analyzer, remedy string, o CheckOptions) (CheckReport, error) {
	all, err := CatalogOf(s)
	if err != nil {
		return CheckReport{}, err
	}
	if o.Progress == nil {
		o.Progress = func(string, int, int) {}
	}
	c := &stateCheck{State: s, all: all, analyzer: a, remedy: remedy, o: o, used: map[string]bool{}}
	c.report.Problems = []Problem{}
	for _, step := range []func(context.Context) error{c.contents, c.occurrences, c.boilerplate, c.lexAgain} {
		if err := step(ctx); err != nil {
			return c.report, fmt.Errorf("checking the index: %w", err)
		}
	}
	slices.SortFunc(c.report.Problems, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Name, b.Name))
	})
	return c.report, nil
}

// stateCheck is a check of a state.
type stateCheck struct {
	State
	all      Catalog
	analyzer *analyzer.Analyzer
	remedy   string
	o        CheckOptions
	report   CheckReport
	used     map[string]bool // by content: whether it has an occurrence
	sample   []Content
}

func (c *stateCheck) problem(kind, name, what string) {
	if len(c.report.Problems) >= maxProblems {
		c.report.More++
		return
	}
	c.report.Problems = append(c.report.Problems, Problem{kind, name, what, c.remedy})
}

func (c *stateCheck) contents(ctx context.Context) error {
	every := max(1, c.Contents()/mostLexed)
	return c.all.EachContent(ctx, func(content Content) error {
		if c.report.Contents%every == 0 {
			c.sample = append(c.sample, content)
		}
		c.report.Contents++
		c.used[content.ID] = false
		c.o.Progress("contents", c.report.Contents, c.Contents())
		return nil
	})
}

func (c *stateCheck) occurrences(ctx context.Context) error {
	err := c.Occurrences(ctx, Where{Both: true}, func(o Occurrence) error {
		if o.Skipped != "" {
			c.report.Skipped++
			return nil
		}
		c.report.Occurrences++
		if _, ok := c.used[o.Content]; !ok {
			c.problem(problemOccurrence, o.File(), fmt.Sprintf("its content %s is missing", o.Content))
			return nil
		}
		c.used[o.Content] = true
		return nil
	})
	for _, used := range c.used {
		if !used {
			c.report.Orphans++
		}
	}
	return err
}

func (c *stateCheck) boilerplate(ctx context.Context) error {
	return c.EachBoilerplate(ctx, func(b Boilerplate) error {
		c.report.Boilerplate++
		if _, err := b.Source(); err != nil {
			c.problem(problemContent, b.ID, err.Error())
		}
		return nil
	})
}

// lexAgain compares the terms of a sample with those of their sources.
func (c *stateCheck) lexAgain(ctx context.Context) error {
	for i, content := range c.sample {
		c.o.Progress("sources", i, len(c.sample))
		source, err := c.Source(ctx, content, nil, nil)
		switch {
		case errors.Is(err, ErrSourceGone), errors.Is(err, ErrUnknownContent): // removed since
			continue
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			c.problem(problemContent, content.ID, err.Error())
			continue
		}
		if err := c.compare(ctx, content, source); err != nil {
			return err
		}
	}
	return nil
}

// compare compares a content with its source.
func (c *stateCheck) compare(ctx context.Context, content Content, source []byte) error {
	l, err := languageChoice{language: content.Language}.lookup()
	if err != nil {
		c.problem(problemContent, content.ID, err.Error())
		return nil
	}
	var n analyzer.Analysis
	c.analyzer.Analyze(l, corpus.Decode(source).UTF8, &n)
	v := query.NewVector(query.Terms(&n))
	hits, err := c.Score(ctx, v, []string{content.ID}, query.Options{})
	if err != nil || len(hits) == 0 { // removed since
		return err
	}
	c.report.Lexed++
	c.report.Terms += v.Len()
	if missing := v.Len() - len(hits[0].Matched); missing > 0 {
		c.problem(problemTerms, content.ID, fmt.Sprintf("%d of its fingerprints in the index are missing", missing))
	}
	found := [analyzer.Representations]int{}
	for r, prints := range n.Fingerprints {
		found[r] = len(prints)
	}
	if found != content.Fingerprints || n.Len() != content.Tokens {
		c.problem(problemTerms, content.ID, fmt.Sprintf("its source has %d tokens and %d fingerprints, record says %d and %d",
			n.Len(), found, content.Tokens, content.Fingerprints))
	}
	return nil
}
