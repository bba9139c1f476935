package disk

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	_ "github.com/chaffinch-search/chaffinch/internal/filetest"
)

// runGit runs git in a folder, and returns what it prints.
func runGit(t *testing.T, dir string, arguments ...string) string {
	t.Helper()
	cmd := exec.Command("git", append([]string{"-c", "user.name=Ann", "-c", "user.email=ann@example.org"}, arguments...)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("git %v: %v: %s", arguments, err, out)
	}
	return strings.TrimSpace(string(out))
}

// A file of a repository that is missing or damaged is read when it is whole, though its id is the
// same.
func TestUpdate_ReadsRepairedObjects(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is missing")
	}
	t.Cleanup(corpus.Release)
	for name, damage := range map[string]func(path string){
		"missing": func(path string) { must(t, os.Remove(path)) },
		"damaged": func(path string) { must(t, os.Truncate(path, 100)) },
	} {
		for _, g := range []document.GitOptions{{}, {History: true}} {
			tr := newTree(t, map[string]string{"a.go": source(1), "b.go": source(2)})
			runGit(t, tr.root, "init", "-q")
			runGit(t, tr.root, "add", "-A")
			runGit(t, tr.root, "commit", "-q", "-m", "x")
			id := runGit(t, tr.root, "rev-parse", "HEAD:a.go")
			path := filepath.Join(tr.root, ".git", "objects", id[:2], id[2:])
			whole, err := os.ReadFile(path)
			must(t, err)
			must(t, os.Chmod(path, 0o644))
			damage(path)
			x := newIndex(t)
			src, o := index.Source{Root: "git+file://" + tr.root, Collection: "c"}, index.UpdateOptions{Corpus: document.Options{Git: g}}
			for i := range 2 {
				if r := updated(t, x, src, o); r.Added != 1-i || len(r.Skipped) != 1 {
					t.Errorf("%s %v: update %d: %+v", name, g, i, r)
				}
			}
			_ = os.Remove(path)
			must(t, os.WriteFile(path, whole, 0o644))
			if r := updated(t, x, src, o); r.Added != 1 || len(r.Skipped) != 0 {
				t.Errorf("%s %v: repaired: %+v", name, g, r)
			}
			if r := updated(t, x, src, o); r.Unchanged != 2 || r.Read > 0 {
				t.Errorf("%s %v: at last: %+v", name, g, r)
			}
		}
	}
}
