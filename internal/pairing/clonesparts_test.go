package pairing_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/internal/filetest"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// randomProse returns random words, eight in a line.
func randomProse(r *rand.Rand, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "w%s%c", strings.Map(func(d rune) rune { return 'a' + d - '0' }, fmt.Sprint(r.Uint32())), " \n"[(i+1)/8-i/8])
	}
	return b.String() + "\n\n"
}

// pythonLines returns random statements in Python, a line each, of six tokens.
func pythonLines(r *rand.Rand, n int) string {
	return strings.ReplaceAll(statements(r, n, 1000), ";\n", "\n")
}

// notebookOf returns a notebook with cells, whose sources are lists of lines as Jupyter writes
// them.
func notebookOf(t *testing.T, cells ...string) string {
	t.Helper()
	var all []map[string]any
	for _, c := range cells {
		all = append(all, map[string]any{
			"cell_type": "code", "execution_count": 1, "metadata": map[string]any{}, "outputs": []any{},
			"source": slices.Collect(strings.Lines(c)),
		})
	}
	text, err := json.MarshalIndent(map[string]any{
		"cells": all, "metadata": map[string]any{"language_info": map[string]any{"name": "python"}}, "nbformat": 4, "nbformat_minor": 5,
	}, "", " ")
	must(t, err)
	return string(text) + "\n"
}

// firstLine returns the line, from 1, in which the text first occurs.
func firstLine(document, text string) int {
	return strings.Count(document[:strings.Index(document, text)], "\n") + 1
}

// A copied block and a copied paragraph are found in Markdown, and in what they were copied from.
func TestClones_InMarkdown(t *testing.T) {
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 21))
		code, paragraph := statements(r, 9, 1000), randomProse(r, 60)
		fence := func(before, inside int) string {
			return randomProse(r, 20) + "```c\n" + statements(r, before, 1000) + code + statements(r, inside, 1000) + "```\n\n" + randomProse(r, 20)
		}
		a := "# A\n\n" + fence(1, 3) + paragraph + randomProse(r, 10)
		b := "# B\n\n" + paragraph + fence(4, 0)
		root := filetest.Folder(t, map[string]string{
			"a.md": a, "b.md": b, "c.c": statements(r, 5, 1000) + code, "d.txt": randomProse(r, 30) + paragraph,
		})
		got := clonesOf(t, pairs.CloneOptions{}, root)
		first := func(text string) string { return strings.SplitAfterN(text, "\n", 2)[0] }
		inA, inB, words := firstLine(a, first(code)), firstLine(b, first(code)), firstLine(b, first(paragraph))
		if !has(got, "verbatim", "b.md", inB, "a.md", inA, 9) || !has(got, "verbatim", "c.c", 6, "a.md", inA, 9) && !has(got, "verbatim", "c.c", 6, "b.md", inB, 9) {
			t.Errorf("seed %d: the block is missing: %+v", seed, got.Clones)
		}
		if !has(got, "verbatim", "b.md", words, "a.md", firstLine(a, first(paragraph)), 8) ||
			!slices.ContainsFunc(got.Clones, func(c pairs.Clone) bool { return c.Copy.Path == "d.txt" }) {
			t.Errorf("seed %d: the paragraph is missing: %+v", seed, got.Clones)
		}
		if len(got.Clones) != 4 {
			t.Errorf("seed %d: %d clones", seed, len(got.Clones))
		}
	}
}

// A copied block is found behind the stamps of a log, in a quotation and in the cells of a page.
// Two logs with the same lines have them once.
func TestClones_BehindStamps(t *testing.T) {
	for seed := range uint64(12) {
		r := rand.New(rand.NewPCG(seed, 23))
		code := "int total(int *v1, int v2)\n{\n" + statements(r, 20, 1000) + "\treturn v1[v2];\n}\n"
		each := func(before, after string) (all string) {
			n := 0
			for line := range strings.Lines(code) {
				n++
				all += strings.NewReplacer("NN", fmt.Sprintf("%02d", n), "FF", fmt.Sprint(1000+r.IntN(9000))).Replace(before) +
					strings.TrimSuffix(line, "\n") + after + "\n"
			}
			return all
		}
		for name, text := range map[string]string{
			"app.log":    each("2026-03-02 10:11:NN,FF INFO ", ""),
			"job.log":    each("2026-03-02T10:11:NN.FFFFFFFZ ", ""),
			"build.log":  each("[2026-03-02T10:11:NN.FFZ] ", ""),
			"reply.txt":  "Hello,\n\nyou wrote:\n\n" + each("> > ", "") + "\nThis is how it ends.\n",
			"table.html": "<html><body><table>\n" + each("<tr><td>NN</td><td>", "</td></tr>") + "</table></body></html>\n",
		} {
			got := clonesOf(t, pairs.CloneOptions{}, filetest.Folder(t, map[string]string{"a.c": statements(r, 9, 1000) + code, name: text}))
			if len(got.Clones) != 1 || got.Clones[0].Copy.Path != name || got.Clones[0].Copy.Lines.Len() < 22 {
				t.Errorf("seed %d, %s: %+v", seed, name, got.Clones)
			}
			got = clonesOf(t, pairs.CloneOptions{}, filetest.Folder(t, map[string]string{name: text, "x" + name: text}))
			if len(got.Clones) != 1 {
				t.Errorf("seed %d, %s twice: %+v", seed, name, got.Clones)
			}
		}
	}
}

