package query

import (
	"fmt"
	"math"
)

// Measure is what documents are ranked by. All are between 0 and 1.
type Measure uint8

const (
	// Containment is the share of the question that the document holds: the idf of the shared
	// terms over the idf of all of the question's. It suits a snippet in a big file.
	Containment Measure = iota
	// Cosine is that of the angle between both term vectors, a term weighing its idf. It suits
	// documents of like size.
	Cosine
	// Resemblance is the number of terms that both hold over the number that either holds
	// (Broder, "On the resemblance and containment of documents", 1997).
	Resemblance
)

var measureNames = [...]string{Containment: "containment", Cosine: "cosine", Resemblance: "resemblance"}

// String returns the name: "containment", "cosine" or "resemblance".
func (m Measure) String() string {
	if int(m) < len(measureNames) {
		return measureNames[m]
	}
	return fmt.Sprintf("measure(%d)", uint8(m))
}

// ParseMeasure returns the measure of that name.
func ParseMeasure(name string) (Measure, error) {
	for m, n := range measureNames {
		if n == name {
			return Measure(m), nil
		}
	}
	return 0, fmt.Errorf("unknown measure %q: use containment, cosine or resemblance", name)
}

// Measures returns cosine and resemblance of two documents, from all terms of each with their idf;
// a question's spare terms have no part in them. They are what [Search] says with [Weights], but
// for rounding.
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

// weighted is a term of the question with what the index says of it.
type weighted struct {
	Term
	df       int
	idf      float64
	postings postings
}

// scoring computes one measure for one question. A document's score is final(the sum of
// weight(term) over the terms it holds, document): sums grow with every term, and final
// grows with the sum, so a partial sum gives a lower bound.
//
// The ceilings are upper bounds, from the terms from i on, which have not been read yet. They
// hold a little slack, because sums in another order round differently.
type scoring struct {
	measure Measure
	terms   []weighted
	weights *Weights
	norm    float64   // of the question
	rest    []float64 // by i: what the terms from i on can add
}

// slack widens a ceiling by more than the rounding of norms to 32 bits, 2^-24 of them, and that
// of ten million additions.
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

// share is what the term adds to the question's own size under the measure.
func (s *scoring) share(t *weighted) float64 {
	if t.Spare {
		return 0
	}
	return s.weight(t)
}

// weight is what a document that holds the term adds to its sum; more than 0, but for spare
// terms under measures that take no notice of them.
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

// final turns a document's sum into its score. The score is not cut at 1 here, so that spare
// terms still tell documents apart that hold all of the question.
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

// ceiling bounds the score of a document that holds none of the terms before i.
func (s *scoring) ceiling(i int) float64 {
	if s.norm == 0 {
		return 0
	}
	if s.measure == Cosine { // by the inequality of Cauchy and Schwarz
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
