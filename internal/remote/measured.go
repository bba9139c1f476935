package remote

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/corpus"
	"github.com/chaffinch-search/chaffinch/query"
)

// leastMeasured is the least number of contents that are measured: those that the estimate ranks best.
const leastMeasured = 100

// isMeasured reports whether the measure depends on all terms of a content.
func (q *question) isMeasured() bool { return q.options.Measure != query.Containment }

// estimate returns the query that ranks contents by the sum of the weights, for measures of all terms
// divided by the root of their number.
func (q *question) estimate(sum object) object {
	if !q.isMeasured() {
		return sum
	}
	return object{"function_score": object{
		"query": sum, "field_value_factor": object{"field": "inverse", "missing": 0}, "boost_mode": "multiply",
	}}
}

// measure scores hits by all of their terms.
func (q *question) measure(ctx context.Context, hits []hit) ([]scored, error) {
	ids := make([]string, len(hits))
	for i, h := range hits {
		ids[i] = h.ID
	}
	own, err := q.termsOf(ctx, ids)
	if err != nil {
		return nil, err
	}
	if err := q.look(ctx, slices.Concat(own...)); err != nil {
		return nil, err
	}
	at := map[key]int{}
	for i, t := range q.terms {
		at[keyOf(t.Term)] = i
	}
	all := make([]scored, len(hits))
	for i, id := range ids {
		var shared []int
		for _, t := range own[i] {
			if n, ok := at[keyOf(t)]; ok {
				shared = append(shared, n)
			}
		}
		slices.Sort(shared)
		all[i] = q.hit(id, shared, weigh(q.statsOf(own[i])))
	}
	return all, nil
}

// termsOf returns the distinct terms of contents. It lexes their sources. The nodes have to list the terms
// of those whose source is gone.
func (s *state) termsOf(ctx context.Context, ids []string) ([][]query.Term, error) {
	docs, err := s.x.get(ctx, ids, sourceFields+",packed", reading)
	if err != nil {
		return nil, err
	}
	at, err := s.occurrencesOf(ctx, ids)
	if err != nil {
		return nil, err
	}
	all := make([][]query.Term, len(ids))
	group, within := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i, d := range docs {
		group.Go(func() (err error) {
			all[i], err = s.lex(within, ids[i], d, at[ids[i]])
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	return all, s.listTerms(ctx, ids, all)
}

// lex returns the terms of a content, or nil if its source is gone.
func (s *state) lex(ctx context.Context, id string, d got, at []index.Occurrence) ([]query.Term, error) {
	var stored contentSource
	if !d.Found || json.Unmarshal(d.Source, &stored) != nil {
		return nil, nil // removed since
	}
	c, err := stored.content(id)
	if err != nil {
		return nil, err
	}
	l, ok := lex.Lookup(c.Language)
	if !ok {
		return nil, ctx.Err()
	}
	var source []byte
	if stored.Packed != nil {
		source, err = index.Document{Content: c, Packed: stored.Packed}.Source()
	} else {
		source, err = c.FromFiles(ctx, at, nil)
	}
	if err != nil {
		return nil, ctx.Err()
	}
	var n analyzer.Analysis
	s.x.analyzer.Analyze(l, corpus.Decode(source).UTF8, &n)
	return query.NewVector(query.Terms(&n)).Terms(), nil
}

// listTerms asks the nodes for the terms that are missing.
func (s *state) listTerms(ctx context.Context, ids []string, all [][]query.Term) error {
	missing := map[string]int{}
	for i, id := range ids {
		if all[i] == nil {
			missing[id] = i
		}
	}
	for part := range slices.Chunk(sortedKeys(missing), mostValues) {
		body := object{
			"size": len(part), "_source": false, "query": object{"ids": object{"values": part}}, "docvalue_fields": fields(),
		}
		found, err := s.x.search(ctx, s.x.name, []object{body})
		if err != nil {
			return withoutRoom(err)
		}
		for _, h := range found[0].Hits.Hits {
			if all[missing[h.ID]], err = listed(h); err != nil {
				return err
			}
		}
	}
	return ctx.Err()
}

// fields returns the names of the fields of terms.
func fields() (names []string) {
	for r := range analyzer.Representation(analyzer.Representations) {
		names = append(names, r.String())
	}
	return names
}

// withoutRoom says what to do if the nodes have too little memory to list terms.
func withoutRoom(err error) error {
	if status := new(StatusError); errors.As(err, &status) && status.noRoom() {
		return fmt.Errorf("the nodes have too little memory to list terms: give them more, see docs/cluster.md: %w", err)
	}
	return err
}

// listed returns the terms that a hit has.
func listed(h hit) ([]query.Term, error) {
	var terms []query.Term
	for r := range analyzer.Representation(analyzer.Representations) {
		for _, text := range h.Fields[r.String()] {
			hash, err := winnow.ParseTerm([]byte(text))
			if err != nil {
				return nil, fmt.Errorf("content %s: %w: %w", h.ID, errLies, err)
			}
			terms = append(terms, query.Term{Representation: r, Hash: hash})
		}
	}
	return terms, nil
}
