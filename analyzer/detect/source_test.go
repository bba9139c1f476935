package detect

import (
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

func TestIsSource_ByName(t *testing.T) {
	for name, want := range map[string]bool{
		"a.c": true, "src/b.py": true, "Makefile": true, "x.go.orig": true, "c.SQL": true, "d.h": true,
		"a.json": false, "b.md": false, "logo.png": false, "c": false, "": false, "-": false, "d.csv": false, "e.xml": false, "a.c.gz": false,
	} {
		if IsSource(name) != want {
			t.Errorf("%q is source: %v", name, !want)
		}
	}
	for _, name := range dataLanguages {
		if l, ok := lex.Lookup(name); ok && l.Name != name {
			t.Errorf("%s is called %s", name, l.Name)
		}
	}
}
