package collection

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/chaffinch-search/chaffinch/internal/filetest"

	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/collection/units"
)

// indexOf makes an index of the folders, each in a collection of that name.
func indexOf(t *testing.T, roots ...[2]string) *index.Index {
	t.Helper()
	x, err := index.Create(filepath.Join(t.TempDir(), "index"), index.DefaultSettings())
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range roots {
		if _, err := x.Update(context.Background(), index.Source{Collection: r[0], Root: r[1]}, index.UpdateOptions{}); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() { x.Close() })
	return x
}

func TestPairs_IndexOfOneCollection(t *testing.T) {
	root := filetest.Folder(t, map[string]string{"a/q.go": queue, "b/w.go": queue + "\n" + words})
	x := indexOf(t, [2]string{"all", root})
	c, err := Pairs(context.Background(), Input{Index: x}, Options{Matches: true})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	r := c.Result
	if got := names(r); !slices.Equal(got, []string{"a/q.go: a/q.go", "b/w.go: b/w.go"}) || len(r.Pairs) != 1 {
		t.Errorf("%q, %+v", got, r.Pairs)
	}
	if where := r.Where("b/w.go"); where != filepath.Join(root, "b", "w.go") {
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
	c, err := Pairs(context.Background(), Input{Index: x}, Options{MinScore: .1})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	got := names(c.Result)
	want := []string{
		"all/one/q.go: all/one/q.go", "all/two/q.go: all/two/q.go", "all/two~2/q.go: all/two~2/q.go", "more/q.go: more/q.go",
	}
	if !slices.Equal(got, want) || len(c.Result.Pairs) != 1 {
		t.Errorf("%q", got)
	}
	for _, u := range c.Result.Units {
		if _, err := os.Stat(c.Result.Where(u.Name)); err != nil {
			t.Error(err)
		}
	}
	only, err := Clusters(context.Background(), Input{Index: x, Collection: "all"}, Options{Linkage: Sketch, MinLink: .5})
	if err != nil {
		t.Fatal(err)
	}
	defer only.Close()
	if len(only.Result.Units) != 3 || len(only.Result.Clusters) != 0 {
		t.Errorf("%q", names(only.Result))
	}
}

func TestResultWhere_FindsFiles(t *testing.T) {
	r := Result{Roots: units.Paths([]string{"work/new", "work/x.go", "old/new"}, []string{"past.zip"}).Roots()}
	for file, want := range map[string]string{
		"new/a/b.go": "work/new/a/b.go", "new~2/a.go": "old/new/a.go", "past.zip/x/y.go": "past.zip/x/y.go", "elsewhere.go": "elsewhere.go",
	} {
		if got := r.Where(file); got != filepath.FromSlash(want) {
			t.Errorf("%s is at %s, not %s", file, got, want)
		}
	}
	root := filetest.Folder(t, map[string]string{"a.go": queue})
	file := filepath.Join(root, "a.go")
	if got := (&Result{Roots: units.Paths([]string{file}, nil).Roots()}).Where("a.go"); got != file {
		t.Errorf("a file that was given is at %s", got)
	}
}

// Files that are named one by one have the names that they were given, and no two the same.
func TestPairs_FilesOneByOne(t *testing.T) {
	parent := filetest.Folder(t, map[string]string{
		"a/q.go": queue, "b/q.go": words, "q.go": tables, "sub/b/q.go": queue + "\nvar x = 1\n", "c.go": queue,
	})
	t.Chdir(parent)
	r := compared(t, Options{Old: []string{"./c.go"}}, "a/q.go", "q.go", "b/q.go", "sub/b")
	want := []string{"a/q.go: a/q.go", "b/q.go: b/q.go", "c.go: c.go", "q.go/q.go: q.go/q.go", "q.go: q.go"}
	got := names(r)
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	for name, want := range map[string]string{"q.go/q.go": "b/q.go", "b/q.go": "sub/b/q.go", "a/q.go": "a/q.go", "c.go": "c.go"} {
		if got := r.Where(name); got != filepath.FromSlash(want) {
			t.Errorf("%s is at %s", name, got)
		}
	}
}

// Two who hand in what they were given have not copied from each other.
func TestPairs_BoilerplateOnlyIsNoCopy(t *testing.T) {
	root := filetest.Folder(t, map[string]string{"a.go": queue, "b.go": queue, "c.go": words, "d.go": words})
	r := compared(t, Options{Base: []string{filetest.Folder(t, map[string]string{"given.go": queue})}, MinLink: .5}, root)
	if len(r.Identical) != 1 || !slices.Equal(r.Identical[0], []int{2, 3}) || len(r.Clusters) != 1 || len(r.Units) != 4 {
		t.Errorf("%+v", r)
	}
}

func TestPairs_ShownPairsAreTheBest(t *testing.T) {
	files := map[string]string{"a.go": queue, "b.go": queue + "\nvar x = 1\n", "c.go": queue + body(words), "d.go": queue + body(tables)}
	o := Options{MinLink: .3}
	all := compared(t, o, filetest.Folder(t, files))
	o.Shown = 2
	some := compared(t, o, filetest.Folder(t, files))
	if len(all.Pairs) != 6 || len(some.Pairs) != 2 || some.More != 4 || some.Pairs[1].B.Name != all.Pairs[1].B.Name || all.More != 0 {
		t.Errorf("%d and %d pairs, %d more", len(all.Pairs), len(some.Pairs), some.More)
	}
	if len(some.Clusters) != 1 || len(some.Clusters[0].Units) != 4 {
		t.Errorf("%+v", some.Clusters)
	}
	groups, err := Clusters(context.Background(), Input{Paths: []string{filetest.Folder(t, files)}}, o)
	if err != nil {
		t.Fatal(err)
	}
	defer groups.Close()
	if r := groups.Result; len(r.Pairs) != 0 || r.Clusters[0].Score != some.Clusters[0].Score {
		t.Errorf("%+v", r)
	}
}

func TestPairs_RefusesOptionsOutOfRange(t *testing.T) {
	nan := 0.0
	nan /= nan
	for _, o := range []Options{{MinScore: nan}, {MinLink: nan}, {MaxShare: nan}, {MinScore: 1.1}, {MaxShare: -1}} {
		if c, err := Pairs(context.Background(), Input{Paths: []string{t.TempDir()}}, o); err == nil {
			c.Close()
			t.Errorf("%+v", o)
		}
	}
}
