package pairing_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/internal/filetest"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// groupNames lists the names in each cluster.
func groupNames(r *pairs.Report) (all []string) {
	for _, c := range r.Clusters {
		var names []string
		for _, n := range c.Units {
			names = append(names, r.Units[n].Name)
		}
		all = append(all, strings.Join(names, " "))
	}
	return all
}

func TestClusters_ZeroLinkScoreIsHalf(t *testing.T) {
	root := filetest.Folder(t, map[string]string{"a.go": queue, "b.go": queue + "\nvar x = 1\n", "c.go": words, "d.go": tables})
	for _, linkage := range pairs.Linkages {
		o := pairs.Options{Linkage: linkage}
		r, err := chaffinch.Clusters(t.Context(), []string{root}, o)
		must(t, err)
		defer r.Close()
		if got := groupNames(r); !slices.Equal(got, []string{"a.go b.go"}) || r.LinkScore != .5 {
			t.Errorf("%s from %g: %q", linkage, r.LinkScore, got)
		}
	}
}
