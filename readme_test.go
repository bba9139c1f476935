package chaffinch_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The program in the README is complete, and answers.
func TestReadme_ProgramRuns(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program")
	}
	text, err := os.ReadFile("README.md")
	must(t, err)
	_, program, _ := strings.Cut(string(text), "```go\n")
	program, _, _ = strings.Cut(program, "```\n")
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, "main.go"), program)
	build := exec.Command("go", "build", "-o", filepath.Join(dir, "program"), filepath.Join(dir, "main.go"))
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}

	x := makeIndex(t, map[string]map[string]string{"c": {"a.go": code(1)}})
	path := x.Path()
	must(t, x.Close())
	must(t, os.Rename(path, filepath.Join(dir, ".chaffinch")))
	writeFile(t, filepath.Join(dir, "snippet.c"), code(1))
	run := exec.Command(filepath.Join(dir, "program"))
	run.Dir = dir
	out, err := run.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "a.go\n") {
		t.Errorf("%v: %s", err, out)
	}
}
