package chaffinch_test

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/asktest"
)

// The corpus, the questions and their origins are in testdata/ranking, whose README.md describes
// them. The golden file holds what is answered, so that every change of the ranking is read by
// somebody.

const rankingDir = "testdata/ranking"

// alarm is the score from which on a first hit is taken for the origin.
const alarm = 0.5

func TestSearch_KeepsRanking(t *testing.T) {
	if testing.Short() {
		t.Skip("it asks many questions")
	}
	questions := readTruth(t)
	x := asktest.NewIndex(t, index.DefaultSettings(), filepath.Join(rankingDir, "corpus"))
	for _, q := range questions {
		source, err := os.ReadFile(filepath.Join(rankingDir, "questions", filepath.FromSlash(q.name)))
		asktest.Must(t, err)
		a, err := x.Search(t.Context(), chaffinch.Document{Name: q.name, Source: source}, chaffinch.SearchOptions{MinScore: .001})
		asktest.Must(t, err)
		q.hits = a.Hits
	}
	figures := rankingFigures(questions)
	checkBounds(t, figures)
	compareRanking(t, describeRanking(figures, questions))
}

// checkBounds refuses what no change of the ranking may cost.
func checkBounds(t *testing.T, figures map[string]*rankingFigure) {
	t.Helper()
	for _, b := range []struct {
		kind             string
		recall1, recall5 float64
	}{
		{"verbatim", 1, 1}, {"relaid", 1, 1}, {total, .97, .97},
	} {
		if f := figures[b.kind]; f == nil || f.mean(f.recall1) < b.recall1 || f.mean(f.recall5) < b.recall5 {
			t.Errorf("%s: recall@1 is below %v or recall@5 below %v: %+v", b.kind, b.recall1, b.recall5, f)
		}
	}
	// Two share what everybody begins with: the errors of a Rust module, the options of a shell
	// script.
	const alarms, highest = 2, 0.65
	if f := figures[none]; f == nil || f.alarms > alarms || f.highest > highest {
		t.Errorf("more than %v questions without an origin score %v, or one more than %v: %+v", alarms, alarm, highest, f)
	}
}

func compareRanking(t *testing.T, got string) {
	t.Helper()
	file := filepath.Join(rankingDir, "ranking.txt")
	if *updateGolden {
		asktest.Must(t, os.WriteFile(file, []byte(got), 0o644))
		return
	}
	want, err := os.ReadFile(file)
	asktest.Must(t, err)
	gotLines, wantLines := strings.Split(got, "\n"), strings.Split(string(want), "\n")
	for i := range max(len(gotLines), len(wantLines)) {
		g, w := lineAt(gotLines, i), lineAt(wantLines, i)
		if g != w {
			t.Errorf("%s:%d: is now\n%s\nand was\n%s", file, i+1, g, w)
		}
	}
	if t.Failed() {
		t.Log("if that is meant, run go test . -run Ranking -update, and read the difference")
	}
}

func lineAt(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return "(no line)"
}

// rankingQuestion is a question with its origins and what was answered.
type rankingQuestion struct {
	name, kind string
	origins    map[string][]piece // by document; empty if there is none
	hits       []answer.Hit
}

// piece is a part of a question with the part of a document that it is from.
type piece struct{ question, document answer.Lines }

// none is the kind of the questions without an origin.
const none = "none"

func readTruth(t *testing.T) []*rankingQuestion {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(rankingDir, "truth.tsv"))
	asktest.Must(t, err)
	by := map[string]*rankingQuestion{}
	for i, row := range strings.Split(strings.TrimRight(string(text), "\r\n"), "\n")[1:] {
		c := strings.Split(strings.TrimSuffix(row, "\r"), "\t")
		if len(c) != 5 || (c[1] == none) != (c[2] == "") {
			t.Fatalf("row %d is %q", i+1, row)
		}
		q := by[c[0]]
		if q == nil {
			q = &rankingQuestion{name: c[0], kind: c[1], origins: map[string][]piece{}}
			by[c[0]] = q
		}
		if c[2] != "" {
			q.origins[c[2]] = append(q.origins[c[2]], piece{parseLines(t, c[3]), parseLines(t, c[4])})
		}
	}
	return slices.SortedFunc(maps.Values(by), func(x, y *rankingQuestion) int { return cmp.Compare(x.name, y.name) })
}

