package scan

import (
	"cmp"
	"context"
	"iter"
	"maps"
	"slices"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/internal/notice"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
	"github.com/chaffinch-search/chaffinch/query/align"
)

// Kinds of findings besides the kinds of copies.
const (
	Identical    = "identical"    // the file has the bytes of the document
	Fingerprints = "fingerprints" // the index keeps hashes only, and the document has the same fingerprints
)

// addAnswer adds the findings of an answer.
func (s *scanner) addAnswer(ctx context.Context, d chaffinch.Document, a *answer.Answer) error {
	f := s.file(d)
	f.Language, f.Tokens, f.LeftOut = a.Question.Language, f.Tokens+a.Question.Tokens, a.Question.LeftOut
	if f.asked = append(f.asked, d.Lines); d.Lines == (answer.Lines{}) {
		f.asked = []answer.Lines{{From: 1, To: f.Lines}}
	}
	s.report.Totals.Asked++
	s.addGone(f, a.Unread)
	if len(a.Hits) == 0 {
		return nil
	}
	owned, err := s.ownLines(ctx, d)
	if err != nil {
		return err
	}
	j := NewJudge(d, a.Question, s.report.Index.Contents)
	j.Path, j.minScore, j.owned = f.Path, s.MinScore, owned
	for i := range a.Hits {
		s.addHit(f, &a.Hits[i], j)
	}
	return nil
}

// addHit adds the findings of a hit.
func (s *scanner) addHit(f *File, h *answer.Hit, j Judge) {
	findings, weaker := j.Split(h)
	s.report.Findings = append(s.report.Findings, findings...)
	for _, part := range weaker {
		f.Weaker = append(f.Weaker, part.Score)
	}
}

// addGone notes the unreadable documents that may be the origin of a file. The project's own
// documents are not origins.
func (s *scanner) addGone(f *File, all []answer.UnreadDocument) {
	for _, u := range all {
		if s.own.any(u.Occurrences) {
			continue
		}
		if n := len(s.report.Gone); n == 0 || s.report.Gone[n-1].Path != f.Path {
			s.report.Gone = append(s.report.Gone, Gone{Path: f.Path, Names: []string{}})
			clear(s.gone)
		}
		if g := &s.report.Gone[len(s.report.Gone)-1]; !s.gone[u.Content] {
			s.gone[u.Content] = true
			if g.Documents++; len(g.Names) < mostGoneNames {
				g.Names = append(g.Names, u.Occurrences[0].File())
			}
		}
	}
}

// matchesOfRuns returns a hit's runs as matches without a place in the document.
func matchesOfRuns(runs []answer.Run) (all []answer.Match) {
	for _, r := range runs {
		all = append(all, answer.Match{Question: r.Question, Tokens: r.Tokens, Kind: Fingerprints,
			Weight: r.Weight, Evident: r.Weight, DF: r.DF, Rare: r.Rare, Duplicate: r.Duplicate})
	}
	return all
}

// substantial reports whether a match is not likely to be chance. Long files share single lines
// with any document.
func substantial(all []answer.Match, i int) bool {
	heavy := func(m answer.Match) bool { return m.Weight >= threshold.HeavyMatch }
	if heavy(all[i]) || !slices.ContainsFunc(all, heavy) {
		return true
	}
	if all[i].Kind == Fingerprints { // whether it adjoins a heavier one in the document is unknown
		return false
	}
	return slices.ContainsFunc(all, func(m answer.Match) bool {
		return heavy(m) && near(m.Question, all[i].Question) && near(m.Document, all[i].Document)
	})
}

func near(x, y answer.Lines) bool {
	return x.From <= y.To+threshold.BesideLines+1 && y.From <= x.To+threshold.BesideLines+1
}

// divide yields the parts of a finding whose matches have the same value. A part that would not
// reach the least score alone joins the heaviest one.
func divide[V cmp.Ordered](f Finding, least float64, of func(Match) V) iter.Seq2[V, Finding] {
	parts := map[V][]Match{}
	for _, m := range f.Matches {
		parts[of(m)] = append(parts[of(m)], m)
	}
	values := slices.SortedFunc(maps.Keys(parts), func(x, y V) int {
		return cmp.Or(cmp.Compare(weightOf(parts[y]), weightOf(parts[x])), cmp.Compare(x, y))
	})
	for _, v := range values[min(len(values), 1):] {
		if scoreOf(parts[v], f.asked) < least {
			parts[values[0]] = append(parts[values[0]], parts[v]...)
			delete(parts, v)
		}
	}
	return func(yield func(V, Finding) bool) {
		for _, v := range values {
			if parts[v] != nil && !yield(v, f.with(parts[v])) {
				return
			}
		}
	}
}

