package metric

import (
	"fmt"
	"math"
)

// Figure is a number that may be undefined: NaN, which is printed as a dash.
type Figure float64

// String prints the figure with three digits.
func (f Figure) String() string {
	if math.IsNaN(float64(f)) {
		return "-"
	}
	return fmt.Sprintf("%.3f", float64(f))
}
