package chaffinch_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch"
)

// hostWithGuest has a host of which the index has many relatives, and in it a function of another document.
func hostWithGuest() (files map[string]string, question string) {
	files = map[string]string{}
	var host []string
	for n := range 12 {
		host = append(host, code(100+n))
	}
	for n := range 14 {
		relative := strings.Join(host, "\n") + code(200+n)
		files[fmt.Sprintf("relative%02d.go", n)] = "package a\n" + relative
	}
	guest := code(300)
	files["guest.go"] = "package b\n" + code(301) + guest + code(302)
	for n := range 30 {
		files[fmt.Sprintf("other%02d.go", n)] = "package c\n" + code(400+n)
	}
	return files, "package a\n" + strings.Join(host[:6], "\n") + guest + strings.Join(host[6:], "\n")
}

// The default answer covers the question first: the origin of a part of it comes before the relatives of the best document. A cover
// has both, in a question of any length.
func TestSearch_ListsTheOriginOfEachRegionFirst(t *testing.T) {
	files, question := hostWithGuest()
	x := makeIndex(t, map[string]map[string]string{"c": files})
	for _, cover := range []bool{false, true} {
		q := search(question)
		q.Cover, q.MinScore = cover, chaffinch.DefaultMinScore("", false)
		a := ask(t, x, q)
		if len(a.Hits) < 2 || !strings.HasPrefix(paths(a)[0], "c/relative") || paths(a)[1] != "c/guest.go" {
			t.Errorf("cover %t: %q", cover, paths(a))
		}
		for i, h := range a.Hits[min(2, len(a.Hits)):] {
			if i > 0 && h.Score > a.Hits[i+1].Score {
				t.Errorf("cover %t: hit %d scores %.3f, more than the one before", cover, i+2, h.Score)
			}
		}
	}
}

// A source comes before the bundle that a build made from it, also if the bundle has a shorter path.
func TestSearch_ListsSourcesBeforeBundles(t *testing.T) {
	module := code(1) + code(2)
	all := code(3) + code(4) + module + code(5)
	for n := range 20 {
		all += code(20 + n)
	}
	for bundle, source := range map[string]string{
		"build/b.go": "src/math/deep/vector.go", "dist/b.go": "library/vector.go", "a.bundle.go": "library/vector.go", "all.go": "library/vector.go",
	} {
		files := map[string]string{bundle: "package a\n" + all, source: "package a\n" + module}
		for n := range 20 {
			files[fmt.Sprintf("other%02d.go", n)] = "package c\n" + code(400+n)
		}
		x := makeIndex(t, map[string]map[string]string{"c": files})
		q := search(module)
		q.MinScore = chaffinch.DefaultMinScore("", false)
		if got := paths(ask(t, x, q)); len(got) < 2 || got[0] != "c/"+source || got[1] != "c/"+bundle {
			t.Errorf("%q", got)
		}
		q.Cover = true
		if got := paths(ask(t, x, q)); len(got) != 1 || got[0] != "c/"+source {
			t.Errorf("a cover has %q", got)
		}
	}
}
