package diff

import (
	"flag"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/internal/ringtest"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
	"github.com/chaffinch-search/chaffinch/query/align"
)

var update = flag.Bool("update", false, "write the files that tests compare with")

// compare aligns two sources of Go.
func compare(t testing.TB, a, b string) *answer.Comparison {
	t.Helper()
	c, err := chaffinch.Compare(t.Context(), chaffinch.Document{Name: "a.go", Source: []byte(a), Language: "Go"}, chaffinch.Document{Name: "b.go", Source: []byte(b), Language: "Go"}, chaffinch.CompareOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// Every file in testdata has a description, two sources, and the expected output.
func TestDiff_Scenarios(t *testing.T) {
	names, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatal("no scenarios", err)
	}
	for _, name := range names {
		t.Run(filepath.Base(name), func(t *testing.T) {
			scenario, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			al := compare(t, string(scenario.Files[0].Data), string(scenario.Files[1].Data)).Alignment
			layout := Layout{Context: 2, Columns: 100}
			have := &txtar.Archive{Comment: scenario.Comment, Files: append(scenario.Files[:2:2],
				txtar.File{Name: "unified", Data: []byte(Unified(al, layout))},
				txtar.File{Name: "side by side", Data: []byte(SideBySide(al, layout))})}
			if *update {
				if err := os.WriteFile(name, txtar.Format(have), 0o666); err != nil {
					t.Fatal(err)
				}
				return
			}
			if want := string(txtar.Format(scenario)); string(txtar.Format(have)) != want {
				t.Errorf("want\n%s\nhave\n%s", want, txtar.Format(have))
			}
		})
	}
}

const (
	question = "func f(a int) int {\n\tb := a * 2\n\tprint(\"old\")\n\treturn b + a + 1\n}\n"
	document = "package x\n\nfunc f(a int) int {\n\tc := a * 2\n\treturn c + a + 7\n}\n"
)

func TestStyle_ColoursReplaceMarksBelowLines(t *testing.T) {
	al := compare(t, question, document).Alignment
	al.FirstLine = 101
	layout := Layout{Columns: 100, Style: terminal.Colored()}
	unified := Unified(al, layout)
	for _, want := range []string{
		"\x1b[2m103   \x1b[0m\x1b[31m-\x1b[0m     \x1b[31mprint(\"old\")\x1b[0m\n",
		"\x1b[2m104   \x1b[0m\x1b[31m-\x1b[0m     return \x1b[36mb \x1b[0m+ a + \x1b[31m1\x1b[0m\n",
		"\x1b[2m    5 \x1b[0m\x1b[32m+\x1b[0m     return \x1b[36mc \x1b[0m+ a + \x1b[32m7\x1b[0m\n",
		"\x1b[1mlines 101-105 and 3-6: edited, ",
	} {
		if !strings.Contains(unified, want) {
			t.Errorf("no %q in\n%q", want, unified)
		}
	}
	both := SideBySide(al, layout)
	if want := "\x1b[31m1\x1b[0m"; !strings.Contains(both, want) {
		t.Errorf("no %q in\n%q", want, both)
	}
	if strings.Contains(unified+both, "^") {
		t.Error("marks below lines beside colours")
	}
}

func TestUnified_CutsLongListsOfNames(t *testing.T) {
	a, b := &strings.Builder{}, &strings.Builder{}
	for i := range 30 {
		name := strings.Repeat("x", i+1)
		a.WriteString("var " + name + " = " + name + " * 2\n")
		b.WriteString("var y" + name + " = y" + name + " * 2\n")
	}
	first, _, _ := strings.Cut(Unified(compare(t, a.String(), b.String()).Alignment, Layout{Columns: 100}), "\n")
	if utf8.RuneCountInString(first) != 100 || !strings.HasSuffix(first, "…") {
		t.Errorf("%d columns: %s", utf8.RuneCountInString(first), first)
	}
}

// allocated returns the bytes that f allocates.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

func TestHeading_OfManyRenamesIsLinear(t *testing.T) {
	w := &writer{al: compare(t, question, document).Alignment, Layout: Layout{Columns: 100}}
	w.a, w.b = sides(w.al)
	const n = 10_000
	w.al.Changes[0].Renames = slices.Repeat([]align.Rename{{From: "from", To: "another"}}, n)
	if bytes := allocated(func() { w.heading(0) }); bytes > 1000*n {
		t.Errorf("%d bytes for a heading of %d renames", bytes, n)
	}
}

// Combining marks take no columns.
func TestCells_CutsLinesOfCombiningMarks(t *testing.T) {
	marks := strings.Repeat("\u0301", 20_000)
	var all []cell
	if bytes := allocated(func() { all = cells([]piece{{text: "x" + marks}}, 100) }); bytes > 10<<20 {
		t.Errorf("%d bytes for %d of source", bytes, len(marks))
	}
	shown := 0
	for _, c := range all {
		shown += len(c.text)
	}
	if shown > 100*mostBytes+2*len(ellipsis) || all[len(all)-1].text != ellipsis {
		t.Errorf("%d bytes are shown", shown)
	}
}

// Of a line that is too long, the matching part is shown.
func TestSideBySide_ShowsAMatchFarRight(t *testing.T) {
	far := "var words = []string{" + strings.Repeat("\"left\", ", 2000) + "}; func f(a, b int) int { return a*b + a - b }\n"
	al := compare(t, far, "func f(a, b int) int { return a*b + a - b }\n").Alignment
	al.Matches, al.Changes = al.Matches[len(al.Matches)-1:], al.Changes[len(al.Changes)-1:]
	out := SideBySide(al, Layout{Columns: 100})
	if !strings.Contains(out, " 1 …func f(a, b int)") && !strings.Contains(out, "…; func f(a, b int)") {
		t.Error(out)
	}
	if n := strings.Count(out, "\n"); n > 1+mostRows {
		t.Errorf("%d lines:\n%s", n, out)
	}
}

// nasty makes up sources with difficult content.
func nasty(r *rand.Rand) string {
	parts := []string{
		"if len(x) > 0 {\n", "return x + y, nil\n", "}\n", "for i := range x {\n", "\t", "// comment\n", "\r\n", "\n", "x", "y + ",
		"\x1b[31m", "\x00", "\u202e", "\u200b", "éé\xff", "\u0301", "中文字", "🙂", "`raw\nstring`", strings.Repeat("long ", 40),
		"/*\nx = f(x, 3);\nif x { y() }\nz[0] = x;\nreturn x, y[1];\nx = g(z, 4);\ny = h(z, x, 5);\n*/\n", "// x = f(x, 3);\n",
		"s := `\nx = f(x, 3);\nif x { y() }\nz[0] = x;\nreturn x, y[1];\ny = h(z, x, 5);\n`\n", strings.Repeat("w", 150), "\x07", "\u009b", "func f(a, b int) (int, error) { return a / b, nil }\n",
	}
	var b strings.Builder
	for range r.IntN(60) {
		b.WriteString(parts[r.IntN(len(parts))])
	}
	return b.String()
}

func columnsOfText(text string) int {
	n := 0
	for _, r := range text {
		n += terminal.RuneColumns(r)
	}
	return n
}

// For any sources, the output is safe, fits, and contains each line of a hunk once.
func TestOutput_IsSafeAndFits(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	matches := 0
	for range ringtest.Of(300, 800) {
		a := nasty(r)
		b := a[r.IntN(len(a)+1):] + nasty(r)
		al := compare(t, a, b).Alignment
		matches += len(al.Matches)
		layout := Layout{Context: r.IntN(4), Columns: 50 + r.IntN(100)}
		for _, out := range []string{Unified(al, layout), SideBySide(al, layout)} {
			for line := range strings.Lines(out) {
				line = strings.TrimSuffix(line, "\n")
				if strings.ContainsFunc(line, func(r rune) bool { return !unicode.IsPrint(r) }) || !utf8.ValidString(line) {
					t.Fatalf("%q\n%q\nprint %q", a, b, line)
				}
				if n := columnsOfText(line); n > layout.Columns {
					t.Fatalf("%q\n%q\nprint %d columns, not %d: %s", a, b, n, layout.Columns, line)
				}
			}
		}
	}
	if matches < ringtest.Of(110, 300) {
		t.Errorf("%d matches are too few to learn from", matches)
	}
}

// Every line of a hunk is in one row, and the lines of each side are in order.
func TestRows_HoldEveryLineOnce(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	for range 500 {
		a, b := nasty(r), nasty(r)
		al := compare(t, a, a[r.IntN(len(a)+1):]+b).Alignment
		w := newWriter(al, Layout{})
		for _, h := range hunks(w.al, w.a, w.b, r.IntN(4)) {
			nextA, nextB := h.a.from+1, h.b.from+1
			for _, row := range h.rows(w.al, w.a, w.b) {
				if row.a != nil {
					if row.a.number != nextA {
						t.Fatalf("%q: line %d is where %d should be", a, row.a.number, nextA)
					}
					nextA++
				}
				if row.b != nil {
					if row.b.number != nextB {
						t.Fatalf("%q: line %d is where %d should be", b, row.b.number, nextB)
					}
					nextB++
				}
			}
			if nextA != h.a.to+1 || nextB != h.b.to+1 {
				t.Fatalf("%q\n%q: rows end before %d and %d, not %d and %d", a, b, nextA, nextB, h.a.to+1, h.b.to+1)
			}
		}
	}
}

// The pieces of a line add up to the line, as it is read.
func TestPieces_MakeUpTheirLine(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	for range 500 {
		a := nasty(r)
		s, _ := sides(compare(t, a, nasty(r)).Alignment)
		for n := range s.lines() {
			from, to := s.bounds(n)
			var joined strings.Builder
			for _, p := range s.pieces(n, span{0, 99}) {
				joined.WriteString(p.text)
			}
			if line := string(s.doc.Source()[from:to]); joined.String() != line {
				t.Fatalf("%q are the pieces of %q", joined.String(), line)
			}
		}
	}
}