func parseLines(t *testing.T, text string) answer.Lines {
	t.Helper()
	var l answer.Lines
	_, err := fmt.Sscanf(text, "%d-%d", &l.From, &l.To)
	asktest.Must(t, err)
	return l
}

// lineSet is a set of line numbers.
type lineSet map[int]bool

func newLineSet(all ...answer.Lines) lineSet {
	s := lineSet{}
	for _, l := range all {
		for i := l.From; i <= l.To; i++ {
			s[i] = true
		}
	}
	return s
}

// accuracy returns how many lines both sets have, over those that either has.
func (s lineSet) accuracy(other lineSet) float64 {
	both := 0
	for i := range s {
		if other[i] {
			both++
		}
	}
	return float64(both) / float64(len(s)+len(other)-both)
}

// accuracy is that of lines of the question and of the document.
type accuracy struct{ question, document float64 }

// ofAll returns that of all matches together.
func ofAll(pieces []piece, matches []answer.Match) accuracy {
	var lines [4][]answer.Lines
	for _, p := range pieces {
		lines[0], lines[1] = append(lines[0], p.question), append(lines[1], p.document)
	}
	for _, m := range matches {
		lines[2], lines[3] = append(lines[2], m.Question), append(lines[3], m.Document)
	}
	return accuracy{
		newLineSet(lines[0]...).accuracy(newLineSet(lines[2]...)),
		newLineSet(lines[1]...).accuracy(newLineSet(lines[3]...)),
	}
}

// ofBest returns that of the match which fits the piece best, 0 if there is none.
func ofBest(p piece, matches []answer.Match) accuracy {
	var best accuracy
	for _, m := range matches {
		a := accuracy{
			newLineSet(p.question).accuracy(newLineSet(m.Question)),
			newLineSet(p.document).accuracy(newLineSet(m.Document)),
		}
		if a.question+a.document > best.question+best.document {
			best = a
		}
	}
	return best
}

func pathOf(h answer.Hit) string { return h.Occurrences[0].Path }

// rank returns the place of the first hit that is an origin, from 1; 0 if none is.
func (q *rankingQuestion) rank() int {
	return 1 + slices.IndexFunc(q.hits, func(h answer.Hit) bool { return q.origins[pathOf(h)] != nil })
}

// found returns the share of the origins that is among the first n hits.
func (q *rankingQuestion) found(n int) float64 {
	found := 0
	for _, h := range q.hits[:min(n, len(q.hits))] {
		if q.origins[pathOf(h)] != nil {
			found++
		}
	}
	return float64(found) / float64(len(q.origins))
}

// rankingFigure sums up the questions of a kind.
type rankingFigure struct {
	questions             int
	recall1, recall5, mrr float64 // sums
	lowest                float64 // score of a first hit that is right
	highest               float64 // first score; of questions without an origin
	alarms                float64 // sum; likewise
	// Of the origins that are among the hits:
	all, best accuracies
}

// accuracies are summed up.
type accuracies struct {
	n int
	accuracy
}

func (s *accuracies) add(a accuracy) {
	s.n++
	s.question += a.question
	s.document += a.document
}

// String returns the means.
func (s accuracies) String() string {
	return fmt.Sprintf("%8.3f %8.3f", s.question/float64(s.n), s.document/float64(s.n))
}

func (f *rankingFigure) mean(sum float64) float64 { return sum / float64(f.questions) }

// total is the kind of all questions with an origin.
const total = "total"

