package page

import (
	"fmt"
	"strings"

	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/internal/option"
	"github.com/chaffinch-search/chaffinch/internal/report"
	"github.com/chaffinch-search/chaffinch/internal/report/diff"
	"github.com/chaffinch-search/chaffinch/internal/report/html"
	"github.com/chaffinch-search/chaffinch/internal/serve"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
	"github.com/chaffinch-search/chaffinch/internal/warning"
)

// shownAnswer is the view of an answer.
type shownAnswer struct {
	Summary  string
	Warnings []string
	Hits     []hit
	Lines    []line // of the question, each with its hit
	Cut      int    // lines that are not shown
}

// hit is the view of a hit.
type hit struct {
	N                      int
	Content, Origin, Lines string
	Figures                []report.Figure
	Why                    []string
	Copies                 []string
	MoreCopies             int
	Sources                string // both, as text, for browsers without JavaScript
	Aligned                bool
	Browse                 string // address of the document
}

// line is a line of the question. It has the number of the first hit that contains it, 0 for none.
type line struct {
	N, Hit, Hue int
	First       bool // of several lines from the hit
	Pieces      []html.Highlighted
}

const (
	mostLines   = 4000     // of a source, on a page
	mostCopies  = 100      // of a hit
	mostSources = 64 << 10 // bytes of both sources, as text
	mostRenames = 6
)

// newAnswer describes an answer. query names the index in addresses.
func newAnswer(a *answer.Answer, q *question, h *serve.Held, query string) (*shownAnswer, error) {
	contents, err := h.Contents()
	if err != nil {
		return nil, err
	}
	r := &shownAnswer{Summary: summary(a, contents)}
	for _, w := range warning.Texts(warning.In(option.Reader, a.Warnings)) {
		r.Warnings = append(r.Warnings, terminal.Safe(w))
	}
	for i := range a.Hits {
		r.Hits = append(r.Hits, newHit(i+1, &a.Hits[i], q.How, query))
	}
	r.Lines, r.Cut = questionLines(a, q)
	return r, nil
}

func summary(a *answer.Answer, contents int) string {
	found := "Nothing found"
	if n := len(a.Hits); n > 0 {
		found = terminal.Plural(n, "document has", "documents have") + " parts of it"
	}
	text := fmt.Sprintf("%s. Searched %s. Read as %s, %s.", found, terminal.Plural(contents, "document", "documents"),
		a.Question.Language, terminal.Plural(a.Question.Tokens, "token", "tokens"))
	if a.More > 0 {
		text += " " + terminal.Plural(a.More, "more document has", "more documents have") + " parts, too, and are not listed."
	}
	if a.Weaker > 0 {
		text += " " + terminal.Plural(a.Weaker, "weaker document is", "weaker documents are") + " not listed: choose to list them, too."
		if a.WeakerVerbatim > 0 {
			text += " All of the question is in " + terminal.Thousands(a.WeakerVerbatim) + " of them, verbatim."
		}
	}
	if report.IsTooShort(a.Question) {
		text += fmt.Sprintf(" It is short: any shared run of %d tokens would be found.", a.Question.Guarantee)
	}
	if len(a.Identical) > 0 {
		text += " An identical document is " + terminal.Safe(a.Identical[0].File()) + "."
	}
	return text
}

func newHit(n int, h *answer.Hit, how, query string) hit {
	o := h.Occurrences[0]
	v := hit{
		N: n, Content: h.Content, Origin: terminal.Safe(o.File()), Figures: report.HitFigures(h, how == cover),
		Aligned: h.Alignment != nil && len(h.Matches) > 0,
	}
	if h.Aligned { // otherwise there is no source
		v.Browse = "/contents/" + h.Content + query
	}
	if m, _ := h.Largest(); m != nil {
		v.Lines = report.Dashed(m.Document)
	}
	v.Why = why(h)
	v.Copies, v.MoreCopies = copiesOf(h.Occurrences[1:])
	if v.Aligned {
		v.Sources = diff.Unified(h.Alignment, diff.Layout{Context: 3, Columns: 160})
		if len(v.Sources) > mostSources {
			v.Sources = strings.ToValidUTF8(v.Sources[:mostSources], "") + "…\n"
		}
	}
	return v
}

