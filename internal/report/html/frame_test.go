package html

import (
	"bytes"
	"strings"
	"testing"
)

// The frame is above the header of each kind of page, and nothing else of the page changes but what
// its form needs.
func TestInFrame_OfEachPage(t *testing.T) {
	const bar = "<div class=\"bar frame\">a bar</div>\n"
	s := newSample(t)
	for kind, page := range map[string]string{
		"class": written(t, s.result, Options{source: s.source, Title: "<header class=\"bar\">"}),
		"trees": treesPage(t, comparedTrees(t, treesSample())), "pair": compare(t, first, other).page(t),
	} {
		var out bytes.Buffer
		if err := InFrame(&out, strings.NewReader(page), bar); err != nil {
			t.Fatal(err)
		}
		got := out.String()
		if strings.Count(got, bar+"<header class=\"bar\">\n") != 1 || strings.Count(got, "form-action 'self'") != 1 || strings.Count(got, `content="same-origin"`) != 1 {
			t.Errorf("%s: %.3000s", kind, got)
		}
		back := strings.NewReplacer(bar, "", "form-action 'self'", "form-action 'none'", `content="same-origin"`, `content="no-referrer"`).Replace(got)
		if back != page {
			t.Errorf("%s: more is changed", kind)
		}
	}
}
