package parts

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestBlocks(t *testing.T) {
	for _, c := range []struct {
		format, src string
		want        []string // label, text
	}{
		{Markdown, "text\n\n    a\n\n    b\n\ntext\n", []string{"|a\n\nb\n\n"}},
		{Markdown, "text\n    no code, since it goes on\n", nil},
		{Markdown, "    a\n\n```python\nb\n```\nprose, and `code` in it\n", []string{"|a\n\n", "Python|b\n"}},
		{Markdown, "> ```nosuch\n> a\n> ```\n\n~~~~\n~~~\n```\n~~~~~\n", []string{"|a\n", "|~~~\n```\n"}},
		{Markdown, "```diff\n+a\n```\n```\n```\n```\nno end", []string{"Diff|+a\n", "|no end"}},
		{Markdown, "<pre class=\"lang-js\"><code>a &lt; b</code></pre> words\n\n    c\n", []string{"JavaScript|a < b", "|c\n"}},
		{Page, "<p>a <code>b</code>, <code>c\nd</code>; </p><PRE><code class=\"language-go\">e &amp;<br>\n\tf</code></PRE><pre>g</pre>", []string{"Go|e &\n\n\tf", "|g"}},
		{Page, strings.Repeat("<div>for i := range b {</div>\n", 9), nil},
		{Markdown, "", nil},
	} {
		var got []string
		for _, b := range Blocks(c.format, []byte(c.src)) {
			got = append(got, fmt.Sprintf("%s|%s", b.Label, b.Text))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%q: %q, not %q", c.src, got, c.want)
		}
	}
}

func FuzzBlocks(f *testing.F) {
	f.Add("```go\na\n```\n\n    b\n\n<pre><code>c</code></pre>")
	f.Add("<pre class=\"lang-go\"><code>a &lt; b</code></pre>")
	f.Fuzz(func(t *testing.T, src string) {
		for _, name := range []string{Markdown, Page} {
			size := 0
			for _, b := range Blocks(name, []byte(src)) {
				size += len(b.Text)
			}
			if size > 2*len(src) {
				t.Errorf("%s: %d bytes of %d", name, size, len(src))
			}
		}
	})
}
