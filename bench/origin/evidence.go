package main

// evidence is what an engine shows for an answer.
type evidence struct {
	// coverage is the share of the question's tokens that stand in matches.
	coverage float64
	matches  []match
}

// match is a part of the question that stands in the document.
type match struct {
	Question lineRange `json:"question"`
	Document lineRange `json:"document"`
	Tokens   int       `json:"tokens"` // that agree
}

// apart is how many lines may lie between two matches of one copy, on either side.
const apart = 10

// region returns the lines that the evidence shows as one copy, as a reader would take it: the match
// of the most tokens with those that lie near it both in the question and in the document, and those
// near these, and so on. What lies farther away, be it on one side only, is not of this copy. Tokens
// are those of the first match. ok is false without a match.
func (e *evidence) region() (shown match, ok bool) {
	for _, m := range e.matches {
		if m.Tokens > shown.Tokens || !ok {
			shown, ok = m, true
		}
	}
	for grown := true; grown; {
		grown = false
		for _, m := range e.matches {
			if !adjacent(shown.Question, m.Question) || !adjacent(shown.Document, m.Document) {
				continue
			}
			hull := match{join(shown.Question, m.Question), join(shown.Document, m.Document), shown.Tokens}
			grown = grown || hull != shown
			shown = hull
		}
	}
	return shown, ok
}

// adjacent says whether at most apart lines lie between the two.
func adjacent(x, y lineRange) bool { return y.From-x.To <= apart+1 && x.From-y.To <= apart+1 }

// join returns the lines from the first of both to the last of both.
func join(x, y lineRange) lineRange { return lineRange{min(x.From, y.From), max(x.To, y.To)} }

// edges are by how many lines a region shown begins and ends too late; negative is too early.
type edges struct{ questionFrom, questionTo, documentFrom, documentTo int }

// edgesOf compares the region shown with the place of the copy.
func edgesOf(shown match, p place) edges {
	return edges{
		shown.Question.From - p.Question.From, shown.Question.To - p.Question.To,
		shown.Document.From - p.Document.From, shown.Document.To - p.Document.To,
	}
}
