package remote

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/query"
)

// The terms of contents are in the inverted index only. To list them, the nodes turn it around in
// their memory, as field data, and refuse what would not fit.

// pageOfTerms is the number of terms of a request.
const pageOfTerms = 10_000

// Collections implements [index.Catalog].
func (s *state) Collections(ctx context.Context) ([]string, error) {
	kinds := object{"terms": object{"kind": []string{kindOccurrence, kindSkipped}}}
	return s.valuesOf(ctx, s.x.files(), "collection", kinds)
}

// Languages implements [index.Catalog].
func (s *state) Languages(ctx context.Context) ([]string, error) {
	return s.valuesOf(ctx, s.x.name, "language", object{"match_all": object{}})
}

// valuesOf returns the values of a field, in ascending order.
func (s *state) valuesOf(ctx context.Context, name, field string, filter object) ([]string, error) {
	values := []string{}
	err := s.eachBucket(ctx, name, field, filter, func(value string, _ int) error {
		values = append(values, value)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("listing values of %s: %w", field, err)
	}
	return values, nil
}

// Roots implements [index.Catalog].
func (s *state) Roots(ctx context.Context, collection string) (all []string, err error) {
	filter := []object{{"terms": object{"kind": []string{kindOccurrence, kindSkipped}}}, {"term": object{"collection": collection}}}
	err = s.eachBucket(ctx, s.x.files(), "root", object{"bool": object{"filter": filter}}, func(term string, _ int) error {
		root, err := strconv.Unquote(term)
		if err != nil {
			return fmt.Errorf("%w: %w", errLies, err)
		}
		all = append(all, root)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("listing roots: %w", err)
	}
	slices.Sort(all) // the cluster orders terms
	return all, nil
}

// EachTerm implements [index.Catalog].
func (s *state) EachTerm(ctx context.Context, r analyzer.Representation, f func(term []byte, df int) error) error {
	err := s.eachBucket(ctx, s.x.name, r.String(), object{"match_all": object{}}, func(text string, df int) error {
		return f([]byte(text), df)
	})
	return s.x.forgetTerms(ctx, withoutRoom(err))
}

// eachBucket calls f for every value of a field, in ascending order. n is the number of documents
// that have it.
func (s *state) eachBucket(ctx context.Context, name, field string, filter object, f func(value string, n int) error) error {
	page := object{"size": pageOfTerms, "sources": []object{{"value": object{"terms": object{"field": field}}}}}
	body := object{"size": 0, "track_total_hits": false, "query": filter, "aggs": object{"values": object{"composite": page}}}
	for {
		found, err := s.x.search(ctx, name, []object{body})
		if err != nil {
			return err
		}
		var values struct {
			After   json.RawMessage `json:"after_key"`
			Buckets []struct {
				Key struct{ Value string }
				N   int `json:"doc_count"`
			}
		}
		if err := json.Unmarshal(found[0].Aggregations["values"], &values); err != nil {
			return fmt.Errorf("%w: %w", errLies, err)
		}
		for _, b := range values.Buckets {
			if err := f(b.Key.Value, b.N); err != nil {
				return err
			}
		}
		if len(values.Buckets) < pageOfTerms {
			return ctx.Err()
		}
		page["after"] = values.After
	}
}

// forgetTerms frees the memory that listing terms took, and returns the error of the listing.
func (x *Index) forgetTerms(ctx context.Context, err error) error {
	r := request{method: http.MethodPost, path: pathOf(x.name, "_cache", "clear") + "?fielddata=true", attempts: 1}
	_ = x.client.do(context.WithoutCancel(ctx), r, new(object)) // else the nodes free it when they need it
	return err
}

// EachContent implements [index.Catalog].
func (s *state) EachContent(ctx context.Context, f func(index.Content) error) error {
	body := object{"size": getPart, "query": object{"match_all": object{}}, "_source": object{"excludes": "packed"}}
	return s.x.scroll(ctx, s.x.name, body, func(h hit) error {
		c, err := contentIn(h.ID, h.Source)
		if err != nil {
			return err
		}
		return f(c)
	})
}

// pageOfDocuments is the number of contents of a page with their terms and sources.
const pageOfDocuments = 200

// EachDocument implements [index.Catalog].
func (s *state) EachDocument(ctx context.Context, f func(index.Document) error) error {
	body := object{"size": pageOfDocuments, "query": object{"match_all": object{}}, "docvalue_fields": fields()}
	err := s.x.scroll(ctx, s.x.name, body, func(h hit) error {
		c, err := contentIn(h.ID, h.Source)
		if err != nil {
			return err
		}
		d := index.Document{Content: c}
		terms, err := listed(h)
		if err != nil {
			return err
		}
		for _, t := range terms {
			d.Hashes[t.Representation] = append(d.Hashes[t.Representation], t.Hash)
		}
		for r := range d.Hashes {
			slices.Sort(d.Hashes[r])
		}
		var stored contentSource
		if err := json.Unmarshal(h.Source, &stored); err != nil {
			return fmt.Errorf("%w: %w", errLies, err)
		}
		d.Packed = stored.Packed
		return f(d)
	})
	return s.x.forgetTerms(ctx, withoutRoom(err))
}

// ContentsWith implements [index.Catalog].
func (s *state) ContentsWith(ctx context.Context, r analyzer.Representation, term string, n int) ([]string, error) {
	hash, err := winnow.ParseTerm([]byte(term))
	if err != nil || n < 1 {
		return nil, ctx.Err() // no content has it
	}
	q := &question{state: s, vector: query.NewVector([]query.Term{{Representation: r, Hash: hash}}), options: query.Options{Top: n}}
	if err := q.weigh(ctx); err != nil {
		return nil, fmt.Errorf("looking up contents: %w", err)
	}
	if err := s.answer(ctx, []*question{q}); err != nil {
		return nil, fmt.Errorf("looking up contents: %w", err)
	}
	var ids []string
	for _, h := range q.hits[:min(n, len(q.hits))] {
		ids = append(ids, h.ID)
	}
	return ids, ctx.Err()
}