// rankingFigures returns the figures by kind.
func rankingFigures(questions []*rankingQuestion) map[string]*rankingFigure {
	by := map[string]*rankingFigure{}
	for _, q := range questions {
		kinds := []string{q.kind, total}
		if q.kind == none {
			kinds = kinds[:1]
		}
		for _, k := range kinds {
			if by[k] == nil {
				by[k] = &rankingFigure{lowest: 1}
			}
			by[k].count(q)
		}
	}
	return by
}

func (f *rankingFigure) count(q *rankingQuestion) {
	f.questions++
	if q.kind == none {
		if len(q.hits) > 0 {
			f.highest = max(f.highest, q.hits[0].Score)
			if q.hits[0].Score >= alarm {
				f.alarms++
			}
		}
		return
	}
	f.recall5 += q.found(5)
	if rank := q.rank(); rank > 0 {
		f.mrr += 1 / float64(rank)
		if rank == 1 {
			f.recall1++
			f.lowest = min(f.lowest, q.hits[0].Score)
		}
	}
	for _, h := range q.hits {
		if pieces := q.origins[pathOf(h)]; pieces != nil {
			f.all.add(ofAll(pieces, h.Matches))
			for _, p := range pieces {
				f.best.add(ofBest(p, h.Matches))
			}
		}
	}
}

// rankingHeader explains the golden file.
const rankingHeader = `What search answers to the questions of this folder, as go test . -run Ranking -update writes it.

recall@1  share of the questions whose first hit is an origin
recall@5  share of the origins that is among the first five hits
lowest    score of a first hit that is right
lines     of those reported and those true, how many are both, over how many are either, in question and document:
          of all matches of an origin together, and of the one that fits best, for every part of truth.tsv

                                                               lines, all        lines, best
kind       questions  recall@1  recall@5     MRR  lowest  question document  question document
`

const questionsHeader = `
The first three hits of each question: path, score, kind, and the largest match, lines of the question = lines of
the document, with how many other matches there are. ! marks a first hit that is wrong or a false alarm, ? an origin
that is not among the first five hits.

`

func describeRanking(figures map[string]*rankingFigure, questions []*rankingQuestion) string {
	var b strings.Builder
	b.WriteString(rankingHeader)
	for _, kind := range []string{"verbatim", "relaid", "renamed", "edited", "embedded", "hidden", "whole", "mixed", total} {
		f := figures[kind]
		fmt.Fprintf(&b, "%-10s %9d %9.3f %9.3f %7.3f %7.2f  %s  %s\n", kind, f.questions, f.mean(f.recall1),
			f.mean(f.recall5), f.mean(f.mrr), f.lowest, f.all, f.best)
	}
	f := figures[none]
	fmt.Fprintf(&b, "\n%d questions without an origin: %.0f false alarms (a first score of %.1f or more) are a share of %.3f, highest score %.2f\n",
		f.questions, f.alarms, alarm, f.mean(f.alarms), f.highest)
	b.WriteString(questionsHeader)
	for _, q := range questions {
		b.WriteString(q.String())
	}
	return b.String()
}

// String returns the question's line.
func (q *rankingQuestion) String() string {
	mark := " "
	switch {
	case q.kind == none:
		if len(q.hits) > 0 && q.hits[0].Score >= alarm {
			mark = "!"
		}
	case q.rank() != 1:
		mark = "!"
	case q.found(5) < 1:
		mark = "?"
	}
	line := fmt.Sprintf("%s %s %s:", mark, q.name, q.kind)
	separator := " "
	for _, h := range q.hits[:min(3, len(q.hits))] {
		line += fmt.Sprintf("%s%s %.2f %s", separator, pathOf(h), h.Score, h.Kind)
		if m, others := h.Largest(); m != nil {
			line += fmt.Sprintf(" %s = %s", m.Question, m.Document)
			if others > 0 {
				line += fmt.Sprintf(" +%d", others)
			}
		}
		separator = "; "
	}
	return line + "\n"
}
