package memory

import (
	"math"

	"github.com/chaffinch-search/chaffinch/query"
)

// weight is the number of terms of a content, and the length of its vector.
type weight struct {
	norm  float32
	terms int
}

// ranges is the number of ranges of terms whose squares package query adds up by themselves. The order
// of additions decides the last bits of a sum.
const ranges = 4

// weigh computes the weights of all contents.
func (s *state) weigh() []weight {
	all := make([]weight, len(s.contents))
	for doc := range s.contents {
		var squares [ranges]float64
		for r, hashes := range s.contents[doc].Hashes {
			for _, term := range termsOf(hashes) {
				idf := query.IDF(len(s.contents), len(s.postings[r][term]))
				squares[term>>62] += idf * idf
				all[doc].terms++
			}
		}
		sum := squares[0]
		for _, more := range squares[1:] {
			sum += more
		}
		all[doc].norm = float32(math.Sqrt(sum))
	}
	return all
}
