package query

import "math"

// Sums are the sums over shared terms for each [Measure], from which scores are computed.
type Sums [3]float64

// SumsOf returns the amounts that a term adds to the sums. A spare term adds to containment only.
func SumsOf(t TermStats) Sums {
	if t.Spare {
		return Sums{Containment: t.IDF}
	}
	return Sums{Containment: t.IDF, Cosine: t.IDF * t.IDF, Resemblance: 1}
}

// Add adds other sums.
func (s *Sums) Add(more Sums) {
	for m := range s {
		s[m] += more[m]
	}
}

// Hit returns a document with its measures and its score before limiting to 1. s are its sums, and
// question the sums of all terms of the question. length is the norm of its vector, and terms the
// number of its distinct terms: 0 leaves out all measures besides containment.
func (s Sums) Hit(id string, matched []int, question Sums, length float32, terms int, by Measure) (Hit, float64) {
	var scores Sums
	if question[Containment] > 0 {
		scores[Containment] = s[Containment] / question[Containment]
	}
	if terms > 0 && question[Resemblance] > 0 {
		scores[Cosine] = s[Cosine] / (math.Sqrt(question[Cosine]) * float64(length))
		scores[Resemblance] = s[Resemblance] / (question[Resemblance] + float64(terms) - s[Resemblance])
	}
	return Hit{
		ID: id, Matched: matched, Score: min(scores[by], 1), Containment: min(scores[Containment], 1),
		Cosine: min(scores[Cosine], 1), Resemblance: min(scores[Resemblance], 1),
	}, scores[by]
}
