package pairs

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// body returns the lines of a random function, at least length. Its variables
// are $a to $l.
func body(rng *rand.Rand, length int) []string {
	var lines []string
	for len(lines) < length {
		lines = append(lines, statement(rng, 2, 0)...)
	}
	return lines
}

// deepest is how deep statements and expressions are nested.
const deepest = 2

func statement(rng *rand.Rand, indent, depth int) []string {
	margin := strings.Repeat("    ", indent)
	line := func(format string, args ...any) []string { return []string{margin + fmt.Sprintf(format, args...)} }
	block := func(head []string) []string {
		for range 1 + rng.IntN(4) {
			head = append(head, statement(rng, indent+1, depth+1)...)
		}
		return append(head, margin+"}")
	}
	switch x := rng.IntN(100); {
	case depth > deepest || x < 50:
		return line("%s = %s;", variable(rng), expression(rng, 0))
	case x < 62:
		return line("int %s = %s;", variable(rng), expression(rng, 0))
	case x < 78:
		return block(line("if (%s %s %s) {", expression(rng, 1),
			oneOf(rng, "<", ">", "==", "!=", "<=", ">="), expression(rng, 1)))
	case x < 90:
		return block(line("for (int i = 0; i < %s; i++) {", expression(rng, 2)))
	}
	return line("System.out.println(%s);", expression(rng, 0))
}

func expression(rng *rand.Rand, depth int) string {
	switch x := rng.IntN(100); {
	case depth > deepest || x < 35:
		return variable(rng)
	case x < 50:
		return fmt.Sprint(rng.IntN(100))
	case x < 80:
		left, operator := expression(rng, depth+1), oneOf(rng, "+", "-", "*", "/", "%")
		return left + " " + operator + " " + expression(rng, depth+1)
	case x < 90:
		return fmt.Sprintf("f%d(%s)", rng.IntN(10), expression(rng, depth+1))
	}
	return fmt.Sprintf("table%d[%s]", rng.IntN(6), expression(rng, depth+1))
}

func variable(rng *rand.Rand) string { return "$" + string(rune('a'+rng.IntN(12))) }

func oneOf(rng *rand.Rand, all ...string) string { return all[rng.IntN(len(all))] }
