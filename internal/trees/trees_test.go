package trees

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/internal/filetest"
	"github.com/chaffinch-search/chaffinch/internal/warning"
)

// function writes a different function for every seed: some 120 tokens with hardly any run in
// common with another function.
func function(seed int) string {
	r := rand.New(rand.NewPCG(uint64(seed), 7))
	name := func() string { return fmt.Sprintf("v%d", r.IntN(6)) }
	value := func() string { return fmt.Sprint(r.IntN(900)) }
	statements := []func() string{
		func() string { return name() + " = " + name() + "*" + value() + " + " + name() },
		func() string { return "if " + name() + " > " + value() + " {\n\t\t" + name() + "--\n\t}" },
		func() string {
			return "for " + name() + " < " + value() + " {\n\t\t" + name() + " += " + name() + " % " + value() + "\n\t}"
		},
		func() string { return name() + ", " + name() + " = " + name() + ", " + value() },
		func() string { return fmt.Sprintf("print(%q, %s, %s)", "step "+value(), name(), value()) },
		func() string {
			return "switch " + name() + " {\n\tcase " + value() + ", " + value() + ":\n\t\treturn " + name() + "\n\t}"
		},
		func() string { return name() + " = f" + value() + "(" + name() + ", -" + name() + ")[" + value() + "]" },
		func() string { return name() + " ^= " + name() + "<<" + value() + " | " + value() },
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\nfunc g%d(v0, v1, v2, v3, v4, v5 int) int {\n", seed)
	for range 14 {
		b.WriteString("\t" + statements[r.IntN(len(statements))]() + "\n")
	}
	return b.String() + "\treturn v0\n}\n"
}

// program writes a file with the functions of those seeds.
func program(seeds ...int) string {
	text := "package p\n"
	for _, s := range seeds {
		text += function(s)
	}
	return text
}

var renamed = strings.NewReplacer("v0", "alpha", "v1", "beta", "v2", "gamma",
	"v3", "delta", "v4", "epsilon", "v5", "zeta")

const queue, words = filetest.Queue, filetest.Words

func compared(t *testing.T, a, b string, o Options) *Result {
	t.Helper()
	r, err := Compare(context.Background(), a, b, o)
	if err != nil {
		t.Fatal(err)
	}
	r.Stats.Microseconds = 0
	return r
}

// said writes the relations as lines, except unchanged ones.
func said(r *Result) []string {
	all := []string{}
	paths := func(files []Related) string {
		var p []string
		for _, f := range files {
			p = append(p, f.Path)
		}
		slices.Sort(p)
		return strings.Join(p, " ")
	}
	for _, x := range r.Relations {
		if x.Kind == Unchanged {
			continue
		}
		what := x.Copy
		if x.Identical {
			what = "identical"
		}
		all = append(all, fmt.Sprintf("%s %s: %s -> %s", x.Kind, what, paths(x.A), paths(x.B)))
	}
	slices.Sort(all)
	return all
}

// before and after have every kind of relation.
var (
	before = map[string]string{
		"same.go": program(1, 2), "edited.go": program(3, 4, 5), "old/moved.go": program(6, 7),
		"old/touched.go": program(8, 9), "old/names.go": program(10), "class.go": program(11, 12),
		"left.go": program(13), "right.go": program(14), "model.go": program(15, 16), "lost.go": program(17),
		"whole.go": program(18, 19, 20), "twin.go": program(21), "double.go": program(21) + "\nvar x = 1\n",
	}
	after = map[string]string{
		"same.go": program(1, 2), "edited.go": program(3, 40, 5), "new/moved.go": program(6, 7),
		"new/touched.go": strings.Replace(program(8, 9), "return v0", "return v0 + 1", 1),
		"new/labels.go":  renamed.Replace(program(10)), "first.go": program(11), "second.go": program(12),
		"joined.go": program(13, 14), "model.go": program(15, 16),
		"variant.go": strings.Replace(program(15, 16), "return v0", "panic(v0)", 1), "fresh.go": program(41),
		"whole.go": program(18, 19), "part.go": program(20), "twin.go": program(21),
	}
	becomes = []string{
		"copied edited: model.go -> variant.go",
		"edited renamed: edited.go -> edited.go",
		"gone : lost.go -> ",
		"gone verbatim: double.go -> twin.go",
		"merged verbatim: left.go right.go -> joined.go",
		"moved edited: old/touched.go -> new/touched.go",
		"moved identical: old/moved.go -> new/moved.go",
		"moved renamed: old/names.go -> new/labels.go",
		"new :  -> fresh.go",
		"split verbatim: class.go -> first.go second.go",
		"split verbatim: whole.go -> part.go whole.go",
	}
)

func TestCompare_FindsRelations(t *testing.T) {
	r := compared(t, filetest.Folder(t, before), filetest.Folder(t, after), Options{})
	if have := said(r); !slices.Equal(have, becomes) {
		t.Errorf("have:\n%s\nwant:\n%s", strings.Join(have, "\n"), strings.Join(becomes, "\n"))
	}
	want := map[string]int{Unchanged: 3, Edited: 1, Moved: 3, Copied: 1, Split: 2, Merged: 1, Gone: 2, New: 1}
	if !maps.Equal(r.Counts, want) || len(r.Relations) != 14 {
		t.Errorf("%v, %d relations", r.Counts, len(r.Relations))
	}
	if r.A.Files != len(before) || r.B.Files != len(after) ||
		r.A.Share < .85 || r.A.Share > .95 || r.B.Share < .85 || r.B.Share > .95 {
		t.Errorf("%+v, %+v", r.A, r.B)
	}
	for i, x := range r.Relations[1:] {
		if compareRelations(r.Relations[i], x) >= 0 {
			t.Errorf("%v is before %v", r.Relations[i], x)
		}
	}
}

func TestCompare_SplitHasShares(t *testing.T) {
	r := compared(t, filetest.Folder(t, map[string]string{"class.go": program(1, 2, 3)}),
		filetest.Folder(t, map[string]string{"a.go": program(1, 2), "b.go": program(3, 9)}), Options{})
	if len(r.Relations) != 1 || r.Relations[0].Kind != Split {
		t.Fatalf("%v", said(r))
	}
	x := r.Relations[0]
	if len(x.B) != 2 || x.B[0].Path != "a.go" || x.B[1].Path != "b.go" {
		t.Fatalf("%+v", x)
	}
	whole, a, b := x.A[0], x.B[0], x.B[1]
	for _, share := range []struct{ have, from, to float64 }{
		{whole.Found, .95, 1}, {a.Found, .95, 1}, {b.Found, .4, .6}, {a.Holds, .6, .75}, {b.Holds, .25, .4},
		{whole.Holds, .65, .85}, {x.Score, .7, .95},
	} {
		if share.have < share.from || share.have > share.to {
			t.Errorf("%g is not within %g and %g: %+v", share.have, share.from, share.to, x)
		}
	}
}

func TestCompare_AllFilesMoved(t *testing.T) {
	a, b := map[string]string{}, map[string]string{}
	for i := range 20 {
		name := fmt.Sprintf("d%d/f%d.go", i%3, i)
		a["src/"+name] = program(i)
		b["lib/"+name] = program(i)
		stub := fmt.Sprintf("d%d/stub.go", i) // of the same bytes all
		a["src/"+stub], b["lib/"+stub] = "package p\n", "package p\n"
	}
	r := compared(t, filetest.Folder(t, a), filetest.Folder(t, b), Options{})
	if r.Counts[Moved] != len(a) || len(r.Relations) != len(a) ||
		r.A.Share != 1 || r.B.Share != 1 || r.Stats.Aligned != 0 {
		t.Errorf("%v, %+v, %+v, %+v", r.Counts, r.A, r.B, r.Stats)
	}
	for _, x := range r.Relations {
		from, to := strings.TrimPrefix(x.A[0].Path, "src/"), strings.TrimPrefix(x.B[0].Path, "lib/")
		if from != to || x.Score != 1 || x.A[0].Found != 1 {
			t.Errorf("%+v", x)
		}
	}
}

func TestCompare_SwappedFiles(t *testing.T) {
	r := compared(t, filetest.Folder(t, map[string]string{"a.go": program(1), "b.go": program(2)}),
		filetest.Folder(t, map[string]string{"a.go": program(2), "b.go": program(1)}), Options{})
	if want := []string{"moved identical: a.go -> b.go", "moved identical: b.go -> a.go"}; !slices.Equal(said(r), want) {
		t.Errorf("%v", said(r))
	}
}

func TestCompare_UnderTheSamePath(t *testing.T) {
	r := compared(t, filetest.Folder(t, map[string]string{
		"tiny.go": "package p\n\nvar n = 1\n", "comment.go": "// old\npackage p\n",
		"replaced.go": queue, "likelier.go": program(2, 3, 4),
	}), filetest.Folder(t, map[string]string{
		"tiny.go": "package q\n\nvar m = 2\n", "comment.go": "// new\npackage p\n", "replaced.go": words,
		"likelier.go": program(2, 3, 6, 7), "other.go": program(2, 3, 4, 8),
	}), Options{})
	want := []string{
		"copied verbatim: likelier.go -> other.go",
		"edited : tiny.go -> tiny.go",
		"edited edited: likelier.go -> likelier.go",
		"edited verbatim: comment.go -> comment.go",
		"gone : replaced.go -> ",
		"new :  -> replaced.go",
	}
	if have := said(r); !slices.Equal(have, want) {
		t.Errorf("have:\n%s", strings.Join(have, "\n"))
	}
}

// Nearly identical files keep their names when they move together, even if an edited file is now
// more similar to another one.
func TestCompare_TwinsKeepTheirNames(t *testing.T) {
	const last = "\nfunc last(a, b int) int { return a - b }\n"
	r := compared(t, filetest.Folder(t, map[string]string{
		"x/a.go": program(1, 2, 3) + "\nvar first = 1\n", "x/b.go": program(1, 2, 3) + last,
	}), filetest.Folder(t, map[string]string{
		"y/a.go": program(1, 2, 3) + last + "var q = 1\n", "y/b.go": program(1, 2, 3) + "\nvar last = 2\n",
	}), Options{})
	want := []string{"moved verbatim: x/a.go -> y/a.go", "moved verbatim: x/b.go -> y/b.go"}
	if !slices.Equal(said(r), want) {
		t.Errorf("%v", said(r))
	}
}

func TestCompare_BoilerplateMovesNowhere(t *testing.T) {
	a := filetest.Folder(t, map[string]string{"a.go": program(1, 2)})
	b := filetest.Folder(t, map[string]string{"b.go": program(1, 3)})
	if r := compared(t, a, b, Options{}); r.Counts[Moved] != 1 {
		t.Errorf("%v", said(r))
	}
	r := compared(t, a, b, Options{Base: []string{filetest.Folder(t, map[string]string{"given.go": program(1)})}})
	if r.Counts[Gone] != 1 || r.Counts[New] != 1 || r.A.Share != 0 ||
		r.A.Boilerplate < 80 || r.A.Boilerplate > r.A.Tokens*2/3 {
		t.Errorf("%v, %+v", said(r), r.A)
	}
}

func TestCompare_TreeWithItself(t *testing.T) {
	root := filetest.Folder(t, before)
	r := compared(t, root, root, Options{})
	if r.Counts[Unchanged] != len(before) || len(r.Relations) != len(before) || r.A.Share != 1 || r.B.Share != 1 {
		t.Errorf("%v, %+v", r.Counts, r.A)
	}
	if r.Stats.Aligned != 0 || r.Stats.Contents != len(before) {
		t.Errorf("what is the same is worked at: %+v", r.Stats)
	}
	empty := t.TempDir()
	if r := compared(t, empty, empty, Options{}); len(r.Relations) != 0 || r.Relations == nil || r.A.Share != 0 {
		t.Errorf("%+v", r)
	}
}

// grow derives a tree from another one: files stay, change, move, are copied, split or merged.
func grow(r *rand.Rand, seeds map[string][]int) map[string][]int {
	out := map[string][]int{}
	for _, name := range slices.Sorted(maps.Keys(seeds)) {
		list := slices.Clone(seeds[name])
		other := fmt.Sprintf("to%d/%s", r.IntN(3), name)
		switch r.IntN(7) {
		case 0:
			out[name] = list
		case 1:
			list[r.IntN(len(list))] = 1000 + r.IntN(1000)
			out[name] = list
		case 2:
			out[other] = append(list, 1000+r.IntN(1000))
		case 3:
			out[name], out[other] = list, list
		case 4:
			out[name], out[other] = list[:1], list[1:]
		case 5:
			out["all.go"] = append(out["all.go"], list...)
		}
	}
	return out
}

func laidOut(t *testing.T, seeds map[string][]int) string {
	files := map[string]string{}
	for name, list := range seeds {
		files[name] = program(list...)
	}
	return filetest.Folder(t, files)
}

// The result does not depend on the order of the trees, nor on the run.
func TestCompare_Mirrored(t *testing.T) {
	for seed := range uint64(12) {
		r := rand.New(rand.NewPCG(seed, 1))
		seeds := map[string][]int{}
		for i := range 12 {
			seeds[fmt.Sprintf("f%d.go", i)] = []int{r.IntN(30), r.IntN(30), r.IntN(30)}
		}
		a, b := laidOut(t, seeds), laidOut(t, grow(r, seeds))
		there, back := compared(t, a, b, Options{}), compared(t, b, a, Options{})
		if there.A != back.B || there.B != back.A {
			t.Errorf("seed %d: %+v, %+v and back %+v, %+v", seed, there.A, there.B, back.A, back.B)
		}
		gone, fresh := loose(there)
		freshBack, goneBack := loose(back)
		same := there.Counts[Unchanged] == back.Counts[Unchanged]
		if !same || !slices.Equal(gone, goneBack) || !slices.Equal(fresh, freshBack) {
			t.Errorf("seed %d: %v\nand back %v", seed, said(there), said(back))
		}
		if again := compared(t, a, b, Options{}); !reflect.DeepEqual(there, again) {
			t.Errorf("seed %d: %v\nand again %v", seed, said(there), said(again))
		}
		checkTrees(t, there)
	}
}

// loose lists the files of either tree without a counterpart. A copied file has none: in the
// reverse direction it is gone.
func loose(r *Result) (a, b []string) {
	for _, x := range r.Relations {
		switch x.Kind {
		case Gone:
			a = append(a, x.A[0].Path)
		case New, Copied:
			b = append(b, x.B[0].Path)
		}
	}
	slices.Sort(a)
	slices.Sort(b)
	return a, b
}

// checkTrees checks invariants of every result: each file is accounted for, and shares are from 0
// to 1.
func checkTrees(t *testing.T, r *Result) {
	t.Helper()
	seenA, seenB, counts := map[string]bool{}, map[string]bool{}, map[string]int{}
	for _, x := range r.Relations {
		counts[x.Kind]++
		for _, f := range x.A {
			seenA[f.Path] = true
		}
		for _, f := range x.B {
			seenB[f.Path] = true
		}
		for _, f := range slices.Concat(x.A, x.B) {
			if f.Found < 0 || f.Found > 1 || f.Holds < 0 || f.Holds > 1 {
				t.Errorf("%+v", x)
			}
		}
		if x.Score < 0 || x.Score > 1 {
			t.Errorf("%+v", x)
		}
	}
	for kind, n := range r.Counts {
		if counts[kind] != n {
			t.Errorf("%d %s, and %d are counted", counts[kind], kind, n)
		}
	}
	if len(seenA) != r.A.Files || len(seenB) != r.B.Files {
		t.Errorf("%d of %d and %d of %d files are in relations", len(seenA), r.A.Files, len(seenB), r.B.Files)
	}
}

// packed writes an archive of files, each below the folder.
func packed(t *testing.T, name, folder string, files map[string]string) string {
	t.Helper()
	var all [][2]string
	for name, content := range files {
		all = append(all, [2]string{folder + name, content})
	}
	return filepath.Join(filetest.Folder(t, map[string]string{name: filetest.Zip(t, all...)}), name)
}

func TestCompare_Archives(t *testing.T) {
	a, b := packed(t, "p-1.zip", "p-1/", before), packed(t, "p-2.zip", "p-2/", after)
	r := compared(t, a, b, Options{})
	if r.A.Folder != "p-1" || r.B.Folder != "p-2" || !slices.Equal(said(r), becomes) {
		t.Errorf("%q, %q: %v", r.A.Folder, r.B.Folder, said(r))
	}
	r = compared(t, filetest.Folder(t, before), b, Options{})
	if r.A.Folder != "" || r.B.Folder != "p-2" || !slices.Equal(said(r), becomes) {
		t.Errorf("%q, %q: %v", r.A.Folder, r.B.Folder, said(r))
	}
	// If both have the folder, or one is empty, paths are unchanged.
	r = compared(t, packed(t, "x.zip", "src/", before), packed(t, "y.zip", "src/", before), Options{})
	if r.A.Folder != "" || r.Counts[Unchanged] != len(before) || r.Relations[0].A[0].Path[:4] != "src/" {
		t.Errorf("%q: %v", r.A.Folder, r.Counts)
	}
}

func TestEnding_OfPaths(t *testing.T) {
	for elements, want := range []string{"", "c", "b/c", "a/b/c"} {
		if have, ok := ending("a/b/c", elements); have != want || !ok {
			t.Errorf("the last %d are %q, %t", elements, have, ok)
		}
	}
	if have, ok := ending("a/b/c", 4); ok {
		t.Errorf("%q has four", have)
	}
}

func TestCompare_Cancelled(t *testing.T) {
	a, b := filetest.Folder(t, before), filetest.Folder(t, after)
	for _, when := range []string{"before", "reading", "comparing"} {
		ctx, cancel := context.WithCancel(context.Background())
		if when == "before" {
			cancel()
		}
		_, err := Compare(ctx, a, b, Options{Progress: func(doing string, _, _ int) {
			if doing == when {
				cancel()
			}
		}})
		cancel()
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", when, err)
		}
	}
}

// Sources are those of files that differ, a relation's together, and within the bound.
func TestCompare_KeepsSources(t *testing.T) {
	a, b := t.TempDir(), t.TempDir()
	long := strings.Repeat("edited words ", 30)
	for path, texts := range map[string][2]string{
		"same.txt": {"the same in both trees", "the same in both trees"}, "edited.txt": {long, long + "and more"}, "small.txt": {"old", "new"},
	} {
		for i, folder := range []string{a, b} {
			if err := os.WriteFile(filepath.Join(folder, path), []byte(texts[i]), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	for most, want := range map[int]int{0: 0, 5: 0, 6: 2, 2 * len(long): 2, 2*len(long) + 14: 4} {
		r, err := Compare(t.Context(), a, b, Options{Sources: most})
		if err != nil {
			t.Fatal(err)
		}
		size := 0
		for _, source := range r.Sources {
			size += len(source)
		}
		if len(r.Sources) != want || size > most {
			t.Errorf("of at most %d bytes: %d sources with %d bytes, not %d sources", most, len(r.Sources), size, want)
		}
		for _, relation := range r.Relations {
			for _, f := range relation.A {
				if source, known := r.Sources[f.Content]; known && !strings.HasPrefix(string(source), map[string]string{"edited.txt": long, "small.txt": "old"}[f.Path]) {
					t.Errorf("%s: %q", f.Path, source)
				}
			}
		}
	}
}

// What an ignore file in a tree leaves out is named.
func TestCompare_NamesWhatIgnoreFilesLeaveOut(t *testing.T) {
	a := filetest.Folder(t, map[string]string{"a.go": function(1)})
	b := filetest.Folder(t, map[string]string{"b.go": function(1), "c.go": function(2), ".gitignore": "b.go\n"})
	r, err := Compare(t.Context(), a, b, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(warning.Texts(r.Warnings), func(w string) bool { return strings.Contains(w, "/b.go is not compared, because of ") }) {
		t.Errorf("%q", r.Warnings)
	}
}
