package main

import (
	"context"
	"errors"
	"fmt"
	"runtime"

	"golang.org/x/sync/errgroup"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/internal/answer"
	"github.com/chaffinch-search/chaffinch/query"
	"github.com/chaffinch-search/chaffinch/query/align"
)

func init() { scorers["evidence"] = byEvidence }

// leastEvidence is the least score that search lists by default.
const leastEvidence = 0.01

// byEvidence scores by what aligning the documents proves: a pair as the program's similar does, an
// answer as its search does.
func byEvidence(ctx context.Context, t *task) (err error) {
	l, err := newLibrary(ctx, t)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, l.close()) }()
	if t.pairs == nil {
		return askAll(ctx, t, l)
	}
	return alignAll(ctx, t, l)
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

// alignAll aligns every pair, also those that an index would not find because they share no
// fingerprint. What is not indexed is left out.
func alignAll(ctx context.Context, t *task, l *library) error {
	all, err := prepareAll(ctx, t, l)
	if err != nil {
		return err
	}
	scores := make([]float64, len(t.pairs))
	workers := runtime.GOMAXPROCS(0)
	var g errgroup.Group
	for first := range workers {
		g.Go(func() error { return alignSome(ctx, t.pairs, all, first, workers, scores) })
	}
	if err := g.Wait(); err != nil {
		return err
	}
	for i, p := range t.pairs {
		if all[p[0]] != nil && all[p[1]] != nil {
			t.add(p[0], p[1], scores[i])
		}
	}
	return nil
}

// prepared is a document made ready to be aligned. Nothing in it changes any more.
type prepared struct {
	source   []byte
	analysis analyzer.Analysis
	rarity   align.Rarity // of its tokens among the documents of the set
}

// prepareAll returns the documents that are indexed, by path.
func prepareAll(ctx context.Context, t *task, l *library) (map[string]*prepared, error) {
	all := map[string]*prepared{}
	for _, paths := range l.paths {
		for _, path := range paths {
			source, err := t.read(path)
			if err != nil {
				return nil, err
			}
			if all[path], err = prepare(ctx, l, path, source); err != nil {
				return nil, fmt.Errorf("preparing %s: %w", path, err)
			}
		}
	}
	return all, nil
}

func prepare(ctx context.Context, l *library, path string, source []byte) (*prepared, error) {
	p := &prepared{source: source}
	a, n := l.index.Analyzer(), l.snapshot.Contents()
	a.Analyze(analyzer.Detect(path, source), source, &p.analysis)
	terms, err := query.LookUp(ctx, l.snapshot.Reader(), query.NewVector(query.Terms(&p.analysis)), n)
	if err != nil {
		return nil, err
	}
	p.rarity = query.Rarity(a, &p.analysis, terms, n)
	return p, nil
}

// alignSome scores every step-th pair from the first on. It makes documents of its own, since they
// are not for several goroutines.
func alignSome(ctx context.Context, pairs [][2]string, all map[string]*prepared, first, step int, scores []float64) error {
	documents := map[string]*align.Document{}
	document := func(path string) *align.Document {
		if documents[path] == nil {
			documents[path] = align.NewDocument(all[path].source, all[path].analysis.Tokens)
		}
		return documents[path]
	}
	for i := first; i < len(pairs); i += step {
		if err := ctx.Err(); err != nil {
			return err
		}
		x, y := all[pairs[i][0]], all[pairs[i][1]]
		if x == nil || y == nil {
			continue
		}
		a, b := document(pairs[i][0]), document(pairs[i][1])
		scores[i] = align.Similarity(a, b, align.Align(a, b), x.rarity, y.rarity)
	}
	return nil
}
