//go:build unix

package disk

import (
	"context"
	"errors"
	"github.com/chaffinch-search/chaffinch/index"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// irregular creates something that is not a regular file.
var irregular = map[string]func(name string) error{
	"pipe":   func(name string) error { return syscall.Mkfifo(name, 0o600) },
	"device": func(name string) error { return os.Symlink("/dev/zero", name) },
	"folder": func(name string) error { return os.Mkdir(name, 0o700) },
	"loop":   func(name string) error { return os.Symlink(filepath.Base(name), name) },
	"huge": func(name string) error {
		return errors.Join(os.WriteFile(name, nil, 0o600), os.Truncate(name, 1<<40))
	},
}

// If any file of an index is irregular, opening, checking and repairing return the right answers or
// an error, and do not hang.
func TestFolder_RefusesIrregularFiles(t *testing.T) {
	s := index.DefaultSettings()
	x := checkedIndex(t, s)
	must(t, x.dir.replace(weightsFile, []byte("some")))
	must(t, x.Close())
	want := answersOf(t, x.Path())
	for _, name := range filesIn(t, x.Path()) {
		for kind, put := range irregular {
			t.Run(name+" "+kind, func(t *testing.T) {
				path := filepath.Join(realTemp(t), "index")
				must(t, os.CopyFS(path, os.DirFS(x.Path())))
				must(t, os.Remove(filepath.Join(path, name)))
				if err := put(filepath.Join(path, name)); err != nil {
					t.Skip(err)
				}
				openEachWay(t, path, want)
			})
		}
	}
}

// openEachWay opens an index in every way and repairs it. Answers must be those that are wanted.
func openEachWay(t *testing.T, path string, want []string) {
	t.Helper()
	ctx := context.Background()
	for _, o := range []index.Options{{ReadOnly: true}, {ReadOnly: true, Unpublished: true}, {}} {
		x, err := Open(ctx, path, o)
		if err != nil {
			continue
		}
		if answers, err := ask(x); err == nil && !slices.Equal(answers, want) {
			t.Errorf("%+v: other answers", o)
		}
		if b, err := x.dir.read(weightsFile, maxWeights); err == nil && string(b) != "some" {
			t.Errorf("%+v: the cache holds %d bytes", o, len(b))
		}
		if _, err := x.Check(ctx, index.CheckOptions{}); err != nil {
			t.Logf("check: %v", err)
		}
		must(t, x.Close())
	}
	if _, err := Repair(ctx, path, index.Options{}, index.CheckOptions{}); err != nil {
		t.Logf("repair: %v", err)
		return
	}
	x, err := Open(ctx, path, index.Options{ReadOnly: true})
	must(t, err)
	defer x.Close()
	if r := checked(t, x); len(r.Problems) > 0 {
		t.Errorf("repaired, there are problems: %+v", r.Problems)
	}
}

// filesIn returns the relative paths of all files below a folder.
func filesIn(t *testing.T, folder string) (names []string) {
	t.Helper()
	must(t, filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			names = append(names, strings.TrimPrefix(path, folder+string(filepath.Separator)))
		}
		return err
	}))
	return names
}
