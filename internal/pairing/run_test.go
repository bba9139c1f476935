package pairing_test

import (
	"fmt"
	"regexp"
	"testing"

	"github.com/chaffinch-search/chaffinch/internal/filetest"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// The same copied part is less sure in a class, whose units share names, than among others. Of a
// copy of all, every run is sure, and a check counts it.
func TestPairs_AreLessSureInAClass(t *testing.T) {
	units := func(own func(text string, unit int) string) map[string]string {
		files := map[string]string{}
		for i := range 8 {
			files[fmt.Sprintf("%d.go", i)] = own("package ballot\n"+filetest.Routine(20+i)+filetest.Routine(40+i), i) + filetest.Routine(60+max(1, i))
		}
		files["copy.go"] = files["5.go"] + "\nvar more int\n"
		return files
	}
	class := units(func(text string, _ int) string { return text })
	others := units(func(text string, unit int) string {
		return regexp.MustCompile(`list|table|tree|queue|file|cache|entry|total|left|right|from|upto|node|next|open|count|append|close|all|err`).
			ReplaceAllString(text, fmt.Sprintf("${0}%d", unit))
	})
	part := func(files map[string]string) (part, whole float64) {
		r := compared(t, pairs.Options{MinScore: 0.01}, filetest.Folder(t, files))
		for _, p := range r.Pairs {
			switch {
			case p.A.Name == "0.go" && p.B.Name == "1.go":
				part = p.Probability
			case p.A.Name == "5.go" && p.B.Name == "copy.go":
				whole = p.Probability
			}
		}
		if _, over := r.Over(0.9); over != 1 {
			t.Errorf("%d pairs over 0.9", over)
		}
		return part, whole
	}
	inClass, wholeInClass := part(class)
	among, whole := part(others)
	if !(among > 0.9 && inClass < among-0.1) || wholeInClass < 0.9 || whole < 0.9 {
		t.Errorf("a part: %.3f in a class, %.3f among others; a whole: %.3f, %.3f", inClass, among, wholeInClass, whole)
	}
}
