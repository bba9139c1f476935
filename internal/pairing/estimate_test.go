package pairing_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/internal/filetest"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// small returns files of one small function each, with the lines around it that all files of a
// package have.
func small(n int) map[string]string {
	random := rand.New(rand.NewPCG(1, 2))
	steps := []string{
		"  return value == null ? undefined : value.%s;\n", "  var length = array ? array.length : 0;\n", "  %s = toInteger(%[1]s);\n",
		"  if (!isObject(%s)) { return false; }\n", "  while (++index < length) { result[index] = %s[index]; }\n",
		"  return %s(value, index, array) || [];\n", "  var result = new Array(%s(length));\n", "  return typeof %s == 'function';\n",
	}
	names := []string{"first", "other", "iteratee", "source", "guard", "depth"}
	all := map[string]string{}
	for i := range n {
		var b strings.Builder
		fmt.Fprintf(&b, "var base%d = require('./base%d');\n\nfunction f%d(value, %s) {\n", i%7, i%7, i, names[i%6])
		for range 1 + random.IntN(3) {
			b.WriteString(strings.Split(fmt.Sprintf(steps[random.IntN(len(steps))], names[random.IntN(6)]), "%!(EXTRA")[0])
		}
		fmt.Fprintf(&b, "}\n\nmodule.exports = f%d;\n", i)
		all[fmt.Sprintf("f%03d.js", i)] = b.String()
	}
	return all
}

// Pairs that reach the minimum score and are not listed are among those that the report counts as
// not compared. With a minimum of 0 all are compared.
func TestPairs_CountsWhatItDoesNotCompare(t *testing.T) {
	folder := filetest.Folder(t, small(120))
	missing := 0
	all := compared(t, pairs.Options{MinScore: 0, Top: 1 << 20}, folder)
	if all.Stats.Estimated != 0 {
		t.Errorf("%d pairs not compared with a minimum of 0", all.Stats.Estimated)
	}
	for _, least := range []float64{0.1, 0.25, 0.4, 0.6} {
		r := compared(t, pairs.Options{MinScore: least, Top: 1 << 20}, folder)
		n := len(r.Pairs)
		for _, p := range all.Pairs {
			if p.Score >= least {
				n--
			}
		}
		missing -= n
		if int64(-n) > r.Stats.Estimated {
			t.Errorf("from %g on %d pairs are missing, and %d were not compared", least, -n, r.Stats.Estimated)
		}
	}
	if missing == 0 {
		t.Error("no pair is missing: the test shows nothing")
	}
}
