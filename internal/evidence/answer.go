package evidence

import (
	"sort"

	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index/corpus"
	"github.com/chaffinch-search/chaffinch/internal/textlines"
	"github.com/chaffinch-search/chaffinch/query/align"
)

// NewAnswer turns a result into an answer. contents is the number of contents in the index.
func NewAnswer(explain bool, result *Result, contents int) *answer.Answer {
	q, s := &result.Question, &result.Stats
	a := &answer.Answer{
		Question: answer.Question{
			Name: q.Name, Language: q.Language.Name, Tokens: q.Document.Own() + q.Boilerplate,
			Boilerplate: q.Boilerplate, Fingerprints: q.Fingerprints, Guarantee: q.Guarantee, Parts: partsOf(q), LeftOut: q.LeftOut,
		},
		Warnings: append([]string{}, result.Warnings...),
		Hits:     make([]answer.Hit, len(result.Hits)),
		Weaker:   result.Weaker, WeakerVerbatim: result.WeakerVerbatim, More: result.More, Identical: result.Same, Unread: result.Unread,
		Stats: answer.Stats{
			Terms: s.Terms, Postings: s.Postings, Candidates: s.Candidates, Aligned: s.Aligned,
			Microseconds: s.Duration.Microseconds(), Aligning: s.Aligning,
		},
	}
	for i, h := range result.Hits {
		a.Hits[i] = newHit(q, h)
		if explain {
			a.Hits[i].Explain = explanation(result, h, contents)
		}
	}
	return a
}

func newHit(q *Question, h Hit) answer.Hit {
	hit := answer.Hit{
		Content: h.Content.ID, Language: h.Content.Language, Tokens: h.Content.Tokens,
		Score: h.Score, Probability: h.Probability, Evident: h.Evident, Containment: h.Found.Containment, Resemblance: h.Found.Resemblance,
		Cosine: h.Found.Cosine, Occurrences: h.Occurrences, Aligned: h.Aligned, Adds: h.Adds,
		Matches:  make([]answer.Match, len(h.Matches)),
		Coverage: h.Covered[0], DocumentCoverage: h.Covered[1], Shares: answer.Shares(h.Shares),
	}
	for _, v := range h.Later {
		o := v.Occurrence
		hit.LaterVersions = append(hit.LaterVersions, answer.Version{Content: v.Content, Revision: o.Revision, Date: o.Date, Author: o.Author})
	}
	hit.Versions, hit.Group, hit.Others, hit.Equal = h.Versions, h.Group, h.Others, h.Equal
	if h.Looks != corpus.Kept {
		hit.Looks = h.Looks.String()
	}
	hit.HashesOnly = h.HashesOnly
	for _, run := range h.Runs {
		hit.Runs = append(hit.Runs, answer.Run{Question: answer.LinesOf(run.Question), Tokens: run.Len(), Weight: run.Weight, DF: run.DF, Rare: run.Rare, Duplicate: run.Duplicate})
	}
	kind := align.Verbatim
	for i, m := range h.Matches {
		hit.Matches[i] = answer.Match{
			Question: answer.LinesOf(m.Question), Document: answer.LinesOf(m.Document),
			Tokens: m.Tokens, Kind: m.Change.Kind.String(), DF: m.DF, Rare: m.Rare, Renames: []answer.Rename{},
			Invisible: answer.CodePoints(m.Change.Invisible), Weight: m.Weight, Evident: m.Evident, Duplicate: m.Duplicate, New: newPlace(q.Parts, m.Question),
		}
		if m.Language != nil && m.Language.Name != hit.Language {
			hit.Matches[i].Language = m.Language.Name
		}
		for _, n := range m.Change.Renames {
			hit.Matches[i].Renames = append(hit.Matches[i].Renames, answer.Rename{Question: n.From, Document: n.To, Count: n.Count})
		}
		kind = max(kind, m.Change.Kind)
	}
	if len(h.Matches) > 0 {
		hit.Kind = kind.String()
	}
	if h.Document != nil {
		hit.Alignment = &answer.Alignment{Question: q.Document, Document: h.Document, FirstLine: 1}
		for _, m := range h.Matches {
			hit.Alignment.Matches = append(hit.Alignment.Matches, m.Match)
			hit.Alignment.Changes = append(hit.Alignment.Changes, m.Change)
		}
	}
	return hit
}

// partsOf returns the parts of the question.
func partsOf(q *Question) []answer.Part {
	all := make([]answer.Part, len(q.Parts))
	c := textlines.Of(q.Document.Source())
	for i, p := range q.Parts {
		all[i] = answer.Part{Language: p.Language.Name, Guessed: p.Guessed, Path: p.Name, Tokens: p.Tokens, Unread: p.Unread}
		all[i].Lines = answer.Lines{From: c.At(p.From), To: c.At(max(p.From, p.To-1))}
	}
	return all
}

// newPlace returns the place of a match in the new file of a diff, nil for other questions.
func newPlace(all []QuestionPart, match align.Range) *answer.NewPlace {
	i := sort.Search(len(all), func(i int) bool { return all[i].From > match.Start }) - 1
	if i < 0 || all[i].NewLine(match.Start) == 0 {
		return nil
	}
	p := &all[i]
	return &answer.NewPlace{Path: p.Name, Lines: answer.Lines{From: p.NewLine(match.Start), To: p.NewLine(match.End - 1)}}
}

// explanation counts the fingerprints that the hit shares with the question.
func explanation(r *Result, h Hit, contents int) *answer.Explanation {
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
