package anonymous

import (
	"fmt"
	"reflect"
	"testing"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/internal/filetest"
	"github.com/chaffinch-search/chaffinch/pairs"
)

func TestMask_EachPairHasThePairsOfTheResult(t *testing.T) {
	files := map[string]string{}
	for i := range 24 { // 276 pairs, more than are found at once
		files[fmt.Sprintf("s%02d/q.go", i)] = filetest.Queue + fmt.Sprintf("var v%d = %d\n", i%20, i)
		files[fmt.Sprintf("s%02d/empty.go", i)] = fmt.Sprintf("package p\n\nvar names = []string{\"a%d\", \"b\"}\n", i)
	}
	root := filetest.Folder(t, files)
	var all [2][]pairs.Pair
	for i, later := range []bool{false, true} {
		r, err := chaffinch.Pairs(t.Context(), []string{root}, pairs.Options{Unit: "dir", Matches: true, MatchesLater: later})
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		m := New(r)
		if !later {
			all[i] = m.Result().Pairs
			continue
		}
		err = m.EachPair(t.Context(), func(p *pairs.Pair) error {
			all[i] = append(all[i], *p)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(all[0]) != 276 || len(all[0][0].Matches) == 0 || !reflect.DeepEqual(all[0], all[1]) {
		t.Errorf("%d and %d pairs, or they differ", len(all[0]), len(all[1]))
	}
}
