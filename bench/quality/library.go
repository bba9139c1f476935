package main

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/detect"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
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

// settings returns the default ones with the selection applied.
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

// score scores the pairs of a set. It notes how many documents are skipped.
func (b *bench) score(s *set) (scores, error) {
	if err := s.read(); err != nil {
		return nil, err
	}
	// The authors of a set chose the documents, so no size or name keeps one out.
	files := document.Options{NoIgnore: true, KeepGenerated: true, KeepMinified: true}
	tree, c := b.Folder(), scores{}
	for _, path := range s.documents() {
		content, err := s.readDocument(path)
		if err != nil {
			return nil, err
		}
		files.MaxSize = max(files.MaxSize, int64(len(content)))
		if err := code.WriteFile(filepath.Join(tree, filepath.FromSlash(path)), content); err != nil {
			return nil, err
		}
	}
	score := b.byIndex
	if slices.Contains([]string{"evidence", "listed", "unusual"}, b.scorer) {
		score = b.byEvidence
	}
	skipped, err := score(s, tree, files, c)
	for _, reason := range slices.Sorted(maps.Keys(skipped)) {
		fmt.Fprintf(b.Notes, "%s: %d documents are not compared, and score 0: %s\n", s.name, skipped[reason], reason)
	}
	return c, err
}

// byEvidence compares the documents as the command pairs does. It reads the scores from the table
// that pairs writes, which has each copy of identical documents. Pairs that share no fingerprint
// are not in it.
func (b *bench) byEvidence(s *set, tree string, files document.Options, c scores) (skipped map[document.Reason]int, err error) {
	o := pairs.Options{Reading: pairs.Reading{Corpus: files}, Settings: b.settings}
	if b.scorer == "listed" {
		o.MinScore = threshold.ListedPair
	}
	compared, err := chaffinch.Pairs(b, []string{tree}, o)
	if err != nil {
		return nil, err
	}
	defer compared.Close()
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
	column := "score"
	if b.scorer == "unusual" {
		column = "unusual"
	}
	at := slices.Index(rows[0], column)
	for _, row := range rows[1:] {
		score, err := strconv.ParseFloat(row[at], 64)
		if err != nil {
			return nil, fmt.Errorf("reading the table of pairs: %w", err)
		}
		c.add(row[0], row[1], score)
	}
	return compared.Skipped, nil
}

// byIndex searches an index of the documents for each of them.
func (b *bench) byIndex(s *set, tree string, files document.Options, c scores) (skipped map[document.Reason]int, err error) {
	settings := index.DefaultSettings()
	settings.Analyzer = b.settings
	x, done, err := b.Indexed(tree, settings, index.UpdateOptions{Corpus: files})
	if err != nil {
		return nil, err
	}
	if b.scorer == similar {
		return done.Skipped, b.bySimilar(s, x, c)
	}
	snapshot, err := x.Snapshot()
	if err != nil {
		return nil, err
	}
	return done.Skipped, errors.Join(b.byMeasure(s, x.Analyzer(), snapshot, c), snapshot.Close())
}

// bySimilar searches as the command similar does.
func (b *bench) bySimilar(s *set, x *chaffinch.Index, c scores) error {
	for _, name := range s.documents() {
		content, err := s.readDocument(name)
		if err != nil {
			return err
		}
		answer, err := x.Similar(b, chaffinch.Document{Name: name, Source: content}, chaffinch.SearchOptions{Top: -1})
		if err != nil {
			return fmt.Errorf("asking for documents similar to %s: %w", name, err)
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
	return nil
}

// byMeasure searches by a measure of the index alone.
func (b *bench) byMeasure(s *set, a *analyzer.Analyzer, in *disk.Snapshot, c scores) error {
	paths := map[string][]string{} // by content
	err := in.EachOccurrence("", func(o index.Occurrence) error {
		paths[o.Content] = append(paths[o.Content], o.Path)
		return nil
	})
	if err != nil {
		return err
	}
	by := query.Options{Documents: in.Contents()}
	if by.Measure, err = query.ParseMeasure(b.scorer); err != nil {
		return err
	}
	fields := []string{analyzer.Structure.String(), analyzer.Exact.String()}
	if by.Weights, err = blevequery.ComputeWeights(b, in.Reader(), fields, by.Documents); err != nil {
		return err
	}
	var n analyzer.Analysis
	for _, question := range s.documents() {
		content, err := s.readDocument(question)
		if err != nil {
			return err
		}
		a.Analyze(detect.Language(question, content), content, &n)
		found, err := blevequery.Search(b, in.Reader(), query.NewVector(query.Terms(&n)), by)
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
