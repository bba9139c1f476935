package index

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/query"
)

// mostLexed is the number of contents that a check of a state lexes again.
const mostLexed = 64

// Check compares all documents with each other, and a sample with its sources. The index may be of
// any kind; its state must be a [Catalog]. It keeps the ids of all contents in memory. Concurrent
// writes may look like problems. path is the index's path.
func Check(ctx context.Context, s State, a *analyzer.Analyzer, path string, o CheckOptions) (CheckReport, error) {
	c, err := checkState(ctx, s, a, path, o)
	if err != nil {
		return CheckReport{}, fmt.Errorf("checking index %s: %w", path, err)
	}
	return c.report, nil
}

func checkState(ctx context.Context, s State, a *analyzer.Analyzer, path string, o CheckOptions) (*stateCheck, error) {
	all, err := CatalogOf(s)
	if err != nil {
		return nil, err
	}
	if o.Progress == nil {
		o.Progress = func(string, int, int) {}
	}
	c := &stateCheck{State: s, all: all, analyzer: a, o: o, used: map[string]bool{}, damaged: map[string]bool{}}
	c.remedy = Remedy{Kind: RemedyRepair, Index: path}
	c.report.Problems = []Problem{}
	for _, step := range []func(context.Context) error{c.contents, c.occurrences, c.boilerplate, c.lexAgain} {
		if err := step(ctx); err != nil {
			return nil, err
		}
	}
	slices.SortFunc(c.report.Problems, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Name, b.Name))
	})
	return c, nil
}

// stateCheck is a check of a state.
type stateCheck struct {
	State
	all      Catalog
	analyzer *analyzer.Analyzer
	remedy   Remedy
	o        CheckOptions
	report   CheckReport
	used     map[string]bool // by content: whether it has an occurrence
	sample   []Content
	dangling []Occurrence    // without their content
	damaged  map[string]bool // contents
	lost     []Boilerplate   // damaged
}

func (c *stateCheck) problem(kind, name, what string) {
	if len(c.report.Problems) >= MaxProblems {
		c.report.More++
		return
	}
	c.report.Problems = append(c.report.Problems, Problem{kind, name, what, c.remedy})
}

// wrong notes a problem of a content.
func (c *stateCheck) wrong(kind, content, what string) {
	c.damaged[content] = true
	c.problem(kind, content, what)
}

func (c *stateCheck) contents(ctx context.Context) error {
	every := max(1, (c.Contents()+mostLexed-1)/mostLexed)
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
			c.dangling = append(c.dangling, o)
			c.problem(ProblemOccurrence, o.File(), fmt.Sprintf("its content %s is missing", o.Content))
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
			c.lost = append(c.lost, b)
			c.problem(ProblemContent, b.ID, err.Error())
		}
		return nil
	})
}

// lexAgain compares the terms of a sample with the terms of their sources.
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
			c.wrong(ProblemContent, content.ID, err.Error())
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
	l, err := lookUp(document.LanguageChoice{Language: content.Language})
	if err != nil {
		c.wrong(ProblemContent, content.ID, err.Error())
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
		c.wrong(ProblemTerms, content.ID, fmt.Sprintf("%d of its fingerprints in the index are missing", missing))
	}
	found := [analyzer.Representations]int{}
	for r, prints := range n.Fingerprints {
		found[r] = len(prints)
	}
	if found != content.Fingerprints || n.Len() != content.Tokens {
		c.wrong(ProblemTerms, content.ID, fmt.Sprintf("its source has %d tokens and %d fingerprints, record says %d and %d",
			n.Len(), found, content.Tokens, content.Fingerprints))
	}
	return nil
}

// RepairWith removes what [Check] finds wrong, and contents without an occurrence. A killed writer
// leaves these. The next update reads the files of removed contents again. path is the index's
// path. Repair of package disk is for an index on disk.
func RepairWith(ctx context.Context, w Writer, path string, o CheckOptions) (RepairReport, error) {
	r := RepairReport{Problems: []Problem{}, Segments: []string{}, Files: []string{}, Boilerplate: []string{}, Again: []Remedy{}}
	if err := r.run(ctx, w, path, o); err != nil {
		return r, fmt.Errorf("repairing index %s: %w", path, err)
	}
	return r, nil
}

func (r *RepairReport) run(ctx context.Context, w Writer, path string, o CheckOptions) error {
	a, err := w.Settings().NewAnalyzer()
	if err != nil {
		return err
	}
	s, err := w.State()
	if err != nil {
		return err
	}
	defer s.Close()
	c, err := checkState(ctx, s, a, path, o)
	if err != nil {
		return err
	}
	r.Problems, r.More = c.report.Problems, c.report.More
	ids := slices.Sorted(maps.Keys(c.damaged))
	described, err := s.Describe(ctx, ids)
	if err != nil {
		return err
	}
	if err := w.Begin(ctx, "", ""); err != nil {
		return err
	}
	gone, err := stillDangling(ctx, w, c.dangling)
	if err != nil {
		return err
	}
	for _, d := range described {
		gone = append(gone, d.Occurrences...)
	}
	for id, used := range c.used {
		if !used && !c.damaged[id] {
			ids = append(ids, id)
		}
	}
	if err := r.remove(ctx, w, gone, ids, c.lost); err != nil {
		return err
	}
	again := map[Root]bool{}
	for _, o := range gone {
		again[Root{o.Collection, o.Root}] = true
		if len(r.Files) < MaxProblems {
			r.Files = append(r.Files, o.File())
		}
	}
	for _, root := range slices.SortedFunc(maps.Keys(again), Root.Compare) {
		r.Again = append(r.Again, Remedy{Kind: RemedyUpdate, Index: path, Roots: []Root{root}})
	}
	err = publishUnless(ctx, w, w.Merge(ctx, true))
	r.Published = err == nil
	return err
}

// stillDangling returns the occurrences whose content another writer has not added meanwhile.
func stillDangling(ctx context.Context, w Writer, at []Occurrence) (dangling []Occurrence, err error) {
	for part := range slices.Chunk(at, atOnce) {
		ids := make([]string, len(part))
		for i, o := range part {
			ids[i] = o.Content
		}
		known, err := w.Known(ctx, ids)
		if err != nil {
			return nil, err
		}
		for _, o := range part {
			if !slices.ContainsFunc(known, func(c Content) bool { return c.ID == o.Content }) {
				dangling = append(dangling, o)
			}
		}
	}
	return dangling, nil
}

// atOnce bounds the changes of a batch of a repair.
const atOnce = 1000

// remove removes occurrences first, and then contents that have none any more.
func (r *RepairReport) remove(ctx context.Context, w Writer, gone []Occurrence, orphans []string, lost []Boilerplate) error {
	write := func(b *Batch) error {
		r.Documents += b.Len()
		return w.Write(ctx, b)
	}
	for part := range slices.Chunk(gone, atOnce) {
		if err := write(&Batch{Gone: part}); err != nil {
			return err
		}
	}
	for part := range slices.Chunk(orphans, atOnce) {
		if err := write(&Batch{Orphans: part}); err != nil {
			return err
		}
	}
	for _, b := range lost {
		r.Boilerplate = append(r.Boilerplate, b.Names...)
		if err := write(&Batch{NoBoilerplate: []string{b.ID}}); err != nil {
			return err
		}
	}
	return nil
}
