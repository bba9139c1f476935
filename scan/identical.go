package scan

import (
	"cmp"
	"context"
	"slices"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/internal/evidence"
	"github.com/chaffinch-search/chaffinch/internal/originname"
)

// A file with the bytes of a document needs no question. Its id finds the document. Score,
// probability and class are as for any other hit: see [evidence.Asker.AskIdentical].

// identical returns the document with these bytes and its occurrences outside the project. The
// likely origin comes first. It returns nil if there is none.
func (s *scanner) identical(ctx context.Context, source []byte) (*index.Described, error) {
	id := index.ContentID(s.x.Analyzer().Key(), source)
	where := index.Where{Content: id, Collection: s.Collection}
	found := false
	err := s.state.Occurrences(ctx, where, func(o index.Occurrence) error {
		found = found || s.outside(index.Content{}, o)
		return nil
	})
	if err != nil || !found {
		return nil, err
	}
	described, err := s.state.Describe(ctx, []string{id})
	if err != nil {
		return nil, err
	}
	d := &described[0]
	index.SettleEdits(d.Occurrences)
	selects := s.Filter.Matcher()
	d.Occurrences = slices.DeleteFunc(d.Occurrences, func(o index.Occurrence) bool {
		return !s.outside(d.Content, o) || s.Collection != "" && o.Collection != s.Collection ||
			selects != nil && !selects(d.Content, o)
	})
	if len(d.Occurrences) == 0 {
		return nil, nil
	}
	originname.Sort(d.Occurrences, nil)
	return d, nil
}

// addIdentical adds the finding of a document's identical file, if same is given.
func (s *scanner) addIdentical(ctx context.Context, d chaffinch.Document, same *index.Described) error {
	f := s.file(d)
	if same == nil {
		return nil
	}
	f.asked = []answer.Lines{{From: 1, To: f.Lines}}
	f.Language, f.Tokens = same.Language, same.Tokens
	text := corpus.Decode(d.Source)
	a, err := s.asker.AskIdentical(ctx, evidence.Request{
		Options: s.searchOptions(), Name: d.Name, Source: d.Source, Text: &text, Language: languageOf(same.Language), Keyed: s.x.Settings().Key != "",
	}, *same)
	if err != nil || len(a.Hits) == 0 {
		return err
	}
	j := NewJudge(d, a.Question, s.report.Index.Contents)
	j.Path, j.minScore, j.identical = f.Path, s.MinScore, true
	if s.own.any(same.Occurrences) {
		j.owned = f.asked
	}
	before := len(s.report.Findings)
	s.addHit(f, &a.Hits[0], j)
	extend(s.report.Findings[before:], f.Lines, len(d.Source))
	return nil
}

// extend extends the matches of an identical file's findings, each to the next one. Comments
// between them are the document's, too.
func extend(findings []Finding, lines, bytes int) {
	var all []*Match
	for _, f := range findings {
		for i := range f.Matches {
			all = append(all, &f.Matches[i])
		}
	}
	slices.SortFunc(all, func(x, y *Match) int { return cmp.Compare(x.FileBytes.From, y.FileBytes.From) })
	for i, m := range all {
		if i == 0 {
			m.File.From, m.FileBytes.From = 1, 0
		}
		last, end := lines, bytes
		if i+1 < len(all) {
			next := all[i+1]
			last, end = max(m.File.To, next.File.From-1), max(m.FileBytes.To, next.FileBytes.From)
		}
		m.File.To, m.FileBytes.To = last, end
		m.Origin = m.File
	}
}
