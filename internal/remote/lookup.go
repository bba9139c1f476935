package remote

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/query"
)

// The df of a term is the sum of what the shards count. A request for the vectors of a document that is
// not there, sent to each shard, reads nothing but their dictionaries. These count deleted documents, too,
// until a merge drops them. While there are some, each term is counted by a search of its own, which takes
// longer.

const (
	// mostLooked bounds the terms of a request to the dictionaries.
	mostLooked = 4096
	// mostCounted bounds the searches of a request.
	mostCounted = 512
	// mostKept bounds the terms whose df a state keeps.
	mostKept = 1 << 20
)

// key is a term without its use in a question. Bits that no term has are 0.
type key struct {
	representation analyzer.Representation
	hash           uint64
}

func keyOf(t query.Term) key { return key{t.Representation, t.Hash} }

func (k key) text() string { return query.Term{Representation: k.representation, Hash: k.hash}.Text() }

// LookUp implements [index.State].
func (s *state) LookUp(ctx context.Context, v *query.Vector) ([]query.TermStats, error) {
	if err := s.look(ctx, v.Terms()); err != nil {
		return nil, fmt.Errorf("looking up terms: %w", err)
	}
	return s.statsOf(v.Terms()), ctx.Err()
}

// statsOf returns the rarity of terms whose df is known, the rarest first.
func (s *state) statsOf(terms []query.Term) []query.TermStats {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := make([]query.TermStats, len(terms))
	for i, t := range terms {
		df := s.df[keyOf(t)]
		all[i] = query.TermStats{Term: t, DF: df, IDF: query.IDF(s.n, df)}
	}
	slices.SortStableFunc(all, func(a, b query.TermStats) int { return cmp.Compare(a.DF, b.DF) })
	return all
}

// look finds the df of the terms.
func (s *state) look(ctx context.Context, terms []query.Term) error {
	for part := range slices.Chunk(s.unknown(terms), mostLooked) {
		ask := s.askDictionaries
		if s.deleted > 0 {
			ask = s.askCounts
		}
		found, err := ask(ctx, part)
		if err != nil {
			return err
		}
		s.mu.Lock()
		for _, k := range part {
			s.df[k] = found[k]
		}
		s.mu.Unlock()
	}
	return ctx.Err()
}

// unknown returns the distinct terms whose df is not known. If too many are, it forgets them first.
func (s *state) unknown(terms []query.Term) []key {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.df) > mostKept {
		clear(s.df)
	}
	var missing []key
	seen := map[key]bool{}
	for _, t := range terms {
		k := keyOf(t)
		if _, ok := s.df[k]; !ok && !seen[k] {
			seen[k] = true
			missing = append(missing, k)
		}
	}
	return missing
}

// vectors is the answer to a request for the terms of documents.
type vectors struct {
	Docs []struct {
		Error   *cause `json:"error"`
		Vectors map[string]struct {
			Terms map[string]struct {
				DF int `json:"doc_freq"`
			} `json:"terms"`
		} `json:"term_vectors"`
	} `json:"docs"`
	asked int
}

// check implements [checked].
func (v *vectors) check() error {
	if len(v.Docs) != v.asked {
		return fmt.Errorf("%w: %d shards of %d have answered", errLies, len(v.Docs), v.asked)
	}
	for _, d := range v.Docs {
		if d.Error != nil {
			return &StatusError{Status: http.StatusServiceUnavailable, Reason: d.Error.deepest(), Type: d.Error.Type}
		}
	}
	return nil
}

// askDictionaries asks the dictionaries of all shards.
func (s *state) askDictionaries(ctx context.Context, terms []key) (map[key]int, error) {
	var texts [analyzer.Representations]strings.Builder
	for _, k := range terms {
		texts[k.representation].WriteString(k.text() + " ")
	}
	doc := object{}
	var fields []string
	for r := range texts {
		if texts[r].Len() > 0 {
			field := analyzer.Representation(r).String()
			fields, doc[field] = append(fields, field), texts[r].String()
		}
	}
	var docs []object
	for _, route := range s.x.meta.Routes {
		docs = append(docs, object{
			"_index": s.x.name, "routing": route, "doc": doc, "fields": fields, "term_statistics": true,
			"field_statistics": false, "positions": false, "offsets": false, "payloads": false,
		})
	}
	answer := vectors{asked: len(docs)}
	r := request{method: http.MethodPost, path: "/_mtermvectors", body: encoded(object{"docs": docs}), patience: reading, hedged: true}
	if err := s.x.client.do(ctx, r, &answer); err != nil {
		return nil, err
	}
	found := map[key]int{}
	for _, k := range terms {
		field, text := k.representation.String(), k.text()
		for _, d := range answer.Docs {
			found[k] += d.Vectors[field].Terms[text].DF
		}
	}
	return found, nil
}

// askCounts counts the documents with each term.
func (s *state) askCounts(ctx context.Context, terms []key) (map[key]int, error) {
	found := map[key]int{}
	for part := range slices.Chunk(terms, mostCounted) {
		var bodies []object
		for _, k := range part {
			bodies = append(bodies, object{"size": 0, "track_total_hits": true, "query": termQuery(k)})
		}
		results, err := s.x.search(ctx, s.x.name, bodies)
		if err != nil {
			return nil, err
		}
		for i, k := range part {
			found[k] = results[i].Hits.Total.Value
		}
	}
	return found, nil
}

func termQuery(k key) object {
	return object{"term": object{k.representation.String(): k.text()}}
}
