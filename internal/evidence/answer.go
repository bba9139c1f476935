package evidence

import (
	"sort"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/internal/textlines"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
	"github.com/chaffinch-search/chaffinch/query/align"
)

// list completes the hits that the answer lists.
func (p *prover) list(hits []hit) []answer.Hit {
	all := make([]answer.Hit, len(hits))
	for i := range hits {
		h := &hits[i]
		h.Keyed = p.request.Keyed
		h.list(p.question)
		if p.request.Explain {
			h.Explain = p.explanation(h)
		}
		all[i] = h.Hit
	}
	return all
}

// list sets the answer's fields about the matches and runs of the hit.
func (h *hit) list(q *question) {
	for _, run := range h.runs {
		h.Runs = append(h.Runs, run.Run)
	}
	h.Matches = make([]answer.Match, len(h.matches))
	var kinds align.Kinds
	for i := range h.matches {
		m := &h.matches[i]
		m.list(q)
		h.Matches[i] = m.Match
		kinds.Add(m.aligned, m.change.Kind)
	}
	if len(h.matches) > 0 {
		h.Kind = kinds.Copy().String()
	}
	if h.document != nil {
		h.Alignment = &answer.Alignment{Question: q.Document, Document: h.document, FirstLine: 1}
		for _, m := range h.matches {
			h.Alignment.Matches = append(h.Alignment.Matches, m.aligned)
			h.Alignment.Changes = append(h.Alignment.Changes, m.change)
		}
	}
}

// list sets the answer's fields about the change, and a diff's new place.
func (m *match) list(q *question) {
	m.Renames, m.Invisible = []answer.Rename{}, answer.CodePoints(m.change.Invisible)
	for _, n := range m.change.Renames {
		m.Renames = append(m.Renames, answer.Rename{Question: n.From, Document: n.To, Count: n.Count})
	}
	if len(q.parts) > 0 {
		m.New = newPlace(q.parts, q.Document.Range(m.aligned.A))
	}
}

// setLanguage sets the language of the match's part, nil without several parts. document is the
// language of the document.
func (m *match) setLanguage(l *lex.Language, document string) {
	if l != nil && l.Name != document {
		m.Language = l.Name
	}
}

// shownParts returns the parts of the question.
func shownParts(q *question) []answer.Part {
	all := make([]answer.Part, len(q.parts))
	c := textlines.Of(q.Document.Source())
	for i, p := range q.parts {
		all[i] = answer.Part{Language: p.Language.Name, Guessed: p.Guessed, Path: p.Name, Tokens: p.Tokens, Unread: p.Unread}
		all[i].Lines = answer.Lines{From: c.At(p.From), To: c.At(max(p.From, p.To-1))}
	}
	return all
}

// newPlace returns a match's place in the new file of a diff, or nil for other questions.
func newPlace(all []questionPart, match align.Range) *answer.NewPlace {
	i := sort.Search(len(all), func(i int) bool { return all[i].From > match.Start }) - 1
	if i < 0 || all[i].NewLine(match.Start) == 0 {
		return nil
	}
	p := &all[i]
	return &answer.NewPlace{Path: p.Name, Lines: answer.Lines{From: p.NewLine(match.Start), To: p.NewLine(match.End - 1)}}
}

// explanation counts the fingerprints that the hit shares with the question.
func (p *prover) explanation(h *hit) *answer.Explanation {
	e := &answer.Explanation{Asked: len(p.terms), Ignored: p.question.ignored, IdiomDF: threshold.IdiomDF(p.state.Contents())}
	e.Fingerprints = []answer.Fingerprint{}
	for _, i := range h.found.Matched {
		term := p.terms[i]
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
