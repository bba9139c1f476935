package chaffinch

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/disk"
	"github.com/chaffinch-search/chaffinch/internal/filetest"
)

// changing is an index that is open for reading while another changes it, as one on a cluster.
type changing struct{ *disk.Index }

func (changing) ReadOnly() bool { return true }
func (changing) Follows() bool  { return true }

func TestIndex_FollowsOthers(t *testing.T) {
	root := filetest.Folder(t, map[string]string{"f.go": "package f\n\nfunc f(a, b int) int { return a*b + a - b*a + 8 + g(a, b) }\n"})
	written, err := disk.Create(filepath.Join(t.TempDir(), "index"), index.DefaultSettings())
	if err != nil {
		t.Fatal(err)
	}
	x := &Index{opened: changing{written}}
	t.Cleanup(func() { x.Close() })
	hits := func() int {
		a, err := x.Search(t.Context(), Document{Name: "q.go", Source: []byte("func f(a, b int) int { return a*b + a - b*a + 8 + g(a, b) }\n")}, SearchOptions{})
		if err != nil {
			t.Fatal(err)
		}
		return len(a.Hits)
	}
	if n := hits(); n != 0 {
		t.Fatalf("%d hits in an empty index", n)
	}
	if _, err := written.Update(t.Context(), index.Source{Root: root}, index.UpdateOptions{}); err != nil {
		t.Fatal(err)
	}
	if n := hits(); n != 0 {
		t.Errorf("%d hits at once: no state was shared", n)
	}
	x.asked = x.asked.Add(-sharedFor - time.Second)
	if n := hits(); n != 1 {
		t.Errorf("%d hits later, not 1", n)
	}
}
