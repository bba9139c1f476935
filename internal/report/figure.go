package report

import (
	"fmt"
	"math"
	"strconv"
)

// Scores and shares are rounded here for the terminal and the pages of the server. For reports
// html/assets/shared/js/20-format.js rounds them. testdata/figures.json has test vectors for both.
// Less than all is never shown as 1.000 or 100%.

// Score rounds a score to three decimals.
func Score(v float64) string {
	n := roundedTo(10, v)
	return fmt.Sprintf("%d.%03d", n/1000, n%1000)
}

// Percent rounds a share to whole percents.
func Percent(share float64) string {
	n := roundedTo(100, share)
	if n == 0 && tenThousandths(share) > 0 {
		return "<1%"
	}
	return strconv.Itoa(n) + "%"
}

// TwoDecimals rounds a figure to two decimals, as Percent does.
func TwoDecimals(v float64) float64 { return float64(roundedTo(100, v)) / 100 }

// FourDecimals cuts a figure to four decimals. Its rounded text stays the same, because rounded
// figures are whole ten-thousandths.
func FourDecimals(v float64) float64 { return float64(tenThousandths(v)) / 1e4 }

// tenThousandths allows for the error of a sum that should be whole. The conversion excludes a
// fused operation, so that all machines agree.
func tenThousandths(v float64) int { return int(math.Floor(float64(v*1e4) + 1e-6)) }

// roundedTo returns v in units of so many ten-thousandths.
func roundedTo(unit int, v float64) int {
	t := tenThousandths(v)
	n := (t + unit/2) / unit
	if t < 10_000 {
		return min(n, 10_000/unit-1)
	}
	return n
}
