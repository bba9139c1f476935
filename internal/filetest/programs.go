package filetest

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Code is a small Go function of random statements.
func Code(seed int) string {
	r := rand.New(rand.NewPCG(uint64(seed), 1))
	statements := []string{
		"for a < b { a += b * %d }", "if a > b + %d { return a }", "b = a << %d | b", "c = append(c, %d, a)", "defer close(d[%d])",
		"switch a { case %d: b++; default: b-- }", "go func() { e <- %d }()", "a, b = b %% %d, a", "x.y[a].z(%d)", "c = c[a:%d]",
	}
	var b strings.Builder
	fmt.Fprintf(&b, "func f%d(a, b int, c []int) int {\n", seed)
	for range 8 {
		fmt.Fprintf(&b, "\t"+statements[r.IntN(len(statements))]+"\n", r.IntN(100))
	}
	b.WriteString("\treturn a\n}")
	return b.String()
}

// Routine is a Go function of about a hundred tokens on 11 lines. Each n has another structure.
func Routine(n int) string {
	r := rand.New(rand.NewPCG(uint64(n), 5))
	var b strings.Builder
	fmt.Fprintf(&b, "func routine%d(from, upto int) {\n", n)
	names := strings.Fields("list table tree queue file cache entry total left right")
	for range 9 {
		x, y := names[r.IntN(len(names))], names[r.IntN(len(names))]
		forms := []string{"if %s < %s { return }", "%s = append(%s, 1)", "for %s := range %s.all() { count++ }",
			"%s, err := open(%s, \"r\", nil)", "defer %s.close(%s)", "go func() { %s <- %s }()", "%s[%s] += 7 * upto",
			"switch %s { case %s: break }", "%s = &node{next: %s}"}
		fmt.Fprintf(&b, "\t"+forms[r.IntN(len(forms))]+"; "+forms[r.IntN(len(forms))]+"\n", x, y, y, x)
	}
	return b.String() + "}\n"
}

// Program returns a small Go program that differs for every seed.
func Program(seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 1))
	var b strings.Builder
	fmt.Fprintf(&b, "package p%d\n\nfunc f%d(a, b int) int {\n", seed, seed)
	lines := []string{
		"\tfor a < %d {\n\t\ta += b * %d\n\t}\n",
		"\tif a > b+%d {\n\t\treturn a - %d\n\t}\n",
		"\tb = a<<%d | b&%d\n",
		"\tswitch a {\ncase %d:\n\t\tb++\ncase %d:\n\t\tb--\n\t}\n",
		"\tgo println(a%%%d, b^%d, \"x\")\n",
	}
	for range 8 {
		fmt.Fprintf(&b, lines[r.IntN(len(lines))], r.IntN(1000), r.IntN(1000))
	}
	b.WriteString("\treturn a * b\n}\n")
	return b.String()
}
