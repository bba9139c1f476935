package pairs

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// pair is two submissions. One is copied from the other.
type pair struct{ a, b string }

const (
	// A submission has this many parts. Each part has ways that many choose: common of ten
	// submissions use one of them.
	parts, ways, common = 12, 30, 4
	// overshoot is how many lines too many a function has on average: its last statement may be
	// large.
	overshoot = 5
	// Every tenth submission is a copy.
	copied = 10
)

// write writes the submissions below the folder and returns the copies among them.
func (c class) write(folder string) (map[pair]bool, error) {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, err
	}
	rng := rand.New(rand.NewPCG(c.seed, 1))
	length := max(2, c.lines/parts-3-overshoot)
	known := make([][][]string, parts)
	for p := range known {
		for range ways {
			known[p] = append(known[p], body(rng, length))
		}
	}
	copies := map[pair]bool{}
	var before [][][]string // functions of the submissions so far
	for i := range c.n {
		functions := newSubmission(rng, known, length)
		if of := c.original(rng, i); of >= 0 {
			functions = copyOf(rng, before[of], length)
			copies[pair{name(of), name(i)}] = true
		}
		before = append(before, functions)
		if err := os.WriteFile(filepath.Join(folder, name(i)), []byte(source(rng, functions)), 0o644); err != nil {
			return nil, err
		}
	}
	return copies, nil
}

// original returns which submission the i-th is copied from, -1 for none.
func (c class) original(rng *rand.Rand, i int) int {
	switch {
	case c.originals > 0 && i >= c.originals:
		return i % c.originals
	case c.originals == 0 && i%copied == copied-1:
		return rng.IntN(i)
	}
	return -1
}

func name(i int) string { return fmt.Sprintf("s%05d.java", i) }

// newSubmission solves every part, in one of the common ways or in one of its own.
func newSubmission(rng *rand.Rand, known [][][]string, length int) [][]string {
	var functions [][]string
	for _, solutions := range known {
		if rng.IntN(10) < common {
			// The first ways are commoner than the last.
			functions = append(functions, solutions[min(int(rng.ExpFloat64()*8), len(solutions)-1)])
		} else {
			functions = append(functions, body(rng, length))
		}
	}
	return functions
}

// copyOf replaces a quarter of the functions, changes the order of a quarter, and some numbers.
func copyOf(rng *rand.Rand, original [][]string, length int) [][]string {
	functions := slices.Clone(original)
	for range len(functions) / 4 {
		functions[rng.IntN(len(functions))] = body(rng, length)
		i, j := rng.IntN(len(functions)), rng.IntN(len(functions))
		functions[i], functions[j] = functions[j], functions[i]
	}
	for i, f := range functions {
		f = slices.Clone(f)
		at := rng.IntN(len(f))
		f[at] = strings.Replace(f[at], "7", "19", 1)
		functions[i] = f
	}
	return functions
}

var names = strings.Fields(`total count value index left right node item list map key sum best limit size line word
	result current next prev head tail buffer name`)

// source names the variables, which are a to l in functions, and writes the submission out.
func source(rng *rand.Rand, functions [][]string) string {
	var rename []string
	for i, n := range rng.Perm(len(names))[:12] {
		rename = append(rename, "$"+string(rune('a'+i)), names[n])
	}
	var b strings.Builder
	b.WriteString("public class Main {\n")
	for i, f := range functions {
		fmt.Fprintf(&b, "    public static int f%d(int $a, int $b) {\n%s\n        return $%c;\n    }\n",
			i, strings.Join(f, "\n"), 'a'+rng.IntN(6))
	}
	b.WriteString("}\n")
	return strings.NewReplacer(rename...).Replace(b.String())
}
