package metric

import (
	"math"
	"slices"
)

// Quantile returns the least value that at least the share q of the values does not exceed, such as
// the lower median for 0.5; 0 if there are no values.
func Quantile(values []float64, q float64) float64 {
	if len(values) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(values))
	return sorted[max(int(math.Ceil(q*float64(len(sorted))))-1, 0)]
}
