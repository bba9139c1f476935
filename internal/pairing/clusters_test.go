package pairing_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/internal/filetest"
	"github.com/chaffinch-search/chaffinch/pairs"
)

func sketched(t *testing.T, o pairs.Options, size int, paths ...string) *pairs.Report {
	t.Helper()
	o.Linkage, o.SketchSize = "sketch", size
	c, err := chaffinch.Clusters(t.Context(), paths, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	return c
}

// groupNames lists the names in each cluster.
func groupNames(r *pairs.Report) (all []string) {
	for _, c := range r.Clusters {
		var names []string
		for _, n := range c.Units {
			names = append(names, r.Units[n].Name)
		}
		all = append(all, strings.Join(names, " "))
	}
	return all
}

func TestClusters_SketchesGroupNearCopies(t *testing.T) {
	root := filetest.Folder(t, map[string]string{
		"a.go": queue, "b.go": queue, "c.go": queue + "\nvar x = 1\n", "d.go": words, "e.go": words + "\nvar x = 3\n", "f.go": tables, "tiny.go": "package tiny\n",
	})
	r := sketched(t, pairs.Options{LinkScore: .6}, 200, root)
	if got := groupNames(r); !slices.Equal(got, []string{"a.go b.go c.go", "d.go e.go"}) {
		t.Fatalf("%q", got)
	}
	if c := r.Clusters[0]; c.Score < .8 || c.Score > 1 {
		t.Errorf("%+v", c)
	}
	if len(r.Pairs) != 0 || len(r.Identical) != 1 || len(r.Units) != 6 || r.Skipped["too-short"] != 1 || r.Stats.Comparable != 15 {
		t.Errorf("%+v", r)
	}
}

func TestClusters_ZeroLinkScoreIsHalf(t *testing.T) {
	root := filetest.Folder(t, map[string]string{"a.go": queue, "b.go": queue + "\nvar x = 1\n", "c.go": words, "d.go": tables})
	for _, linkage := range []string{"single", "average", "sketch"} {
		o := pairs.Options{Linkage: linkage}
		r, err := chaffinch.Clusters(t.Context(), []string{root}, o)
		must(t, err)
		defer r.Close()
		if got := groupNames(r); !slices.Equal(got, []string{"a.go b.go"}) || r.LinkScore != .5 {
			t.Errorf("%s from %g: %q", linkage, r.LinkScore, got)
		}
	}
}

// The sketch of a folder is that of all of its files, however they are parted.
func TestClusters_SketchesOfFolders(t *testing.T) {
	root := filetest.Folder(t, map[string]string{
		"ann/q.go": queue, "ann/w.go": words, "bob/all.go": queue + "\n" + words, "cid/t.go": tables, "cid/more.go": "var x = 1\n",
		"dan.zip": filetest.Zip(t, [2]string{"x/w.go", words}, [2]string{"q.go", queue}),
	})
	for _, size := range []int{10, 1000} {
		if got := groupNames(sketched(t, pairs.Options{Unit: "dir", LinkScore: .5}, size, root)); !slices.Equal(got, []string{"ann bob dan.zip"}) {
			t.Errorf("by %d fingerprints: %q", size, got)
		}
	}
}

func TestClusters_SketchesHaveSources(t *testing.T) {
	root := filetest.Folder(t, map[string]string{
		"a.go": queue, "b.go": words, "c.zip": filetest.Zip(t, [2]string{"t.go", tables}),
	})
	r := sketched(t, pairs.Options{LinkScore: .6}, 200, root)
	for i, want := range []string{queue, words} {
		if got, err := r.Source(r.Units[i].Files[0].Content); err != nil || string(got) != want {
			t.Errorf("%s: %q, %v", r.Units[i].Name, got, err)
		}
	}
	if _, err := r.Source(r.Units[2].Files[0].Content); err == nil || !strings.Contains(err.Error(), "archives") {
		t.Errorf("a content of an archive: %v", err)
	}
}

func TestClusters_SketchesIgnoreBoilerplateAndGroupsOfOldUnits(t *testing.T) {
	present := filetest.Folder(t, map[string]string{"a.go": queue + "\n" + words, "b.go": queue + "\n" + tables})
	old := filetest.Folder(t, map[string]string{"x.go": tables + "\nvar x = 1\n", "y.go": words + "\nvar y = 2\n", "z.go": words + "\nvar z = 3\n"})
	o := pairs.Options{LinkScore: .2, Reading: pairs.Reading{Old: []string{old}}}
	if r := sketched(t, o, 200, present); len(r.Clusters) != 1 || len(r.Clusters[0].Units) != 5 {
		t.Errorf("%q", groupNames(r))
	}
	o.Base = []string{filetest.Folder(t, map[string]string{"words.go": words, "queue.go": queue})}
	r := sketched(t, o, 200, present)
	if len(r.Clusters) != 1 || len(r.Clusters[0].Units) != 2 || !r.Units[r.Clusters[0].Units[0]].Old {
		t.Errorf("%q", groupNames(r))
	}
	if _, err := chaffinch.Clusters(t.Context(), []string{present}, pairs.Options{Linkage: "sketch", LinkScore: .5, MaxShare: .5}); err == nil {
		t.Error("what most units have is boilerplate of sketches")
	}
	for _, size := range []int{-1, 9, 100_001} {
		if _, err := chaffinch.Clusters(t.Context(), []string{present}, pairs.Options{Linkage: "sketch", LinkScore: .5, SketchSize: size}); err == nil {
			t.Errorf("sketches have %d fingerprints", size)
		}
	}
}
