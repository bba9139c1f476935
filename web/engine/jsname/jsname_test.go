package jsname

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// unreachable are fields that texts of the library name, and no call of JavaScript sets: such a text never reaches it.
var unreachable = map[string]bool{
	"ClonesOptions.Baseline": true, "ClonesOptions.MinTokens": true, "ClonesOptions.Only": true, "ClonesOptions.Skipped": true,
	"Document.Content": true, "Document.Prints": true, "Document.Source": true,
	"Index.Collections":     true,
	"PairsOptions.Baseline": true, "PairsOptions.MatchesLater": true, "PairsOptions.Only": true, "PairsOptions.SketchSize": true,
	"SearchOptions.GroupBy": true, "SearchOptions.Likely": true, "SearchOptions.MaxTerms": true, "SearchOptions.Measure": true, "SearchOptions.Promising": true,
	"SearchOptions.Sort": true,
}

var field = regexp.MustCompile(`\b[A-Z]\w*\.[A-Z][a-z]\w*\b`)

// fields returns the fields of options that the texts of the engine's packages name, each with a text.
func fields(t *testing.T) map[string]string {
	t.Helper()
	c := exec.Command("go", "list", "-deps", "-f", `{{if .Module}}{{if .Module.Main}}{{$dir := .Dir}}{{range .GoFiles}}{{$dir}}/{{.}}{{"\n"}}{{end}}{{end}}{{end}}`, "..")
	c.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	files, err := c.Output()
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	for _, name := range strings.Fields(string(files)) {
		if filepath.Base(name) == "jsname.go" {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if l, ok := n.(*ast.BasicLit); ok && l.Kind == token.STRING {
				text, _ := strconv.Unquote(l.Value)
				for _, of := range field.FindAllString(text, -1) {
					if kind, _, _ := strings.Cut(of, "."); strings.HasSuffix(kind, "Options") || kind == "Document" || kind == "Index" {
						found[of] = text
					}
				}
			}
			return true
		})
	}
	return found
}

func TestIn_NamesEveryOption(t *testing.T) {
	types, err := os.ReadFile("../../index.d.ts")
	if err != nil {
		t.Fatal(err)
	}
	named := fields(t)
	for of, text := range named {
		got := In(text)
		if !unreachable[of] && (strings.Contains(got, of) || !strings.Contains(got, "options.")) {
			t.Errorf("%s is Go's name: %q", of, got)
		}
	}
	for of, name := range options {
		if named[of] == "" {
			t.Errorf("no text names %s", of)
		}
		if !regexp.MustCompile(`(?m)^  ` + name + `(\?:|\?\()`).Match(types) {
			t.Errorf("index.d.ts has no option %s", name)
		}
	}
	for of := range unreachable {
		if named[of] == "" {
			t.Errorf("no text names %s", of)
		}
	}
}

func TestPlain_HasNoOptions(t *testing.T) {
	for text, want := range map[string]string{
		"nothing to compare: all files skipped: 10 unreadable (PairsOptions.Skipped lists them)":                           "nothing to compare: all files skipped: 10 unreadable",
		"9 of 9 tokens are in PairsOptions.Base, and ignored: name only starter code there":                                "9 of 9 tokens are in the starter code, and ignored: name only starter code there",
		"the boilerplate to ignore (PairsOptions.Base) is too short to match anything: no code is ignored":                 "the starter code is too short to match anything: no code is ignored",
		"3 of 3 paths have a submission main.py: if each path is one submission, name the folder that they are in instead": "3 of 3 groups have a submission main.py: if each of them is one submission, do not compare them as groups",
		"raise PairsOptions.MinScore, or set PairsOptions.Top to 12":                                                       "raise the minimum score",
		"each file is compared as a submission: use PairsOptions.Unit dir for folders and archives":                        "each file is compared as a submission: whole folders and archives can be compared instead",
	} {
		if got := Plain([]string{text}); len(got) != 1 || got[0] != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
}
