package units

import (
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/internal/collection/candidates"
	"github.com/chaffinch-search/chaffinch/internal/filetest"
)

// Which of several identical files is analysed depends on which worker reads it first. Whichever it
// is, each of them can be read and prepared again. If they are too short, none of them is listed.
func TestRead_EveryFileHasASource(t *testing.T) {
	long := "package p\n\nfunc f(a []int) (s int) {\n" + strings.Repeat("\tfor _, x := range a {\n\t\ts += x*x - 1\n\t}\n", 9) + "\treturn s\n}\n"
	files := map[string]string{"x.go": "var x\n", "y.go": "var x\n"}
	for _, name := range []string{"a", "b", "c", "d", "e", "f", "g", "h"} {
		files[name+"/"+name+".go"] = long
	}
	in := Paths([]string{filetest.Folder(t, files)}, nil, nil)
	a, err := analyzer.New(analyzer.DefaultSettings())
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range []Options{{}, {Distinct: true}, {By: ByFolder, Distinct: true}} {
		set := candidates.NewSet()
		u, err := Read(t.Context(), a, in, o, ByUnit(set.Add))
		if err != nil {
			t.Fatal(err)
		}
		table, err := candidates.NewTable(t.Context(), set, candidates.Options{Documents: len(u.All)})
		if err != nil {
			t.Fatal(err)
		}
		p, read := NewPreparer(u, table, 0), 0
		for _, unit := range u.All {
			for _, f := range unit.Files {
				read++
				if text, err := u.Source(f.Content); err != nil || p.Get(f) == nil || o.By == ByFile && string(text) != long {
					t.Errorf("%+v, %s: %q, %v", o, f.Path, text, err)
				}
			}
		}
		want := map[By]int{ByFile: 8, ByFolder: 10}[o.By]
		if read != want || len(p.Warnings()) > 0 {
			t.Errorf("%+v: %d files, not %d, %q", o, read, want, p.Warnings())
		}
	}
}
