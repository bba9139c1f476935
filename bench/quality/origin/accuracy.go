package origin

import (
	"bytes"
	"math"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/bench/internal/metric"
)

// hull returns the lines from the first of both to the last of both.
func hull(a, b answer.Lines) answer.Lines {
	return answer.Lines{From: min(a.From, b.From), To: max(a.To, b.To)}
}

// near reports whether at most 10 lines lie between the two.
func near(a, b answer.Lines) bool { return b.From-a.To <= 11 && a.From-b.To <= 11 }

// region is a copy: its lines in the question and in the document.
type region struct{ question, document answer.Lines }

// place is the region that the copy has in truth, in the question and in the file that it was cut
// from. The lines at its ends hold tokens that both have: comments, blank lines, foreign and
// dropped lines around it do not count. It is zero for a question without origin.
type place struct {
	region
	own, tokens int // own of the question's tokens come from the snippet
}

// share is the share of the question's tokens that come from the snippet.
func (p place) share() float64 { return float64(p.own) / float64(max(p.tokens, 1)) }

// extent is a range of bytes, to excluded.
type extent struct{ from, to int }

// mutant is a snippet made into a question. The extents own of its source were made of the extents
// kept of the snippet, in this order. The rest of the source is foreign.
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
	tokens := s.tokens
	if !bytes.Equal(m.source, s.source) {
		tokens = s.lang.Lex(nil, m.source)
	}
	p := place{tokens: len(tokens)}
	p.question, p.own = linesWithin(m.source, tokens, m.own)
	p.document, _ = linesWithin(s.source, s.tokens, m.kept)
	p.document.From += s.first - 1
	p.document.To += s.first - 1
	return p
}

// linesWithin returns the lines from the first to the last token that starts in one of the extents,
// and the number of such tokens. Extents are in order and do not overlap.
func linesWithin(src []byte, tokens []lex.Token,
	within []extent) (found answer.Lines, count int) {
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

// lineAt returns the number of the line that holds the byte.
func lineAt(src []byte, at int) int { return bytes.Count(src[:at], []byte("\n")) + 1 }

// regionOf returns the lines that matches show as one copy: the match of the most tokens, joined
// with every match near it in both files, and so on. ok is false without a match.
func regionOf(matches []answer.Match) (shown region, ok bool) {
	most := -1
	for _, m := range matches {
		if m.Tokens > most {
			shown, most = region{m.Question, m.Document}, m.Tokens
		}
	}
	for grown := true; grown; {
		grown = false
		for _, m := range matches {
			if near(shown.question, m.Question) && near(shown.document, m.Document) {
				joined := region{hull(shown.question, m.Question), hull(shown.document, m.Document)}
				grown = grown || joined != shown
				shown = joined
			}
		}
	}
	return shown, most >= 0
}

// edges are by how many lines a region begins and ends too late; negative is too early.
type edges struct{ questionFrom, questionTo, documentFrom, documentTo int }

func edgesOf(shown, truth region) *edges {
	return &edges{
		shown.question.From - truth.question.From, shown.question.To - truth.question.To,
		shown.document.From - truth.document.From, shown.document.To - truth.document.To,
	}
}

// accuracy measures how close the evidence of right answers comes to the truth. Quantiles are of
// absolute values.
type accuracy struct {
	// right is the number of questions with a right answer that shows its coverage. atCut of those
	// first right answers are the file that the snippet was cut from, and shown of them show
	// matches.
	right, atCut, shown int
	// edges are all four of every region, in lines.
	edges spread
	// within is the share of the right answers whose coverage is wrong by at most 0.05.
	within float64
}

// spread is the median and the 90% quantile of errors.
type spread struct{ median, q90 float64 }

// judge sums up the evidence of the results.
func judge(results []result) accuracy {
	var a accuracy
	var edges []float64
	absolute := func(n int) float64 { return math.Abs(float64(n)) }
	for _, r := range results {
		if r.covered == nil {
			continue
		}
		a.right++
		if math.Abs(*r.covered) <= 0.05 {
			a.within++
		}
		if r.atCut {
			a.atCut++
		}
		if e := r.edges; e != nil {
			a.shown++
			edges = append(edges, absolute(e.questionFrom), absolute(e.questionTo), absolute(e.documentFrom), absolute(e.documentTo))
		}
	}
	a.within /= float64(max(a.right, 1))
	a.edges = spread{metric.Quantile(edges, 0.5), metric.Quantile(edges, 0.9)}
	return a
}
