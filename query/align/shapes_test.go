package align

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// Any two programs count alike, so a table of numbers that follow each other is no evidence. Other
// numbers are.
func TestShapes_CountSequencesAsOneShape(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 3))
	for name, test := range map[string]struct {
		row   func(i int) string
		whole bool
	}{
		"by one":       {func(i int) string { return fmt.Sprintf("%d, ", i) }, false},
		"hexadecimal":  {func(i int) string { return fmt.Sprintf("0x%02X, ", i) }, false},
		"unsigned":     {func(i int) string { return fmt.Sprintf("%dUL, ", 8*i) }, false},
		"downwards":    {func(i int) string { return fmt.Sprintf("%d, ", 900-3*i) }, false},
		"fractions":    {func(i int) string { return fmt.Sprintf("%.1f, ", float64(i)/10) }, false},
		"two in a row": {func(i int) string { return fmt.Sprintf("{%d, %d}, ", i, 10*i) }, false},
		"characters":   {func(i int) string { return fmt.Sprintf("'%c', ", '0'+i%40) }, false},
		"with a jump":  {func(i int) string { return fmt.Sprintf("%d, ", i+i/100*100) }, false},
		"squares":      {func(i int) string { return fmt.Sprintf("%d, ", i*i) }, true},
		"random":       {func(int) string { return fmt.Sprintf("%d, ", r.IntN(256)) }, true},
	} {
		var b strings.Builder
		for i := range 200 {
			b.WriteString(test.row(i))
		}
		l, _ := lex.Lookup("C")
		source := []byte("const int t[] = { " + b.String() + "};\n")
		x, y := NewDocument(l, source, l.Lex(nil, source)), NewDocument(l, source, l.Lex(nil, source))
		var s Shapes
		for _, m := range Align(x, y) {
			s.Add(x, y, m)
		}
		if share := s.Share(); (share == 1) != test.whole || (share < 0.5) == test.whole {
			t.Errorf("%s: %.2f", name, share)
		}
	}
}
