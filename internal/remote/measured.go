package remote

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/query"
)

// leastMeasured is the minimum number of contents that are measured. The estimate ranks these
// contents best.
const leastMeasured = 100

// isMeasured reports whether the measure depends on all terms of a content.
func (q *question) isMeasured() bool { return q.options.Measure != query.Containment }

// estimate returns the query that ranks contents by the sum of the weights. For measures of all
// terms it divides by the root of their number.
func (q *question) estimate(sum object) object {
	if !q.isMeasured() {
		return sum
	}
	return object{"function_score": object{
		"query": sum, "field_value_factor": object{"field": "inverse", "missing": 0}, "boost_mode": "multiply",
	}}
}

// measure scores hits by all of their terms. To look these up takes most of the time. So when the
// wanted ones that are estimated best are scored, it looks up an eighth of the terms of the others,
// then a fourth, and so on. The known terms of a content bound its score: contents that cannot be
// among the wanted ones are left out.
func (q *question) measure(ctx context.Context, hits []hit, wanted int) ([]scored, error) {
	m := &measuring{question: q, all: make([]scored, len(hits))}
	ids, left := make([]string, len(hits)), make([]int, len(hits))
	for i, h := range hits {
		ids[i], left[i], m.all[i].ID = h.ID, i, h.ID
	}
	var err error
	if m.own, err = q.termsOf(ctx, ids); err != nil {
		return nil, err
	}
	m.findShared()
	m.order(left)
	if wanted < 1 || wanted >= len(hits) {
		return m.all, m.score(ctx, left)
	}
	if err := m.score(ctx, left[:wanted]); err != nil {
		return nil, err
	}
	left = left[wanted:]
	for part := 8; part > 1; part /= 2 {
		if left = m.possible(left, wanted); len(left) == 0 {
			break
		}
		var some []query.Term
		for _, i := range left {
			for n := 0; n < len(m.own[i]); n += part {
				some = append(some, m.own[i][n])
			}
		}
		if err := q.look(ctx, some); err != nil {
			return nil, err
		}
	}
	return m.all, m.score(ctx, m.possible(left, wanted))
}

// measuring is the work on the hits of a question.
type measuring struct {
	*question
	own    [][]query.Term // of each hit
	shared [][]int        // the indexes of those that the question has
	all    []scored
}

// findShared finds the terms that the hits share with the question.
func (m *measuring) findShared() {
	at := map[key]int{}
	for i, t := range m.terms {
		at[keyOf(t.Term)] = i
	}
	m.shared = make([][]int, len(m.own))
	for i, terms := range m.own {
		for _, t := range terms {
			if n, ok := at[keyOf(t)]; ok {
				m.shared[i] = append(m.shared[i], n)
			}
		}
		slices.Sort(m.shared[i])
	}
}

// order orders hits by their shared weight, divided by the root of the number of their terms.
func (m *measuring) order(indexes []int) {
	estimates := make([]float64, len(m.own))
	for i, terms := range m.own {
		var sum query.Sums
		for _, n := range m.shared[i] {
			sum.Add(query.SumsOf(m.terms[n]))
		}
		estimates[i] = sum[m.options.Measure] / math.Sqrt(float64(max(1, len(terms))))
	}
	slices.SortStableFunc(indexes, func(a, b int) int { return cmp.Compare(estimates[b], estimates[a]) })
}

// score scores hits by their indexes.
func (m *measuring) score(ctx context.Context, indexes []int) error {
	var terms []query.Term
	for _, i := range indexes {
		terms = append(terms, m.own[i]...)
	}
	if err := m.look(ctx, terms); err != nil { // all at once
		return err
	}
	for _, i := range indexes {
		stats, err := m.stats(ctx, m.own[i])
		if err != nil {
			return err
		}
		m.all[i] = m.hit(m.all[i].ID, m.shared[i], weigh(stats))
	}
	return nil
}

// possible returns the hits that may be among the wanted ones.
func (m *measuring) possible(left []int, wanted int) (possible []int) {
	best := slices.SortedFunc(slices.Values(m.all), compareScored)
	least := best[wanted-1].score
	for _, i := range left {
		bound := m.hit("", m.shared[i], m.lightest(m.own[i])).score
		if bound*(1+roughly) >= least {
			possible = append(possible, i)
		}
	}
	return possible
}

// lightest returns the least weight of a content with these terms. Only some are looked up.
func (m *measuring) lightest(terms []query.Term) weight {
	m.mu.Lock()
	defer m.mu.Unlock()
	sum := 0.0
	for _, t := range terms {
		if df, ok := m.df[keyOf(t)]; ok {
			idf := query.IDF(m.n, df)
			sum += idf * idf
		}
	}
	return weight{float32(math.Sqrt(sum)), len(terms)}
}

// termsOf returns the distinct terms of contents. It lexes their sources. The nodes have to list
// the terms of those whose source is gone.
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
		source, err = index.FromFiles(ctx, c, at, nil)
	}
	if err != nil {
		return nil, ctx.Err()
	}
	var n analyzer.Analysis
	s.x.analyzer.Analyze(l, corpus.Decode(source).UTF8, &n)
	return query.NewVector(query.Terms(&n)).Terms(), nil
}

// listTerms requests the missing terms from the nodes.
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

// withoutRoom adds advice if the nodes have too little memory to list terms.
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
