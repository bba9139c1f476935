package remote

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/query"
)

// The df of a term is the sum over the shards. A request for the vectors of a document
// that is not there, sent to each shard, reads nothing but their dictionaries. These count deleted
// documents, too, until a merge drops them. While there are some, each term is counted by a search
// of its own, which takes longer.

const (
	// mostLooked bounds the terms of a request to the dictionaries.
	mostLooked = 4096
	// mostLookups bounds the requests that a question sends at the same time.
	mostLookups = 4
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
	stats, err := s.stats(ctx, v.Terms())
	if err != nil {
		return nil, fmt.Errorf("looking up terms: %w", err)
	}
	return stats, ctx.Err()
}

// stats returns the rarity of terms, the rarest first.
func (s *state) stats(ctx context.Context, terms []query.Term) ([]query.TermStats, error) {
	for {
		if err := s.look(ctx, terms); err != nil {
			return nil, err
		}
		if all, known := s.statsOf(terms); known { // else another question has let it forget
			slices.SortStableFunc(all, func(a, b query.TermStats) int { return cmp.Compare(a.DF, b.DF) })
			return all, nil
		}
	}
}

// statsOf returns the rarity of terms and reports whether all of them are known.
func (s *state) statsOf(terms []query.Term) (all []query.TermStats, known bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, t := range terms {
		df, ok := s.df[keyOf(t)]
		if !ok {
			return nil, false
		}
		all = append(all, query.TermStats{Term: t, DF: df, IDF: query.IDF(s.n, df)})
	}
	return all, true
}

// look finds the df of the terms.
func (s *state) look(ctx context.Context, terms []query.Term) error {
	ask := s.askDictionaries
	if s.deleted > 0 {
		ask = s.askCounts
	}
	group, within := errgroup.WithContext(ctx)
	group.SetLimit(mostLookups)
	for part := range slices.Chunk(s.unknown(terms), mostLooked) {
		group.Go(func() error {
			found, err := ask(within, part)
			if err != nil {
				return err
			}
			s.mu.Lock()
			defer s.mu.Unlock()
			for _, k := range part {
				s.df[k] = found[k]
			}
			return nil
		})
	}
	return cmp.Or(group.Wait(), ctx.Err())
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

// askDictionaries queries the dictionaries of all shards.
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
