//go:build !js

// Not in a browser: it compares with an index on disk.

package memory_test

import (
	"path/filepath"
	"testing"

	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/disk"
	"github.com/chaffinch-search/chaffinch/internal/filetest"
	"github.com/chaffinch-search/chaffinch/internal/indextest"
)

// Of the sources of Go's strings and sort, it has the same terms, scores and ties as an index on
// disk.
func TestIndex_AnswersAsOnDisk(t *testing.T) {
	x := newIndex(t, index.DefaultSettings())
	onDisk, err := disk.Create(filepath.Join(t.TempDir(), "index"), index.DefaultSettings())
	if err != nil {
		t.Fatal(err)
	}
	defer onDisk.Close()
	for _, name := range []string{"strings", "sort"} {
		src := index.Source{Root: filepath.Join(filetest.GoSources(t), name)}
		a, err := index.Update(t.Context(), x, src, index.UpdateOptions{})
		if err != nil || a.Contents < 5 {
			t.Fatalf("%+v, %v", a, err)
		}
		if _, err := onDisk.Update(t.Context(), src, index.UpdateOptions{}); err != nil {
			t.Fatal(err)
		}
	}
	want, err := onDisk.State()
	if err != nil {
		t.Fatal(err)
	}
	defer want.Close()
	indextest.Same(t, x.Published(), want)
}
