package browsertest

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
)

// Attacks are texts that try to run as markup or script. A source, name or warning holds them. An
// attack that succeeds sets the global owned, opens a dialog or makes a request.
var Attacks = []string{
	`<script>owned = 1; alert(1)</script>`, `</script><script>owned = 2</script>`, `</code></section></main><script>owned = 3</script>`,
	`</title><script>owned = 4</script>`, `</style><script>owned = 5</script>`, `<style>* { background: url(http://127.0.0.1:9/css) }</style>`,
	`<!-- `, ` -->`, `<!--><script>owned = 6</script>-->`, `<![CDATA[`, `]]><script>owned = 7</script>`, `<?php owned = 8 ?>`,
	`<img src=x onerror=owned=9>`, `<img src="http://127.0.0.1:9/image">`, `<svg onload=owned=10>`, `<svg><script href="data:,owned=11"/></svg>`,
	`"onmouseover="owned=12`, `'onclick='owned=13`, `" autofocus onfocus=owned=14 x="`, "`onload=owned=15`",
	`javascript:owned=16`, `<a href="javascript:owned=17">x</a>`, `<iframe srcdoc="<script>top.owned=18</script>"></iframe>`,
	`<base href="http://127.0.0.1:9/">`, `<meta http-equiv=refresh content="0;url=http://127.0.0.1:9/">`, `<link rel=stylesheet href=//127.0.0.1:9/>`,
	`<object data="data:text/html,<script>owned=19</script>">`, `<form action=http://127.0.0.1:9/><input type=submit>`,
	`{{.Policy}}`, `{{template "side"}}`, `${owned = 20}`, `\u003cscript>owned = 21\u003c/script>`, `&lt;script&gt;owned = 22&lt;/script&gt;`,
	`&#x3c;script&#x3e;owned=23&#x3c;/script&#x3e;`, "\x00<script>owned = 24</script>", "<scr\x00ipt>owned = 25</scr\x00ipt>",
	"\u2028owned = 26\u2029", "\u0085", "\ufeff", "\xff\xfe<\x00s\x00c\x00r\x00i\x00p\x00t\x00>", "\xc0\xbcscript\xc0\xbe", "+ADw-script+AD4-owned=27",
	"\x1b[31m\x1b]8;;http://127.0.0.1:9/\x07", "\u202egnp.exe\u202c", "\u2066/* } */ if admin { \u2069", "\u200b\u200d\u2060\u00ad\u061c", "\u3164\u115f\uffa0\U000e0100\U000e0041",
	"\r\r", "\f\v\b", "<plaintext>", "<textarea>", "<xmp>", "<noscript>", "<template>", "<math><mtext><table><mglyph><style><img src=x onerror=owned=28>",
}

// markup does the same when it is in a page unescaped.
const markup = `<script>owned = 1</script><img src="SERVER/image" onerror="owned = 2"><svg onload="owned = 3"></svg>
	<style>body { background: url(SERVER/css) }</style><link rel="stylesheet" href="SERVER/link">
	<iframe srcdoc="<script>top.owned = 4</script>"></iframe><object data="SERVER/object"></object>
	<p style="background: url(SERVER/style)">x</p><script src="SERVER/script"></script>
	<base href="SERVER/"><a id="evil" href="javascript:owned = 5">x</a>`

// CheckPolicy puts hostile markup before the first mark in the page. It checks that the page's
// policy keeps the markup from running and from making requests.
func (b *Browser) CheckPolicy(page, mark string) {
	b.t.Helper()
	var asked atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked.Add(1) }))
	defer server.Close()
	before, behind, found := strings.Cut(page, mark)
	if !found {
		b.t.Fatalf("there is no %s in the page", mark)
	}
	file := filepath.Join(b.t.TempDir(), "attacked.html")
	if err := os.WriteFile(file, []byte(before+strings.ReplaceAll(markup, "SERVER", server.URL)+mark+behind), 0o600); err != nil {
		b.t.Fatal(err)
	}
	b.Open(file, "")
	Value[bool](b, `document.getElementById("evil").click(); true`)
	if owned := Value[string](b, "String(self.owned)"); owned != "undefined" {
		b.t.Errorf("a script put into the page has run: owned is %s", owned)
	}
	if n := asked.Load(); n > 0 {
		b.t.Errorf("the page has asked the network %d times", n)
	}
	said := strings.Join(b.Complaints(), "\n")
	if strings.Contains(said, "connection: ") {
		b.t.Errorf("the page has connected to the network: %s", said)
	}
	if n := strings.Count(said, "Content Security Policy"); n < 8 {
		b.t.Errorf("the policy was violated %d times only: %s", n, said)
	}
}
