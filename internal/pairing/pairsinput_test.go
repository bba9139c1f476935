package pairing_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/filetest"
	"github.com/chaffinch-search/chaffinch/internal/warning"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// indexOf makes an index of the folders, each in a collection of that name.
func indexOf(t *testing.T, roots ...[2]string) *chaffinch.Index {
	t.Helper()
	x := newIndex(t, index.DefaultSettings())
	for _, r := range roots {
		_, err := x.Update(t.Context(), index.Source{Collection: r[0], Root: r[1]}, index.UpdateOptions{})
		must(t, err)
	}
	return x
}

func TestPairs_IndexOfOneCollection(t *testing.T) {
	root := filetest.Folder(t, map[string]string{"a/q.go": queue, "b/w.go": queue + "\n" + words})
	x := indexOf(t, [2]string{"all", root})
	r, err := x.Pairs(t.Context(), "", pairs.Options{Matches: true})
	must(t, err)
	defer r.Close()
	if got := fileNames(r); !slices.Equal(got, []string{"a/q.go: a/q.go", "b/w.go: b/w.go"}) || len(r.Pairs) != 1 {
		t.Errorf("%q, %+v", got, r.Pairs)
	}
	if where := r.Path("b/w.go"); where != filepath.Join(root, "b", "w.go") {
		t.Error(where)
	}
}

// A path below two folders of one collection is two files.
func TestPairs_IndexOfSeveralFolders(t *testing.T) {
	parent := filetest.Folder(t, map[string]string{
		"one/q.go": queue, "two/q.go": words, "other/two/q.go": tables, "more/q.go": queue + "\nvar x = 1\n",
	})
	at := func(path ...string) string { return filepath.Join(append([]string{parent}, path...)...) }
	x := indexOf(t, [2]string{"all", at("one")}, [2]string{"all", at("two")}, [2]string{"all", at("other", "two")}, [2]string{"more", at("more")})
	c, err := x.Pairs(t.Context(), "", pairs.Options{MinScore: .3})
	must(t, err)
	defer c.Close()
	got := fileNames(c)
	want := []string{
		"all/one/q.go: all/one/q.go", "all/two/q.go: all/two/q.go", "all/two~2/q.go: all/two~2/q.go", "more/q.go: more/q.go",
	}
	if !slices.Equal(got, want) || len(c.Pairs) != 1 {
		t.Errorf("%q", got)
	}
	for _, u := range c.Units {
		if _, err := os.Stat(c.Path(u.Name)); err != nil {
			t.Error(err)
		}
	}
	only, err := x.Clusters(t.Context(), "all", pairs.Options{})
	must(t, err)
	defer only.Close()
	if len(only.Units) != 3 || len(only.Clusters) != 0 {
		t.Errorf("%q", fileNames(only))
	}
}

func TestCollectionPath_FindsFiles(t *testing.T) {
	parent := filetest.Folder(t, map[string]string{
		"work/new/a/b.go": queue, "work/x.go": words, "old/new/a.go": tables, "past.zip": filetest.Zip(t, [2]string{"x/y.go", queue}),
	})
	t.Chdir(parent)
	r := compared(t, pairs.Options{Reading: pairs.Reading{Old: []string{"past.zip"}}}, "work/new", "work/x.go", "old/new")
	for file, want := range map[string]string{
		"new/a/b.go": "work/new/a/b.go", "new~2/a.go": "old/new/a.go", "past.zip/x/y.go": "past.zip/x/y.go", "elsewhere.go": "elsewhere.go",
	} {
		if got := r.Path(file); got != filepath.FromSlash(want) {
			t.Errorf("%s is at %s, not %s", file, got, want)
		}
	}
	file := filepath.Join(parent, "work", "x.go")
	if got := compared(t, pairs.Options{}, file).Path("x.go"); got != file {
		t.Errorf("a file that was given is at %s", got)
	}
}

