package pairing_test

import (
	"os"
	"path/filepath"
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

// Nor does the name of a program in another language, which a submission may give it.
func TestPairs_UnderNamesOfOtherPrograms(t *testing.T) {
	for _, name := range []string{"java/JsonReader.java", "java/WorkQueue.java", "python/*.py", "rust/*.rs", "csharp/*.cs", "php/*.php", "go/*.go"} {
		files, err := filepath.Glob("../../testdata/ranking/corpus/" + name)
		if err != nil || len(files) == 0 {
			t.Fatal(name, err)
		}
		source, err := os.ReadFile(files[0])
		if err != nil {
			t.Fatal(err)
		}
		own := filepath.Ext(files[0])
		for _, other := range []string{".c", ".java", ".py", ".go", ".js", ".rb", ".rs", ".php", ".cs"} {
			folder := filetest.Folder(t, map[string]string{"a/prog" + own: string(source), "b/prog" + other: string(source), "b/own.txt": "Of our own we add this text, which is short.\n"})
			r := compared(t, pairs.Options{Unit: pairs.ByFolder}, folder)
			if len(r.Pairs) != 1 || r.Pairs[0].Score < 0.93 { // Java and C# differ little, but in import lines
				t.Errorf("%s as %s: pairs %+v", files[0], other, r.Pairs)
			}
		}
	}
}
