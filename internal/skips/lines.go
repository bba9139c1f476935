package skips

import (
	"strings"

	"github.com/chaffinch-search/chaffinch/internal/parts"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
)

// Lines writes the numbers of lines that are not read, by reason; "" for none. An example is "lines
// not read: 46 context, 3 removed".
func Lines(left map[string]int) string {
	var all []string
	for _, reason := range parts.LeftOutReasons() {
		if n := left[reason]; n > 0 {
			all = append(all, terminal.Thousands(n)+" "+reason)
		}
	}
	if len(all) == 0 {
		return ""
	}
	return "lines not read: " + strings.Join(all, ", ")
}

// AddLines adds counts of lines to the sum, which may be nil, and returns it.
func AddLines(sum, left map[string]int) map[string]int {
	if sum == nil && len(left) > 0 {
		sum = map[string]int{}
	}
	for reason, n := range left {
		sum[reason] += n
	}
	return sum
}
