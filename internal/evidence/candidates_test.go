package evidence_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/internal/asktest"
)

// For ten documents, 20 candidates are aligned, up to 40 while the order is open, 80 more for the
// windows of a long question, and 80 more for what they leave unexplained.
func TestSearch_BoundsCandidates(t *testing.T) {
	files := map[string]string{}
	var long strings.Builder
	for i := range 300 {
		files[fmt.Sprintf("%03d.go", i)] = asktest.Routine(1) + asktest.Routine(1000+i)
		long.WriteString(asktest.Routine(1000 + i))
	}
	x := asktest.MakeIndex(t, map[string]map[string]string{"c": files})
	for _, c := range []struct {
		name, source string
		least, most  int
	}{
		{"settled", asktest.Routine(1) + asktest.Routine(1005), 20, 20},
		{"open", asktest.Routine(1), 40, 40},
		{"windows", long.String(), 41, 200},
	} {
		q := asktest.Search(c.source)
		q.Top = 10
		a := asktest.Ask(t, x, q)
		if n := a.Stats.Aligned; n < c.least || n > c.most {
			t.Errorf("%s: %d candidates are aligned, not %d to %d", c.name, n, c.least, c.most)
		}
	}
}
