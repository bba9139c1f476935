package command

import (
	"testing"

	"github.com/chaffinch-search/chaffinch/index"
)

func TestRemedy_HasLinesToCopy(t *testing.T) {
	root := index.Root{Collection: "src", Path: "/a/src"}
	other := index.Root{Collection: "c", Path: "/a/my src"}
	for _, c := range []struct {
		remedy index.Remedy
		want   string
	}{
		{index.Remedy{Kind: index.RemedyCreate}, "create one with chaffinch index --index x PATH"},
		{index.Remedy{Kind: index.RemedyRepair}, "repair it: chaffinch check --repair --index x"},
		{index.Remedy{Kind: index.RemedyRestore}, "restore the last published state: chaffinch check --repair --index x"},
		{index.Remedy{Kind: index.RemedyRecreate}, "remove the index and index again"},
		{index.Remedy{Kind: index.RemedyUpdate}, "chaffinch index --index x FOLDER..."},
		{index.Remedy{Kind: index.RemedyUpdate, Roots: []index.Root{root, other}, Completes: true},
			"run this, which completes it: chaffinch index --index x /a/src; chaffinch index --index x --collection c '/a/my src'"},
		{index.Remedy{Kind: index.RemedyUpdate, Roots: []index.Root{root, root, root, root, root}},
			"chaffinch index --index x /a/src; chaffinch index --index x /a/src; chaffinch index --index x /a/src; and so on for 2 more"},
		{index.Remedy{Kind: index.RemedyFile, Roots: []index.Root{root}, Files: []string{"/a/src/b.go"}},
			"index it again: chaffinch remove --index x --collection src /a/src/b.go; chaffinch index --index x --collection src /a/src"},
		{index.Remedy{Kind: index.RemedyImport, Files: []string{"a b"}}, "chaffinch import --index x 'a b'"},
		{index.Remedy{Kind: index.RemedyCopy, Files: []string{"y"}}, "chaffinch copy --index y x"},
		{index.Remedy{Kind: index.RemedyBoilerplate, Files: []string{"a", "b"}}, "chaffinch boilerplate add --index x a b"},
		{index.Remedy{Kind: index.RemedyNone}, "it is restored, and nothing is lost"},
	} {
		c.remedy.Index = "x"
		if got := Remedy(c.remedy); got != c.want {
			t.Errorf("%q, not %q", got, c.want)
		}
	}
}

// cmd.exe takes single quotes for a part of the name.
func TestWord_QuotesForWindows(t *testing.T) {
	for text, want := range map[string]string{`C:\src\a.c`: `C:\src\a.c`, `C:\my class`: `"C:\my class"`, "it's": `"it's"`, "": `""`} {
		if got := word(text, '\\'); got != want {
			t.Errorf("%q is quoted as %s, not %s", text, got, want)
		}
	}
}

func TestWord_Quotes(t *testing.T) {
	for text, want := range map[string]string{
		"/a/b-c_d.e": "/a/b-c_d.e", "": "''", "a b": "'a b'", "it's": `'it'\''s'`, "$HOME": "'$HOME'", "ä": "ä",
	} {
		if got := word(text, '/'); got != want {
			t.Errorf("%q is quoted as %s, not %s", text, got, want)
		}
	}
}
