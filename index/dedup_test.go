package index

import (
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/internal/filetest"
)

// Copies in an archive that meet while one of them is written take no memory each.
func TestDeferral_IsSmall(t *testing.T) {
	from := opened(t, "x.zip", filetest.Zip(t, [2]string{"a.go", filetest.Program(1)}, [2]string{"b.txt", strings.Repeat("x ", mostDeferred)}))
	kept := map[string]bool{}
	must(t, from.Each(t.Context(), corpus.Visitor{Visit: func(f corpus.File) error {
		kept[f.Path] = newDeferral(Occurrence{}, f).file != nil
		return nil
	}}))
	if !kept["a.go"] || kept["b.txt"] {
		t.Errorf("%v", kept)
	}
}
