package memory_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/filetest"
	"github.com/chaffinch-search/chaffinch/internal/indextest"
	"github.com/chaffinch-search/chaffinch/internal/memory"
)

// The language of a content does not depend on the order in which its files are added and removed:
// after each change, the index is as a new one. The choice is that of every kind of index;
// TestLanguage_IndependentOfOrder of package index tries three of these orders on disk.
func TestIndex_LanguageIndependentOfOrder(t *testing.T) {
	s := index.DefaultSettings()
	update := func(x *memory.Index, root string) {
		t.Helper()
		if _, err := index.Update(t.Context(), x, index.Source{Root: root, Collection: "c"}, index.UpdateOptions{Prune: true}); err != nil {
			t.Fatal(err)
		}
	}
	for _, order := range ordersOf([]string{"a.txt", "b.rs", "c.go", "d.md"}) {
		t.Run(strings.Join(order, " "), func(t *testing.T) {
			root := t.TempDir()
			x := newIndex(t, s)
			asNew := func(language string) {
				t.Helper()
				update(x, root)
				fresh := newIndex(t, s)
				update(fresh, root)
				indextest.Same(t, x.Published(), fresh.Published())
				if language == "" {
					return
				}
				d, err := x.Published().Describe(t.Context(), []string{index.BlobID([]byte(filetest.Queue))})
				if err != nil {
					t.Fatal(err)
				}
				if d[0].Language != language {
					t.Errorf("lexed as %q, not %q", d[0].Language, language)
				}
			}
			for i, name := range order {
				if err := os.WriteFile(filepath.Join(root, name), []byte(filetest.Queue), 0o666); err != nil {
					t.Fatal(err)
				}
				language := ""
				if i == len(order)-1 {
					language = "Go"
				}
				asNew(language)
			}
			for _, name := range order {
				if err := os.Remove(filepath.Join(root, name)); err != nil {
					t.Fatal(err)
				}
				asNew("")
			}
		})
	}
}

// ordersOf returns all orders of the names.
func ordersOf(names []string) (all [][]string) {
	if len(names) == 0 {
		return [][]string{nil}
	}
	for i, first := range names {
		rest := append(append([]string(nil), names[:i]...), names[i+1:]...)
		for _, order := range ordersOf(rest) {
			all = append(all, append([]string{first}, order...))
		}
	}
	return all
}
