package pairing_test

import (
	"fmt"
	"html"
	"testing"

	"github.com/chaffinch-search/chaffinch/internal/filetest"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// Units in other languages do not show which code of a unit is common. Three others in its language
// do.
func TestPairs_OthersShowWhatIsCommon(t *testing.T) {
	const head = `import argparse

def main():
    %[1]s = argparse.ArgumentParser(description="%[2]s")
    %[1]s.add_argument("%[3]s", help="%[2]s of all")
    %[1]s.add_argument("--%[4]s", type=int, default=3)
    %[1]s.add_argument("--%[5]s", action="store_true")
    %[6]s = %[1]s.parse_args()
    if %[6]s.%[5]s:
        print("%[2]s %%d" %% %[6]s.%[4]s)
    for %[7]s in open(%[6]s.%[3]s):
        print(%[7]s.strip()[:%[6]s.%[4]s])
`
	files := map[string]string{
		"one.py": fmt.Sprintf(head, "parser", "Counts rows", "source", "limit", "loud", "args", "row"),
		"two.py": fmt.Sprintf(head, "cli", "Joins names", "list", "width", "debug", "given", "name"),
	}
	for i := range 3 {
		files[fmt.Sprintf("a%d.go", i)] = "package p\n\n" + code(i)
		files[fmt.Sprintf("b%d.c", i)] = fmt.Sprintf("int f%[1]d(int *a, int n) {\n\twhile (n --> %[1]d) a[n] ^= a[n %% 7] << %[1]d;\n\treturn a[0] + %[1]d * (n ? 3 : a[n]);\n}\n", i)
	}
	one := "one.py"
	pair := func() pairs.Pair {
		t.Helper()
		for _, p := range compared(t, pairs.Options{}, filetest.Folder(t, files)).Pairs {
			if p.A.Name == one && p.B.Name == "two.py" {
				return p
			}
		}
		t.Fatal("the pair is not listed")
		return pairs.Pair{}
	}
	if p := pair(); !p.MayBeCommon || p.Probability > 0.4 {
		t.Errorf("%g sure beside files in other languages: %t", p.Probability, p.MayBeCommon)
	}
	for i := range 5 {
		files[fmt.Sprintf("tiny%d.py", i)] = fmt.Sprintf("def only%[1]d(a, b):\n    return [a[%[1]d], b, a * b + %[1]d, {a: b}]\n", i)
	}
	if p := pair(); !p.MayBeCommon || p.Probability > 0.4 {
		t.Errorf("%g sure beside tiny files: %t", p.Probability, p.MayBeCommon)
	}
	for i := range 3 {
		files[fmt.Sprintf("code%d.py", i)] = fmt.Sprintf("def f%[1]d(a, b):\n    while a > %[1]d:\n        a, b = b[a - %[1]d], [x for x in b if x]\n    return {k: v for k, v in zip(a, b)}\n", 7*i) + fmt.Sprintf("class C%d:\n    y = lambda s: s\n", i)
	}
	if p := pair(); p.MayBeCommon {
		t.Errorf("%g sure: too few others, beside three in the language", p.Probability)
	}
	program := files[one]
	for name, text := range map[string]string{
		"one.md":   "# Reading arguments\n\nThe program has been in use for years.\n\n```python\n" + program + "```\n",
		"one.html": "<!DOCTYPE html>\n<html><body><p>The program has been in use for years.</p>\n<pre><code>" + html.EscapeString(program) + "</code></pre></body></html>\n",
	} {
		delete(files, one)
		one, files[name] = name, text
		if p := pair(); p.MayBeCommon {
			t.Errorf("%s: %g sure: too few others, beside three in the language of the code", name, p.Probability)
		}
	}
}
