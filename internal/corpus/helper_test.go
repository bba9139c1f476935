package corpus

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/chaffinch-search/chaffinch/index/document"
)

// keepsBytes reports whether names of files can have any bytes.
const keepsBytes = runtime.GOOS == "linux"

func writeFile(t *testing.T, path, content string) {
	t.Helper()
	makeDir(t, filepath.Dir(path))
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

func makeDir(t *testing.T, path string) {
	t.Helper()
	if err := os.MkdirAll(path, 0o755); err != nil {
		t.Fatal(err)
	}
}

// makeTree writes files by their paths. A path that ends in a slash is a folder.
func makeTree(t *testing.T, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for path, content := range files {
		if path[len(path)-1] == '/' {
			makeDir(t, filepath.Join(root, path))
			continue
		}
		if filepath.Base(path) == "HEAD" && filepath.Base(filepath.Dir(path)) == ".git" { // git answers
			needGit(t)
			gitRepo(t, filepath.Join(root, filepath.Dir(filepath.Dir(path))))
			continue
		}
		writeFile(t, filepath.Join(root, path), content)
	}
	return root
}

// outcome is what Walk reported.
type outcome struct {
	files []File
	skips []Skip
}

func (o *outcome) skip(s Skip) { o.skips = append(o.skips, s) }

func (o outcome) paths() []string {
	paths := []string{}
	for _, f := range o.files {
		paths = append(paths, f.Path)
	}
	return paths
}

// skipped returns the skipped paths with their reasons.
func (o outcome) skipped() map[string]document.Reason {
	skipped := map[string]document.Reason{}
	for _, s := range o.skips {
		skipped[s.Path] = s.Reason
	}
	return skipped
}

func walkAll(t *testing.T, root string, o document.Options) outcome {
	t.Helper()
	var out outcome
	visit := func(f File) error { out.files = append(out.files, f); return nil }
	err := Walk(context.Background(), root, o, visit, out.skip)
	if err != nil {
		t.Fatal(err)
	}
	return out
}