// Code in a notebook is that of a file, and has its lines in the notebook.
func TestClones_InANotebook(t *testing.T) {
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 22))
		code := pythonLines(r, 10) + "s = \"a \\\"quoted\\\" text\"\n"
		first := strings.TrimSuffix(strings.SplitAfterN(code, "\n", 2)[0], "\n")
		book := notebookOf(t, pythonLines(r, 6), pythonLines(r, 2)+code+pythonLines(r, 3), pythonLines(r, 4))
		other := notebookOf(t, code)
		root := filetest.Folder(t, map[string]string{"a.ipynb": book, "b.py": pythonLines(r, 7) + code, "c.ipynb": other})
		got := clonesOf(t, pairs.CloneOptions{}, root)
		at := firstLine(book, first)
		for _, c := range []struct {
			path string
			line int
		}{{"b.py", 8}, {"c.ipynb", firstLine(other, first)}} {
			if !slices.ContainsFunc(got.Clones, func(x pairs.Clone) bool {
				return x.Kind == "verbatim" && x.Original.Path == "a.ipynb" && x.Original.Lines == answer.Lines{From: at, To: at + 10} &&
					x.Copy.Path == c.path && x.Copy.Lines == answer.Lines{From: c.line, To: c.line + 10}
			}) {
				t.Errorf("seed %d: no clone in %s: %+v", seed, c.path, got.Clones)
			}
		}
		if len(got.Clones) != 2 {
			t.Errorf("seed %d: %+v", seed, got.Clones)
		}
	}
}

// A block that is cut by a border in one document is found in parts only. Nothing crosses a border,
// even if both documents have it at the same place.
func TestClones_EndAtBorders(t *testing.T) {
	r := rand.New(rand.NewPCG(23, 23))
	one, two := pythonLines(r, 10), pythonLines(r, 10)
	cut := func() string { return notebookOf(t, pythonLines(r, 1)+one, two+pythonLines(r, 1)) }
	root := filetest.Folder(t, map[string]string{"a.ipynb": cut(), "b.ipynb": cut(), "c.py": one + two})
	got := clonesOf(t, pairs.CloneOptions{}, root)
	for _, c := range got.Clones {
		if c.Tokens > 10*statementTokens {
			t.Errorf("across a border: %+v", c)
		}
	}
	if len(got.Clones) != 4 {
		t.Errorf("%+v", got.Clones)
	}
	if got = clonesOf(t, pairs.CloneOptions{MinTokens: 10*statementTokens + 1}, root); len(got.Clones) != 0 {
		t.Errorf("%+v", got.Clones)
	}
}

// Borders do not count as tokens. Starter code is ignored in prose and in code.
func TestClones_TokensAndBoilerplateOfParts(t *testing.T) {
	r := rand.New(rand.NewPCG(24, 24))
	code, paragraph := statements(r, 10, 1000), randomProse(r, 60)
	text := paragraph + "```c\n" + code + "```\n"
	root := filetest.Folder(t, map[string]string{"a.md": text, "b.md": text})
	got := clonesOf(t, pairs.CloneOptions{}, root)
	if got.Total.Tokens != 2*(60+10*statementTokens) || len(got.Clones) != 2 {
		t.Errorf("%+v", got)
	}
	base := filetest.Folder(t, map[string]string{"given.c": code, "given.txt": paragraph})
	if got = clonesOf(t, pairs.CloneOptions{Reading: pairs.Reading{Base: []string{base}}}, root); len(got.Clones) != 0 {
		t.Errorf("boilerplate counts: %+v", got.Clones)
	}
	given := filetest.Folder(t, map[string]string{"given.c": code})
	if got = clonesOf(t, pairs.CloneOptions{Reading: pairs.Reading{Base: []string{given}}}, root); len(got.Clones) != 1 || got.Clones[0].Tokens != 60 {
		t.Errorf("%+v", got.Clones)
	}
}