func copiesOf(all []index.Occurrence) (names []string, more int) {
	for _, o := range all[:min(len(all), mostCopies)] {
		names = append(names, terminal.Safe(o.Collection)+": "+terminal.Safe(o.File()))
	}
	return names, len(all) - len(names)
}

// samePlace says where the question and its document are the same.
func samePlace(question, document answer.Lines) string {
	words := func(l answer.Lines, one, more string) string {
		if l.From == l.To {
			return one
		}
		return more
	}
	return fmt.Sprintf("%s %s of the question %s its %s %s", words(question, "Line", "Lines"), report.Dashed(question), words(question, "is", "are"),
		words(document, "line", "lines"), report.Dashed(document))
}

// why explains in sentences why the document is listed.
func why(h *answer.Hit) (all []string) {
	m, others := h.Largest()
	switch {
	case h.HashesOnly:
		all = append(all, "About "+report.Percent(h.Coverage)+" of the question has the same fingerprints. The index keeps no source.")
	case m == nil && len(h.SameComments) > 0:
	case m == nil:
		all = append(all, "It shares fingerprints. Its source is no longer available, so the texts were not compared.")
	default:
		all = append(all, fmt.Sprintf("It contains %s of the question; %s of it is in the question.", report.Percent(h.Coverage), report.Percent(h.DocumentCoverage)))
		text := samePlace(m.Question, m.Document)
		if others > 0 {
			text += ", and " + terminal.Plural(others, "shorter part", "shorter parts") + " match"
			if others == 1 {
				text += "es"
			}
		}
		all = append(all, text+". "+inWords(h.Kind, m), rarity(m.DF))
	}
	return append(all, report.HitSentences(h)...)
}

// inWords describes the kind of copy, with the renames of its largest match.
func inWords(kind string, m *answer.Match) string {
	switch kind {
	case "verbatim":
		return "They are the same, apart from comments and layout."
	case "renamed":
		var names []string
		for _, r := range m.Renames[:min(len(m.Renames), mostRenames)] {
			names = append(names, terminal.Line(r.Question)+" = "+terminal.Line(r.Document))
		}
		if len(names) == 0 {
			return "Names were changed, one for one; the rest is the same."
		}
		if more := len(m.Renames) - len(names); more > 0 {
			names = append(names, terminal.Plural(more, "more name", "more names"))
		}
		return "Names were changed, one for one (question = document): " + strings.Join(names, ", ") + ". The rest is the same."
	}
	return "Something was changed, added or left out."
}

// rarity reports how many documents contain the material of a match.
func rarity(df int) string {
	switch {
	case df == 0:
		return "Its rarity is unknown."
	case df == 1:
		return "Most of it is in no other document."
	}
	return fmt.Sprintf("About %s have most of it.", terminal.Plural(df, "document", "documents"))
}

// questionLines returns the lines of the question and the number of omitted lines. Each line has
// the first hit that contains it.
func questionLines(a *answer.Answer, q *question) (all []line, left int) {
	if len(a.Hits) == 0 {
		return nil, 0
	}
	shown := html.Lines(a.Question.Language, corpus.Decode(q.Source).UTF8)
	owner := make([]int, len(shown)+1)
	for i := len(a.Hits) - 1; i >= 0; i-- {
		mark := func(l answer.Lines) {
			for n := l.From; n <= min(l.To, len(shown)); n++ {
				owner[n] = i + 1
			}
		}
		for _, m := range a.Hits[i].Matches {
			mark(m.Question)
		}
		for _, m := range a.Hits[i].Runs {
			mark(m.Question)
		}
	}
	for i, pieces := range shown[:min(len(shown), mostLines)] {
		of := owner[i+1]
		all = append(all, line{N: i + 1, Hit: of, Hue: (of+7)%8 + 1, First: of > 0 && owner[i] != of, Pieces: pieces})
	}
	return all, len(shown) - len(all)
}