// Files that are named one by one have the names that they were given, and no two the same.
func TestPairs_FilesOneByOne(t *testing.T) {
	parent := filetest.Folder(t, map[string]string{
		"a/q.go": queue, "b/q.go": words, "q.go": tables, "sub/b/q.go": queue + "\nvar x = 1\n", "c.go": queue,
	})
	t.Chdir(parent)
	r := compared(t, pairs.Options{Reading: pairs.Reading{Old: []string{"./c.go"}}}, "a/q.go", "q.go", "b/q.go", "sub/b")
	want := []string{"a/q.go: a/q.go", "b/q.go: b/q.go", "c.go: c.go", "q.go/q.go: q.go/q.go", "q.go: q.go"}
	got := fileNames(r)
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	for name, want := range map[string]string{"q.go/q.go": "b/q.go", "b/q.go": "sub/b/q.go", "a/q.go": "a/q.go", "c.go": "c.go"} {
		if got := r.Path(name); got != filepath.FromSlash(want) {
			t.Errorf("%s is at %s", name, got)
		}
	}
}

// Two who hand in what they were given have not copied from each other.
func TestPairs_BoilerplateOnlyIsNoCopy(t *testing.T) {
	root := filetest.Folder(t, map[string]string{"a.go": queue, "b.go": queue, "c.go": words, "d.go": words})
	r := compared(t, pairs.Options{Reading: pairs.Reading{Base: []string{filetest.Folder(t, map[string]string{"given.go": queue})}}, LinkScore: .5}, root)
	if len(r.Identical) != 1 || !slices.Equal(r.Identical[0], []int{2, 3}) || len(r.Clusters) != 1 || len(r.Units) != 4 {
		t.Errorf("%+v", r)
	}
}

func TestPairs_TopPairsAreTheBest(t *testing.T) {
	files := map[string]string{"a.go": queue, "b.go": queue + "\nvar x = 1\n", "c.go": queue + body(words), "d.go": queue + body(tables)}
	o := pairs.Options{LinkScore: .3}
	all := compared(t, o, filetest.Folder(t, files))
	o.Top = 2
	some := compared(t, o, filetest.Folder(t, files))
	if len(all.Pairs) != 6 || len(some.Pairs) != 2 || some.More != 4 || some.Pairs[1].B.Name != all.Pairs[1].B.Name || all.More != 0 {
		t.Errorf("%d and %d pairs, %d more", len(all.Pairs), len(some.Pairs), some.More)
	}
	for i, p := range some.Unlisted {
		if q := all.Pairs[2+i]; p.Score != q.Score || p.A != q.A.Unit || p.B != q.B.Unit {
			t.Errorf("unlisted pair %d is %+v, not %+v", i, p, q)
		}
	}
	if len(some.Unlisted) != 4 || len(all.Unlisted) != 0 {
		t.Errorf("%d and %d scores of unlisted pairs", len(some.Unlisted), len(all.Unlisted))
	}
	if len(some.Clusters) != 1 || len(some.Clusters[0].Units) != 4 {
		t.Errorf("%+v", some.Clusters)
	}
	o.BestOnly = true
	if best := compared(t, o, filetest.Folder(t, files)); len(best.Pairs) != 2 || best.More != 4 || best.Uncompared != 0 || len(best.Unlisted) != 4 || best.Pairs[1].B.Name != some.Pairs[1].B.Name {
		t.Errorf("%d best pairs, %d more", len(best.Pairs), best.More)
	}
	groups, err := chaffinch.Clusters(t.Context(), []string{filetest.Folder(t, files)}, o)
	must(t, err)
	defer groups.Close()
	if r := groups; len(r.Pairs) != 0 || r.Clusters[0].Score != some.Clusters[0].Score {
		t.Errorf("%+v", r)
	}
}

