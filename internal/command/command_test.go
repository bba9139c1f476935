package command

import "testing"

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
