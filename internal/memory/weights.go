package memory

import (
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
	"github.com/chaffinch-search/chaffinch/query"
)

// weight is the number of terms of a content, and the length of its vector.
type weight struct {
	norm  float32
	terms int
}

// weigh computes the weights of all contents.
func (s *state) weigh() []weight {
	all := make([]weight, len(s.contents))
	for doc := range s.contents {
		var norm query.Norm
		for r, hashes := range s.contents[doc].Hashes {
			for _, term := range winnow.DistinctTerms(hashes) {
				norm.Add(term, query.IDF(len(s.contents), len(s.postings[r][term])))
			}
		}
		all[doc] = weight{norm.Length(), norm.Terms()}
	}
	return all
}
