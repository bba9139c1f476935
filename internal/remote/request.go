package remote

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"
)

// result is the answer to one search.
type result struct {
	Status   int    `json:"status"` // of several searches at once
	Error    *cause `json:"error"`
	TimedOut bool   `json:"timed_out"`
	Shards   shards `json:"_shards"`
	Scroll   string `json:"_scroll_id"`
	Hits     struct {
		Total struct{ Value int }
		Hits  []hit
	} `json:"hits"`
	Aggregations map[string]json.RawMessage `json:"aggregations"`
}

// hit is a document that was found.
type hit struct {
	ID      string              `json:"_id"`
	Score   float64             `json:"_score"`
	Source  json.RawMessage     `json:"_source"`
	Matched []string            `json:"matched_queries"`
	Fields  map[string][]string `json:"fields"`
	Sort    json.RawMessage     `json:"sort"`
}

// check returns an error unless the answer is of the whole index.
func (r *result) check() error {
	switch {
	case r.Error != nil:
		return &StatusError{Status: r.Status, Reason: r.Error.deepest(), Type: r.Error.Type}
	case r.TimedOut:
		return &StatusError{Status: http.StatusServiceUnavailable, Reason: "the search timed out"}
	}
	return r.Shards.complete()
}

// results is the answer to several searches.
type results struct {
	Responses []result `json:"responses"`
	asked     int
}

// check implements [checked].
func (r *results) check() error {
	if len(r.Responses) != r.asked {
		return fmt.Errorf("%w: it has %d results for %d searches", errLies, len(r.Responses), r.asked)
	}
	for i := range r.Responses {
		if err := r.Responses[i].check(); err != nil {
			return err
		}
	}
	return nil
}

// search sends searches to an index and returns the result of each. All of its shards have
// answered.
func (x *Index) search(ctx context.Context, name string, bodies []object) (found []result, err error) {
	var lines []byte
	asked := 0
	ask := func() error {
		if asked == 0 {
			return ctx.Err()
		}
		answer := results{asked: asked}
		path := pathOf(name, "_msearch") + "?max_concurrent_searches=" + fmt.Sprint(mostConcurrent)
		r := request{method: http.MethodPost, path: path, body: lines, lines: true, patience: reading, hedged: true}
		err := x.client.do(ctx, r, &answer)
		found, lines, asked = append(found, answer.Responses...), nil, 0
		return err
	}
	head := encoded(object{"allow_partial_search_results": false})
	for _, b := range bodies {
		lines = append(append(lines, head...), '\n')
		lines = append(append(lines, encoded(b)...), '\n')
		if asked++; len(lines) > mostSearched {
			if err := ask(); err != nil {
				return nil, err
			}
		}
	}
	return found, ask()
}

const (
	// mostSearched bounds the body of a request with searches, in bytes, but for the last search.
	mostSearched = 1 << 20
	// mostConcurrent bounds the searches of a request that run at the same time, and take memory.
	mostConcurrent = 8
)

// scroll calls f for all hits of a search, in no particular order. It returns the first error of f.
func (x *Index) scroll(ctx context.Context, name string, body object, f func(hit) error) (err error) {
	body["sort"] = []string{"_doc"}
	path := pathOf(name, "_search") + "?scroll=5m&allow_partial_search_results=false"
	var answer result
	if err := x.client.do(ctx, request{method: http.MethodPost, path: path, body: encoded(body), patience: reading}, &answer); err != nil {
		return err
	}
	id := answer.Scroll
	defer func() { x.endScroll(ctx, id) }()
	for len(answer.Hits.Hits) > 0 {
		for _, h := range answer.Hits.Hits {
			if err := f(h); err != nil {
				return err
			}
		}
		next := encoded(object{"scroll": "5m", "scroll_id": id})
		answer = result{}
		// A page that was sent and lost is not sent again, so there is one attempt.
		r := request{method: http.MethodPost, path: "/_search/scroll", body: next, attempts: 1}
		if err := x.client.do(ctx, r, &answer); err != nil {
			return err
		}
		id = cmp.Or(answer.Scroll, id)
	}
	return ctx.Err()
}

// endScroll frees the cluster's memory for a scroll. It would do so itself later.
func (x *Index) endScroll(ctx context.Context, id string) {
	r := request{method: http.MethodDelete, path: "/_search/scroll", body: encoded(object{"scroll_id": id}), attempts: 1}
	_ = x.client.do(context.WithoutCancel(ctx), r, new(object))
}

// getPart bounds the documents of a request by id.
const getPart = 1000

// got is a document that was requested by its id.
type got struct {
	ID     string          `json:"_id"`
	Found  bool            `json:"found"`
	Error  *cause          `json:"error"`
	Source json.RawMessage `json:"_source"`
	version
}

// gots is the answer to a request for documents.
type gots struct {
	Docs  []got `json:"docs"`
	asked []string
}

// check implements [checked].
func (g *gots) check() error {
	if len(g.Docs) != len(g.asked) {
		return fmt.Errorf("%w: it has %d documents of %d", errLies, len(g.Docs), len(g.asked))
	}
	for i, d := range g.Docs {
		if d.Error != nil {
			return &StatusError{Status: http.StatusServiceUnavailable, Reason: d.Error.deepest(), Type: d.Error.Type}
		}
		if d.ID != g.asked[i] {
			return fmt.Errorf("%w: it has document %s instead of %s", errLies, d.ID, g.asked[i])
		}
	}
	return nil
}

// get returns contents by id, as they were last written, with some fields of their source. It
// retries for a time.
func (x *Index) get(ctx context.Context, ids []string, fields string, patience time.Duration) ([]got, error) {
	return x.getFrom(ctx, x.name, ids, fields, patience)
}

// getFrom is get for the documents of an index.
func (x *Index) getFrom(ctx context.Context, name string, ids []string, fields string, patience time.Duration) (all []got, err error) {
	for from := 0; from < len(ids); from += getPart {
		part := ids[from:min(from+getPart, len(ids))]
		asked := make([]string, len(part))
		for i, id := range part {
			if asked[i] = id; id == "" {
				asked[i] = "-" // an id that no content has
			}
		}
		answer := gots{asked: asked}
		path := pathOf(name, "_mget") + "?_source=false"
		if fields != "" {
			path = pathOf(name, "_mget") + "?_source_includes=" + fields
		}
		r := request{method: http.MethodPost, path: path, body: encoded(object{"ids": asked}), patience: patience, hedged: true}
		if err := x.client.do(ctx, r, &answer); err != nil {
			return nil, err
		}
		all = append(all, answer.Docs...)
	}
	return all, ctx.Err()
}
