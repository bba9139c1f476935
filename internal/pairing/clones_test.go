package pairing_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/internal/filetest"
	"github.com/chaffinch-search/chaffinch/pairs"
)

func clonesOf(t *testing.T, o pairs.CloneOptions, paths ...string) *pairs.CloneReport {
	t.Helper()
	r, err := chaffinch.Clones(t.Context(), paths, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// statements returns random lines of six tokens each. Few names make many repeats.
func statements(r *rand.Rand, n, names int) string {
	pool := make([]string, names)
	for i := range pool {
		pool[i] = fmt.Sprintf("v%d", r.Uint32())
	}
	name := func() string { return pool[r.IntN(names)] }
	var b strings.Builder
	for range n {
		fmt.Fprintf(&b, "%s %s %s %s %d;\n", name(), []string{"=", "+=", "-="}[r.IntN(3)], name(), []string{"+", "-", "*", "/"}[r.IntN(4)], r.IntN(1e9))
	}
	return b.String()
}

const statementTokens = 6

// has reports whether a clone holds the lines of both files.
func has(r *pairs.CloneReport, kind, copied string, copyLine int, original string, originalLine, lines int) bool {
	within := func(p pairs.ClonePlace, path string, line int) bool {
		return strings.HasSuffix(p.Path, path) && p.Lines.From <= line && p.Lines.To >= line+lines-1
	}
	return slices.ContainsFunc(r.Clones, func(c pairs.Clone) bool {
		return c.Kind == kind && within(c.Copy, copied, copyLine) && within(c.Original, original, originalLine)
	})
}

// Blocks of exactly the minimum are found anywhere, also in one file, verbatim or renamed.
func TestClones_FindsEveryPlantedBlock(t *testing.T) {
	renamed := strings.NewReplacer("v1", "other1", "v2", "name2", "v3", "third3", "v4", "fourth4")
	for _, extension := range []string{"c", "go", "java", "js", "php", "rs", "cs", "kt"} {
		for seed := range uint64(12) {
			r := rand.New(rand.NewPCG(seed, 7))
			lines := 9 + r.IntN(20)
			block, small := statements(r, lines, 1000), statements(r, lines+10, 4)
			head, middle, tail := 1+r.IntN(50), r.IntN(50), r.IntN(50)
			file := func(parts ...string) string {
				text := statements(r, head, 1000)
				if extension == "php" {
					text = "<?php\n" + text[strings.Index(text, "\n")+1:]
				}
				return text + strings.Join(parts, statements(r, middle, 1000)) + statements(r, tail, 1000)
			}
			root := filetest.Folder(t, map[string]string{
				"a." + extension: file(block), "b." + extension: file(block),
				"c." + extension: file(statements(r, 30, 1000)),
				"d." + extension: file(small), "e." + extension: file(renamed.Replace(small)),
			})
			where := fmt.Sprintf("%s, seed %d", extension, seed)
			got := clonesOf(t, pairs.CloneOptions{MinTokens: lines * statementTokens}, root)
			if !has(got, "verbatim", "b."+extension, head+1, "a."+extension, head+1, lines) {
				t.Errorf("%s: the block of %d lines is missing: %+v", where, lines, got.Clones)
			}
			if !has(got, "renamed", "e."+extension, head+2, "d."+extension, head+2, lines) {
				t.Errorf("%s: the renamed block of %d lines is missing: %+v", where, lines+10, got.Clones)
			}
			if len(got.Clones) != 2 {
				t.Errorf("%s: %d clones", where, len(got.Clones))
			}
			root = filetest.Folder(t, map[string]string{"one." + extension: file(block, block)})
			got = clonesOf(t, pairs.CloneOptions{MinTokens: lines * statementTokens}, root)
			if !has(got, "verbatim", "one."+extension, head+lines+middle+1, "one."+extension, head+1, lines) {
				t.Errorf("%s: the block of %d lines in one file is missing: %+v", where, lines, got.Clones)
			}
		}
	}
}

// One token less than the minimum is not a clone.
func TestClones_NothingBelowTheMinimum(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	block := statements(r, 10, 1000)
	root := filetest.Folder(t, map[string]string{
		"a.c": "int x1;\n" + block + "f(1);\n", "b.c": "g(2);\n" + block + "char *y;\n",
	})
	got := clonesOf(t, pairs.CloneOptions{MinTokens: 60}, root)
	if len(got.Clones) != 1 || got.Clones[0].Tokens > 62 {
		t.Fatalf("%+v", got.Clones)
	}
	if got = clonesOf(t, pairs.CloneOptions{MinTokens: got.Clones[0].Tokens + 1}, root); len(got.Clones) != 0 {
		t.Errorf("%+v", got.Clones)
	}
}

// A verbatim block is found although the same lines under other names come first.
func TestClones_RenamedPlacesHideNoVerbatimOne(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	block := statements(r, 12, 1000)
	files := map[string]string{"x.c": block, "y.c": "f();\n" + block + "g();\n"}
	for i := range 30 {
		lines := strings.Split(block, "\n")
		for n, l := range lines[:12] {
			f := strings.Fields(l)
			lines[n] = fmt.Sprintf("k%d_%d %s m%d_%d %s %s", i, n, f[1], i, n, f[3], f[4])
		}
		files[fmt.Sprintf("a%02d.c", i)] = strings.Join(lines, "\n")
	}
	got := clonesOf(t, pairs.CloneOptions{}, filetest.Folder(t, files))
	if !has(got, "verbatim", "y.c", 2, "x.c", 1, 12) {
		t.Errorf("%+v", got.Clones)
	}
}

// A list of names, and a table of numbers, is a clone of the same one only, and never of itself.
func TestClones_ListsAndTables(t *testing.T) {
	list := func(prefix string) string {
		var b strings.Builder
		for i := range 100 {
			fmt.Fprintf(&b, "%s_%d,\n", prefix, i)
		}
		return "enum {\n" + b.String() + "};\n"
	}
	zeros := "int t[] = {" + strings.Repeat("0, 0, 0, 0, ", 100) + "};\n"
	numbers := func(first int) string {
		text := "int t[] = {"
		for i := range 200 {
			text += fmt.Sprintf("0, %d, ", first+i)
		}
		return text + "};\n"
	}
	root := filetest.Folder(t, map[string]string{
		"a.c": list("RED"), "b.c": list("GREEN"), "c.c": list("BLUE") + list("RED"), "d.c": zeros,
		"e.c": numbers(1000), "f.c": numbers(5000),
	})
	got := clonesOf(t, pairs.CloneOptions{}, root)
	if len(got.Clones) != 1 || got.Clones[0].Kind != "verbatim" || got.Clones[0].Tokens < 200 {
		t.Errorf("%+v", got.Clones)
	}
}

// A block at n places makes n-1 clones.
func TestClones_ManyPlacesMakeFewRows(t *testing.T) {
	files := map[string]string{}
	for i := range 40 {
		files[fmt.Sprintf("f%02d.go", i)] = fmt.Sprintf("package f%d\n", i) + queue[len("package queue\n"):]
	}
	got := clonesOf(t, pairs.CloneOptions{}, filetest.Folder(t, files))
	if len(got.Clones) != 39 {
		t.Errorf("%d clones of 40 places", len(got.Clones))
	}
	for _, c := range got.Clones {
		if c.Original.Path != "f00.go" {
			t.Errorf("the original is not the first place: %+v", c)
		}
	}
	if got.Total.Files != 40 || got.Total.Percent < 89 || got.Total.Percent > 100*39./40 {
		t.Errorf("%+v", got.Total)
	}
}

func TestClones_Totals(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	block := statements(r, 20, 1000)
	old := filetest.Folder(t, map[string]string{"old.c": block, "again.c": block})
	root := filetest.Folder(t, map[string]string{
		"a.c": block + "\n\n" + statements(r, 8, 1000), "b.py": "def f():\n    pass\n", "short.c": "int x;\n",
	})
	got := clonesOf(t, pairs.CloneOptions{Reading: pairs.Reading{Old: []string{old}}}, root)
	if len(got.Clones) != 1 || !strings.HasSuffix(got.Clones[0].Copy.Path, "a.c") {
		t.Fatalf("%+v", got.Clones)
	}
	want := []pairs.CloneTotal{
		{Language: "C", Files: 2, Lines: 31, Tokens: 28*statementTokens + 3, Clones: 1, DuplicatedLines: 20, DuplicatedTokens: 120, Percent: 100 * 20. / 31},
		{Language: "Python", Files: 1, Lines: 2, Tokens: 6},
	}
	if !reflect.DeepEqual(got.Languages, want) {
		t.Errorf("%+v", got.Languages)
	}
	if got.Total.Files != 3 || got.Total.Lines != 33 || got.Total.DuplicatedLines != 20 {
		t.Errorf("%+v", got.Total)
	}
}

// A copy in a comment counts wherever it is, although its tokens come after all others of its file.
func TestClones_TotalsOfComments(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	first, second := statements(r, 20, 1000), statements(r, 12, 1000)
	comment := "/*\n" + first + "*/\n"
	for _, source := range []string{comment + second, second + comment} {
		root := filetest.Folder(t, map[string]string{"a.c": first, "b.c": second, "m.c": source})
		if got := clonesOf(t, pairs.CloneOptions{MinTokens: 10 * statementTokens}, root); got.Total.DuplicatedLines != 32 || got.Total.Clones != 2 {
			t.Errorf("%+v in\n%s", got.Total, source)
		}
	}
}

// Multi-line tokens, long gaps and boilerplate do not shift lines.
func TestClones_Lines(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	block := statements(r, 15, 1000)
	gap := strings.Repeat("\n", 300) + "var s = `one\ntwo\nthree`\n"
	root := filetest.Folder(t, map[string]string{"a.js": gap + block, "b.js": block + gap, "c.js": statements(r, 60, 1000) + block})
	got := clonesOf(t, pairs.CloneOptions{}, root)
	if !has(got, "verbatim", "b.js", 1, "a.js", 304, 15) || !has(got, "verbatim", "c.js", 61, "a.js", 304, 15) {
		t.Errorf("%+v", got.Clones)
	}
	base := filetest.Folder(t, map[string]string{"base.js": block})
	if got = clonesOf(t, pairs.CloneOptions{Reading: pairs.Reading{Base: []string{base}}}, root); len(got.Clones) != 0 {
		t.Errorf("boilerplate counts: %+v", got.Clones)
	}
}

func TestClones_AreDeterministic(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	files, parts := map[string]string{}, []string{}
	for range 8 {
		parts = append(parts, statements(r, 15, 6))
	}
	for i := range 60 {
		text := ""
		for range 6 {
			text += parts[r.IntN(len(parts))] + statements(r, r.IntN(4), 50)
		}
		files[fmt.Sprintf("%02d.c", i)] = text
	}
	root := filetest.Folder(t, files)
	var first string
	for range 5 {
		got := clonesOf(t, pairs.CloneOptions{}, root)
		got.Stats = pairs.CloneStats{}
		text, err := json.Marshal(got)
		if err != nil {
			t.Fatal(err)
		}
		if first == "" {
			first = string(text)
		}
		if string(text) != first {
			t.Fatal("another result in another run")
		}
	}
}

// A known clone that grows is new by the tokens that it grows by, not by all.
func TestClones_BaselineOfAGrownClone(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 7))
	block, more := statements(r, 170, 1000), statements(r, 140, 1000)
	folder := func(text string) string {
		return filetest.Folder(t, map[string]string{
			"a.c": statements(r, 20, 1000) + text + statements(r, 20, 1000),
			"b.c": statements(r, 20, 1000) + text + statements(r, 20, 1000),
		})
	}
	known := pairs.NewCloneBaseline(clonesOf(t, pairs.CloneOptions{}, folder(block)))
	for _, c := range []struct {
		text     string
		gate     int
		new, all int
	}{
		{block + more, 200, 1, 1},
		{block + more, 1000, 1, 0},
		{block[:len(block)*3/4], 50, 0, 0},
		{block, 50, 0, 0},
	} {
		got := clonesOf(t, pairs.CloneOptions{Baseline: known}, folder(c.text))
		if got.NewClones != c.new || len(got.Over(c.gate)) != c.all {
			t.Errorf("%d new, %d over %d, not %d and %d: %d new tokens of %d", got.NewClones, len(got.Over(c.gate)), c.gate, c.new, c.all,
				got.Clones[0].NewTokens, got.Clones[0].Tokens)
		}
	}
}

