package query

import (
	"fmt"
	"math"

	"github.com/chaffinch-search/chaffinch/internal/option"
)

// Measure is a measure to rank documents by. All values are from 0 to 1.
type Measure uint8

const (
	// Containment is the share of the question that the document contains. It is the idf of the
	// shared terms over the idf of all terms of the question. Use it for a snippet in a large file.
	Containment Measure = iota
	// Cosine is the cosine of the angle between both term vectors, weighted by idf. Use it for
	// documents of similar size.
	Cosine
	// Resemblance is the number of shared terms over the number of terms of both. See Broder, "On
	// the resemblance and containment of documents", 1997.
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
	return 0, fmt.Errorf("unknown measure %q: use %s", name, option.OneOf(measureNames[:]))
}

// Measures returns cosine and resemblance of two documents, from their terms with idf. All terms of
// each are needed. Spare terms do not count. blevequery.Search with [Weights] returns the same
// values, up to rounding.
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
