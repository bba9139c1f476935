package chaffinch

import (
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/internal/evidence"
)

// IdiomDF returns the minimum document frequency of an idiom: one in a hundred contents, and at
// least ten.
func IdiomDF(contents int) int { return evidence.IdiomDF(contents) }

// explanation counts the fingerprints that the hit shares with the question.
func explanation(r *evidence.Result, h evidence.Hit, contents int) *answer.Explanation {
	e := &answer.Explanation{Asked: len(r.Terms), Ignored: r.Question.Ignored, IdiomDF: IdiomDF(contents)}
	e.Fingerprints = []answer.Fingerprint{}
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
			answer.Fingerprint{Representation: term.Representation.String(), Term: term.Text(), DF: term.DF, IDF: term.IDF})
	}
	return e
}
