package main

import (
	"bytes"
	"fmt"
	"math"
	"slices"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// lineRange is some lines of a file, from 1, both included; zero stands for none.
type lineRange struct{ From, To int }

func (l lineRange) String() string { return fmt.Sprintf("%d-%d", l.From, l.To) }

// hull returns the lines from the first of both to the last of both.
func (l lineRange) hull(o lineRange) lineRange {
	return lineRange{min(l.From, o.From), max(l.To, o.To)}
}

// near says whether at most 10 lines lie between the two.
func (l lineRange) near(o lineRange) bool { return o.From-l.To <= 11 && l.From-o.To <= 11 }

// place says where in a question the copy stands, and where in the file that it was cut from. The
// lines at its ends hold tokens that both have: comments, blank lines, foreign and dropped lines
// around it do not count. It is zero for a question without origin.
type place struct {
	Question, Document lineRange
	Own, Tokens        int // Own of the question's Tokens come from the snippet
}

// share is the share of the question's tokens that come from the snippet.
func (p place) share() float64 { return float64(p.Own) / float64(max(p.Tokens, 1)) }

// extent is a range of bytes, to excluded.
type extent struct{ from, to int }

// mutant is a snippet made into a question. What stands in own, in this order, was made of what
// stands in kept of the snippet; the rest of the source is foreign.
type mutant struct {
	source    []byte
	own, kept []extent
}

// wholly makes a mutant of which nothing is foreign.
func wholly(s *snippet, source []byte) mutant {
	return mutant{source, []extent{{0, len(source)}}, []extent{{0, len(s.source)}}}
}

// placeOf finds the place of the copy by the tokens in it.
func placeOf(s *snippet, m mutant) place {
	tokens := s.lang.Lex(nil, m.source)
	p := place{Tokens: len(tokens)}
	p.Question, p.Own = linesWithin(m.source, tokens, m.own)
	p.Document, _ = linesWithin(s.source, s.tokens, m.kept)
	p.Document.From += s.first - 1
	p.Document.To += s.first - 1
	return p
}

// linesWithin returns the lines from the first to the last token that starts in one of the extents,
// and the number of such tokens. Extents are in order and do not overlap.
func linesWithin(src []byte, tokens []lex.Token, within []extent) (found lineRange, count int) {
	for _, t := range tokens {
		for len(within) > 0 && within[0].to <= int(t.Start) {
			within = within[1:]
		}
		if len(within) == 0 || int(t.Start) < within[0].from {
			continue
		}
		if count == 0 {
			found.From = lineAt(src, int(t.Start))
		}
		found.To = lineAt(src, int(t.End)-1)
		count++
	}
	return found, count
}

// lineAt returns the number of the line that the byte stands in.
func lineAt(src []byte, at int) int { return bytes.Count(src[:at], []byte("\n")) + 1 }

// evidence is what an answer shows.
type evidence struct {
	coverage float64 // share of the question's tokens that stand in matches
	matches  []match
}

// match is a part of the question that stands in the document.
type match struct {
	question, document lineRange
	tokens             int // that agree
}

// region returns the lines that the evidence shows as one copy: the match of the most tokens,
// joined with every match that lies near it in both files, and so on. Its tokens are those of the
// first match. ok is false without a match.
func (e *evidence) region() (shown match, ok bool) {
	for _, m := range e.matches {
		if m.tokens > shown.tokens || !ok {
			shown, ok = m, true
		}
	}
	for grown := true; grown; {
		grown = false
		for _, m := range e.matches {
			if !shown.question.near(m.question) || !shown.document.near(m.document) {
				continue
			}
			joined := match{shown.question.hull(m.question), shown.document.hull(m.document), shown.tokens}
			grown = grown || joined != shown
			shown = joined
		}
	}
	return shown, ok
}

// edges are by how many lines a region begins and ends too late; negative is too early.
type edges struct{ questionFrom, questionTo, documentFrom, documentTo int }

func edgesOf(shown match, p place) *edges {
	return &edges{
		shown.question.From - p.Question.From, shown.question.To - p.Question.To,
		shown.document.From - p.Document.From, shown.document.To - p.Document.To,
	}
}

// accuracy says how close the evidence of right answers comes to the truth. Quantiles are of
// absolute values.
type accuracy struct {
	// Right is the number of questions with a right answer that shows its coverage. AtCut of those
	// first right answers are the file that the snippet was cut from, and Placed of them show
	// matches.
	Right  int `json:"right"`
	AtCut  int `json:"at_cut"`
	Placed int `json:"placed"`
	// Edges are all four of every region, in lines.
	Edges    spread `json:"edges"`
	Question spread `json:"question_edges"`
	Document spread `json:"document_edges"`
	// Coverage is of the difference to the true share, from 0 to 1.
	Coverage spread `json:"coverage"`
	// Close is the share of the right answers whose coverage is wrong by at most 0.05.
	Close float64 `json:"coverage_within_5_points"`
}

// spread is the median and the 90% quantile of errors.
type spread struct {
	Median float64 `json:"median"`
	Q90    float64 `json:"q90"`
}

// judge sums up the evidence of the results; nil if there is none.
func judge(results []result) *accuracy {
	a := &accuracy{}
	var question, document, coverage []float64
	absolute := func(n int) float64 { return math.Abs(float64(n)) }
	for _, r := range results {
		if r.covered == nil {
			continue
		}
		a.Right++
		off := math.Abs(*r.covered)
		coverage = append(coverage, off)
		if off <= 0.05 {
			a.Close++
		}
		if r.atCut {
			a.AtCut++
		}
		if e := r.edges; e != nil {
			a.Placed++
			question = append(question, absolute(e.questionFrom), absolute(e.questionTo))
			document = append(document, absolute(e.documentFrom), absolute(e.documentTo))
		}
	}
	if a.Right == 0 {
		return nil
	}
	a.Close /= float64(a.Right)
	spreadOf := func(values []float64) spread { return spread{quantile(values, 0.5), quantile(values, 0.9)} }
	a.Edges = spreadOf(slices.Concat(question, document))
	a.Question, a.Document, a.Coverage = spreadOf(question), spreadOf(document), spreadOf(coverage)
	return a
}

// quantile is the least of the values that the share q of them does not exceed; 0 if there are
// none. It sorts them.
func quantile(values []float64, q float64) float64 {
	if len(values) == 0 {
		return 0
	}
	slices.Sort(values)
	return values[max(int(math.Ceil(q*float64(len(values))))-1, 0)]
}
