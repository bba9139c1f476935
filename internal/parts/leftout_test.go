package parts

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// Each line that a format leaves out is counted under its reason, and lines that are read are not.
func TestLeftOut_CountsLines(t *testing.T) {
	const hunk = "--- a/x.c\n+++ b/x.c\nindex 1..2 100644\n@@ -1,3 +1,3 @@\n int a;\n\n-int b;\n+int c;\n"
	const cell = `{"cell_type": "code", "source": ["x = 1\n", "y = 2\n"], "outputs": [` + "\n{\"text\": [\n\"1\",\n\"2\"]}\n" + `]}`
	const message = "Content-Type: multipart/mixed; boundary=b\n\nFor old readers.\n--b\nContent-Type: text/plain\n\nHello you.\n" +
		"--b\nContent-Type: image/png\nContent-Transfer-Encoding: base64\n\niVBORw0KGgoAAAANSUhEUg==\n--b--\n"
	reasons := map[string]bool{}
	for _, c := range []struct {
		language, src string
		want          map[string]int
	}{
		{"Diff", hunk, map[string]int{leftContext: 1, leftRemoved: 1}},
		{"Diff", hunk + "GIT binary patch\nzcmZ?wbhEHb\n", map[string]int{leftContext: 1, leftRemoved: 1, leftOutside: 2}},
		{"Diff", "2,3c2\n< int a;\n< int b;\n---\n> int c;\n", map[string]int{leftRemoved: 2}},
		{"Diff", "diff --git a/x.c b/x.c\nnew file mode 100644\n--- /dev/null\n+++ b/x.c\n@@ -0,0 +1 @@\n+int c;\n", nil},
		{"Jupyter Notebook", `{"cells": [` + cell + `]}`, map[string]int{leftOutput: 3}},
		{"Jupyter Notebook", `{"cells": [` + strings.Replace(cell, "outputs", "attachments", 1) + `]}`, map[string]int{leftAttachment: 3}},
		{"Jupyter Notebook", `{"cells": [` + cell + ",\n!\n{", map[string]int{leftOutput: 3, leftDamaged: 3}},
		{"Jupyter Notebook", `{"cells": []}` + "\n", nil},
		{"HTML Page", "<p>Some words.</p><script src=x></script>\n<script>\nf();\n</script><style>p {}</style><!-- no\nmore --><pre>f()</pre>", map[string]int{leftScript: 4}},
		{"E-mail", message, map[string]int{leftOutside: 1, leftAttachment: 1}},
		{"E-mail", "Content-Type: multipart/alternative; boundary=b\n\n--b\n\nHello you.\n--b\nContent-Type: text/html\n\n<p>Hello\nyou.\n--b--\n", map[string]int{leftAttachment: 3}},
		{"E-mail", "Content-Transfer-Encoding: x-uuencode\n\nbegin 644 a\n$9F]R\nend\n", map[string]int{leftAttachment: 3}},
		{"E-mail", "Content-Transfer-Encoding: base64\n\nSGVsbG8geW91Lgo=\nSGVsbG8=\n!\n", map[string]int{leftDamaged: 2}},
		{"E-mail", "Content-Transfer-Encoding: base64\n\nSGVsbG8geW91Lgoh\n(SGVs\nbG8=\n", map[string]int{leftDamaged: 2}},
		{"E-mail", "Content-Transfer-Encoding: base64\n\n=\nSGVsbG8geW91Lgo\n", map[string]int{leftAttachment: 2}},
		{"Markdown", "Some words.\n```diff\n" + hunk + "```\n", map[string]int{leftContext: 1, leftRemoved: 1}},
		{"C", "int a; // words\n", nil},
	} {
		l, ok := lex.Lookup(c.language)
		if !ok {
			t.Fatal(c.language)
		}
		var lexed Lexed
		Lex(l, []byte(c.src), Indexed, &lexed)
		if got := LeftOut(l, []byte(c.src)); !maps.Equal(got, c.want) || !maps.Equal(lexed.LeftOut, c.want) {
			t.Errorf("%s: %q: left out %v and %v, want %v", c.language, c.src, got, lexed.LeftOut, c.want)
		}
		for reason := range c.want {
			reasons[reason] = true
		}
	}
	reasons[LeftProse] = true // package analyzer leaves that out
	if named := LeftOutReasons(); len(named) != len(reasons) || slices.ContainsFunc(named, func(r string) bool { return !reasons[r] }) {
		t.Errorf("tried %v of %v", reasons, named)
	}
}
