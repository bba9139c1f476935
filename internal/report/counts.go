package report

import (
	"slices"

	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/corpus"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
)

// Count writes a number and its noun, such as "1,200 added"; nothing if the number is 0.
func Count(n int, what string) string {
	if n == 0 {
		return ""
	}
	return terminal.Thousands(n) + " " + what
}

// Counts returns the counts that are not empty.
func Counts(counts ...string) []string {
	return slices.DeleteFunc(counts, func(c string) bool { return c == "" })
}

// SkipCounts writes the numbers of files skipped, in the order of [corpus.Reasons].
func SkipCounts(skipped map[string]int) []string {
	counts := []string{Count(skipped[index.ReasonTooShort], index.ReasonTooShort)}
	for _, r := range corpus.Reasons() {
		counts = append(counts, Count(skipped[r.String()], r.String()))
	}
	return Counts(counts...)
}
