package answer

import (
	"context"

	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/evidence"
	"github.com/chaffinch-search/chaffinch/query/align"
)

// Request is a question with the way it is to be asked.
type Request = evidence.Request

// Asker asks questions of one snapshot. Not for several goroutines.
type Asker struct{ *evidence.Asker }

// New returns an asker for the present state of the index. Close it before the index.
func New(x *index.Index) (*Asker, error) {
	a, err := evidence.Open(x)
	if err != nil {
		return nil, err
	}
	return &Asker{a}, nil
}

// Ask answers the question.
func (a *Asker) Ask(ctx context.Context, r Request) (*Answer, error) {
	result, err := a.Asker.Ask(ctx, r)
	if err != nil {
		return nil, err
	}
	return show(r, result, a.Snapshot().Contents()), nil
}

// show turns a result into the answer that is printed. contents is how many the index has.
func show(r Request, result *evidence.Result, contents int) *Answer {
	q, s := &result.Question, &result.Stats
	a := &Answer{
		Question: Question{
			Name: q.Name, Language: q.Language.Name, Tokens: q.Document.Len(), Boilerplate: q.Boilerplate,
			Fingerprints: q.Fingerprints, Guarantee: q.Guarantee,
		},
		Warnings: append([]string{}, result.Warnings...),
		Hits:     make([]Hit, len(result.Hits)),
		Stats: Stats{
			Terms: s.Terms, Postings: s.Postings, Candidates: s.Candidates, Aligned: s.Aligned,
			Microseconds: s.Duration.Microseconds(), Aligning: s.Aligning,
		},
	}
	for i, h := range result.Hits {
		a.Hits[i] = showHit(r, q, h)
		if r.Explain {
			a.Hits[i].Explain = explanation(result, h, contents)
		}
	}
	return a
}

func showHit(r Request, q *evidence.Question, h evidence.Hit) Hit {
	shown := Hit{
		Content: h.Content.ID, Language: h.Content.Language, Tokens: h.Content.Tokens,
		Score: h.Score, Containment: h.Found.Containment, Resemblance: h.Found.Resemblance,
		Cosine: h.Found.Cosine, Occurrences: h.Occurrences, Aligned: h.Aligned, Adds: h.Adds,
		Matches: make([]Match, len(h.Matches)),
	}
	before := max(1, r.FirstLine) - 1
	covered, kind := 0, align.Verbatim
	for i, m := range h.Matches {
		shown.Matches[i] = Match{
			Question: lines(m.Question, before), Document: lines(m.Document, 0),
			Tokens: m.Tokens, Kind: m.Change.Kind.String(), Renames: []Rename{}, weight: m.Weight,
		}
		for _, n := range m.Change.Renames {
			shown.Matches[i].Renames = append(shown.Matches[i].Renames, Rename{n.From, n.To, n.Count})
		}
		covered += m.Tokens
		kind = max(kind, m.Change.Kind)
	}
	if len(h.Matches) > 0 {
		shown.Kind = kind.String()
		shown.Coverage = float64(covered) / float64(max(1, q.Document.Own()))
	}
	if h.Document != nil {
		shown.Alignment = &Alignment{Question: q.Document, Document: h.Document, FirstLine: before + 1}
		for _, m := range h.Matches {
			shown.Alignment.Matches = append(shown.Alignment.Matches, m.Match)
			shown.Alignment.Changes = append(shown.Alignment.Changes, m.Change)
		}
	}
	return shown
}

// lines are those of a range, of whose file so many lines come before the source.
func lines(r align.Range, before int) Lines {
	return Lines{r.First.Line + before, r.Last.Line + before}
}

// DropSlight keeps the matches that do not look like chance, whose weights are given: see
// [align.Notable]. It returns their numbers.
func (al *Alignment) DropSlight(weights []float64) (kept []int) {
	kept = align.Notable(al.Matches, weights)
	matches := al.Matches[:0]
	for _, i := range kept {
		matches = append(matches, al.Matches[i])
	}
	al.Matches = matches
	return kept
}
