package html

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/internal/trees"
)

// treesSample has two trees with relations of every kind but copied, below folders.
func treesSample() [2]map[string]string {
	r := rand.New(rand.NewPCG(7, 7))
	code := func() string { return own(r) + "\n\n" + own(r) + "\n\n" }
	first, second, edited, moved := code(), code(), code(), code()
	same := map[string]string{"same/1.py": code(), "same/2.py": code(), "same/3.py": code()}
	trees := [2]map[string]string{
		{"lib/both.py": first + second, "lib/edited.py": edited + "level = 4\n", "old/moved.py": moved, "gone.py": code()},
		{
			"lib/first.py": first, "lib/second.py": second, "lib/edited.py": edited + "depth = level = 5\n",
			"new/place/moved.py": moved + "done = True\n", "<b>new</b>.py": code(),
		},
	}
	for _, tree := range trees {
		maps.Copy(tree, same)
	}
	return trees
}

// comparedTrees writes two trees to a new folder and compares them.
func comparedTrees(t testing.TB, files [2]map[string]string) *trees.Result {
	t.Helper()
	folder := t.TempDir()
	var roots [2]string
	for side, name := range []string{"before", "after"} {
		roots[side] = filepath.Join(folder, name)
		for path, text := range files[side] {
			path = filepath.Join(roots[side], filepath.FromSlash(path))
			if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	r, err := trees.Compare(t.Context(), roots[0], roots[1], trees.Options{Sources: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	r.A.Name, r.B.Name = "before", "after"
	return r
}

func treesPage(t testing.TB, r *trees.Result) string {
	t.Helper()
	var out strings.Builder
	if err := WriteTrees(t.Context(), &out, r, 0); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func treesOnDisk(t *testing.T, r *trees.Result) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "trees.html")
	if err := os.WriteFile(file, []byte(treesPage(t, r)), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// The page has every relation, and the sources of all files that differ.
func TestWriteTrees_HasWhatCompareFound(t *testing.T) {
	r := comparedTrees(t, treesSample())
	d, contents := parsed(t, treesPage(t, r))
	if len(d.Flow.Relations) != len(r.Relations) || len(r.Relations) < 8 {
		t.Fatalf("%d relations of %d", len(d.Flow.Relations), len(r.Relations))
	}
	kinds := map[string]int{}
	for i, have := range d.Flow.Relations {
		want := &r.Relations[i]
		kinds[have.Kind]++
		if have.Kind != want.Kind || have.Identical != want.Identical {
			t.Errorf("relation %d is %s, not %s", i, have.Kind, want.Kind)
		}
		for side, files := range [][]trees.Related{want.A, want.B} {
			var paths, wanted []string
			for j, f := range have.Sides[side] {
				paths, wanted = append(paths, d.Units[f.Unit].Name), append(wanted, files[j].Path)
				if f.Matching != files[j].Matching {
					t.Errorf("%s: %d matching tokens, not %d", files[j].Path, f.Matching, files[j].Matching)
				}
			}
			if !slices.Equal(paths, wanted) {
				t.Errorf("relation %d: %q, not %q", i, paths, wanted)
			}
		}
		for _, n := range have.Pairs {
			if n < 0 || len(d.Pairs[n].Matches) == 0 {
				t.Errorf("%s: no pair can be opened", want.A[0].Path)
			}
		}
	}
	if fmt.Sprint(kinds) != "map[edited:1 gone:1 moved:1 new:1 split:1 unchanged:3]" {
		t.Errorf("the relations are %v", kinds)
	}
	if len(d.Pairs) != 4 || len(contents) != 7 {
		t.Errorf("%d pairs of %d contents", len(d.Pairs), len(contents))
	}
	page := treesPage(t, r)
	if !strings.Contains(page, "<title>before and after</title>") || !strings.Contains(page, "3 unchanged, 1 edited, 1 moved, 1 split, 1 gone, 1 new") {
		t.Error("no title, or no text for a browser without scripts")
	}
}

// Without room for sources, pairs cannot be opened, and the picture stays.
func TestWriteTrees_WithoutSources(t *testing.T) {
	r := comparedTrees(t, treesSample())
	r.Sources = nil
	d, contents := parsed(t, treesPage(t, r))
	if len(d.Pairs) != 0 || len(contents) != 0 || len(d.Flow.Relations) != len(r.Relations) {
		t.Errorf("%d pairs, %d contents, %d relations", len(d.Pairs), len(contents), len(d.Flow.Relations))
	}
}
