package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/detect"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
	"github.com/chaffinch-search/chaffinch/bench/internal/cli"
	"github.com/chaffinch-search/chaffinch/bench/internal/code"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/disk"
	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/report"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
	"github.com/chaffinch-search/chaffinch/pairs"
	"github.com/chaffinch-search/chaffinch/query"
	"github.com/chaffinch-search/chaffinch/query/blevequery"
)

// This file is all that quality needs of the index, of search and of pairs.

// settings returns the default ones with the flags applied.
func settings(selection string) (analyzer.Settings, error) {
	s := analyzer.DefaultSettings()
	for _, one := range []*winnow.Scheme{&s.Structure, &s.Exact, &s.Text} {
		if selection != "" && !one.Off() {
			one.Selection = selection
		}
	}
	_, err := analyzer.New(s)
	return s, err
}

// score scores the pairs of a set. It writes to notes how many documents are skipped.
func (o *options) score(ctx context.Context, s *set, c scores, notes io.Writer) (err error) {
	dir, err := os.MkdirTemp("", "chaffinch-quality-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	// The authors of a set chose the documents, so no size or name keeps one out.
	files := document.Options{NoIgnore: true, KeepGenerated: true, KeepMinified: true}
	if files.MaxSize, err = layOut(s, dir); err != nil {
		return fmt.Errorf("laying out the documents: %w", err)
	}
	score := o.byIndex
	switch o.scorer {
	case "evidence", "listed", "unusual":
		score = o.byEvidence
	case similar:
		score = o.bySimilar
	}
	skipped, err := score(ctx, s, dir, files, c)
	for _, reason := range slices.Sorted(maps.Keys(skipped)) {
		fmt.Fprintf(notes, "%d documents are not compared, and score 0: %s\n", skipped[reason], reason)
	}
	return err
}

// layOut copies the documents below dir and returns the size of the largest.
func layOut(s *set, dir string) (largest int64, err error) {
	for _, path := range s.documents() {
		content, err := s.readDocument(path)
		if err != nil {
			return 0, err
		}
		largest = max(largest, int64(len(content)))
		if err := code.WriteFile(filepath.Join(dir, filepath.FromSlash(path)), content); err != nil {
			return 0, err
		}
	}
	return largest, nil
}

// byEvidence compares the documents as the command pairs does, and reads the scores from the table
// that it writes. Pairs that share no fingerprint are not in it.
func (o *options) byEvidence(ctx context.Context, s *set, tree string, files document.Options, c scores) (
	skipped map[document.Reason]int, err error) {
	which := pairs.Options{Reading: pairs.Reading{Corpus: files}, Settings: o.settings}
	if o.scorer == "listed" {
		which.MinScore = threshold.ListedPair
	}
	compared, err := chaffinch.Pairs(ctx, []string{tree}, which)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, compared.Close()) }()
	for _, u := range compared.Units {
		s.facts[u.Name] = facts{u.Tokens, u.Files[0].Language}
	}
	var table bytes.Buffer
	if err := report.CSV(&table, compared, 0); err != nil {
		return nil, err
	}
	rows, err := csv.NewReader(&table).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("reading the table of pairs: %w", err)
	}
	column := slices.Index(rows[0], "score")
	if o.scorer == "unusual" {
		column = slices.Index(rows[0], "unusual")
	}
	for _, row := range rows[1:] {
		score, err := strconv.ParseFloat(row[column], 64)
		if err != nil {
			return nil, fmt.Errorf("reading the table of pairs: %w", err)
		}
		c.add(row[0], row[1], score)
	}
	return compared.Skipped, nil
}

// similar is the scorer that searches as the command similar does.
const similar = "similar"

// index indexes the documents below a folder. The function closes the index and removes it.
func (o *options) index(ctx context.Context, tree string, files document.Options) (*chaffinch.Index, index.Report, func() error, error) {
	settings := index.DefaultSettings()
	settings.Analyzer = o.settings
	return cli.Indexed(ctx, settings, index.Source{Root: tree}, index.UpdateOptions{Corpus: files})
}

// bySimilar searches an index of the documents for each of them, as the command similar does.
func (o *options) bySimilar(ctx context.Context, s *set, tree string, files document.Options, c scores) (
	skipped map[document.Reason]int, err error) {
	x, done, remove, err := o.index(ctx, tree, files)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, remove()) }()
	for _, name := range s.documents() {
		content, err := s.readDocument(name)
		if err != nil {
			return nil, err
		}
		answer, err := x.Similar(ctx, chaffinch.Document{Name: name, Source: content}, chaffinch.SearchOptions{Top: -1})
		if err != nil {
			return nil, fmt.Errorf("asking for documents similar to %s: %w", name, err)
		}
		s.facts[name] = facts{answer.Question.Tokens, answer.Question.Language}
		for _, same := range answer.Identical {
			c.add(name, same.Path, 1)
		}
		for _, h := range answer.Hits {
			for _, at := range h.Occurrences {
				c.add(name, at.Path, h.Score)
			}
		}
	}
	return done.Skipped, nil
}

// byIndex searches an index of the documents for each of them, by a measure of the index alone.
func (o *options) byIndex(ctx context.Context, s *set, tree string, files document.Options, c scores) (
	skipped map[document.Reason]int, err error) {
	x, done, remove, err := o.index(ctx, tree, files)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, remove()) }()
	snapshot, err := x.Snapshot()
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, snapshot.Close()) }()
	return done.Skipped, o.search(ctx, s, x.Analyzer(), snapshot, c)
}

func (o *options) search(ctx context.Context, s *set, a *analyzer.Analyzer, in *disk.Snapshot,
	c scores) error {
	paths := map[string][]string{} // by content
	err := in.EachOccurrence("", func(o index.Occurrence) error {
		paths[o.Content] = append(paths[o.Content], o.Path)
		return nil
	})
	if err != nil {
		return err
	}
	by := query.Options{Documents: in.Contents()}
	if by.Measure, err = query.ParseMeasure(o.scorer); err != nil {
		return err
	}
	fields := []string{analyzer.Structure.String(), analyzer.Exact.String()}
	if by.Weights, err = blevequery.ComputeWeights(ctx, in.Reader(), fields, by.Documents); err != nil {
		return err
	}
	var n analyzer.Analysis
	for _, question := range s.documents() {
		content, err := s.readDocument(question)
		if err != nil {
			return err
		}
		a.Analyze(detect.Language(question, content), content, &n)
		found, err := blevequery.Search(ctx, in.Reader(), query.NewVector(query.Terms(&n)), by)
		if err != nil {
			return fmt.Errorf("searching for %s: %w", question, err)
		}
		for _, hit := range found.Hits {
			id, _ := disk.ContentOf(hit.ID)
			for _, path := range paths[id] {
				c.add(question, path, hit.Score)
			}
		}
	}
	return nil
}