// knownClones returns the baseline of a result. Read from JSON it is the same as from its own text.
func knownClones(t *testing.T, r *pairs.CloneReport) *pairs.CloneBaseline {
	t.Helper()
	asJSON, err := json.Marshal(r)
	must(t, err)
	b := new(pairs.CloneBaseline)
	readTwice(t, b, new(pairs.CloneBaseline), asJSON)
	return b
}

// A known clone stays known when it moves, its file is renamed, or an edit splits it. Another copy
// is new, and so is another clone.
func TestClones_Baseline(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 6))
	block, other := statements(r, 60, 1000), statements(r, 20, 1000)
	before := map[string]string{"a.c": block, "b.c": "int x;\n" + block, "c.c": other}
	lines := strings.SplitAfter(block, "\n")
	for name, c := range map[string]struct {
		change map[string]string
		want   int
	}{
		"nothing":  {nil, 0},
		"moved":    {map[string]string{"b.c": strings.Repeat("int y;\n", 5) + block + "int z;\n"}, 0},
		"renamed":  {map[string]string{"b.c": "", "z.c": "int x;\n" + block}, 0},
		"split":    {map[string]string{"b.c": strings.Join(lines[:30], "") + "if (x) { y(); }\n" + strings.Join(lines[31:], "")}, 0},
		"copied":   {map[string]string{"d.c": block}, 1},
		"replaced": {map[string]string{"b.c": "int x;\n" + other}, 1},
		"added":    {map[string]string{"d.c": other}, 1},
	} {
		known := knownClones(t, clonesOf(t, pairs.CloneOptions{}, filetest.Folder(t, before)))
		after := map[string]string{}
		for _, files := range []map[string]string{before, c.change} {
			for path, text := range files {
				after[path] = text
			}
		}
		got := clonesOf(t, pairs.CloneOptions{Baseline: known, Top: 1}, filetest.Folder(t, after))
		if got.NewClones != c.want || len(got.Over(50)) != c.want || got.Baseline != "baseline" {
			t.Errorf("%s: %d new, not %d: %+v", name, got.NewClones, c.want, got.Clones)
		}
	}
}

