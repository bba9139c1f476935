package answer

import (
	"fmt"

	"github.com/chaffinch-search/chaffinch/internal/screen"
	"github.com/chaffinch-search/chaffinch/query"
)

// IdiomDF returns from which document frequency on a fingerprint is called an idiom: one in a
// hundred contents, and no fewer than ten.
func IdiomDF(contents int) int { return max(10, contents/100) }

func explain(result *query.Result, h query.Hit, contents int) *Explanation {
	e := &Explanation{Asked: len(result.Terms), IdiomDF: IdiomDF(contents), Fingerprints: []Fingerprint{}}
	for _, i := range h.Matched {
		t := result.Terms[i]
		e.Matched++
		if t.DF == 1 {
			e.Unique++
		}
		if t.DF >= e.IdiomDF {
			e.Idioms++
		}
		e.Fingerprints = append(e.Fingerprints, Fingerprint{t.Field, t.Text, t.DF, t.IDF})
	}
	return e
}

// String says it in words.
func (e *Explanation) String() string {
	return fmt.Sprintf("%s shared: %d only here, %d elsewhere, %d idioms (df >= %d)",
		screen.Plural(e.Matched, "fingerprint", "fingerprints"), e.Unique, e.Matched-e.Unique-e.Idioms, e.Idioms, e.IdiomDF)
}
