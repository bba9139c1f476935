package metric

import (
	"math"
	"slices"
)

// Quantile returns the least value that the share q of the values, or more, does not exceed. For
// 0.5 this is the lower median. Without values it is 0.
func Quantile(values []float64, q float64) float64 {
	if len(values) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(values))
	return sorted[max(int(math.Ceil(q*float64(len(sorted))))-1, 0)]
}
