package report

import (
	"html"
	"net/url"
	"strings"
	"testing"
)

func FuzzWebPage(f *testing.F) {
	for _, s := range []string{
		"https://example.org/a b?c=<d>#e", "HTTP://x/%zz", "https://a:b@c/", "javascript:alert(1)", "https://[::1]/", "https://x/%2f",
		"https://x/`", "https://x/@y#1", "https://x/</a>&lt;", "https://x/](y)|\\", "\u202e", "https://x/\xff\u200b", " ", "a\n\nb", "\x1b[31m",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		page := WebPage(text)
		if page == "" {
			return
		}
		u, err := url.Parse(page)
		if err != nil || u.Scheme != "https" && u.Scheme != "http" || html.EscapeString(page) != strings.ReplaceAll(page, "&", "&amp;") ||
			strings.ContainsFunc(page, func(r rune) bool { return r <= ' ' || r >= 0x7f || strings.ContainsRune("<>()[]`|", r) }) || WebPage(page) != page {
			t.Errorf("%q makes %q", text, page)
		}
	})
}
