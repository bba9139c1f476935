package main

import (
	"fmt"
	"strings"
	"testing"
)

// codeWith returns a Go file of functions, each of eight lines, with lines of another file in it.
func codeWith(seed, functions int, other []string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "package p%d\n\n", seed)
	for i := range functions {
		fmt.Fprintf(&b, "func f%d_%d(text%d string) int {\n", seed, i, i)
		for line := range 6 {
			n := (i*7 + line*13 + seed*29) % 101
			fmt.Fprintf(&b, "\tcall%d_%d(%d, \"%d\", text%d%s)\n", n, seed*line, n, i, i, strings.Repeat(", x", n%7))
		}
		b.WriteString("}\n")
		if i == functions/2 {
			b.WriteString(strings.Join(other, ""))
		}
	}
	return b.String()
}

// The block that users saw missed: 121 lines copied into a file of 2,200. The score of the pair is
// low, so the check of pairs passes.
func TestPairs_FindsABlockInALongFile(t *testing.T) {
	c := newCommandLine(t)
	small := codeWith(1, 100, nil)
	c.write("src/small.go", small)
	c.write("src/long.go", codeWith(2, 260, strings.SplitAfter(small, "\n")[300:421]))
	c.run(exitFound, "pairs", "--fail-over", "0.9", "src")
	out, errOut := c.run(exitNothing, "pairs", "--fail-over-match", "600", "src")
	for _, text := range []string{"src/small.go:301-421: ", "verbatim, like src/long.go:"} {
		if !strings.Contains(errOut, text) {
			t.Errorf("no %q in %s%s", text, out, errOut)
		}
	}
}

// The other one: 201 lines of a file repeated in it.
func TestPairs_FindsABlockRepeatedInAFile(t *testing.T) {
	c := newCommandLine(t)
	text := codeWith(1, 260, nil)
	c.write("self.go", text+strings.Join(strings.SplitAfter(text, "\n")[1500:1701], ""))
	_, errOut := c.run(exitNothing, "pairs", "--fail-over-match", "600", "self.go")
	if want := "self.go:2083-2283: "; !strings.Contains(errOut, want) || !strings.HasSuffix(errOut, ", verbatim, like self.go:1501-1701\n") {
		t.Errorf("no %q in %s", want, errOut)
	}
}
