package chaffinch_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The program in docs/library.md is complete, and answers if it is made as the page says.
func TestLibraryPage_ProgramRuns(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program")
	}
	text, err := os.ReadFile("docs/library.md")
	must(t, err)
	program := section(string(text), "```go\n", "```\n")
	commands := section(string(text), "```sh\ngo mod init", "```\n")
	checkout, err := filepath.Abs(".")
	must(t, err)

	x := makeIndex(t, map[string]map[string]string{"c": {"a.go": code(1)}})
	path := x.Path()
	must(t, x.Close())
	dir := t.TempDir()
	must(t, os.Rename(path, filepath.Join(dir, ".chaffinch")))
	writeFile(t, filepath.Join(dir, "snippet.c"), code(1))
	writeFile(t, filepath.Join(dir, "ask", "main.go"), program)
	// The modules are compared with the go.sum of this checkout. Most are in the cache.
	run := exec.Command("sh", "-e", "-c", strings.ReplaceAll("go mod init"+commands, "/path/to/checkout", checkout))
	run.Dir, run.Env = dir, append(os.Environ(), "GOSUMDB=off", "GOFLAGS=-mod=mod", "GOWORK=off")
	out, err := run.CombinedOutput()
	if err != nil || !strings.HasSuffix(string(out), "a.go\n") {
		t.Errorf("%v: %s", err, out)
	}
}

// section returns what is between two texts.
func section(text, begin, end string) string {
	_, text, _ = strings.Cut(text, begin)
	text, _, _ = strings.Cut(text, end)
	return text
}
