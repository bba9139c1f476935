package analyzer

import (
	"slices"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

func TestImports_InEachPart(t *testing.T) {
	src := []byte("# A\n\nimport words\n\n```python\nimport os\nfrom a import b\nx = 1\n```\n\n```go\nimport \"fmt\"\n```\n")
	l, _ := lex.Lookup("Markdown")
	var n Analysis
	n.Lex(l, src)
	var lines []string
	for _, s := range n.Imports(src) {
		lines = append(lines, string(src[n.Tokens[s.From].Start:n.Tokens[s.To-1].End]))
	}
	if want := []string{"import os\nfrom a import b", "import \"fmt\""}; !slices.Equal(lines, want) {
		t.Errorf("%q, not %q", lines, want)
	}
}
