package chaffinch_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/internal/asktest"
)

// The program in docs/library.md is complete, and answers if it is made as the page says.
func TestLibraryPage_ProgramRuns(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program")
	}
	text, err := os.ReadFile("docs/library.md")
	asktest.Must(t, err)
	program := section(string(text), "```go\n", "```\n")
	commands := section(string(text), "```sh\ngo mod init", "```\n")
	checkout, err := filepath.Abs(".")
	asktest.Must(t, err)

	x := asktest.MakeIndex(t, map[string]map[string]string{"c": {"a.go": asktest.Code(1)}})
	path := x.Path()
	asktest.Must(t, x.Close())
	dir := t.TempDir()
	asktest.Must(t, os.Rename(path, filepath.Join(dir, ".chaffinch")))
	asktest.WriteFile(t, filepath.Join(dir, "snippet.c"), asktest.Code(1))
	asktest.WriteFile(t, filepath.Join(dir, "ask", "main.go"), program)
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
