package chaffinch

import (
	"fmt"
	"strings"

	"github.com/chaffinch-search/chaffinch/internal/evidence"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
)

// IdiomDF returns the minimum document frequency of an idiom: one in a hundred contents, and at
// least ten.
func IdiomDF(contents int) int { return evidence.IdiomDF(contents) }

// explanation counts the fingerprints that the hit shares with the question.
func explanation(r *evidence.Result, h evidence.Hit, contents int) *Explanation {
	e := &Explanation{Asked: len(r.Terms), Ignored: r.Question.Ignored, IdiomDF: IdiomDF(contents)}
	e.Fingerprints = []Fingerprint{}
	for _, i := range h.Found.Matched {
		term := r.Terms[i]
		e.Matched++
		if term.DF == 1 {
			e.Unique++
		}
		if term.DF >= e.IdiomDF {
			e.Idioms++
		}
		e.Fingerprints = append(e.Fingerprints,
			Fingerprint{term.Representation.String(), term.Text(), term.DF, term.IDF})
	}
	return e
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
