//go:build unix

package corpus

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// Git would wait for a pipe in a repository, so it does not see it. All else is read.
func TestGit_PipesInARepository(t *testing.T) {
	for _, name := range []string{"packed-refs", "refs/heads/pipe", "refs/tags/d/pipe", "shallow", "the object", "objects/pack/pack-1.idx"} {
		w := newWork(t)
		one := w.commit(map[string]string{"a.go": "one", "b.go": "two"})
		path := filepath.Join(w.dir, ".git", name)
		if name == "the object" {
			path = w.object("HEAD:b.go")
		}
		_ = os.Remove(path)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := syscall.Mkfifo(path, 0o644); err != nil {
			t.Fatal(err)
		}
		out := readSource(t, gitAddress(w.dir), history)
		if name == "shallow" {
			if out.err == nil || !strings.Contains(out.err.Error(), "not a regular file") {
				t.Errorf("%s: %v", name, out.err)
			}
			continue
		}
		rel, _ := filepath.Rel(filepath.Join(w.dir, ".git"), path)
		want, skips := []string{"a.go@" + one[:8] + " one", "b.go@" + one[:8] + " two"}, []string{rel + " not-regular <nil>"}
		if name == "the object" {
			want, skips = want[:1], append(skips, out.skips[0])
		}
		sameLines(t, name, out.documents, want...)
		if len(out.skips) != len(skips) || !strings.Contains(strings.Join(out.skips, "\n"), skips[0]) {
			t.Errorf("%s: %q", name, out.skips)
		}
		if _, version := asContainer(t, gitAddress(w.dir), history, ""); version != "" {
			t.Errorf("%s: recorded as read", name)
		}
	}
}

// The objects of another repository are not read, neither through a link nor through several.
func TestGit_LinkedObjects(t *testing.T) {
	other := newWork(t)
	secret := other.commit(map[string]string{"secret.go": "secret"})
	objects := filepath.Join(other.dir, ".git", "objects")
	w := newWork(t)
	w.commit(map[string]string{"a.go": "one"})
	w.write("refs/heads/stolen", secret+"\n")
	entries, err := os.ReadDir(objects)
	if err != nil {
		t.Fatal(err)
	}
	mine := filepath.Join(w.dir, ".git", "objects")
	for _, e := range entries {
		_ = os.Symlink(filepath.Join(objects, e.Name()), filepath.Join(mine, e.Name()))
	}
	out := readSource(t, gitAddress(w.dir), history)
	if len(out.documents) != 1 || !strings.HasSuffix(out.documents[0], " one") {
		t.Errorf("links: %q, %q, %v", out.documents, out.skips, out.err)
	}
	if err := os.Rename(mine, mine+"x"); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(objects, mine); err != nil {
		t.Fatal(err)
	}
	if out := readSource(t, gitAddress(w.dir), history); out.err == nil || !strings.Contains(out.err.Error(), "symbolic link") {
		t.Errorf("a link: %q, %v", out.documents, out.err)
	}
}
