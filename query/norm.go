package query

import "math"

// NormParts is the number of equal ranges of hashes whose squares are added up separately. It is
// fixed, so that floating-point sums have the same order on every machine.
const NormParts = 4

// Norm adds up the length of a document's vector. It equals blevequery.ComputeWeights to the last
// bit. Add its terms in the order of their representations, and then of their hashes.
type Norm struct {
	squares [NormParts]float64
	terms   int
}

// Add adds a term.
func (n *Norm) Add(hash uint64, idf float64) {
	n.squares[hash>>62] += idf * idf
	n.terms++
}

// Terms returns the number of terms.
func (n *Norm) Terms() int { return n.terms }

// Length returns the length of the vector.
func (n *Norm) Length() float32 {
	sum := n.squares[0]
	for _, more := range n.squares[1:] {
		sum += more
	}
	return float32(math.Sqrt(sum))
}
