package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/blevesearch/bleve/v2/index/scorch"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/detect"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/disk"
)

// This file holds all uses of the index and search packages.

// openIndex opens an index as readers do.
func openIndex(path string) (*chaffinch.Index, error) {
	return chaffinch.Open(context.Background(), path, index.Options{ReadOnly: true})
}

// missing means that there is no index; unfinished, that its first update never completed.
func missing(err error) bool    { return errors.Is(err, index.ErrNotIndex) }
func damaged(err error) bool    { return errors.Is(err, disk.ErrDamaged) }
func unfinished(err error) bool { return missing(err) || errors.Is(err, index.ErrUnfinished) }

// saysUnfinished reports whether a check has found an unfinished first update.
func saysUnfinished(text string) bool { return strings.Contains(text, index.ErrUnfinished.Error()) }

// state is everything that an index lists, one sorted line for each item.
type state []string

// stateAt returns the state that readers see.
func stateAt(path string) (state, error) {
	x, err := openIndex(path)
	if err != nil {
		return nil, err
	}
	defer x.Close()
	return stateOf(x)
}

func stateOf(x *chaffinch.Index) (state, error) {
	s, err := x.Snapshot()
	if err != nil {
		return nil, err
	}
	defer s.Close()
	var got state
	add := func(format string, values ...any) error {
		got = append(got, fmt.Sprintf(format, values...))
		return nil
	}
	err = errors.Join(
		s.EachContent(func(c index.Content) error {
			return add("content %s %s %d %d %v", c.ID, c.Language, c.Size, c.Tokens, c.Fingerprints)
		}),
		s.EachOccurrence("", func(o index.Occurrence) error {
			return add("at %s %q %s", o.Collection, o.File(), o.Content)
		}),
		s.EachSkipped(func(o index.Occurrence) error {
			return add("skipped %s %q %s", o.Collection, o.File(), o.Skipped)
		}),
		s.EachBoilerplate(func(b index.Boilerplate) error {
			return add("boilerplate %s %s %q", b.ID, b.Language, b.Names)
		}),
	)
	slices.Sort(got)
	return got, err
}

// refresh updates an index to the world's files, and creates it if there is none.
func (w *world) refresh(path string) error {
	ctx := context.Background()
	x, err := disk.Open(ctx, path, index.Options{})
	if missing(err) {
		x, err = disk.Create(path, index.DefaultSettings())
	}
	if err != nil {
		return err
	}
	_, err = x.Update(ctx, index.Source{Root: w.tree.root}, index.UpdateOptions{Prune: true})
	if err == nil && w.boilerplate {
		_, err = x.AddBoilerplate(ctx, []string{w.handout.root}, index.BoilerplateOptions{})
	}
	return errors.Join(err, x.Close())
}

// segments returns how many segments readers see.
func segments(path string) (int, error) {
	x, err := openIndex(path)
	if err != nil {
		return 0, err
	}
	defer x.Close()
	s, err := x.Snapshot()
	if err != nil {
		return 0, err
	}
	defer s.Close()
	return len(s.Reader().(*scorch.IndexSnapshot).Segments()), nil
}

// answersOf returns the answers of an index, and the document frequencies of the questions' terms.
func answersOf(x *chaffinch.Index, questions []question) (answers, df []string, err error) {
	s, err := x.Snapshot()
	if err != nil {
		return nil, nil, err
	}
	defer s.Close()
	for i, q := range questions {
		measure := []string{"evidence", "containment"}[i%2]
		got, err := x.Search(context.Background(),
			chaffinch.Document{Name: q.name, Source: []byte(q.text)},
			chaffinch.SearchOptions{Measure: measure})
		if err != nil {
			return nil, nil, err
		}
		hits, err := json.Marshal(got.Hits)
		if err != nil {
			return nil, nil, err
		}
		answers = append(answers, fmt.Sprintf("%d: %s", i, hits))
		frequencies, err := frequencies(s, x.Analyzer(), q)
		if err != nil {
			return nil, nil, err
		}
		df = append(df, frequencies)
	}
	return answers, df, nil
}

// frequencies lists the df of a question's terms.
func frequencies(s *disk.Snapshot, a *analyzer.Analyzer, q question) (string, error) {
	var n analyzer.Analysis
	a.Analyze(detect.Language(q.name, []byte(q.text)), []byte(q.text), &n)
	var b strings.Builder
	for r, prints := range n.Fingerprints {
		for _, p := range prints {
			df, err := s.DF(analyzer.Representation(r).String(), string(winnow.AppendTerm(nil, p.Hash)))
			if err != nil {
				return "", err
			}
			fmt.Fprintf(&b, "%x=%d ", p.Hash, df)
		}
	}
	return b.String(), nil
}
