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
	"SearchOptions.GroupBy": true, "SearchOptions.MaxTerms": true, "SearchOptions.Measure": true, "SearchOptions.Promising": true,
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
