package evidence

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/internal/warning"
)

// placing is a state of some roots, of which it has no files and no catalog. It only looks up a
// file or a root.
type placing struct {
	index.State
	roots map[string]string // collection, by root
	t     *testing.T
}

func (s *placing) Occurrences(_ context.Context, w index.Where, f func(index.Occurrence) error) error {
	switch collection := s.roots[w.Root]; {
	case w.File != "":
	case w.Root == "" || !w.Any:
		s.t.Errorf("%+v passes over occurrences", w)
	case collection != "" && (w.Collection == "" || w.Collection == collection):
		return f(index.Occurrence{Collection: collection, Root: w.Root})
	}
	return nil
}

// Why a file was skipped is told by the roots above it, whatever else is in the index: most
// questions of a check find nothing, and each asks this.
func TestSkipReason_LooksUpFoldersAbove(t *testing.T) {
	tree := corpus.RealPath(t.TempDir())
	for name, text := range map[string]string{".chaffinchignore": "ignored.c\n", "sub/ignored.c": "int x;\n", "sub/kept.c": "int x;\n"} {
		path := filepath.Join(tree, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ root, collection, file, want string }{
		{tree, "", "sub/ignored.c", "ignored"},
		{tree, "c", "sub/ignored.c", "ignored"},
		{tree, "other", "sub/ignored.c", ""},
		{tree, "", "sub/kept.c", ""},
		{filepath.Join(tree, "elsewhere"), "", "sub/ignored.c", ""},
	} {
		a := &Asker{state: &placing{t: t, roots: map[string]string{c.root: "c"}}}
		r := Request{Name: c.file, File: filepath.Join(tree, filepath.FromSlash(c.file)), Options: answer.Options{Collection: c.collection}}
		got, err := a.skipReason(t.Context(), r)
		if err != nil || string(got) != c.want {
			t.Errorf("%+v: %q, %v", c, got, err)
		}
		warnings, err := a.skipWarnings(t.Context(), r)
		if err != nil || strings.Contains(strings.Join(warning.Texts(warnings), ""), "("+c.want+")") != (c.want != "") {
			t.Errorf("%+v: %q, %v", c, warnings, err)
		}
	}
}
