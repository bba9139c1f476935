package pairing_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/internal/filetest"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// nearly returns copies of a text, which differ in one line, and a unit that shares half of one of
// them.
func nearly(copies int) map[string]string {
	rng := rand.New(rand.NewPCG(5, 1))
	lines := make([]string, 60)
	for i := range lines {
		lines[i] = fmt.Sprintf("\tv%d = a%d*%d + g%d(b%d)", i, rng.IntN(99), rng.IntN(99), rng.IntN(9), rng.IntN(99))
	}
	all := map[string]string{}
	for n := range copies {
		text := slices.Clone(lines)
		text[rng.IntN(len(text))] = fmt.Sprintf("\tother%d(x, %d)", n, n)
		all[fmt.Sprintf("c%03d.go", n)] = "package p\n\nfunc f() {\n" + strings.Join(text, "\n") + "\n}\n"
	}
	all["half.go"] = words + "\nfunc h() {\n" + strings.Join(lines[:30], "\n") + "\n}\n"
	return all
}

func TestPairs_NearIdenticalUnitsAreComparedWithTheFirst(t *testing.T) {
	for _, copies := range []int{49, 60} {
		r := compared(t, pairs.Options{}, filetest.Folder(t, nearly(copies)))
		within := 0
		for _, p := range r.Pairs {
			if p.B.Name != "half.go" {
				within++
			}
		}
		if len(r.Pairs)-within != copies {
			t.Errorf("of %d copies, %d are paired with half.go", copies, len(r.Pairs)-within)
		}
		if copies < 50 {
			if within != copies*(copies-1)/2 || r.NearIdentical != nil || len(r.Warnings) > 0 {
				t.Errorf("%d pairs, near-identical %v, %q", within, r.NearIdentical, r.Warnings)
			}
			continue
		}
		if within != copies-1 || len(r.NearIdentical) != 1 || len(r.NearIdentical[0]) != copies || r.NearIdentical[0][0] != 0 {
			t.Errorf("%d pairs, near-identical %v", within, r.NearIdentical)
		}
		if len(r.Warnings) != 1 || !strings.Contains(r.Warnings[0].Text, "60 files are nearly identical") || !strings.Contains(r.Warnings[0].Text, "(c000.go)") {
			t.Errorf("%q", r.Warnings)
		}
	}
}

// Old units are compared with new ones, so an old one is never the first.
func TestPairs_NearIdenticalOldUnits(t *testing.T) {
	all := nearly(60)
	delete(all, "half.go")
	old := map[string]string{}
	for name, text := range all {
		if name < "c030.go" {
			old[name] = text
			delete(all, name)
		}
	}
	r := compared(t, pairs.Options{Reading: pairs.Reading{Old: []string{filetest.Folder(t, old)}}}, filetest.Folder(t, all))
	if len(r.NearIdentical) != 1 || r.Units[r.NearIdentical[0][0]].Old || len(r.Pairs) != 59 {
		t.Errorf("near-identical %v, %d pairs", r.NearIdentical, len(r.Pairs))
	}
}

// The mean score of a cluster is that of the listed pairs, as if all were.
func TestClusters_OfNearIdenticalUnits(t *testing.T) {
	files := nearly(60)
	delete(files, "half.go")
	root := filetest.Folder(t, files)
	want := 0.0
	for _, p := range compared(t, pairs.Options{}, root).Pairs {
		want += p.Score / 59
	}
	for _, linkage := range []string{"single", "average"} {
		r, err := chaffinch.Clusters(t.Context(), []string{root}, pairs.Options{Linkage: linkage, LinkScore: .1})
		must(t, err)
		if len(r.Clusters) != 1 || len(r.Clusters[0].Units) != 60 || math.Abs(r.Clusters[0].Score-want) > 1e-6 {
			t.Errorf("%s: %v, not one of 60 with the score %g", linkage, r.Clusters, want)
		}
		must(t, r.Close())
	}
	files["copy.go"] = files["c007.go"]
	r := compared(t, pairs.Options{LinkScore: .1}, filetest.Folder(t, files))
	if len(r.Clusters) != 1 || len(r.Clusters[0].Units) != 61 || math.Abs(r.Clusters[0].Score-want) > .02 {
		t.Errorf("with a copy: %v, not one of 61 with a score near %g", r.Clusters, want)
	}
}

// A pair is not hidden by what the whole group has in common.
func TestPairs_NearIdenticalUnitsWithMoreInCommon(t *testing.T) {
	all := nearly(60)
	delete(all, "half.go")
	own := "\nfunc own() int {\n\tx := load(17) + store(18)\n\tfor x < 99 {\n\t\tx += shift(x, 3)\n\t}\n\treturn x % 5\n}\n"
	b := baselineOf(t, pairs.Options{}, all)
	all["c020.go"] += own
	all["c040.go"] += own
	r := compared(t, pairs.Options{}, filetest.Folder(t, all))
	if len(r.NearIdentical) != 1 || len(r.NearIdentical[0]) != 60 || len(r.Pairs) != 60 {
		t.Fatalf("near-identical %v, %d pairs", r.NearIdentical, len(r.Pairs))
	}
	if p := r.Pairs[0]; p.A.Name != "c020.go" || p.B.Name != "c040.go" {
		t.Errorf("%+v, then %+v", p, r.Pairs[1])
	}
	if c := r.Clusters; len(c) > 0 && c[0].Score > 1 {
		t.Errorf("%v", c)
	}
	if got := news(t, b, pairs.Options{}, all); !slices.Contains(got, "c020.go c040.go") {
		t.Errorf("new are %q", got)
	}
}

func TestBaseline_OfNearIdenticalUnits(t *testing.T) {
	all := nearly(60)
	b := baselineOf(t, pairs.Options{}, all)
	for what, c := range map[string]struct {
		change func()
		want   int
	}{
		"nothing":               {func() {}, 0},
		"the first one is gone": {func() { delete(all, "c000.go") }, 0},
		"one is renamed":        {func() { all["new.go"] = all["c005.go"]; delete(all, "c005.go") }, 0},
		"one is copied":         {func() { all["new.go"] = all["c005.go"] }, 4},                             // itself, a group, and two pairs
		"one is added":          {func() { all["new.go"] = all["c005.go"] + "\n// added\nvar x = 3\n" }, 3}, // itself, and two pairs
	} {
		c.change()
		if got := news(t, b, pairs.Options{}, all); len(got) != c.want {
			t.Errorf("%s: new are %q", what, got)
		}
		all = nearly(60)
	}
}
