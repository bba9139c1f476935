package units

import (
	"fmt"
	"strings"
	"testing"
)

// A text with the code of another, quoted, numbered, cut, renamed or edited, shares shapes with it;
// a text with other code, or prose, does not.
func TestShapes(t *testing.T) {
	const code = `func parse(lines []string, sep string) (map[string][]int, error) {
	counts := map[string][]int{}
	for i, line := range lines {
		key, value, found := strings.Cut(line, sep)
		if !found {
			return nil, fmt.Errorf("line %d: no %q", i+1, sep)
		}
		for _, field := range strings.Fields(value) {
			n, err := strconv.Atoi(strings.TrimSpace(field))
			if err != nil {
				return nil, err
			}
			counts[key] = append(counts[key], n)
		}
	}
	return counts, nil
}
`
	each := func(change func(i int, line string) string) string {
		all := strings.Split(code, "\n")
		for i, line := range all {
			all[i] = change(i, line)
		}
		return strings.Join(all, "\n")
	}
	renamed := strings.NewReplacer("parse", "readAll", "lines", "rows", "sep", "mark", "counts", "table", "line", "row", "key", "name",
		"value", "rest", "found", "ok", "field", "word", "err", "fault", "strings", "text", "Fields", "Words", "append", "extend", "range", "of",
		"return", "give", "string", "str", "nil", "null", "for", "each", "if", "when", "Errorf", "fail", "strconv", "num", "TrimSpace", "strip").Replace(code)
	for name, x := range map[string]struct {
		text string
		want bool
	}{
		"same":      {code, true},
		"quoted":    {each(func(_ int, line string) string { return "> " + line }), true},
		"numbered":  {each(func(i int, line string) string { return fmt.Sprintf("%4d| %s", i, line) }), true},
		"commented": {each(func(_ int, line string) string { return "// " + strings.TrimSpace(line) }), true},
		"in a text": {strings.Repeat("Some words of a text (with brackets).\n", 50) + code, true},
		"cut":       {code[len(code)/2:], true},
		"edited":    {strings.Replace(code, "if err != nil {", "// It may be a word.\nif err != nil { // stop", 1), true},
		"renamed":   {renamed, true},
		"other":     {"def total(xs):\n    s = 0\n    for x in xs:\n        s = s + x[0] * (x[1] - 1)\n    return {'sum': s, 'n': len(xs)}\n", false},
		"prose":     {strings.Repeat("A line of a text: it has (some) brackets, and no code; f(x) = 1 is a formula.\n", 30), false},
		"empty":     {"", false},
	} {
		s := shapes{map[uint64]bool{}, map[uint64]bool{}}
		eachShape([]byte(code), func(shape uint64) bool { s.letters[shape] = true; return true }, func(shape uint64) bool { s.signs[shape] = true; return true })
		if is := s.shared([]byte(x.text)); is != x.want {
			t.Errorf("%s: shared is %t", name, is)
		}
		if name == "renamed" {
			s.signs = nil
			if s.shared([]byte(x.text)) {
				t.Error("renamed: letters are shared")
			}
		}
	}
}
