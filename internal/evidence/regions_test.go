package evidence_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/internal/asktest"
)

// hostWithGuest has a host of which the index has many relatives, and in it a function of another
// document.
func hostWithGuest() (files map[string]string, question string) {
	files = map[string]string{}
	var host []string
	for n := range 12 {
		host = append(host, asktest.Code(100+n))
	}
	for n := range 14 {
		relative := strings.Join(host, "\n") + asktest.Code(200+n)
		files[fmt.Sprintf("relative%02d.go", n)] = "package a\n" + relative
	}
	guest := asktest.Code(300)
	files["guest.go"] = "package b\n" + asktest.Code(301) + guest + asktest.Code(302)
	for n := range 30 {
		files[fmt.Sprintf("other%02d.go", n)] = "package c\n" + asktest.Code(400+n)
	}
	return files, "package a\n" + strings.Join(host[:6], "\n") + guest + strings.Join(host[6:], "\n")
}

// The default answer covers the question first: the origin of a part of it comes before the
// relatives of the best document. A cover has both, in a question of any length.
func TestSearch_ListsTheOriginOfEachRegionFirst(t *testing.T) {
	files, question := hostWithGuest()
	x := asktest.MakeIndex(t, map[string]map[string]string{"c": files})
	for _, cover := range []bool{false, true} {
		q := asktest.Search(question)
		q.Cover, q.MinScore = cover, chaffinch.DefaultMinScore("", false)
		a := asktest.Ask(t, x, q)
		if len(a.Hits) < 2 || !strings.HasPrefix(asktest.Paths(a)[0], "c/relative") || asktest.Paths(a)[1] != "c/guest.go" {
			t.Errorf("cover %t: %q", cover, asktest.Paths(a))
		}
		for i, h := range a.Hits[min(2, len(a.Hits)):] {
			if i > 0 && h.Score > a.Hits[i+1].Score {
				t.Errorf("cover %t: hit %d scores %.3f, more than the one before", cover, i+2, h.Score)
			}
		}
	}
}

// A source comes before the bundle that a build made from it, also if the bundle has a shorter
// path.
func TestSearch_ListsSourcesBeforeBundles(t *testing.T) {
	module := asktest.Code(1) + asktest.Code(2)
	all := asktest.Code(3) + asktest.Code(4) + module + asktest.Code(5)
	for n := range 20 {
		all += asktest.Code(20 + n)
	}
	for bundle, source := range map[string]string{
		"build/b.go": "src/math/deep/vector.go", "dist/b.go": "library/vector.go", "a.bundle.go": "library/vector.go", "all.go": "library/vector.go",
	} {
		files := map[string]string{bundle: "package a\n" + all, source: "package a\n" + module}
		for n := range 20 {
			files[fmt.Sprintf("other%02d.go", n)] = "package c\n" + asktest.Code(400+n)
		}
		x := asktest.MakeIndex(t, map[string]map[string]string{"c": files})
		q := asktest.Search(module)
		q.MinScore = chaffinch.DefaultMinScore("", false)
		if got := asktest.Paths(asktest.Ask(t, x, q)); len(got) < 2 || got[0] != "c/"+source || got[1] != "c/"+bundle {
			t.Errorf("%q", got)
		}
		q.Cover = true
		if got := asktest.Paths(asktest.Ask(t, x, q)); len(got) != 1 || got[0] != "c/"+source {
			t.Errorf("a cover has %q", got)
		}
	}
}
