package importgraph

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/mod/modfile"
)

// pre-commit runs go install ./..., so each program of the module is built on the machines of
// users. Programs for developers are in modules of their own: bench and .ci.
func TestModule_InstallsOneProgram(t *testing.T) {
	list := exec.Command("go", "list", "-f", `{{if eq .Name "main"}}{{.ImportPath}}{{end}}`, "./...")
	list.Dir = root
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Fields(string(out)); len(got) != 1 || got[0] != module+"/cmd/chaffinch" {
		t.Errorf("go install ./... installs %q: move what is not for users to the module bench", got)
	}
}

// Whoever imports the library has the modules of its go.mod in go.sum, those of tools included.
func TestModule_HasNoTools(t *testing.T) {
	name := filepath.Join(root, "go.mod")
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	file, err := modfile.Parse(name, text, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range file.Tool {
		t.Errorf("go.mod has the tool %s: add it to .ci/go.mod", tool.Path)
	}
}

// Programs that were built with -trimpath have no GOROOT, and GOFLAGS may say so for tests.
func TestTests_AskForGOROOT(t *testing.T) {
	unknown := regexp.MustCompile(`build\.Default\.GOROOT|runtime\.GOROOT\(`)
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(name) != ".go" || filepath.Base(name) == "installed_test.go" {
			return err
		}
		text, err := os.ReadFile(name)
		if unknown.Match(text) {
			t.Errorf("%s reads a GOROOT that is empty with -trimpath: filetest.GoSources asks for it", name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
