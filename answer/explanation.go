package answer

import (
	"fmt"
	"strings"

	"github.com/chaffinch-search/chaffinch/internal/terminal"
)

// Explanation breaks a score down by fingerprints.
type Explanation struct {
	// Matched is the number of distinct fingerprints of the question that the document has. For a
	// short question all k-grams are looked up; the document has only those it selected.
	Matched int `json:"matched"`
	Asked   int `json:"asked"`   // number of distinct fingerprints that were looked up
	Ignored int `json:"ignored"` // number of fingerprints in boilerplate, which were not looked up
	Unique  int `json:"unique"`  // matched fingerprints that no other document has
	Idioms  int `json:"idioms"`  // matched fingerprints that IdiomDF documents or more have
	IdiomDF int `json:"idiomDF"` // the least document frequency of an idiom
	// Fingerprints are the matched ones, rarest first.
	Fingerprints []Fingerprint `json:"fingerprints"`
}

// Fingerprint is a shared fingerprint.
type Fingerprint struct {
	Representation string  `json:"representation"` // structure or exact
	Term           string  `json:"term"`           // as the index has it
	DF             int     `json:"df"`             // number of contents that have it
	IDF            float64 `json:"idf"`            // its weight
}

// String returns a sentence.
func (e *Explanation) String() string {
	text := fmt.Sprintf("%d of %s shared", e.Matched, terminal.Plural(e.Asked, "fingerprint", "fingerprints"))
	if e.Ignored > 0 {
		text += fmt.Sprintf(" (%s of boilerplate ignored)", terminal.Thousands(e.Ignored))
	}
	var parts []string
	if e.Unique > 0 {
		parts = append(parts, fmt.Sprintf("%d %s in no other document", e.Unique, verb(e.Unique, "occurs", "occur")))
	}
	if e.Idioms > 0 {
		parts = append(parts, fmt.Sprintf("%d %s (df %s)", e.Idioms, verb(e.Idioms, "is an idiom", "are idioms"), e.idiomDFs()))
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
func (e *Explanation) idiomDFs() string {
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
