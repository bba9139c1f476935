package origin

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/detect"
	"github.com/chaffinch-search/chaffinch/bench/internal/cli"
	"github.com/chaffinch-search/chaffinch/bench/internal/code"
	"github.com/chaffinch-search/chaffinch/bench/internal/process"
)

// goTree is a folder of Go's own source, with ten packages.
func goTree(t *testing.T) string {
	t.Helper()
	root, err := process.GoRoot()
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Join(root, "src", "encoding")
}

var usual = size{15, 60, minTokens}

func TestQuestions_Promises(t *testing.T) {
	c, err := openCorpus(goTree(t), "", 0.3, 1)
	if err != nil {
		t.Fatal(err)
	}
	questions, err := makeQuestions(c, plan{perLevel: 12, seed: 1, size: usual})
	if err != nil {
		t.Fatal(err)
	}
	counts, cuts := make(map[level][2]int), make(map[string]bool)
	for _, q := range questions {
		n := counts[q.level]
		file, _, _ := strings.Cut(q.cut, ":")
		if q.hasOrigin() {
			n[0]++
		} else {
			n[1]++
		}
		counts[q.level] = n
		if q.hasOrigin() == slices.ContainsFunc(c.held, func(d listed) bool { return d.name == file }) {
			t.Errorf("%s: cut from %s, truth %v", q.name, file, q.truth)
		}
		if q.hasOrigin() && !slices.Contains(q.truth, file) {
			t.Errorf("%s: %s is not among the right answers %v", q.name, file, q.truth)
		}
		if q.level != verbatim {
			continue
		}
		content, err := os.ReadFile(filepath.Join(c.dir, file))
		if err != nil || !bytes.Contains(content, q.source) {
			t.Errorf("%s is not a part of %s, %v", q.name, file, err)
		}
		lines, tokens := len(code.Lines(q.source)), len(detect.Language(file, content).Lex(nil, q.source))
		if lines < usual.minLines || lines > usual.maxLines || tokens < usual.minTokens {
			t.Errorf("%s has %d lines and %d tokens", q.name, lines, tokens)
		}
		if cuts[q.cut] {
			t.Errorf("%s was cut twice", q.cut)
		}
		cuts[q.cut] = true
	}
	for _, l := range allLevels {
		if n := counts[l]; n != [2]int{12, 12} && (!l.optional() || n[0] == 0 || n[1] == 0) {
			t.Errorf("%s: %v questions with and without origin, want 12 and 12", l, counts[l])
		}
	}
}

func TestHolders_Cases(t *testing.T) {
	dir := t.TempDir()
	body := "int f(int a) { a = g(a, 1) + 2; while (a < 3) { a++; h(a); } return a * 4; }\n"
	renamedBody := "int x(int y) { y = z(y, 8) + 9; while (y < 7) { y++; w(y); } return y * 6; }\n"
	other := "char *s; struct t { int a, b; }; void q(void) { if (!s) for (;;) { s[0]--; } }\n"
	for name, text := range map[string]string{
		"a/origin.c": body + other, "b/copy.c": body + other, "c/renamed.c": other + renamedBody, "d/other.c": other,
	} {
		if err := code.WriteFile(filepath.Join(dir, name), []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	c, err := openCorpus(dir, t.TempDir(), 0, 1)
	if c == nil || len(c.indexed) != 4 {
		t.Fatal(err)
	}
	cutOut := func(origin, text string) *piece {
		content := []byte(origin)
		s := newSnippet(sourceOf("x.c", origin, detect.Language("x.c", content)), []byte(text),
			detect.Language("x.c", content).Lex(nil, []byte(text)))
		s.piece.origin = s.content
		return s.piece
	}
	often, once := cutOut(body+other, body), cutOut(other+renamedBody, other+renamedBody)
	if err := findHolders([]*piece{often, once}, c.indexed, analyzer.Structure); err != nil {
		t.Fatal(err)
	}
	if want := []string{"a/origin.c", "b/copy.c", "c/renamed.c"}; !slices.Equal(often.holders, want) || often.overlap != 1 {
		t.Errorf("the holders of the body are %v with overlap %v, want %v and 1", often.holders, often.overlap, want)
	}
	if want := []string{"c/renamed.c"}; !slices.Equal(once.holders, want) || once.overlap >= 0.9 {
		t.Errorf("the holders of the whole are %v with overlap %v, want %v and less than 0.9", once.holders, once.overlap, want)
	}
}

// It runs everything once.
func TestRun_FindsOrigins(t *testing.T) {
	for _, args := range [][]string{{"-holdout", "0.3"}, {"-lines", "20", "-foreign", filepath.Join(goTree(t), "..", "go")}} {
		var out bytes.Buffer
		if err := cli.Call(t.Context(), Run, append(args, "-n", "6", goTree(t)), &out, io.Discard); err != nil {
			t.Fatal(err)
		}
		rows := 0
		for line := range strings.Lines(out.String()) {
			if cells := strings.Fields(line); len(cells) > 0 && slices.Contains(scoredLevels, level(cells[0])) {
				if rows++; !slices.ContainsFunc(cells, func(c string) bool { return c == "1.000" || c == "0.833" }) {
					t.Errorf("origins are not found: %s", line)
				}
			}
		}
		if rows != len(scoredLevels) {
			t.Errorf("%d levels in\n%s", rows, &out)
		}
	}
}
