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
	"slices"
	"strconv"
	"strings"

	"github.com/chaffinch-search/chaffinch/index/corpus"
	"github.com/chaffinch-search/chaffinch/internal/answer"
	"github.com/chaffinch-search/chaffinch/internal/collection"
	"github.com/chaffinch-search/chaffinch/internal/report"
	"github.com/chaffinch-search/chaffinch/query"
)

func init() { scorers["evidence"] = byEvidence }

// leastEvidence is the least score that search lists by default.
const leastEvidence = 0.01

// byEvidence scores by what aligning the documents proves: pairs as the program's pairs does, an
// answer as its search does.
func byEvidence(ctx context.Context, t *task) (err error) {
	if t.pairs != nil {
		return compareAll(ctx, t)
	}
	l, err := newLibrary(ctx, t)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, l.close()) }()
	return askAll(ctx, t, l)
}

// askAll searches for the questions.
func askAll(ctx context.Context, t *task, l *library) (err error) {
	asker, err := answer.New(l.index)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, asker.Close()) }()
	for _, question := range t.questions {
		content, err := t.read(question)
		if err != nil {
			return err
		}
		a, err := asker.Ask(ctx, answer.Request{
			Name: question, Source: content, Evidence: true, Measure: query.Containment,
			Top: deepest, MinScore: leastEvidence,
		})
		if err != nil {
			return err
		}
		for _, hit := range a.Hits {
			for _, o := range hit.Occurrences {
				t.add(question, o.Path, hit.Score)
			}
		}
	}
	return nil
}

// compareAll compares the documents as the program's command pairs does, and takes the scores from
// the table that it writes for programs. Pairs that share no fingerprint are not in it.
func compareAll(ctx context.Context, t *task) (err error) {
	dir, err := os.MkdirTemp("", "chaffinch-quality-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	largest, err := layOut(t, dir)
	if err != nil {
		return fmt.Errorf("laying out the documents: %w", err)
	}
	c, err := collection.Compare(ctx, []string{dir}, collection.Options{
		Corpus:   corpus.Options{MaxSize: largest, NoIgnore: true, KeepGenerated: true, KeepMinified: true},
		Settings: t.analyzer,
	})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.Close()) }()
	for _, reason := range slices.Sorted(maps.Keys(c.Result.Skipped)) {
		fmt.Fprintf(t.notes, "%d documents are not compared, and score 0: %s\n", c.Result.Skipped[reason], reason)
	}
	var table bytes.Buffer
	if err := report.TSV(&table, c.Result, 0); err != nil {
		return err
	}
	return t.addAll(&table)
}

// pathOf turns a path in the table back into what it was.
var pathOf = strings.NewReplacer(`\\`, "\\", `\t`, "\t", `\n`, "\n", `\r`, "\r")

// addAll adds the scores of a table of pairs.
func (t *task) addAll(table io.Reader) error {
	lines := bufio.NewScanner(table)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		cells := strings.SplitN(lines.Text(), "\t", 4)
		if len(cells) < 3 {
			return fmt.Errorf("the table of pairs has the line %q, which has no score", lines.Text())
		}
		score, err := strconv.ParseFloat(cells[2], 64)
		if err != nil {
			return fmt.Errorf("reading the table of pairs: %w", err)
		}
		t.add(pathOf.Replace(cells[0]), pathOf.Replace(cells[1]), score)
	}
	return lines.Err()
}
