package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/detect"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/corpus"
	"github.com/chaffinch-search/chaffinch/internal/report"
	"github.com/chaffinch-search/chaffinch/query"
)

// This file is all that quality needs of the index, of search and of pairs.

// measures are the scorers that ask the index alone.
var measures = map[string]query.Measure{
	"containment": query.Containment, "cosine": query.Cosine, "resemblance": query.Resemblance,
}

// scorers are the values of -scorer.
var scorers = []string{"containment", "cosine", "evidence", "resemblance"}

const (
	// deepest is how many answers a question of a search set gets. More hardly change a figure.
	deepest = 100
	// leastEvidence is the least score of an answer by evidence.
	leastEvidence = 0.01
)

// settings returns the default ones with the flags applied.
func settings(representation, selection string) (analyzer.Settings, error) {
	s := analyzer.DefaultSettings()
	switch representation {
	case "both":
	case "structure":
		s.Exact = winnow.Scheme{}
	case "exact":
		s.Structure = winnow.Scheme{}
	default:
		return s, fmt.Errorf("-representation is %q: use structure, exact or both", representation)
	}
	for _, one := range []*winnow.Scheme{&s.Structure, &s.Exact, &s.Text} {
		if selection != "" && !one.Off() {
			one.Selection = selection
		}
	}
	_, err := analyzer.New(s)
	return s, err
}

// score scores the pairs of a set. notes is told about documents that cannot be found.
func (o *options) score(ctx context.Context, s *set, c *scores, notes io.Writer) (err error) {
	dir, err := os.MkdirTemp("", "chaffinch-quality-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	tree := filepath.Join(dir, "tree")
	// Whoever made the set has chosen the documents, so that no size or name keeps one out.
	files := corpus.Options{NoIgnore: true, KeepGenerated: true, KeepMinified: true}
	if files.MaxSize, err = layOut(s, tree); err != nil {
		return fmt.Errorf("laying out the documents: %w", err)
	}
	an, err := settings(o.representation, o.selection)
	if err != nil {
		return err
	}
	note := func(skipped map[string]int) {
		for _, reason := range slices.Sorted(maps.Keys(skipped)) {
			fmt.Fprintf(notes, "%d documents are not compared, and score 0: %s\n", skipped[reason], reason)
		}
	}
	if o.scorer == "evidence" && !s.search {
		return comparePairs(ctx, tree, files, an, c, note)
	}
	all := index.DefaultSettings()
	all.Analyzer = an
	x, err := chaffinch.Create(filepath.Join(dir, "index"), all)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, x.Close()) }()
	done, err := x.Update(ctx, index.Source{Root: tree}, index.UpdateOptions{Corpus: files})
	if err != nil {
		return err
	}
	note(done.Skipped)
	if o.scorer == "evidence" {
		return searchEvidence(ctx, x, s, c)
	}
	return searchIndex(ctx, x.Index, s, c, measures[o.scorer])
}

// layOut copies the documents below dir and returns the size of the largest.
func layOut(s *set, dir string) (largest int64, err error) {
	documents, err := s.documents()
	if err != nil {
		return 0, err
	}
	for _, path := range documents {
		content, err := s.readDocument(path)
		if err != nil {
			return 0, err
		}
		largest = max(largest, int64(len(content)))
		to := filepath.Join(dir, filepath.FromSlash(path))
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			return 0, err
		}
		if err := os.WriteFile(to, content, 0o644); err != nil {
			return 0, err
		}
	}
	return largest, nil
}

// comparePairs compares the documents as the command pairs does, and reads the scores from the
// table that it writes. Pairs that share no fingerprint are not in it.
func comparePairs(ctx context.Context, tree string, files corpus.Options, an analyzer.Settings,
	c *scores, note func(map[string]int)) (err error) {
	compared, err := chaffinch.Pairs(ctx, []string{tree}, chaffinch.PairsOptions{Corpus: files, Settings: an})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, compared.Close()) }()
	note(compared.Skipped)
	var table bytes.Buffer
	if err := report.TSV(&table, compared, 0); err != nil {
		return err
	}
	unescape := strings.NewReplacer(`\\`, "\\", `\t`, "\t", `\n`, "\n", `\r`, "\r")
	lines := bufio.NewScanner(&table)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		cells := strings.SplitN(lines.Text(), "\t", 4)
		if len(cells) < 3 {
			return fmt.Errorf("the table of pairs has a line without a score: %q", lines.Text())
		}
		score, err := strconv.ParseFloat(cells[2], 64)
		if err != nil {
			return fmt.Errorf("reading the table of pairs: %w", err)
		}
		c.add(unescape.Replace(cells[0]), unescape.Replace(cells[1]), score)
	}
	return lines.Err()
}

// searchEvidence asks for the questions as search does.
func searchEvidence(ctx context.Context, x *chaffinch.Index, s *set, c *scores) error {
	for _, question := range s.questions() {
		content, err := s.readDocument(question)
		if err != nil {
			return err
		}
		a, err := x.Search(ctx, chaffinch.Document{Name: question, Source: content},
			chaffinch.SearchOptions{Top: deepest, MinScore: leastEvidence})
		if err != nil {
			return fmt.Errorf("asking for %s: %w", question, err)
		}
		for _, hit := range a.Hits {
			for _, o := range hit.Occurrences {
				c.add(question, o.Path, hit.Score)
			}
		}
	}
	return nil
}

// searchIndex scores by a measure of the index. Where directions do not count, the containment of a
// pair is the larger of both.
func searchIndex(ctx context.Context, x *index.Index, s *set, c *scores, m query.Measure) (err error) {
	snapshot, err := x.Snapshot()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, snapshot.Close()) }()
	paths := map[string][]string{} // by content
	err = snapshot.EachOccurrence("", func(o index.Occurrence) error {
		paths[o.Content] = append(paths[o.Content], o.Path)
		return nil
	})
	if err != nil {
		return err
	}
	var fields []string
	for r := range analyzer.Representation(analyzer.Representations) {
		fields = append(fields, r.String())
	}
	o := query.Options{Measure: m, Documents: snapshot.Contents()}
	o.Weights, err = query.ComputeWeights(ctx, snapshot.Reader(), fields, o.Documents)
	if err != nil {
		return err
	}
	if s.search {
		o.Top = deepest
	}
	for _, question := range s.questions() {
		content, err := s.readDocument(question)
		if err != nil {
			return err
		}
		v := vector(x.Analyzer(), question, content, s.search && m == query.Containment)
		found, err := query.Search(ctx, snapshot.Reader(), v, o)
		if err != nil {
			return fmt.Errorf("asking for %s: %w", question, err)
		}
		for _, hit := range found.Hits {
			id, _ := index.ContentOf(hit.ID)
			for _, path := range paths[id] {
				c.add(question, path, hit.Score)
			}
		}
	}
	return nil
}

// spareBelow is how many times the guarantee threshold a question may be long to be asked with all
// its k-grams, as search does.
const spareBelow = 4

// vector returns the term vector of a question, with the spare terms of a short one if wanted.
func vector(a *analyzer.Analyzer, name string, content []byte, spare bool) *query.Vector {
	var n analyzer.Analysis
	language := detect.Language(name, content)
	a.Analyze(language, content, &n)
	terms := query.Terms(&n)
	if spare && len(n.Tokens) < spareBelow*a.Guarantee(language) {
		terms = append(terms, query.SpareTerms(a, &n, nil)...)
	}
	return query.NewVector(terms)
}
