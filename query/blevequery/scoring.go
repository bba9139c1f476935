package blevequery

import (
	"github.com/chaffinch-search/chaffinch/query"
	"math"
)

// weighted is a term of the question with its document frequency, idf and postings.
type weighted struct {
	query.Term
	df       int
	idf      float64
	postings postings
}

// scoring computes one measure for one question. The score of a document is final(sum of
// weight(term) over its terms, document). Sums grow with every term, and final grows with the sum,
// so a partial sum gives a lower bound.
//
// The ceilings are upper bounds on the contribution of the terms from i on, which are still unread.
// They include some slack, because sums in another order round differently.
type scoring struct {
	measure query.Measure
	terms   []weighted
	weights *query.Weights
	norm    float64   // of the question
	rest    []float64 // by i: the most that the terms from i on can add
}

// slack widens a ceiling by more than two errors together. They are the error of 32-bit norms,
// 2^-24 of them, and the error of ten million additions.
const slack = 1 + 1e-7

func newScoring(m query.Measure, terms []weighted, w *query.Weights) *scoring {
	s := &scoring{measure: m, terms: terms, weights: w, rest: make([]float64, len(terms)+1)}
	for i := len(terms) - 1; i >= 0; i-- {
		s.rest[i] = s.rest[i+1] + s.weight(&terms[i])
	}
	for i := range terms {
		s.norm += s.share(&terms[i])
	}
	if m == query.Cosine {
		s.norm = math.Sqrt(s.norm)
	}
	return s
}

// share is the term's contribution to the question's size under the measure.
func (s *scoring) share(t *weighted) float64 {
	if t.Spare {
		return 0
	}
	return s.weight(t)
}

// weight is the contribution of the term to the sum of a document. It is positive, except for spare
// terms under measures that ignore them.
func (s *scoring) weight(t *weighted) float64 {
	switch {
	case s.measure == query.Containment:
		return t.idf
	case t.Spare:
		return 0
	case s.measure == query.Cosine:
		return t.idf * t.idf
	default:
		return 1
	}
}

// final computes the score of a document from its sum. The score may exceed 1, so that spare terms
// still distinguish documents that contain all of the question.
func (s *scoring) final(sum float64, doc int) float64 {
	if s.norm == 0 {
		return 0
	}
	switch s.measure {
	case query.Containment:
		return sum / s.norm
	case query.Cosine:
		return sum / (s.norm * s.weights.Norm(doc))
	default:
		return sum / (s.norm + float64(s.weights.Size(doc)) - sum)
	}
}

// ceiling bounds the score of a document that contains none of the terms before i.
func (s *scoring) ceiling(i int) float64 {
	if s.norm == 0 {
		return 0
	}
	if s.measure == query.Cosine { // by the Cauchy-Schwarz inequality
		return math.Sqrt(s.rest[i]) / s.norm * slack
	}
	return s.rest[i] / s.norm * slack
}

// ceilingOf bounds the score of a document with that sum from the terms before i.
func (s *scoring) ceilingOf(sum float64, doc, i int) float64 {
	switch s.measure {
	case query.Cosine:
		return s.final(sum, doc)*slack + s.ceiling(i)
	default:
		return s.final(sum+s.rest[i], doc) * slack
	}
}
