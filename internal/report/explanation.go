package report

import (
	"fmt"
	"strings"

	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
)

// scoreInWords returns a sentence about the fingerprints of a score.
func scoreInWords(e *answer.Explanation) string {
	text := fmt.Sprintf("%d of %s shared", e.Matched, terminal.Plural(e.Asked, "fingerprint", "fingerprints"))
	if e.Ignored > 0 {
		text += fmt.Sprintf(" (%s of boilerplate ignored)", terminal.Thousands(e.Ignored))
	}
	var parts []string
	if e.Unique > 0 {
		parts = append(parts, fmt.Sprintf("%d %s in no other document", e.Unique, verb(e.Unique, "occurs", "occur")))
	}
	if e.Idioms > 0 {
		parts = append(parts, fmt.Sprintf("%d %s (df %s)", e.Idioms, verb(e.Idioms, "is an idiom", "are idioms"), idiomDFs(e)))
	}
	if others := e.Matched - e.Unique - e.Idioms; others > 0 {
		parts = append(parts, fmt.Sprintf("%d %s in a few others", others, verb(others, "occurs", "occur")))
	}
	if len(parts) == 0 {
		return text
	}
	return text + ": " + strings.Join(parts, "; ")
}

func verb(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// idiomDFs returns the range of the document frequencies of the idioms.
func idiomDFs(e *answer.Explanation) string {
	least, most := 0, 0
	for _, f := range e.Fingerprints {
		if f.DF < e.IdiomDF {
			continue
		}
		if least == 0 || f.DF < least {
			least = f.DF
		}
		most = max(most, f.DF)
	}
	if least == most {
		return terminal.Thousands(most)
	}
	return terminal.Thousands(least) + " to " + terminal.Thousands(most)
}
