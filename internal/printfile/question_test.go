package printfile

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// A question has the tokens that its k-grams stand for, and one that claims more is refused: it
// would take memory out of proportion to its size.
func TestQuestion_HasNoMoreTokensThanItsGramsStandFor(t *testing.T) {
	a, err := analyzer.New(analyzer.DefaultSettings())
	if err != nil {
		t.Fatal(err)
	}
	code, same := "package a\n", strings.Repeat("0, ", 3000)
	for i := range 300 {
		code += fmt.Sprintf("\nfunc f%d(a, b int) int { return a*%d + b }\n", i, i*i)
	}
	for name, source := range map[string]string{
		"Go": code, "C": "int a[] = {" + same + "};", "Markdown": strings.Repeat("A word.\n\n```go\nf()\n```\n\n", 500) + "```go\n" + code + "```\n",
		"Text": strings.Repeat("The same words again and again. ", 400) + code, "Python": "", "Java": "a", "JavaScript": strings.Repeat("// no token\n", 1000),
	} {
		l, _ := lex.Lookup(name)
		q, err := New(a, "a", l, []byte(source))
		if err != nil {
			t.Fatal(err)
		}
		if err := q.check(a); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		q.Tokens = mostTokens
		if len(q.Parts) > 0 {
			q.Parts[len(q.Parts)-1].To = mostTokens
		}
		if err := q.check(a); err == nil || !strings.Contains(err.Error(), "the most for its k-grams") {
			t.Errorf("%s with %d tokens: %v", name, q.Tokens, err)
		}
	}
}
