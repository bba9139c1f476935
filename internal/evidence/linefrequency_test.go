package evidence_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/corpus"
	"github.com/chaffinch-search/chaffinch/internal/asktest"
	"github.com/chaffinch-search/chaffinch/internal/inspect"
)

// The frequency of a line is the median over the fingerprints that touch it, counted here from the
// tokens and k-grams of all contents.
func TestLineFrequencies_CountContents(t *testing.T) {
	files := map[string]string{}
	for i := range 6 {
		files[fmt.Sprintf("f%d.go", i)] = "package p\n" + asktest.Code(1) + asktest.Code(100+i) + "\n" + asktest.Code(200+i) + "\n" + asktest.Code(300+i) + "/* " + asktest.Code(7) + " */\n" + asktest.Code(2+i%2)
	}
	x := asktest.MakeIndex(t, map[string]map[string]string{"c": files})
	views, df := map[string]*inspect.Inspection{}, map[string]int{}
	language, _ := lex.Lookup("Go")
	for name, source := range files {
		text := corpus.Decode([]byte(source))
		v := inspect.Document(x.Analyzer(), name, language, &text, 0, len(text.UTF8))
		views[index.BlobID([]byte(source))] = v
		seen := map[string]bool{}
		for _, r := range v.Representations {
			for _, g := range r.Grams {
				if term := r.Representation + g.Term; g.Selected && !seen[term] {
					seen[term] = true
					df[term]++
				}
			}
		}
	}
	for id, v := range views {
		want := map[int][]int{}
		for _, r := range v.Representations {
			for _, g := range r.Grams {
				lines := map[int]bool{}
				for i := g.Token; g.Selected && i < min(len(v.Tokens), g.Token+g.Length); i++ {
					lines[v.Tokens[i].Line] = true
				}
				for line := range lines {
					want[line] = append(want[line], df[r.Representation+g.Term])
				}
			}
		}
		got, err := x.LineFrequencies(t.Context(), id)
		asktest.Must(t, err)
		if len(got) != len(want) || len(got) < 20 {
			t.Fatalf("%d lines, not %d", len(got), len(want))
		}
		rare := 0
		for _, l := range got {
			slices.Sort(want[l.Line])
			if n := len(want[l.Line]); n != l.Fingerprints || want[l.Line][n/2] != l.DF {
				t.Errorf("%+v, not %v", l, want[l.Line])
			}
			if l.DF == 1 {
				rare++
			}
		}
		if rare == 0 || rare == len(got) || !slices.IsSortedFunc(got, func(a, b chaffinch.LineFrequency) int { return a.Line - b.Line }) {
			t.Errorf("%d of %d lines are rare", rare, len(got))
		}
	}
	if _, err := x.LineFrequencies(t.Context(), strings.Repeat("0", 40)); !errors.Is(err, index.ErrUnknownContent) {
		t.Error(err)
	}
}

// The matches of a hit, with their edits, are those of its answer.
func TestAlignment_SharedAreTheMatches(t *testing.T) {
	x := asktest.MakeIndex(t, map[string]map[string]string{"c": {"a.go": asktest.Code(1) + asktest.Code(2)}})
	edited := strings.Replace(asktest.Code(1), "\n", "\nextra(9)\n", 3)
	a, err := x.Search(t.Context(), chaffinch.Document{Name: "q.go", Source: []byte(asktest.Code(9) + edited)}, chaffinch.SearchOptions{Alignments: true})
	asktest.Must(t, err)
	if len(a.Hits) != 1 || len(a.Hits[0].Matches) == 0 {
		t.Fatalf("%+v", a)
	}
	shared, edits := a.Hits[0].Alignment.Shared(), 0
	for i, m := range a.Hits[0].Matches {
		s := shared[i]
		if s.A.Lines != m.Question || s.B.Lines != m.Document || s.Tokens != m.Tokens || s.Kind != m.Kind {
			t.Errorf("%+v is not %+v", s, m)
		}
		edits += len(s.Edits)
	}
	if len(shared) != len(a.Hits[0].Matches) || edits == 0 {
		t.Errorf("%d matches, %d edits", len(shared), edits)
	}
}
