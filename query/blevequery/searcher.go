package blevequery

import (
	"fmt"
	"math"
	"sort"
	"unsafe"

	"github.com/blevesearch/bleve/v2/search"
	bindex "github.com/blevesearch/bleve_index_api"
)

// searcher returns the found documents in ascending order of their numbers, as Bleve requires.
type searcher struct {
	found   []candidate // by document number
	next    int
	boost   float64
	explain bool
	terms   int
}

// Next implements [search.Searcher].
func (s *searcher) Next(ctx *search.SearchContext) (*search.DocumentMatch, error) {
	if s.next >= len(s.found) {
		return nil, nil
	}
	c := s.found[s.next]
	s.next++
	m := ctx.DocumentMatchPool.Get()
	m.IndexInternalID = bindex.NewIndexInternalID(m.IndexInternalID, uint64(c.doc))
	m.Score = min(c.score, 1) * s.boost
	if s.explain {
		m.Expl = &search.Explanation{
			Value:   m.Score,
			Message: fmt.Sprintf("term vector of %d terms, boost %g", s.terms, s.boost),
		}
	}
	return m, nil
}

// Advance implements [search.Searcher].
func (s *searcher) Advance(ctx *search.SearchContext,
	id bindex.IndexInternalID) (*search.DocumentMatch, error) {
	doc := id.Value()
	rest := s.found[s.next:]
	s.next += sort.Search(len(rest), func(i int) bool { return uint64(rest[i].doc) >= doc })
	return s.Next(ctx)
}

// Close implements [search.Searcher]. It has nothing to release.
func (s *searcher) Close() error { return nil }

// Weight implements [search.Searcher]. Scores are not normalised, so the weight should be 0. But
// Bleve divides by the sum of all weights, and with a filter of boost 0 scores would be NaN.
func (s *searcher) Weight() float64 { return math.SmallestNonzeroFloat64 }

// SetQueryNorm implements [search.Searcher] and does nothing. So a score does not depend on other
// queries.
func (s *searcher) SetQueryNorm(float64) {}

// Count implements [search.Searcher].
func (s *searcher) Count() uint64 { return uint64(len(s.found)) }

// Min implements [search.Searcher].
func (s *searcher) Min() int { return 0 }

// Size implements [search.Searcher].
func (s *searcher) Size() int {
	return int(unsafe.Sizeof(*s)) + len(s.found)*int(unsafe.Sizeof(candidate{}))
}

// DocumentMatchPoolSize implements [search.Searcher].
func (s *searcher) DocumentMatchPoolSize() int { return 1 }
