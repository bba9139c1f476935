package command

import "testing"

// A source without a collection has the name that tells it from others.
func TestDefaultCollection(t *testing.T) {
	for root, want := range map[string]string{
		"/src/what?now": "what?now",
		"/src/linux":    "linux", "/srv/a b.tar.gz": "a b", "git+file:///srv/a%20b.git?history": "a b", "/": "root", "/dump/superuser.com/Posts.xml": "superuser.com",
		"git+file:///src/project/.git": "project", "git+file:///src/project/.git?history": "project",
		"/go/pkg/mod/cache/download/github.com/d/s/@v/v1.1.1.zip": "s@v1.1.1",
	} {
		if got := DefaultCollection(root); got != want {
			t.Errorf("%s: %q, not %q", root, got, want)
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
