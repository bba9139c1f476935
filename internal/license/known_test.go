package license

import (
	"slices"
	"testing"
)

func TestPassages_AnswerAsAComparison(t *testing.T) {
	around := [][2]string{
		{"", ""}, {"Copyright 2001 Ann Lee\n\n", "\n\nPackage foo reads bars.\n"}, {"Parts of foo. ", " And of bar."}, {"1. ", "\n2. Do not sell it."}, {"version ", "-"}, {"(", ")\nThe software is provided as is."},
	}
	remembered := 0
	for _, id := range []string{"MIT", "ISC", "BSD-3-Clause", "Apache-2.0", "Zlib"} {
		for _, tmpl := range spdxList().templates {
			if !tmpl.has(id) {
				continue
			}
			middle := plain(spdxList().text(tmpl))
			for range 2 {
				for _, a := range around {
					for _, said := range []string{a[0] + middle + a[1], a[0] + middle[:len(middle)/2] + a[1], a[0] + middle[len(middle)/3:] + a[1] + middle} {
						words := wordsOf([]byte(said))
						got := tmpl.program().find([]byte(said), words)
						want := compile(spdxList().text(tmpl)).find([]byte(said), words)
						if !slices.Equal(got, want) {
							t.Errorf("%s in %q: %v, not %v", tmpl.id, said, got, want)
						}
					}
				}
			}
			if list := tmpl.program().known.list.Load(); list != nil {
				remembered += len(*list)
			}
		}
	}
	if remembered == 0 {
		t.Error("no passage is remembered")
	}
}
