package chaffinch_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/asktest"
)

// A scenario is a file in testdata/scenarios: prose that says why, the files of a corpus, the
// QUESTION, how to ASK, and the answer as EXPECTED. Each part but the prose begins with a line
// "-- name --".
//
// A name with {1..50} in it is that many files, and {n} in the text of one is its number. A line
// {code 7} is the seventh of many small functions, {code n} that of the file's number. ASK holds
// settings, one a line: name, language, measure, top, least (score), lines (from:to), terms (at
// most), except-same. With -update the answers are written as they are; read the difference.

var updateGolden = flag.Bool("update", false, "write the golden files: answers as they are")

func TestSearch_AnswersScenarios(t *testing.T) {
	files, err := filepath.Glob("testdata/scenarios/*.txt")
	asktest.Must(t, err)
	if len(files) == 0 {
		t.Fatal("no scenarios")
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			asktest.Must(t, err)
			parts := splitParts(string(text))
			got := play(t, parts)
			want := parts[len(parts)-1]
			if want.name != "EXPECTED" {
				t.Fatalf("the last part is %s, not EXPECTED", want.name)
			}
			if *updateGolden {
				asktest.Must(t, os.WriteFile(file, []byte(strings.TrimSuffix(string(text), want.text)+got), 0o644))
			} else if got != want.text {
				t.Errorf("got:\n%swant:\n%s", got, want.text)
			}
		})
	}
}

type part struct{ name, text string }

var partLine = regexp.MustCompile(`(?m)^-- (.+) --\n`)

func splitParts(text string) []part {
	var parts []part
	marks := partLine.FindAllStringSubmatchIndex(text, -1)
	for i, m := range marks {
		end := len(text)
		if i+1 < len(marks) {
			end = marks[i+1][0]
		}
		parts = append(parts, part{text[m[2]:m[3]], text[m[1]:end]})
	}
	return parts
}

// play indexes the files, asks the question and returns the answer in lines.
func play(t *testing.T, parts []part) string {
	t.Helper()
	root := t.TempDir()
	q := asktest.ByMeasure("containment", "")
	q.Name, q.Top, q.MinScore = "-", 5, 0.05
	for _, p := range parts {
		switch p.name {
		case "EXPECTED":
		case "QUESTION":
			q.Source = []byte(expand(p.text, 0))
		case "ASK":
			settle(t, &q, p.text)
		default:
			writeFiles(t, root, p)
		}
	}
	return describe(asktest.Ask(t, asktest.NewIndex(t, index.DefaultSettings(), root), q))
}

func settle(t *testing.T, q *asktest.Question, text string) {
	t.Helper()
	for line := range strings.Lines(text) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), " ")
		var err error
		switch key {
		case "":
		case "name":
			q.Name = value
		case "language":
			q.Language = value
		case "measure":
			q.Measure = value
		case "top":
			q.Top, err = strconv.Atoi(value)
		case "least":
			q.MinScore, err = strconv.ParseFloat(value, 64)
		case "terms":
			q.MaxTerms, err = strconv.Atoi(value)
		case "except-same":
			q.Similar = true
		case "lines":
			_, err = fmt.Sscanf(value, "%d:%d", &q.Lines.From, &q.Lines.To)
		default:
			err = fmt.Errorf("unknown setting %q", key)
		}
		asktest.Must(t, err)
	}
}

var manyFiles = regexp.MustCompile(`\{1\.\.(\d+)\}`)

func writeFiles(t *testing.T, root string, p part) {
	t.Helper()
	m := manyFiles.FindStringSubmatch(p.name)
	if m == nil {
		asktest.WriteFile(t, filepath.Join(root, p.name), expand(p.text, 0))
		return
	}
	last, err := strconv.Atoi(m[1])
	asktest.Must(t, err)
	for n := 1; n <= last; n++ {
		name := strings.Replace(p.name, m[0], fmt.Sprintf("%02d", n), 1)
		asktest.WriteFile(t, filepath.Join(root, name), expand(p.text, n))
	}
}

var codeLine = regexp.MustCompile(`(?m)^\{(code|words) (n|\d+)\}$`)

func expand(text string, n int) string {
	text = codeLine.ReplaceAllStringFunc(text, func(line string) string {
		m := codeLine.FindStringSubmatch(line)
		seed := n
		if m[2] != "n" {
			seed, _ = strconv.Atoi(m[2])
		}
		if m[1] == "words" {
			return asktest.Prose(seed)
		}
		return asktest.Code(seed)
	})
	return strings.ReplaceAll(text, "{n}", strconv.Itoa(n))
}

// describe is the answer as EXPECTED has it.
func describe(a *answer.Answer) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %d tokens\n", a.Question.Language, a.Question.Tokens)
	for _, w := range a.Warnings {
		fmt.Fprintf(&b, "warning: %s\n", w)
	}
	for _, h := range a.Hits {
		var places []string
		for _, o := range h.Occurrences {
			places = append(places, o.Path)
		}
		fmt.Fprintf(&b, "%.2f %s\n", h.Score, strings.Join(places, " "))
	}
	return b.String()
}
