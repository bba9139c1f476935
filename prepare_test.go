package chaffinch_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/asktest"
	"github.com/chaffinch-search/chaffinch/internal/filetest"
)

// lined is n lines of code, another one for every seed.
func lined(seed, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "\tresult%d = compute%d(argument%d, %d) + offset%d\n", seed*1000+i, seed*7+i, i*seed, seed, i*31+seed)
	}
	return b.String()
}

// A prepared index keeps tokens of candidates, and answers the same, also from the third question
// on.
func TestPrepare_ChangesNoAnswer(t *testing.T) {
	w := asktest.NewIndex(t, index.DefaultSettings())
	commented := "/*\n" + lined(3, 12) + "*/\n" + lined(4, 30)
	asktest.Update(t, w, "c", t.TempDir(), map[string]string{
		"a.go": "package a\n" + lined(1, 40), "b.go": "package b\n" + lined(1, 20) + lined(2, 30), "c.c": commented, "d.txt": filetest.Queue,
	})
	x, err := chaffinch.Open(t.Context(), w.Path(), index.Options{ReadOnly: true})
	asktest.Must(t, err)
	defer x.Close()
	questions := []chaffinch.Document{
		{Name: "q.go", Source: []byte("package q\n" + lined(1, 30))}, {Name: "q.c", Source: []byte(lined(3, 12))},
		{Name: "q.c", Source: []byte(commented)}, {Source: []byte(filetest.Queue)},
	}
	answers := func() (all []string) {
		for _, q := range questions {
			for _, o := range []chaffinch.SearchOptions{{Explain: true}, {Cover: true}} {
				a, err := x.Search(t.Context(), q, o)
				asktest.Must(t, err)
				if len(a.Hits) == 0 {
					t.Fatalf("nothing is found for %.40s", q.Source)
				}
				text, err := json.Marshal(a.Hits)
				asktest.Must(t, err)
				all = append(all, string(text))
			}
		}
		return all
	}
	want := answers()
	asktest.Must(t, x.Prepare(t.Context()))
	for range 4 {
		for i, got := range answers() {
			if got != want[i] {
				t.Errorf("%s\nnot %s", got, want[i])
			}
		}
	}
}
