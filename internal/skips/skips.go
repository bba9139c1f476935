// Package skips says in words which files were skipped.
package skips

import (
	"strings"

	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
)

// Counts writes the numbers of skipped files, such as "2 binary", in the order of
// [document.Reasons].
func Counts(skipped map[document.Reason]int) (all []string) {
	add := func(reason document.Reason) {
		if n := skipped[reason]; n > 0 {
			all = append(all, terminal.Thousands(n)+" "+string(reason))
		}
	}
	add(document.TooShort)
	add(document.OwnReport)
	for _, r := range document.Reasons() {
		add(r)
	}
	return all
}

// Why explains why no file was read. lister is the option or flag that lists the skipped files.
func Why(skipped map[document.Reason]int, lister string) string {
	counts := Counts(skipped)
	if len(counts) == 0 {
		return "there are no files"
	}
	return "all files skipped: " + strings.Join(counts, ", ") + " (" + lister + " lists them)"
}
