package origin

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/bench/internal/code"
)

// writeCorpus writes a small corpus in three languages: 24 directories with a file of Go, C and
// Python each, which differ in structure.
func writeCorpus(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for d := range 24 {
		for f, ext := range []string{".go", ".c", ".py"} {
			rng := rand.New(rand.NewPCG(uint64(d), uint64(f)))
			lines := 60 + rng.IntN(40)
			if d%2 == 1 {
				lines += 300
			}
			name := filepath.Join(dir, fmt.Sprintf("d%02d", d), fmt.Sprintf("f%d%s", f+1, ext))
			writeTestFile(t, name, invented(rng, ext, lines))
		}
	}
	return dir
}

func writeTestFile(t *testing.T, name, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

// dialect is the syntax of an invented program in one language.
type dialect struct {
	start, open, end, comment, stop string
}

var dialects = map[string]dialect{
	".go": {"package p\n", "func %s(%s int, %s string) int {\n", "}\n", "// ", ""},
	".c":  {"#include <stdio.h>\n#define TWICE(x) \\\n\t((x) + (x))\n", "int %s(int %s, char *%s) {\n", "}\n", "/* */ // ", ";"},
	".py": {"import os\n", "def %s(%s, %s):\n", "", "# ", ""},
}

// invented writes a program of about that many lines: functions of random statements.
func invented(rng *rand.Rand, ext string, lines int) string {
	d := dialects[ext]
	var b strings.Builder
	b.WriteString(d.start)
	for n := 0; n < lines; {
		fmt.Fprintf(&b, "\n%swhat %s does, 'quoted\n", d.comment, code.Invent(rng, 2))
		fmt.Fprintf(&b, d.open, code.Invent(rng, 3), code.Invent(rng, 2), code.Invent(rng, 2))
		body := 4 + rng.IntN(12)
		for range body {
			b.WriteString("    " + statement(rng) + d.stop + "\n")
		}
		fmt.Fprintf(&b, "    return %s%s\n%s", expression(rng, 2), d.stop, d.end)
		n += body + 5
	}
	return b.String()
}

func statement(rng *rand.Rand) string {
	switch rng.IntN(3) {
	case 0:
		return code.Invent(rng, 2) + "(" + expression(rng, 1) + ", \"a text, " + code.Invent(rng, 2) + "\")"
	case 1:
		return code.Invent(rng, 2) + "[" + expression(rng, 1) + "] = " + expression(rng, 2)
	}
	return code.Invent(rng, 2) + " = " + expression(rng, 3)
}

func expression(rng *rand.Rand, depth int) string {
	if depth == 0 {
		return []string{code.Invent(rng, 2), fmt.Sprint(rng.IntN(1000)), code.Invent(rng, 2) + "." + code.Invent(rng, 1)}[rng.IntN(3)]
	}
	operator := []string{" + ", " - ", "*", " < ", " == ", ", "}[rng.IntN(6)]
	inner := expression(rng, depth-1) + operator + expression(rng, depth-1)
	if operator == ", " {
		return code.Invent(rng, 2) + "(" + inner + ")"
	}
	return "(" + inner + ")"
}

func openTestCorpus(t *testing.T, dir string) *corpus {
	t.Helper()
	c, err := openCorpus(dir, 0.3, 1)
	if err != nil {
		t.Fatal(err)
	}
	return c
}
