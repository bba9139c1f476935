package chaffinch_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch"
)

// Lines are read as in their file: a comment or string around their border is one there too.
func TestDocument_LinesBeginAndEndInsideSpans(t *testing.T) {
	docs := "    \"\"\"Don't read\n    this as code,\n    or (that).\n    \"\"\"\n"
	code := ""
	for i := range 6 {
		code += fmt.Sprintf("    total[%d] = weigh(total, scale * %d) + offset\n", i, i)
	}
	file := "def one(total):\n" + docs + code + "\ndef two(total):\n" + docs + code
	x := makeIndex(t, map[string]map[string]string{"c": {"a.py": file}})
	q := search(file)
	q.Name, q.Lines = "a.py", chaffinch.Lines{From: 4, To: 14}
	a := ask(t, x, q)
	if len(a.Hits) != 1 || len(a.Hits[0].Matches) != 1 {
		t.Fatalf("%+v", a)
	}
	// The second docstring begins in line 14, so it belongs to the question. It ends in line 17.
	want := chaffinch.Lines{From: 6, To: 17}
	if m := a.Hits[0].Matches[0]; m.Question != want || m.Document != want || a.Hits[0].Kind != "verbatim" || a.Hits[0].Coverage != 1 {
		t.Errorf("%+v", a.Hits[0])
	}
	c := compareTexts(t, q.Document, chaffinch.Document{Name: "b.py", Source: []byte("import os\n" + code)})
	if len(c.Matches) != 1 || c.Matches[0].A.Lines != (chaffinch.Lines{From: 6, To: 11}) ||
		c.Matches[0].A.Bytes.Start != strings.Index(file, "total[0]") {
		t.Errorf("%+v", c.Matches)
	}
}
