package translations

import (
	"math"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/internal/terminal"
	"github.com/chaffinch-search/chaffinch/pairs"
)

func TestTabulate_CountsTranslations(t *testing.T) {
	pair := func(a, b string, lead float64) pairs.LanguagePair {
		return pairs.LanguagePair{A: pairs.LanguageSide{Name: a}, B: pairs.LanguageSide{Name: b}, Lead: lead}
	}
	var out strings.Builder
	table, precision := tabulate([]pairs.LanguagePair{
		pair("Java/BinaryTree.java", "Python/binary_tree.py", 0.55), pair("Java/A.java", "Python/b.py", 0.45), pair("Java/C.java", "Python/c.py", 0.3),
	}, 4)
	err := table.Write(&out, terminal.Style{})
	if want := `lead  listed  right  share  of all
0.60       0      0  0.000   0.000
0.50       1      1  1.000   0.250
0.40       2      1  0.500   0.250
0.30       3      2  0.667   0.500
0.20       3      2  0.667   0.500
`; err != nil || out.String() != want || math.Abs(precision-5./12) > 1e-9 {
		t.Errorf("%v\n%s", err, out.String())
	}
}
