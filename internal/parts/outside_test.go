package parts

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// A program that stands outside of the parts of a format, or under a false label, is read as if it
// were alone.
func TestSplit_ReadsProgramsOutside(t *testing.T) {
	c := format(t, "C")
	var b strings.Builder
	for i := range 12 {
		fmt.Fprintf(&b, "static int sum%d(const int *values, int n) {\n  int total = 0;\n  for (int i = 0; i < n; i++) {\n"+
			"    if (values[i] > %d)\n      total += values[i] * %d;\n  }\n  return total;\n}\n\n", i, i+3, i+7)
	}
	program := b.String()
	quoted := strings.NewReplacer("\n", `\n`, `"`, `\"`).Replace(program)
	notebook := func(kind, language string) string {
		return `{"cells": [{"cell_type": "` + kind + `", "source": "` + quoted + `"}], "metadata": {"kernelspec": {"language": "` + language + `"}}}`
	}
	hunk := "--- a/x.c\n+++ b/x.c\n@@ -1 +1 @@\n-a\n+b\n"
	multipart := "Content-Type: multipart/mixed; boundary=b\n\n"
	for name, doc := range map[string]struct{ format, text string }{
		"behind a diff":      {"Diff", "#if 0\n" + hunk + "#endif\n" + program},
		"before a diff":      {"Diff", program + hunk},
		"between diffs":      {"Diff", hunk + program + hunk},
		"no diff":            {"Diff", "--- a\n" + program},
		"around a fence":     {"Markdown", program + "/*\n```\nx\n```\n*/\n"},
		"behind a fence":     {"Markdown", "/*\n```\nx\n```\n*/\n" + program},
		"preamble":           {"E-mail", multipart + program + "--b\n\nhello there\n--b--\n"},
		"epilogue":           {"E-mail", multipart + "--b\n\nhello there\n--b--\n" + program},
		"image":              {"E-mail", multipart + "--b\nContent-Type: image/png\n\n" + program + "--b--\n"},
		"no notebook":        {"Jupyter Notebook", program},
		"kernel of Python":   {"Jupyter Notebook", notebook("code", "python")},
		"kernel of nothing":  {"Jupyter Notebook", notebook("code", "nothing")},
		"cell without a use": {"Jupyter Notebook", notebook("raw", "python")},
	} {
		var got Lexed
		Lex(format(t, doc.format), []byte(doc.text), Indexed, &got)
		want := c.Lex(nil, []byte(program))
		same := func(a, b lex.Token) bool { return a.Hash == b.Hash && a.Kind == b.Kind }
		found := false
		for i := 0; !found && i+len(want) <= len(got.Tokens); i++ {
			found = slices.EqualFunc(got.Tokens[i:i+len(want)], want, same)
		}
		if !found {
			t.Errorf("%s: the program is not read", name)
		}
	}
}

// What honest documents have outside of their parts stays as it is.
func TestSplit_LeavesTextOutside(t *testing.T) {
	words := strings.Repeat("If the file is not there, return it (for a while) to the class, or import another one.\n", 20)
	var links strings.Builder
	for i := range 20 {
		fmt.Fprintf(&links, "[fn%d]: ../std/trait.for%d.html#return\n", i, i)
	}
	for _, doc := range []struct{ format, text string }{
		{"Markdown", "```c\nint x;\n```\n\n### See also\n\n" + links.String()},
		{"Diff", words + "diff --git a/x.c b/x.c\nnew file mode 100644\nindex 0000000..1111111\n--- /dev/null\n+++ b/x.c\n@@ -0,0 +1 @@\n+int x;\n"},
		{"Markdown", "# Title\n\n" + words + "\n```c\nint x;\n```\n\n" + words},
	} {
		for _, p := range Split(format(t, doc.format), []byte(doc.text)) {
			if p.Language != lex.Prose && p.Language != format(t, "C") {
				t.Errorf("%s: %q is read as %s", doc.format, p.text.bytes, p.Language.Name)
			}
		}
	}
}
