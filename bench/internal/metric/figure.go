package metric

import (
	"encoding/json"
	"fmt"
	"math"
)

// Figure is a number that may be undefined: NaN, which is null in JSON and a dash in text.
type Figure float64

// MarshalJSON implements [json.Marshaler].
func (f Figure) MarshalJSON() ([]byte, error) {
	if math.IsNaN(float64(f)) {
		return []byte("null"), nil
	}
	return json.Marshal(float64(f))
}

// String prints the figure with three digits.
func (f Figure) String() string {
	if math.IsNaN(float64(f)) {
		return "-"
	}
	return fmt.Sprintf("%.3f", float64(f))
}
