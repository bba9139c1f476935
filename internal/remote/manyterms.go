package remote

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/chaffinch-search/chaffinch/query"
)

// A cluster limits the clauses of a query. A query of very many terms takes the memory of its
// nodes. So a question of more terms than the limit is sent in parts; each ranks by some of the
// terms. A content that is among the first of no part has at most the sum of what the last ones
// there have. With that bound, the best are found by looking further down until they have more
// (Fagin, Lotem and Naor, "Optimal aggregation algorithms for middleware", 2003, section 4).

// isLarge reports whether the question is sent in parts.
func (q *question) isLarge() bool { return len(q.terms) > q.x.most() }

// most is the maximum number of terms of a query, with room for a filter of ids.
func (x *Index) most() int { return max(1, x.clauses-1) }

// parts returns the indexes of the terms of each part. These are the terms that occur, dealt out by
// df.
func (q *question) parts() [][]int {
	count := q.all()
	parts := make([][]int, (len(count)+q.x.most()-1)/q.x.most())
	for n, i := range count {
		parts[n%len(parts)] = append(parts[n%len(parts)], i)
	}
	return parts
}

// answerInParts finds the hits of a large question.
func (q *question) answerInParts(ctx context.Context) error {
	switch {
	case q.options.Top <= 0:
		return q.findAll(ctx)
	case q.isMeasured():
		return q.findEstimated(ctx)
	}
	for depth := 4 * (q.options.Top + spareHits); ; depth = min(4*depth, mostPage) {
		found, err := q.askParts(ctx, depth)
		if err != nil {
			return err
		}
		c := q.candidates(found, depth)
		if len(c.ids) > mostScored && depth < mostPage {
			continue
		}
		if q.hits, err = q.scoreAll(ctx, c.ids, 0); err != nil {
			return err
		}
		bound := c.bound * (1 + roughly) / q.size[query.Containment]
		if bound == 0 || bound < q.options.MinScore || len(q.hits) >= q.options.Top && bound < q.hits[q.options.Top-1].score {
			return nil
		}
		if depth == mostPage {
			return q.findAll(ctx)
		}
	}
}

// mostScored is the number of candidates above which it pays to look further down in the parts.
const mostScored = 500

// candidates are the contents that may be among the best.
type candidates struct {
	ids   []string
	bound float64 // of the weights of any other content
}

// candidates returns the first hits of the parts that may be among the best. A content missing from
// a list scores at most the list's last entry.
func (q *question) candidates(found [][]hit, depth int) (c candidates) {
	type sums struct{ least, most float64 }
	known := map[string]*sums{}
	last := make([]float64, len(found))
	for i, hits := range found {
		if len(hits) == depth {
			last[i] = hits[depth-1].Score
		}
		c.bound += last[i]
	}
	for i, hits := range found {
		for _, h := range hits {
			if known[h.ID] == nil {
				known[h.ID] = &sums{most: c.bound}
			}
			known[h.ID].least += h.Score
			known[h.ID].most += h.Score - last[i]
		}
	}
	var least []float64
	for _, s := range known {
		least = append(least, s.least)
	}
	slices.Sort(least)
	enough := 0.0
	if n := len(least) - q.options.Top - spareHits; n >= 0 {
		enough = least[n] * (1 - roughly)
	}
	for _, id := range sortedKeys(known) {
		if known[id].most >= enough {
			c.ids = append(c.ids, id)
		}
	}
	return c
}

// askParts returns the first hits of each part.
func (q *question) askParts(ctx context.Context, depth int) (found [][]hit, err error) {
	for _, part := range q.parts() { // one after the other: each takes memory of the nodes
		body := object{
			"size": depth, "_source": false, "track_total_hits": false, "query": q.estimate(q.sum(part, false)),
			"sort": []object{{"_score": object{"order": "desc"}}, {"content": object{"order": "asc"}}},
		}
		answer, err := q.x.search(ctx, q.x.name, []object{body})
		if err != nil {
			return nil, err
		}
		found = append(found, answer[0].Hits.Hits)
	}
	return found, nil
}

// findEstimated measures those contents for which the estimates of the parts add up to most.
func (q *question) findEstimated(ctx context.Context) error {
	most := min(max(leastMeasured, 4*q.options.Top), mostPage)
	found, err := q.askParts(ctx, min(4*most, mostPage))
	if err != nil {
		return err
	}
	sum := map[string]float64{}
	for _, hits := range found {
		for _, h := range hits {
			sum[h.ID] += h.Score
		}
	}
	ids := sortedKeys(sum)
	slices.SortStableFunc(ids, func(x, y string) int { return cmp.Compare(sum[y], sum[x]) })
	q.hits, err = q.scoreAll(ctx, ids[:min(most, len(ids))], q.options.Top)
	return err
}

// findAll finds all contents that share a term.
func (q *question) findAll(ctx context.Context) error {
	ids := map[string]bool{}
	for _, part := range q.parts() {
		body := object{"size": mostPage, "_source": false, "query": q.sum(part, false)}
		err := q.x.scroll(ctx, q.x.name, body, func(h hit) error {
			ids[h.ID] = true
			return nil
		})
		if err != nil {
			return err
		}
	}
	var err error
	q.hits, err = q.scoreAll(ctx, sortedKeys(ids), 0)
	return err
}

// scoreAll scores contents that are known by their ids, the best first: as [question.score] does.
func (q *question) scoreAll(ctx context.Context, ids []string, wanted int) (all []scored, err error) {
	for some := range slices.Chunk(ids, mostValues) {
		hits, err := q.matched(ctx, some)
		if err != nil {
			return nil, err
		}
		scored, err := q.score(ctx, hits, wanted)
		if err != nil {
			return nil, err
		}
		all = append(all, scored...)
	}
	slices.SortFunc(all, compareScored)
	return all, nil
}

// matched returns the contents that exist, with the names of the terms that they have.
func (q *question) matched(ctx context.Context, ids []string) ([]hit, error) {
	parts := q.parts()
	if q.isMeasured() || len(parts) == 0 {
		parts = [][]int{nil} // their terms are read
	}
	byID := map[string]*hit{}
	for _, part := range parts {
		body := object{"size": len(ids), "_source": false, "query": object{"bool": object{
			"filter": object{"ids": object{"values": ids}}, "should": q.sum(part, true), "minimum_should_match": 0,
		}}}
		found, err := q.x.search(ctx, q.x.name, []object{body})
		if err != nil {
			return nil, err
		}
		for _, h := range found[0].Hits.Hits {
			if known := byID[h.ID]; known != nil {
				known.Matched = append(known.Matched, h.Matched...)
				continue
			}
			byID[h.ID] = &h
		}
	}
	all := make([]hit, 0, len(byID))
	for _, id := range sortedKeys(byID) {
		all = append(all, *byID[id])
	}
	return all, ctx.Err()
}

// sum returns the query that adds up the weights of those terms of a content. The clauses are named
// by the terms if that is wanted.
func (q *question) sum(terms []int, named bool) object {
	clauses := []object{}
	for _, i := range terms {
		t := q.terms[i]
		value := object{"value": t.Text()}
		if named {
			value["_name"] = fmt.Sprint(i)
		}
		term := object{"term": object{t.Representation.String(): value}}
		clauses = append(clauses, object{"constant_score": object{"filter": term, "boost": query.SumsOf(t)[q.options.Measure]}})
	}
	return object{"bool": object{"should": clauses}}
}
