package index_test

import (
	"slices"
	"testing"

	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/filetest"
	"github.com/chaffinch-search/chaffinch/internal/memory"
)

// Files that a walk could not read are not pruned. The walk is simulated, so that the test also
// runs as root.
func TestUpdate_UnreadFilesAreKept(t *testing.T) {
	files := map[string]string{}
	for seed, name := range []string{"d/a.go", "d.go", "e.go", "f.go"} {
		files[name] = filetest.Program(uint64(seed))
	}
	root := filetest.Folder(t, files)
	x, err := memory.New(index.DefaultSettings())
	if err != nil {
		t.Fatal(err)
	}
	report, err := index.Update(t.Context(), x, index.Source{Root: root}, index.UpdateOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if err := index.PruneUnseen(t.Context(), x, report.Collection, report.Root, "d/", "e.go"); err != nil {
		t.Fatal(err)
	}
	var kept []string
	s := x.Published()
	err = s.Occurrences(t.Context(), index.Where{}, func(o index.Occurrence) error {
		kept = append(kept, o.Path)
		return nil
	})
	slices.Sort(kept)
	if want := []string{"d/a.go", "e.go"}; err != nil || !slices.Equal(kept, want) || s.Contents() != len(want) {
		t.Errorf("%v, %d contents, %v", kept, s.Contents(), err)
	}
}
