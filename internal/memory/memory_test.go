package memory_test

import (
	"testing"

	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/indextest"
	"github.com/chaffinch-search/chaffinch/internal/memory"
)

func newIndex(t *testing.T, s index.Settings) *memory.Index {
	t.Helper()
	x, err := memory.New(s)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func TestIndex_KeepsTheContract(t *testing.T) {
	indextest.Contract(t, func(t *testing.T, s index.Settings) indextest.Opened {
		x := newIndex(t, s)
		return indextest.Opened{
			Change:    func() index.Writer { return x },
			Published: func() (index.State, error) { return x.Published(), nil },
		}
	})
}
