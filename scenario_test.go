package chaffinch

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/query"
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

func TestScenarios(t *testing.T) {
	files, err := filepath.Glob("testdata/scenarios/*.txt")
	must(t, err)
	if len(files) == 0 {
		t.Fatal("no scenarios")
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			must(t, err)
			parts := splitParts(string(text))
			got := play(t, parts)
			want := parts[len(parts)-1]
			if want.name != "EXPECTED" {
				t.Fatalf("the last part is %s, not EXPECTED", want.name)
			}
			if *updateGolden {
				must(t, os.WriteFile(file, []byte(strings.TrimSuffix(string(text), want.text)+got), 0o644))
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
	r := Request{Name: "-", Top: 5, MinScore: 0.05}
	lines := ""
	for _, p := range parts {
		switch p.name {
		case "EXPECTED":
		case "QUESTION":
			r.Source = []byte(expand(p.text, 0))
		case "ASK":
			lines = settle(t, &r, p.text)
		default:
			writeFiles(t, root, p)
		}
	}
	if lines != "" {
		r.Source = []byte(cut(t, string(r.Source), lines))
	}
	a := newAsker(t, root)
	answer, err := a.Ask(context.Background(), r)
	must(t, err)
	return describe(answer)
}

func settle(t *testing.T, r *Request, text string) (lines string) {
	t.Helper()
	for line := range strings.Lines(text) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), " ")
		var err error
		switch key {
		case "":
		case "name":
			r.Name = value
		case "language":
			r.Language, _ = lex.Lookup(value)
		case "measure":
			r.Measure, err = query.ParseMeasure(value)
		case "top":
			r.Top, err = strconv.Atoi(value)
		case "least":
			r.MinScore, err = strconv.ParseFloat(value, 64)
		case "terms":
			r.MaxTerms, err = strconv.Atoi(value)
		case "except-same":
			r.ExceptSame = true
		case "lines":
			lines = value
		default:
			err = fmt.Errorf("unknown setting %q", key)
		}
		must(t, err)
	}
	return lines
}

func cut(t *testing.T, text, lines string) string {
	t.Helper()
	var from, to int
	_, err := fmt.Sscanf(lines, "%d:%d", &from, &to)
	must(t, err)
	return strings.Join(strings.SplitAfter(text, "\n")[from-1:to], "")
}

var manyFiles = regexp.MustCompile(`\{1\.\.(\d+)\}`)

func writeFiles(t *testing.T, root string, p part) {
	t.Helper()
	m := manyFiles.FindStringSubmatch(p.name)
	if m == nil {
		writeFile(t, filepath.Join(root, p.name), expand(p.text, 0))
		return
	}
	last, err := strconv.Atoi(m[1])
	must(t, err)
	for n := 1; n <= last; n++ {
		name := strings.Replace(p.name, m[0], fmt.Sprintf("%02d", n), 1)
		writeFile(t, filepath.Join(root, name), expand(p.text, n))
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
			return words(seed)
		}
		return code(seed)
	})
	return strings.ReplaceAll(text, "{n}", strconv.Itoa(n))
}

// code is a small Go function of random statements.
func code(seed int) string {
	r := rand.New(rand.NewPCG(uint64(seed), 1))
	statements := []string{
		"for a < b { a += b * %d }", "if a > b + %d { return a }", "b = a << %d | b", "c = append(c, %d, a)", "defer close(d[%d])",
		"switch a { case %d: b++; default: b-- }", "go func() { e <- %d }()", "a, b = b %% %d, a", "x.y[a].z(%d)", "c = c[a:%d]",
	}
	var b strings.Builder
	fmt.Fprintf(&b, "func f%d(a, b int, c []int) int {\n", seed)
	for range 8 {
		fmt.Fprintf(&b, "\t"+statements[r.IntN(len(statements))]+"\n", r.IntN(100))
	}
	b.WriteString("\treturn a\n}")
	return b.String()
}

// words are a paragraph that nobody ever wrote.
func words(seed int) string {
	r := rand.New(rand.NewPCG(uint64(seed), 2))
	var b strings.Builder
	for i := range 40 {
		b.WriteString([]string{"ba", "ke", "lo", "mi", "nu", "ra", "se", "ti"}[r.IntN(8)])
		b.WriteString([]string{"bin", "kan", "lom", "min", "nug", "rap", "sed", "tir"}[r.IntN(8)])
		b.WriteString([]string{" ", " ", " ", "\n"}[i%4])
	}
	return strings.TrimSpace(b.String()) + "."
}

// describe is the answer as EXPECTED has it.
func describe(a *Answer) string {
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

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func writeFile(t testing.TB, path, text string) {
	t.Helper()
	must(t, os.MkdirAll(filepath.Dir(path), 0o755))
	must(t, os.WriteFile(path, []byte(text), 0o644))
}

func newIndex(t testing.TB, roots ...string) *index.Index {
	t.Helper()
	return newIndexWith(t, index.DefaultSettings(), roots...)
}

func newIndexWith(t testing.TB, s index.Settings, roots ...string) *index.Index {
	t.Helper()
	x, err := index.Create(filepath.Join(t.TempDir(), "index"), s)
	must(t, err)
	t.Cleanup(func() { x.Close() })
	for _, root := range roots {
		_, err := x.Update(context.Background(), index.Source{Root: root}, index.UpdateOptions{})
		must(t, err)
	}
	return x
}

func newAsker(t testing.TB, roots ...string) *Asker {
	t.Helper()
	a, err := New(newIndex(t, roots...))
	must(t, err)
	t.Cleanup(func() { a.Close() })
	return a
}

// defaultAnalyzer is that of an index made by newIndex.
func defaultAnalyzer(t testing.TB) *analyzer.Analyzer {
	t.Helper()
	a, err := analyzer.New(index.DefaultSettings().Analyzer)
	must(t, err)
	return a
}
