package evidence_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/internal/asktest"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
	"github.com/chaffinch-search/chaffinch/query/align"
)

const sortable = `
type byKEY []TYPE

func (x byKEY) Len() int           { return len(x) }
func (x byKEY) Swap(i, j int)      { x[i], x[j] = x[j], x[i] }
func (x byKEY) Less(i, j int) bool { return x[i].KEY < x[j].KEY }
`

// A short idiom that ten documents have, with other names each time, is no copy of any of them. Few
// prove nothing.
func TestSearch_RenamedIdiomsAreNoCopies(t *testing.T) {
	idiom := func(key, name string) string { return strings.NewReplacer("KEY", key, "TYPE", name).Replace(sortable) }
	sure := func(n int) float64 {
		files := map[string]string{}
		for i := range 200 {
			files[fmt.Sprintf("other%03d.go", i)] = asktest.Routine(i)
		}
		for i := range n {
			files[fmt.Sprintf("sort%02d.go", i)] = asktest.Routine(300+i) + idiom(fmt.Sprint("Name", i), fmt.Sprint("Thing", i))
		}
		a := asktest.Ask(t, newIndexOf(t, t.TempDir(), files), asktest.Search(idiom("Age", "Person")))
		if len(a.Hits) == 0 || a.Hits[0].Kind != align.Renamed.String() {
			t.Fatalf("%d documents: %v", n, a.Hits)
		}
		return a.Hits[0].Probability
	}
	if few, many := sure(3), sure(2*threshold.IdiomDocuments); few < threshold.SurePart || many >= threshold.SurePart {
		t.Errorf("of 3 documents %.2f, of %d documents %.2f", few, 2*threshold.IdiomDocuments, many)
	}
}
