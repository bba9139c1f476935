package align_test

import (
	"fmt"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/query/align"
)

// Two versions of a function: which lines agree, and how was the copy changed?
func ExampleAlign() {
	original := `def mean(values):
    total = 0
    for v in values:
        total += v
    return total / len(values)
`
	copied := `import sys

def average(numbers):  # by hand
    total = 0
    for n in numbers:
        total += n
    return total / len(numbers)
`
	python, _ := lex.Lookup("python")
	document := func(source string) *align.Document {
		return align.NewDocument(python, []byte(source), python.Lex(nil, []byte(source)))
	}
	a, b := document(original), document(copied)
	for _, m := range align.Align(a, b) {
		change := m.Changes(a, b)
		fmt.Printf("lines %s and %s: %s, %d tokens\n", a.Range(m.A), b.Range(m.B), change.Kind, m.Tokens)
		for _, r := range change.Renames {
			fmt.Printf("  %s is %s, %d times\n", r.From, r.To, r.Count)
		}
	}
	// Output:
	// lines 1-5 and 3-7: renamed, 24 tokens
	//   values is numbers, 3 times
	//   v is n, 2 times
	//   mean is average, 1 times
}