// Pairs that the best ones make superfluous are counted, whether they were compared or not.
func TestPairs_BestOnlyCountsTheRest(t *testing.T) {
	files := map[string]string{"a.go": queue, "b.go": queue + "\nvar x = 1\n"}
	for i := range 96 {
		own := ""
		for j := range 20 {
			own += fmt.Sprintf("func f%d_%d(a int) { %s }\n", i, j, strings.Repeat([]string{"a++; ", "g(a); ", "if a > 1 { h() }; ", "for range a { k() }; "}[(i>>j+i*j)%4], 2+(i+j)%5))
		}
		files[fmt.Sprintf("c%d.go", i)] = words + own
	}
	root := filetest.Folder(t, files)
	all := compared(t, pairs.Options{MinScore: .05}, root)
	best := compared(t, pairs.Options{MinScore: .05, Top: 1, BestOnly: true}, root)
	if listed := len(best.Pairs) + best.More; len(best.Pairs) != 1 || best.Uncompared < 1 || listed >= len(all.Pairs) || listed+best.Uncompared < len(all.Pairs) {
		t.Errorf("%d of %d pairs, %d more, %d not compared", len(best.Pairs), len(all.Pairs), best.More, best.Uncompared)
	}
}

// Of very many files that are not compared some are named, and all are counted.
func TestPairs_CountsUnreadFilesThatItDoesNotName(t *testing.T) {
	files := map[string]string{"a.go": queue, "b.go": words}
	for i := range 10_003 {
		files[fmt.Sprintf("empty/%d.go", i)] = ""
	}
	r := compared(t, pairs.Options{}, filetest.Folder(t, files))
	if len(r.Unread) != 10_000 || !slices.Contains(warning.Texts(r.Warnings), "3 more files that were not compared are not named: pairs.Options.Skipped lists them") {
		t.Errorf("%d files, %q", len(r.Unread), r.Warnings)
	}
}

func TestPairs_RefusesOptionsOutOfRange(t *testing.T) {
	nan := 0.0
	nan /= nan
	for _, o := range []pairs.Options{
		{MinScore: nan}, {LinkScore: nan}, {MaxShare: nan}, {MinScore: 1.1}, {MaxShare: -1},
		{Unit: "class"}, {Reading: pairs.Reading{Language: "klingon"}}, {Linkage: "ward"}, {Linkage: "sketch"},
	} {
		if c, err := chaffinch.Pairs(t.Context(), []string{t.TempDir()}, o); err == nil {
			c.Close()
			t.Errorf("%+v", o)
		}
	}
}

func TestPairs_SaysWhyThereIsNothing(t *testing.T) {
	one, empty := filetest.Folder(t, map[string]string{"a.go": queue, "b.bin": "a\x00b"}), t.TempDir()
	two := filetest.Folder(t, map[string]string{"a.go": queue, "b.go": words})
	x := indexOf(t, [2]string{"c", one})
	for want, result := range map[string]func() (*pairs.Report, error){
		"nothing to compare: there are no files": func() (*pairs.Report, error) {
			return chaffinch.Pairs(t.Context(), []string{empty}, pairs.Options{})
		},
		"nothing to compare a.go with: it is the only file (skipped: 1 binary; pairs.Options.Skipped lists them)": func() (*pairs.Report, error) {
			return chaffinch.Clusters(t.Context(), []string{one}, pairs.Options{})
		},
		"nothing to compare: everything is from pairs.Options.Old": func() (*pairs.Report, error) {
			return chaffinch.Pairs(t.Context(), []string{empty}, pairs.Options{Reading: pairs.Reading{Old: []string{two}}})
		},
		"the index has no documents in collection d: Index.Collections lists them": func() (*pairs.Report, error) {
			return x.Pairs(t.Context(), "d", pairs.Options{})
		},
	} {
		r, err := result()
		must(t, err)
		if !slices.Equal(warning.Texts(r.Warnings), []string{want}) {
			t.Errorf("%q is not %q", r.Warnings, want)
		}
		must(t, r.Close())
	}
}
