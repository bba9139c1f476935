package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/detect"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/query"
)

// The measures of the index, which are computed without reading a document again.
func init() {
	for _, m := range []query.Measure{query.Containment, query.Cosine, query.Resemblance} {
		scorers[m.String()] = func(ctx context.Context, t *task) error { return byMeasure(ctx, t, m) }
	}
}

// deepest is how many answers a question of a search set gets. More hardly change a figure.
const deepest = 100

// byMeasure scores by one of the index's measures. Where directions do not count, a pair's
// containment is the larger of both.
func byMeasure(ctx context.Context, t *task, m query.Measure) (err error) {
	l, err := newLibrary(ctx, t)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, l.close()) }()
	o := query.Options{Measure: m, Documents: l.snapshot.Contents(), Weights: l.weights}
	if t.pairs == nil {
		o.Top = deepest
	}
	for _, question := range t.questions {
		content, err := t.read(question)
		if err != nil {
			return err
		}
		v := l.vector(question, content, t.pairs == nil && m == query.Containment)
		found, err := query.Search(ctx, l.snapshot.Reader(), v, o)
		if err != nil {
			return fmt.Errorf("asking for %s: %w", question, err)
		}
		for _, hit := range found.Hits {
			id, _ := index.ContentOf(hit.ID)
			for _, path := range l.paths[id] {
				t.add(question, path, hit.Score)
			}
		}
	}
	return nil
}

// spareBelow is how many times the guarantee threshold a question may be long to be asked with all
// its k-grams, as the program asks it.
const spareBelow = 4

// vector returns the term vector of a question, with the spare terms of a short one if those are
// wanted.
func (l *library) vector(name string, content []byte, spare bool) *query.Vector {
	var n analyzer.Analysis
	a := l.index.Analyzer()
	language := detect.Language(name, content)
	a.Analyze(language, content, &n)
	terms := query.Terms(&n)
	if spare && len(n.Tokens) < spareBelow*a.Guarantee(language) {
		terms = append(terms, query.SpareTerms(a, &n, nil)...)
	}
	return query.NewVector(terms)
}
