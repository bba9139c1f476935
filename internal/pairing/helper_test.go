package pairing_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/filetest"
)

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func writeFile(t testing.TB, path, text string) {
	t.Helper()
	must(t, os.MkdirAll(filepath.Dir(path), 0o755))
	must(t, os.WriteFile(path, []byte(text), 0o644))
}

// newIndex makes an index of the folders, each a collection of its own.
func newIndex(t testing.TB, s index.Settings, roots ...string) *chaffinch.Index {
	t.Helper()
	x, err := chaffinch.Create(filepath.Join(t.TempDir(), "index"), s)
	must(t, err)
	t.Cleanup(func() { x.Close() })
	for _, root := range roots {
		_, err := x.Update(t.Context(), index.Source{Root: root}, index.UpdateOptions{})
		must(t, err)
	}
	return x
}

var code, routine = filetest.Code, filetest.Routine
