// Package skips says in words which files were skipped.
package skips

import (
	"strings"

	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
)

// ReasonReport is the reason for skipping a report of an earlier run, such as its page or JSON.
const ReasonReport = "report"

// Counts writes the numbers of files skipped, such as "2 binary", in the order of [corpus.Reasons].
func Counts(skipped map[string]int) (all []string) {
	add := func(reason string) {
		if n := skipped[reason]; n > 0 {
			all = append(all, terminal.Thousands(n)+" "+reason)
		}
	}
	add(index.ReasonTooShort)
	add(ReasonReport)
	for _, r := range corpus.Reasons() {
		add(r.String())
	}
	return all
}

// Why explains why no file was read. lister is the option or flag that lists the skipped files.
func Why(skipped map[string]int, lister string) string {
	counts := Counts(skipped)
	if len(counts) == 0 {
		return "there are no files"
	}
	return "all files skipped: " + strings.Join(counts, ", ") + " (" + lister + " lists them)"
}
