package detect

import (
	"os"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// A program is told whatever its name is, if that says nothing.
func TestFile_FindsProgramsUnderAnyName(t *testing.T) {
	for _, name := range []string{"C", "Go", "Java", "JavaScript", "PHP", "Python", "Ruby", "Rust"} {
		l, _ := lex.Lookup(name)
		content, err := os.ReadFile(fixturePath(l))
		if err != nil {
			t.Fatal(err)
		}
		for _, as := range []string{"prog", "a/prog.txt", "b/prog.handed-in", "PROG.TXT"} {
			if got := File(as, content); got != l {
				t.Errorf("%s as %s is read as %s", name, as, got)
			}
			if got := Language(as, content); got != lex.Prose && strings.HasSuffix(as, "txt") {
				t.Errorf("a question in %s named %s is read as %s", name, as, got)
			}
		}
		if got := File("prog.md", content); got == l {
			t.Errorf("%s in Markdown is read as %s", name, got)
		}
	}
}

// Prose, lists and tables stay text.
func TestFile_LeavesText(t *testing.T) {
	for name, content := range map[string]string{
		"letter.txt": strings.Repeat("If the file is not there, then return it (for a while) to the class; if not, import another.\n", 20),
		"table.txt":  strings.Repeat("alpha 12 0x1f 7.25 beta\ngamma 13 0x2f 8.25 delta\n", 30),
		"list":       strings.Repeat("src/main/file_one.c\nsrc/main/file_two.c: for\n", 30),
		"log.out":    strings.Repeat("2026-01-02 10:11:12 INFO  [main] return code 0 (if any), class loaded\n", 30),
		"short.txt":  "return f(x)\n",
	} {
		if got := File(name, []byte(content)); got != lex.Prose {
			t.Errorf("%s is read as %s", name, got)
		}
	}
}

// So it is behind a comment of any length.
func TestFile_FindsProgramsBehindALicence(t *testing.T) {
	licence := strings.Repeat("Permission is granted to anybody who gets a copy of this work, if the notice is kept.\n", 50)
	lines := func(mark string, n int) string {
		return strings.Repeat(mark+strings.ReplaceAll(strings.TrimSpace(licence), "\n", "\n"+mark)+"\n", n)
	}
	for name, heads := range map[string][]string{
		"C": {"/*\n" + licence + "*/\n", "/*\n" + strings.Repeat(licence, 10) + "*/\n", lines("// ", 1), lines("// ", 5),
			"/* a */\n/*\n" + licence + "*/ /* b\n" + licence + "*/\n"},
		"Python": {"\"\"\"\n" + licence + "\"\"\"\n", lines("# ", 1), lines("# ", 5)},
		"Java":   {"/*\n" + licence + " */\n", lines(" * ", 0) + "/**\n" + lines(" * ", 4) + " */\n"},
	} {
		l, _ := lex.Lookup(name)
		content, err := os.ReadFile(fixturePath(l))
		if err != nil {
			t.Fatal(err)
		}
		if name == "Python" { // its fixture ends inside a string
			content = []byte("import os\n\ndef sizes(paths):\n    \"\"\"Sizes by path.\"\"\"\n    found = {}\n    for path in paths:\n" +
				"        if not os.path.exists(path):\n            continue\n        found[path] = os.stat(path).st_size\n    return found\n")
		}
		for i, head := range heads {
			if got := File("impl", append([]byte(head), content...)); got != l {
				t.Errorf("%s behind comment %d is read as %s", name, i, got)
			}
		}
	}
}
