package analyzer

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// Git may write the same file with \r\n on another system. Then it has the same tokens.
func TestAnalyze_LineBreaksDoNotCount(t *testing.T) {
	a := mustNew(t, DefaultSettings())
	texts := func(l *lex.Language, src []byte) (all []string) {
		var n Analysis
		a.Analyze(l, src, &n)
		for _, token := range n.Tokens {
			all = append(all, fmt.Sprintf("%x %s", token.Hash, lex.UnixBreaks(src[token.Start:token.End])))
		}
		return all
	}
	for _, d := range sources(t) {
		if bytes.IndexByte(d.src, '\r') >= 0 {
			continue
		}
		for _, cut := range []int{0, len(d.src) / 3, len(d.src) / 2} { // also unclosed strings
			src := d.src[cut:]
			want, got := texts(d.language, src), texts(d.language, bytes.ReplaceAll(src, []byte("\n"), []byte("\r\n")))
			if !slices.Equal(got, want) {
				i := 0
				for i < min(len(got), len(want)) && got[i] == want[i] {
					i++
				}
				t.Errorf("%s from %d: %q differs from %q", d.language.Name, cut, got[i:min(i+4, len(got))], want[i:min(i+4, len(want))])
			}
		}
	}
}
