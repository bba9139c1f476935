package main

import (
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/internal/filetest"
)

// notRun are the beginnings of the blocks of the README and of docs/README.md that the test below
// does not run.
var notRun = map[string]string{
	"sed -n '/^func genSplit/": "compiles the program: TestQuickStart_PrintsWhatReadmeShows runs it",
	"score  sure  cover  kind": "is the output of that",
	"CGO_ENABLED=0 go build":   ".ci/full runs it, and TestBuild_IsAsReadmeSays looks at the program",
	"go test ./...":            ".ci/run runs it",
	"pip install chaffinch":    "is for a release; the program release tries each package",
}

// Every command of the README and of docs/README.md succeeds, in a folder that has the files that
// it names.
func TestReadme_CommandsRun(t *testing.T) {
	page := textOf(t, "../../README.md") + textOf(t, "../../docs/README.md")
	for beginning, reason := range notRun {
		var found bool
		if page, found = withoutBlock(page, beginning); !found {
			t.Errorf("no block begins with %q, which %s", beginning, reason)
		}
	}
	steps, err := stepsOf(page)
	if err != nil {
		t.Fatal(err)
	}
	for i, s := range steps {
		steps[i].script = "(set -e; HOME=$PWD\n" + s.script + ")" // ends at the first command that fails
	}
	folder := readmeFolder(t)
	runSteps(t, steps, folder)
	for _, s := range steps {
		if s.status != 0 {
			t.Errorf("a command of this block exits with %d:\n%s\n%s", s.status, s.script, s.printed)
		}
	}
}

// The quick start prints what the README shows. With another release of Go than the README names,
// only its first answer is compared.
func TestQuickStart_PrintsWhatReadmeShows(t *testing.T) {
	_, page, _ := strings.Cut(textOf(t, "../../README.md"), "\n## Quick start\n")
	steps, err := stepsOf(page)
	if err != nil {
		t.Fatal(err)
	}
	steps = slices.DeleteFunc(steps, func(s step) bool { return !strings.Contains(s.script, "genSplit") })
	if len(steps) != 1 || !strings.Contains(steps[0].script, "go run ./cmd/chaffinch ") {
		t.Fatalf("the README has %d quick starts that compile the program", len(steps))
	}
	steps[0].script = strings.Replace(steps[0].script, "go run ./cmd/chaffinch ", "chaffinch ", 1)
	runSteps(t, steps, t.TempDir())
	shown := strings.ReplaceAll(steps[0].shown, "/usr/local/go/src", filetest.GoSources(t))
	printed := steps[0].printed
	if release := strings.TrimPrefix(runtime.Version(), "go"); !strings.Contains(page, "(Go "+release+";") {
		first := regexp.MustCompile(`(?m)^0\.\d+ .* renamed .*strings\.go`).FindString(printed)
		if first == "" {
			t.Errorf("Go %s: the origin is not found:\n%s", release, printed)
		}
	} else if printed != shown {
		t.Errorf("it prints\n%s\nnot\n%s", printed, shown)
	}
}

// withoutBlock returns the page without the block whose text begins so.
func withoutBlock(page, beginning string) (string, bool) {
	for _, m := range fenced.FindAllStringSubmatchIndex(page, -1) {
		if strings.HasPrefix(page[m[4]:m[5]], beginning) {
			return page[:m[0]] + page[m[1]:], true
		}
	}
	return page, false
}

// readmeFolder returns a folder with the files that the commands of the README name.
func readmeFolder(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	corpus, class := "../../testdata/ranking/corpus/", "../../docs/tutorials/class/2025"
	for to, from := range map[string]string{"corpora/linux": corpus, "submissions": class} {
		if err := os.CopyFS(filepath.Join(folder, to), os.DirFS(from)); err != nil {
			t.Fatal(err)
		}
	}
	for name, from := range map[string]string{
		"snippet.c": corpus + "c/calc.c", "src/a.py": class + "/s02/loans.py", "src/b.py": class + "/s05/loans.py",
	} {
		name = filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(textOf(t, from)), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}
