package pairing_test

import (
	"os"
	"testing"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/filetest"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// The name of a file does not hide a copy, from pairs or in an index.
func TestFiles_UnderNamesThatSayNothing(t *testing.T) {
	source, err := os.ReadFile("../../analyzer/lex/testdata/lang/python.src")
	if err != nil {
		t.Fatal(err)
	}
	text := string(source)
	for _, other := range []string{"prog", "prog.txt", "prog.handed-in"} {
		folder := filetest.Folder(t, map[string]string{"a/prog.py": text, "b/" + other: text + "\nx = 1\n"})
		r := compared(t, pairs.Options{}, folder)
		if len(r.Pairs) != 1 || r.Pairs[0].Score < 0.9 || r.Pairs[0].Kind != "verbatim" {
			t.Errorf("%s: pairs %+v", other, r.Pairs)
		}
		x := newIndex(t, index.DefaultSettings(), filetest.Folder(t, map[string]string{other: text}))
		answer, err := x.Search(t.Context(), chaffinch.Document{Name: "prog.py", Source: source[:len(source)/2]}, chaffinch.SearchOptions{})
		if err != nil || len(answer.Hits) != 1 || answer.Hits[0].Language != "Python" {
			t.Errorf("%s: %+v, %v", other, answer.Hits, err)
		}
	}
}
