package disk_test

import (
	"path/filepath"
	"testing"

	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/disk"
	"github.com/chaffinch-search/chaffinch/internal/indextest"
)

func TestIndex_KeepsTheContract(t *testing.T) {
	indextest.Contract(t, func(t *testing.T, s index.Settings) indextest.Opened {
		x, err := disk.Create(filepath.Join(t.TempDir(), "index"), s)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { x.Close() })
		return indextest.Opened{
			Change: func() index.Writer {
				w, release := x.NewWriter()
				t.Cleanup(release)
				return w
			},
			Published: func() (index.State, error) { return published(t, x.Path()) },
		}
	})
}

// published returns the state that a reader of the index sees.
func published(t *testing.T, path string) (index.State, error) {
	x, err := disk.Open(t.Context(), path, index.Options{ReadOnly: true})
	if err != nil {
		return nil, err
	}
	t.Cleanup(func() { x.Close() })
	return x.State()
}
