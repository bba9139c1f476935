package html

import (
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// The scripts parse. Without a browser and without Node this finds what a merge breaks: brackets,
// and names that two files declare. Node also checks the code inside template literals.
func TestScripts_Parse(t *testing.T) {
	shared := declarations(t, "assets/shared/js/*.js", nil)
	for _, page := range []string{"js", "site/js", "web/js"} {
		if all := declarations(t, "assets/"+page+"/*.js", shared); len(all) < 60 {
			t.Errorf("only %d names are declared for %s", len(all), page)
		}
	}
	checkWithNode(t, allParts().script)
	checkWithNode(t, scriptOf("site/js"))
	checkWithNode(t, scriptOf("web/js"))
	files := declarations(t, "assets/form/js/*.js", shared)
	declarations(t, "assets/web/js/*.js", files)
	declarations(t, "assets/upload/js/*.js", declarations(t, "assets/site/js/75-site.js", files))
	checkWithNode(t, UploadScript())
}

// declarations returns the names that the files declare, and those that are known, with their
// files.
func declarations(t *testing.T, pattern string, known map[string]string) map[string]string {
	t.Helper()
	names, err := fs.Glob(assets, pattern)
	if err != nil || len(names) == 0 {
		t.Fatalf("%s: %d files: %v", pattern, len(names), err)
	}
	declared := maps.Clone(known)
	if declared == nil {
		declared = map[string]string{}
	}
	for _, name := range names {
		text, err := fs.ReadFile(assets, name)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			if strings.Count(line, "`")%2 != 0 {
				t.Errorf("%s: a text goes over a line, which compact may change: %s", name, line)
			}
		}
		if wrong := unbalanced(string(text)); wrong != "" {
			t.Errorf("%s: %s", name, wrong)
		}
		for _, found := range declaration.FindAllStringSubmatch(string(text), -1) {
			if other := declared[found[1]]; other != "" {
				t.Errorf("%s declares %s, as %s does", name, found[1], other)
			}
			declared[found[1]] = name
		}
	}
	return declared
}

// declaration is one at the top level of a file.
var declaration = regexp.MustCompile(`(?m)^(?:async )?(?:const|let|var|class|function\*?) ([\w$]+)`)

// unbalanced says which bracket of the script is without another.
func unbalanced(script string) string {
	js, _ := lex.Lookup("JavaScript")
	var open []lex.Token
	for _, token := range js.Lex(nil, []byte(script)) {
		text := script[token.Start:token.End]
		switch {
		case token.Kind != lex.Operator:
		case strings.Contains("([{", text):
			open = append(open, token)
		case strings.Contains(")]}", text):
			n := len(open) - 1
			if n < 0 || strings.Index("([{", script[open[n].Start:open[n].End]) != strings.Index(")]}", text) {
				return "a " + text + " closes nothing: " + lineAt(script, int(token.Start))
			}
			open = open[:n]
		}
	}
	if n := len(open); n > 0 {
		return "this is never closed: " + lineAt(script, int(open[n-1].Start))
	}
	return ""
}

func lineAt(text string, offset int) string {
	from := strings.LastIndexByte(text[:offset], '\n') + 1
	line, _, _ := strings.Cut(text[from:], "\n")
	return line
}

func TestUnbalanced(t *testing.T) {
	for script, want := range map[string]bool{
		"f(a[1], { b: `${c({})}` }); // )": false, "x = /[(]/.test(\")\")": false,
		"f(a;": true, "f(a[1)]": true, "}": true,
	} {
		if got := unbalanced(script); (got != "") != want {
			t.Errorf("unbalanced(%q) = %q", script, got)
		}
	}
}

// checkWithNode checks all of the syntax, if Node is installed.
func checkWithNode(t *testing.T, script string) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Log("without node only brackets and names are checked")
		return
	}
	file := filepath.Join(t.TempDir(), "page.js")
	if err := os.WriteFile(file, []byte(script), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(node, "--check", file).CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
}