func TestClones_OfAnIndex(t *testing.T) {
	root := filetest.Folder(t, map[string]string{"a.go": queue, "b.go": queue + "\nvar x = 1\n"})
	want := clonesOf(t, pairs.CloneOptions{}, root)
	got, err := indexOf(t, [2]string{"one", root}).Clones(t.Context(), "one", pairs.CloneOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if len(want.Clones) != 1 || !reflect.DeepEqual(got.Clones, want.Clones) {
		t.Errorf("%+v, not %+v", got.Clones, want.Clones)
	}
}

func TestClones_Options(t *testing.T) {
	root := filetest.Folder(t, map[string]string{"a.go": queue})
	for name, o := range map[string]pairs.CloneOptions{
		"few": {MinTokens: 9}, "many": {MinTokens: 10_001}, "negative": {MinTokens: -1}, "language": {Reading: pairs.Reading{Language: "none"}},
	} {
		if _, err := chaffinch.Clones(t.Context(), []string{root}, o); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	for _, tokens := range []int{10, 11, 17, 50, 1000, 1537, 10_000} {
		clonesOf(t, pairs.CloneOptions{MinTokens: tokens}, root)
	}
	for _, text := range []string{`{"units": [], "pairs": []}`, `{"clones": []}`, `[]`, `{"minTokens": 50}`} {
		if err := new(pairs.CloneReport).UnmarshalJSON([]byte(text)); err == nil {
			t.Errorf("%s is read as clones", text)
		}
	}
}

func TestClones_EndWithTheirContext(t *testing.T) {
	root := filetest.Folder(t, map[string]string{"a.go": queue, "b.go": queue})
	for _, when := range []string{"reading", "comparing"} {
		ctx, cancel := context.WithCancel(context.Background())
		o := pairs.CloneOptions{Reading: pairs.Reading{Progress: func(doing string, _, _ int) {
			if doing == when {
				cancel()
			}
		}}}
		r, err := chaffinch.Clones(ctx, []string{root}, o)
		cancel()
		if r != nil || !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v, %v", when, r, err)
		}
	}
}
