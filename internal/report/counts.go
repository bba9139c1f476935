package report

import (
	"slices"

	"github.com/chaffinch-search/chaffinch/internal/terminal"
)

// Count writes a number and its noun, such as "1,200 added". It writes nothing if the number is 0.
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
