package detect

import (
	"slices"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// Lines that fit several languages are read as the one that is used most.
func TestCandidates_Lines(t *testing.T) {
	for _, c := range []struct{ code, want string }{
		{"for (int i = 0; i < n; i++) {", "C"},
		{"x = y + 1;", "C"},
		{"printf(\"%d\\n\", x);", "C"},
		{"if (a[i] > max) {\n    max = a[i];\n}", "C"},
		{"while (n > 0) {\n\tn = n / 2;\n}", "C"},
		{"while ((c = getchar()) != EOF) {", "C"},
		{"static int count = 0;", "C"},
		{"def f(x): return x + 1", "Python"},
		{"with open(path) as f:", "Python"},
		{"import os, sys", "Python"},
		{"for i in range(n):\n    total += a[i]", "Python"},
		{"for (String s : list) {", "Java"},
		{"List<String> names = new ArrayList<>();", "Java"},
		{"System.out.println(x);", "Java"},
		{"function f(a, b) { return a + b; }", "JavaScript"},
		{"for (let i = 0; i < n; i++) {", "JavaScript"},
		{"console.log(x);", "JavaScript"},
		{"func add(a, b int) int {", "Go"},
		{"x := make([]int, 10)", "Go"},
		{"for i := 0; i < n; i++ {", "Go"},
		{"std::vector<int> v;", "C++"},
		{"let mut x = 5;", "Rust"},
		{"for f in *.txt; do", "Shell"},
		{"for (i = 1; i <= NF; i++) print $i", "Awk"},
	} {
		if got := Language("", []byte(c.code)); got.Name != c.want {
			t.Errorf("%q is read as %s, want %s", c.code, got.Name, c.want)
		}
	}
	c, _ := lex.Lookup("C")
	loop := Candidates("", []byte("for (i = 0; i < n; i++) {"), 3)
	if loop[0].Name == "Awk" || !slices.Contains(loop, c) {
		t.Errorf("a loop of C is read as one of %v", loop)
	}
}
