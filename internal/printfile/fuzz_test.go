package printfile

import (
	"bytes"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// FuzzQuestion: a question in a file with the right checksum is refused, or has an analysis within
// its bounds.
func FuzzQuestion(f *testing.F) {
	a, err := analyzer.New(analyzer.DefaultSettings())
	if err != nil {
		f.Fatal(err)
	}
	l, _ := lex.Lookup("Go")
	q, err := New(a, "a.go", l, []byte("package a\n\nfunc f(a, b int) int { return a*b + g(a) - h[b] }\n"))
	if err != nil {
		f.Fatal(err)
	}
	var b bytes.Buffer
	if err := writeLine(&b, q); err != nil {
		f.Fatal(err)
	}
	f.Add(b.Bytes())
	f.Add([]byte(`{"language":"Go","tokens":3,"lines":1,"parts":[{"language":"Go","from":1,"to":3}]}` + "\n"))
	f.Fuzz(func(t *testing.T, line []byte) {
		q := new(Question)
		if strict(line, q) != nil || q.check(a) != nil {
			return
		}
		n, text, err := q.Analysis(a)
		if err != nil || len(n.Tokens) != q.Tokens || len(text) != q.Lines {
			t.Errorf("%d tokens, %d lines: %v", len(n.Tokens), len(text), err)
		}
		for _, prints := range n.Fingerprints {
			for _, p := range prints {
				if int(p.Token) >= q.Tokens {
					t.Errorf("a fingerprint at token %d of %d", p.Token, q.Tokens)
				}
			}
		}
	})
}
