package indexpath

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// inFolder changes to a new folder, with no index variable set.
func inFolder(t *testing.T) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	must(t, err)
	t.Chdir(dir)
	t.Setenv(Variable, "")
	return dir
}

func TestExisting_PrefersFlagThenVariableThenFolder(t *testing.T) {
	dir := inFolder(t)
	must(t, os.MkdirAll(filepath.Join(dir, Folder), 0o755))
	must(t, os.MkdirAll(filepath.Join(dir, "a", Folder), 0o755))
	must(t, os.MkdirAll(filepath.Join(dir, "a", "b"), 0o755))
	must(t, os.WriteFile(filepath.Join(dir, "a", "b", Folder), nil, 0o644)) // a file is no index
	for _, c := range []struct{ in, flag, variable, want string }{
		{".", "", "", filepath.Join(dir, Folder)},
		{"a", "", "", filepath.Join(dir, "a", Folder)},
		{"a/b", "", "", filepath.Join(dir, "a", Folder)},
		{"a/b", "", "named", "named"},
		{"a/b", "flag", "named", "flag"},
	} {
		t.Chdir(filepath.Join(dir, c.in))
		t.Setenv(Variable, c.variable)
		for name, f := range map[string]func(string) (string, error){"Existing": Existing, "OrNew": OrNew} {
			if got, err := f(c.flag); got != c.want || err != nil {
				t.Errorf("%s in %s: %s, %v, not %s", name, c.in, got, err, c.want)
			}
		}
	}
}

func TestOrNew_IsInWorkingFolder(t *testing.T) {
	inFolder(t)
	if _, err := Existing(""); !errors.Is(err, ErrNone) {
		t.Errorf("error %v", err)
	}
	if got, err := OrNew(""); got != Folder || err != nil {
		t.Errorf("%s, %v", got, err)
	}
}

func TestCached_IsNamedByCorpus(t *testing.T) {
	dir := inFolder(t)
	t.Setenv("XDG_CACHE_HOME", filepath.Join(dir, "cache"))
	t.Setenv("HOME", dir)
	must(t, os.MkdirAll("a/x", 0o755))
	must(t, os.MkdirAll("b/x", 0o755))
	a, err := Cached("a/x")
	must(t, err)
	same, err := Cached(filepath.Join(dir, "a", "..", "a", "x") + string(filepath.Separator))
	must(t, err)
	b, err := Cached("b/x")
	must(t, err)
	if a != same || a == b || !filepath.IsAbs(a) || filepath.Base(a)[:2] != "x-" {
		t.Errorf("%s, %s, %s", a, same, b)
	}
	if err := os.Symlink(filepath.Join(dir, "a"), filepath.Join(dir, "link")); err == nil {
		if got, err := Cached("link/x"); got != a || err != nil {
			t.Errorf("through a link: %s, %v", got, err)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "cache")); err == nil {
		t.Error("naming it made it")
	}
}
