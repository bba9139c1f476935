package query

import (
	"fmt"
	"math"
)

// Measure is a measure to rank documents by. All values are from 0 to 1.
type Measure uint8

const (
	// Containment is the share of the question that the document contains: the idf of the shared
	// terms over the idf of all terms of the question. Use it for a snippet in a large file.
	Containment Measure = iota
	// Cosine is the cosine of the angle between both term vectors, weighted by idf. Use it for
	// documents of similar size.
	Cosine
	// Resemblance is the number of shared terms over the number of terms of both (Broder, "On the
	// resemblance and containment of documents", 1997).
	Resemblance
)

var measureNames = [...]string{
	Containment: "containment", Cosine: "cosine", Resemblance: "resemblance",
}

// String returns the name: "containment", "cosine" or "resemblance".
func (m Measure) String() string {
	if int(m) < len(measureNames) {
		return measureNames[m]
	}
	return fmt.Sprintf("measure(%d)", uint8(m))
}

// ParseMeasure returns the measure with that name.
func ParseMeasure(name string) (Measure, error) {
	for m, n := range measureNames {
		if n == name {
			return Measure(m), nil
		}
	}
	return 0, fmt.Errorf("unknown measure %q: use containment, cosine or resemblance", name)
}

// Measures returns cosine and resemblance of two documents, from all terms of each with their idf.
// Spare terms do not count. [Search] with [Weights] returns the same values, up to rounding.
func Measures(a, b []TermStats) (cosine, resemblance float64) {
	others := make(map[Term]bool, len(b))
	var squares [2]float64
	for _, t := range b {
		others[Term{Representation: t.Representation, Hash: t.Hash}] = true
		squares[1] += t.IDF * t.IDF
	}
	size, shared, product := 0, 0, 0.0
	for _, t := range a {
		if t.Spare {
			continue
		}
		size++
		squares[0] += t.IDF * t.IDF
		if others[Term{Representation: t.Representation, Hash: t.Hash}] {
			shared++
			product += t.IDF * t.IDF
		}
	}
	if shared == 0 {
		return 0, 0
	}
	return min(1, product/math.Sqrt(squares[0]*squares[1])), float64(shared) / float64(size+len(b)-shared)
}

// weighted is a term of the question with its document frequency, idf and postings.
type weighted struct {
	Term
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
	measure Measure
	terms   []weighted
	weights *Weights
	norm    float64   // of the question
	rest    []float64 // by i: the most that the terms from i on can add
}

// slack widens a ceiling by more than two errors together: that of 32-bit norms, 2^-24 of them, and
// that of ten million additions.
const slack = 1 + 1e-7

func newScoring(m Measure, terms []weighted, w *Weights) *scoring {
	s := &scoring{measure: m, terms: terms, weights: w, rest: make([]float64, len(terms)+1)}
	for i := len(terms) - 1; i >= 0; i-- {
		s.rest[i] = s.rest[i+1] + s.weight(&terms[i])
	}
	for i := range terms {
		s.norm += s.share(&terms[i])
	}
	if m == Cosine {
		s.norm = math.Sqrt(s.norm)
	}
	return s
}

// share is the contribution of the term to the size of the question under the measure.
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
	case s.measure == Containment:
		return t.idf
	case t.Spare:
		return 0
	case s.measure == Cosine:
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
	case Containment:
		return sum / s.norm
	case Cosine:
		return sum / (s.norm * s.weights.norm(doc))
	default:
		return sum / (s.norm + float64(s.weights.size(doc)) - sum)
	}
}

// ceiling bounds the score of a document that contains none of the terms before i.
func (s *scoring) ceiling(i int) float64 {
	if s.norm == 0 {
		return 0
	}
	if s.measure == Cosine { // by the Cauchy-Schwarz inequality
		return math.Sqrt(s.rest[i]) / s.norm * slack
	}
	return s.rest[i] / s.norm * slack
}

// ceilingOf bounds the score of a document with that sum from the terms before i.
func (s *scoring) ceilingOf(sum float64, doc, i int) float64 {
	switch s.measure {
	case Cosine:
		return s.final(sum, doc)*slack + s.ceiling(i)
	default:
		return s.final(sum+s.rest[i], doc) * slack
	}
}