// scoreOf returns the score of matches of a file of that many tokens.
func scoreOf(all []Match, tokens int) float64 {
	parts := make([]align.Part, len(all))
	for i, m := range all {
		parts[i] = align.Part{A: spanOf(m.File), B: spanOf(m.Origin), Weight: m.Weight}
		if m.duplicate {
			parts[i].Duplicate = m.Tokens
		}
	}
	return align.Origin(align.Explained(parts, tokens))
}

// tokensOnce returns how many of that many tokens of a file are not in duplicates.
func tokensOnce(all []Match, tokens int) int {
	for _, m := range all {
		if m.duplicate {
			tokens -= m.Tokens
		}
	}
	return max(1, tokens)
}

// spanOf returns lines as a span; empty if they are not known.
func spanOf(l answer.Lines) analyzer.Span {
	if l.From == 0 {
		return analyzer.Span{}
	}
	return analyzer.Span{From: l.From, To: l.To + 1}
}

func weightOf(all []Match) (sum float64) {
	for _, m := range all {
		sum += m.Weight
	}
	return sum
}

// with returns the finding with these matches only.
func (f Finding) with(matches []Match) Finding {
	slices.SortFunc(matches, func(x, y Match) int { return cmp.Compare(x.FileBytes.From, y.FileBytes.From) })
	f.Matches, f.Tokens, f.DF = matches, 0, 0
	for i, m := range matches {
		if i == 0 || kinds[m.Kind] > kinds[f.Kind] {
			if f.Kind != Identical {
				f.Kind = m.Kind
			}
		}
		f.Tokens += m.Tokens
		f.DF = max(f.DF, m.DF)
	}
	var lines answer.Lines
	if len(matches) == 1 && f.Kind != Identical && f.Kind != Fingerprints {
		lines = matches[0].Origin
	}
	f.Origin.SWHID = f.Origin.SWHIDOf(lines)
	return f
}

// kinds orders the kinds of copies: a finding has the last kind of its matches.
var kinds = map[string]int{align.Verbatim.String(): 0, align.Renamed.String(): 1, align.Edited.String(): 2}

// matchOf returns the i-th match of a hit.
func matchOf(h *answer.Hit, i int, text *corpus.Text) Match {
	m := h.Matches[i]
	match := Match{File: m.Question, Origin: m.Document, Tokens: m.Tokens, Imports: m.Imports, Weight: m.Evident, Kind: m.Kind, DF: m.DF, duplicate: m.Duplicate}
	var from, to int
	if aligned := h.Alignment; aligned != nil {
		place := aligned.Question.Range(aligned.Matches[i].A)
		from, to = place.Start, place.End
		match.Key = keyOf(aligned.Matches[i], aligned.Question, aligned.Document)
	} else { // a run of fingerprints; the lines are lines of the text
		from, to, _ = text.LineRange(m.Question.From, m.Question.To)
		match.Key = keyOfText(languageOf(h.Language), text.UTF8[from:to])
	}
	match.FileBytes = Bytes{text.Original(from), text.Original(to)}
	return match
}

// languageOf returns the language of a document, or prose if no language has this name.
func languageOf(name string) *lex.Language {
	if l, ok := lex.Lookup(name); ok {
		return l
	}
	return lex.Prose
}

func originOf(h *answer.Hit) Origin {
	o := Origin{
		Content: h.Content, HitContent: h.HitContent, Occurrence: h.Occurrences[0], Copyright: []string{}, Copies: len(h.Occurrences) - 1,
		Licenses: licensesBeside(h.Occurrences[0], h.Occurrences),
	}
	if h.Alignment != nil {
		o.Copyright = notice.Copyrights(h.Alignment.Document.Source())
	}
	return o
}

// addEarlier adds the findings of an earlier scan of the same file.
func (s *scanner) addEarlier(d chaffinch.Document, before *earlierFile) {
	f := s.file(d)
	f.Language, f.Tokens, f.LeftOut, f.Weaker = before.file.Language, before.file.Tokens, before.file.LeftOut, before.file.Weaker
	s.report.Findings = append(s.report.Findings, before.findings...)
}

// licensesBeside returns the licences of other occurrences that differ from the licence of
// occurrence at.
func licensesBeside(at index.Occurrence, all []index.Occurrence) (licenses []string) {
	for _, o := range all {
		license := o.License
		if license == "" && (o.LicenseInFile || o.LicenseFrom != "") {
			license = Unknown
		}
		if license != "" && license != cmp.Or(at.License, Unknown) && !slices.Contains(licenses, license) {
			licenses = append(licenses, license)
		}
	}
	slices.Sort(licenses)
	return licenses
}
