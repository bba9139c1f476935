package origin

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer/detect"
	"github.com/chaffinch-search/chaffinch/answer"
)

// matchOf is a match of tokens between lines of the question and lines of the document.
func matchOf(from, to, documentFrom, documentTo, tokens int) answer.Match {
	return answer.Match{
		Question: answer.Lines{From: from, To: to},
		Document: answer.Lines{From: documentFrom, To: documentTo}, Tokens: tokens,
	}
}

func TestEvidence_Region(t *testing.T) {
	for name, test := range map[string]struct {
		others []answer.Match
		want   [4]int
	}{
		"alone":                    {nil, [4]int{20, 40, 120, 140}},
		"goes on after ten lines":  {[]answer.Match{matchOf(51, 60, 151, 155, 9)}, [4]int{20, 60, 120, 155}},
		"eleven lines are too far": {[]answer.Match{matchOf(52, 60, 151, 155, 9)}, [4]int{20, 40, 120, 140}},
		"far in the document":      {[]answer.Match{matchOf(41, 42, 300, 301, 9)}, [4]int{20, 40, 120, 140}},
		"far in the question":      {[]answer.Match{matchOf(1, 2, 118, 119, 9)}, [4]int{20, 40, 120, 140}},
		"step by step": {
			[]answer.Match{matchOf(1, 2, 102, 103, 9), matchOf(10, 11, 111, 112, 9)}, [4]int{1, 40, 102, 140},
		},
	} {
		got, ok := regionOf(append(test.others, matchOf(20, 40, 120, 140, 200)))
		q, d := got.question, got.document
		if !ok || [4]int{q.From, q.To, d.From, d.To} != test.want {
			t.Errorf("%s: got %+v, want %+v", name, got, test.want)
		}
	}
	if _, ok := regionOf(nil); ok {
		t.Error("a region without a match")
	}
}

func TestJudge_Cases(t *testing.T) {
	off := func(coverage float64, e *edges) result { return result{covered: &coverage, atCut: true, edges: e} }
	results := []result{
		{}, off(0, &edges{0, -1, 0, 2}), off(-0.04, &edges{1, 0, 0, -3}), off(0.05, nil), off(-0.3, &edges{0, 0, 0, 40}),
	}
	results[3].atCut = false
	got := judge(results)
	want := accuracy{
		right: 4, atCut: 3, shown: 3,
		edges:  spread{0, 3}, // of 12
		within: 0.75,
	}
	if got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if got := judge([]result{{}, {}}); got != (accuracy{}) {
		t.Errorf("nothing is shown, and judged as %+v", got)
	}
}

// The lines at both ends of every place are compared: if a question keeps the lines of the snippet,
// they are the same in the question and in the file.
func TestPlace_IsTrue(t *testing.T) {
	c := openTestCorpus(t, writeCorpus(t))
	tokens := make(map[string]int) // of the snippets; verbatim questions come first
	for _, q := range testQuestions(t, c, testPlan(20, 1)) {
		if wrapping[q.Level] != "" || q.Level.optional() {
			if q.Place.tokens > 0 || !strings.HasSuffix(q.ID, wrapping[q.Level]) {
				t.Errorf("%s has the place %v", q.ID, q.Place)
			}
			continue
		}
		if (q.Place.tokens > 0) != q.hasOrigin() {
			t.Errorf("%s: has an origin %v, place %v", q.ID, q.hasOrigin(), q.Place)
		}
		if !q.hasOrigin() {
			continue
		}
		if q.Level == verbatim || q.Level == anywhere {
			tokens[q.Cut] = q.Place.own
		} else if q.Level != edited && q.Place.own != tokens[q.Cut] {
			t.Errorf("%s has %d of the snippet's %d tokens", q.ID, q.Place.own, tokens[q.Cut])
		}
		content, err := os.ReadFile(filepath.Join(c.dir, q.cutFrom()))
		if err != nil {
			t.Fatal(err)
		}
		inQuestion, inFile := splitLines(q.Source), splitLines(content)
		asks, has := q.Place.question, q.Place.document
		for _, pair := range [][2]int{{asks.From, has.From}, {asks.To, has.To}} {
			asked, there := string(inQuestion[pair[0]-1]), string(inFile[pair[1]-1])
			verbatimLines := q.Level != relaid && q.Level != renamed
			if verbatimLines && asked != there || !holdsToken(q, asked) || !holdsToken(q, there) {
				t.Errorf("%s, %v: line %d is %q, line %d of %s is %q", q.ID, q.Place, pair[0], asked, pair[1], q.cutFrom(), there)
			}
		}
		if whole := q.Level != edited && q.Level != embedded; whole != (q.Place.share() == 1) {
			t.Errorf("%s: %v has the share %v", q.ID, q.Place, q.Place.share())
		}
	}
}

// holdsToken reports whether the line of the question's language contains a token of its own.
func holdsToken(q question, line string) bool {
	return len(detect.Language(q.ID, []byte(line)).Lex(nil, []byte(line))) > 0
}
