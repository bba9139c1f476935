package sketch

import "math"

// Estimate is a share that was counted in a sample of all hashes it is about.
type Estimate struct {
	Shared int  // hashes of the sample that both documents hold
	Sample int  // hashes of the sample
	Exact  bool // the sample is all there is
}

// Value returns the estimate, from 0 to 1. It is 0 where the sample is empty.
func (e Estimate) Value() float64 {
	if e.Sample == 0 {
		return 0
	}
	return float64(e.Shared) / float64(e.Sample)
}

// StandardError returns how far from the truth the value is, in the root of the mean square: sqrt(r(1-r)/n) for a
// sample of n, where the value stands in for the true r. No hash is drawn twice, so with the true r it would be an
// upper bound; where the value is 0 or 1 by chance, it says too little. It is 0 where the value is exact, and 1 where
// it is not and the sample is empty, which says nothing.
func (e Estimate) StandardError() float64 {
	switch {
	case e.Exact:
		return 0
	case e.Sample == 0:
		return 1
	}
	r := e.Value()
	return math.Sqrt(r * (1 - r) / float64(e.Sample))
}

// overlap counts, of the first limit hashes of the union of two rising sets, all of them and those in both.
func overlap(a, b []uint64, limit int) (shared, union int) {
	for union < limit && len(a) > 0 && len(b) > 0 {
		union++
		switch {
		case a[0] < b[0]:
			a = a[1:]
		case a[0] > b[0]:
			b = b[1:]
		default:
			shared++
			a, b = a[1:], b[1:]
		}
	}
	return shared, min(limit, union+len(a)+len(b))
}
