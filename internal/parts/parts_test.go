package parts

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"math/rand/v2"
	"mime/quotedprintable"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/internal/ringtest"
)

func format(t testing.TB, name string) *lex.Language {
	l, ok := lex.Lookup(name)
	if !ok {
		t.Fatalf("no language %s", name)
	}
	return l
}

// Every format of the languages is split, and none other.
func TestFormats_AreThoseOfTheLanguages(t *testing.T) {
	var have, want []string
	for _, f := range formats() {
		have = append(have, f.name)
	}
	for _, l := range lex.Formats() {
		want = append(want, l.Name)
	}
	slices.Sort(have)
	slices.Sort(want)
	if !slices.Equal(have, want) {
		t.Errorf("split are %q, the languages are %q", have, want)
	}
}

// show lists the parts with their lines and texts.
func show(l *lex.Language, src string) string {
	var out strings.Builder
	for _, p := range Split(l, []byte(src)) {
		line := func(at int) int { return strings.Count(src[:at], "\n") + 1 }
		fmt.Fprintf(&out, "%s %d-%d %s|%s", p.Language, line(p.From), line(p.To-1), p.Name, p.text.bytes)
		if !bytes.HasSuffix(p.text.bytes, []byte("\n")) {
			out.WriteByte('\n')
		}
	}
	return out.String()
}

func TestSplit_Formats(t *testing.T) {
	const page = "<p>Use it:</p>\n<div class=\"highlight highlight-source-go\"><pre>" +
		"<span class=k>if</span> a &lt; b &amp;&amp; c {<br>}</pre></div>\n<p>Call <code>f()</code>.</p>" +
		"<script>var x</script><!-- no --><pre class='x'><code class='language-python'>def f():\n  pass\n</code></pre>"
	const notebook = `{"cells":[
 {"cell_type":"markdown","source":["# T\n","text\n","` + "```go\\nf()\\n```" + `"]},
 {"outputs":[{"text":["no"]}],"cell_type":"code","source":["s = \"a\\n\"\n","t"]},
 {"cell_type":"code","source":"%%bash\nls | wc"},{"cell_type":"raw","source":"raw \u00e9\ud83d\ude00"}
 ],"metadata":{"kernelspec":{"language":"R"},"language_info":{"name":"python"}}}`
	for _, c := range []struct{ name, format, src, want string }{
		{"fences", "Markdown", "Text\n```go\na := 1\n```\nmore\n~~~~ python\nx\n~~~\n~~~~\n",
			"Text 1-1 |Text\nGo 3-3 |a := 1\nText 5-5 |more\nPython 7-8 |x\n~~~\n"},
		{"an open fence", "Markdown", "```c\nint i;\n", "C 2-2 |int i;\n"},
		{"info strings", "Markdown", "```{.python .numberLines}\nx\n```\n```{r, echo=FALSE}\ny\n```\n```nosuch\nz\n```\n```js title=a.js\nv\n```",
			"Python 2-2 |x\nR 5-5 |y\nText 8-8 |z\nJavaScript 11-11 |v\n"},
		{"inline code is no fence", "Markdown", "a ```go b``` c\n``` x`\n", "Text 1-2 |a ```go b``` c\n``` x`\n"},
		{"a fence in a list", "Markdown", "1. Do\n\n   ```go\n   a()\n     b()\n  c()\n   ```\n", "Text 1-2 |1. Do\n\nGo 4-6 |a()\n  b()\nc()\n"},
		{"a fence in a quotation", "Markdown", "> x\n> ```go\n> a()\n>b()\nout\n", "Text 1-1 |> x\nGo 3-4 |a()\nb()\nText 5-5 |out\n"},
		{"an indented block", "Markdown", "Text:\n\n    for i := range b {\n      f(a...)\n    }\n\nend\n\n- item\n\n    its paragraph\n",
			"Text 1-2 |Text:\n\nGo 3-6 |for i := range b {\n  f(a...)\n}\n\nText 7-11 |end\n\n- item\n\n    its paragraph\n"},
		{"an indented block at the start", "Markdown", "    for i := range b {\n      f(a...)\n    }\nend\n", "Go 1-3 |for i := range b {\n  f(a...)\n}\nText 4-4 |end\n"},
		{"tabs", "Markdown", "Text:\n\n\tfor i := range b {\n\t\tf(a...)\n\t }\n  \t}\n", "Text 1-2 |Text:\n\nGo 3-6 |for i := range b {\n\tf(a...)\n }\n}\n"},
		{"an indented block of an item", "Markdown", "1. Do\n\n    so, with words\n\n        for i := range b {\n          f(a...)\n        }\n\n   and\n", "Text 1-4 |1. Do\n\n    so, with words\n\nGo 5-8 | for i := range b {\n   f(a...)\n }\n\nText 9-9 |   and\n"},
		{"an element of code", "Markdown", "Text: <pre>\n\n<pre class=\"lang-go\"><code>if a &lt; b {\n\n    f()\n```\n}</code></pre>\n\n    for i := range b {\n      f(a...)\n    }\n",
			"Text 1-2 |Text: <pre>\n\nGo 3-7 |if a < b {\n\n    f()\n```\n}\nGo 9-11 |for i := range b {\n  f(a...)\n}\n"},
		{"a diff in a fence", "Markdown", "```diff\n--- a/x.go\n+++ b/x.go\n@@ -1 +1,2 @@\n-old()\n+f()\n+g()\n```\n", "Go 6-7 x.go|f()\ng()\n"},
		{"hunks", "Diff", "Subject: x\n\ndiff --git a/x.go b/x.go\n--- a/x.go\t2020\n+++ b/x.go\t2020\n@@ -1,3 +1,3 @@ func\n a\n-b\n+B\n c\n" +
			"\\ No newline\n@@ -9 +9,2 @@\n z\n+++ y\nindex\n",
			"Text 1-2 |Subject: x\n\nGo 7-10 x.go|a\nB\nc\nGo 13-14 x.go|z\n++ y\n"},
		{"a normal diff", "Diff", "diff -r a/x.go b/x.go\n1,2c1\n< a\n< b\n---\n> B\n4a4,5\n> z\n>\n8,9d8\n< y\n< x\n",
			"Go 6-6 b/x.go|B\nGo 8-9 b/x.go|z\n\nGo 10-12 b/x.go|\n"},
		{"a deletion", "Diff", "--- a/x.go\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-a\n-b\n", "Text 3-5 /dev/null|\n"},
		{"cells", "Jupyter Notebook", notebook,
			"Text 2-2 |# T\ntext\nGo 2-2 |f()\nPython 3-3 |s = \"a\\n\"\nt\nShell 4-4 |%%bash\nls | wc\nText 4-4 |raw é😀\n"},
		{"nbformat 3", "Jupyter Notebook", `{"worksheets":[{"cells":[{"cell_type":"code","language":"julia","input":["f(x)"]}]}]}`, "Julia 1-1 |f(x)\n"},
		{"a notebook cut off", "Jupyter Notebook", `{"cells":[{"cell_type":"code","source":["def f(a): return a"]},{"cell_type":"code","source":["x`,
			"Python 1-1 |def f(a): return a\n"},
		{"quotations", "E-mail", "Hi Bob,\n\nwhy this?\n> you wrote some words to me there, and more of them\n>\n> for i := range b {\n>   a := b[i]\n>\n>   so it says here\n> }\nBecause.\n",
			"Text 1-3 |Hi Bob,\n\nwhy this?\nText 4-5 |you wrote some words to me there, and more of them\n\nGo 6-10 |for i := range b {\n  a := b[i]\n\n  so it says here\n}\nText 11-11 |Because.\n"},
		{"a quoted diff", "E-mail", "Why this?\n> +++ b/x.go\n> @@ -1,2 +1,3 @@\n>  if x {\n> +\tf()\n>  }\n", "Text 1-1 |Why this?\nGo 4-6 x.go|if x {\n\tf()\n}\n"},
		{"a printable message", "E-mail", "From ann\nFrom: Ann <ann@example.org>\nContent-Type: text/plain; charset=3Dutf-8\nContent-Transfer-Encoding: Quoted-Printable\n\n" +
			"Caf=C3=A9s want this=20\nanswer, not th=\nat one.\n\nfor i :=3D range b {\n  f(a=\n...)\n}\n",
			"Text 6-9 |Cafés want this \nanswer, not that one.\n\nGo 10-13 |for i := range b {\n  f(a...)\n}\n"},
		{"alternatives", "E-mail", "Content-Type: multipart/mixed; boundary=a\n\n--a\nContent-Type: multipart/alternative; boundary=ab\n\n--ab\nContent-Type: text/plain\n\n" +
			"> for i := range b {\n>   f(a...)\n> }\n--ab\nContent-Type: text/html\n\n<pre>for</pre>\n--ab--\n--a\nContent-Type: image/png\n\n\x00\n" +
			"--a\nContent-Type: text/html\nContent-Transfer-Encoding: base64\n\nPHByZSBjbGFzcz1weXRob24+eCA9IHk8L3ByZT4=\n--a--\nbye\n",
			"Go 9-11 |for i := range b {\n  f(a...)\n}\nPython 25-25 |x = y\n"},
		{"messages", "E-mail", "From a b\nFrom: a\n\nSome words here.\nFrom the start.\n\nFrom here on.\n\nFrom a b\nFrom: a\nContent-Transfer-Encoding: base64\n\nZm9yIGkgOj0gcmFu\nZ2UgYiB7IGYoKSB9Cg==\n",
			"Text 1-8 |From a b\nFrom: a\n\nSome words here.\nFrom the start.\n\nFrom here on.\n\nGo 13-14 |for i := range b { f() }\n"},
		{"a forwarded message", "E-mail", "Content-Type: multipart/mixed; boundary=a\n\n--a\nContent-Type: message/rfc822\n\nSubject: it\nContent-Transfer-Encoding: base64\n\nZm9yIGkgOj0gcmFu\nZ2UgYiB7IGYoKSB9Cg==\n--a--\n",
			"Go 9-10 |for i := range b { f() }\n"},
		{"alternatives of text", "E-mail", "Content-Type: multipart/alternative; boundary=a\n\n--a\n\nSome words.\n--a\nContent-Type: text/plain\n\nfor i := range b { f() }\n--a--\n",
			"Text 5-5 |Some words.\nGo 9-9 |for i := range b { f() }\n"},
		{"base64 of addresses", "E-mail", "Content-Transfer-Encoding: base64 (as it says)\n\nZm9yIGkgOj0gcmFuZ2UgYiB7IGYoIsO_w74iKSB9Cg==\n", "Go 3-3 |for i := range b { f(\"ÿþ\") }\n"},
		{"a quoted listing", "E-mail", "> 9 for i := range b {\n> 10  f(a...)\n> 11 }\n\nWhy?\n", "Go 1-3 |for i := range b {\n f(a...)\n}\nText 4-5 |\nWhy?\n"},
		{"line numbers", "Listing", "  9  for i := range b {\n 10    f(a...)\n\n 11  }\n", "Go 1-4 | for i := range b {\n   f(a...)\n\n }\n"},
		{"a listing of bat", "Listing", "─────┬────\n     │ File: x.go\n     │ Size: 9 B\n─────┼────\n   9 │ for i := range b {\n  10 │   f(a...)\n  11 │ }\n─────┴────\n",
			"Go 5-7 |for i := range b {\n  f(a...)\n}\n"},
		{"names and line numbers", "Listing", "a-1/b.go-9-for i := range b {\na-1/b.go:10:\tf(a...)\na-1/b.go-11-}\n", "Go 1-3 |for i := range b {\n\tf(a...)\n}\n"},
		{"annotations", "Listing", "^1f2e3d4c (A. B. C 2024-05-06 07:08:09 +0200  9) for i := range b {\n0123abcd  (D (E  2025-05-06 07:08:09 +0200 10) \tf(a...)\n^1f2e3d4c x/b.go (F 2024-05-06 07:08:09 +0200 11) }\n", "Go 1-3 |for i := range b {\n\tf(a...)\n}\n"},
		{"line numbers and colons", "Listing", "9:for i := range b {\n10:\tf(a...)\n11:}\n", "Go 1-3 |for i := range b {\n\tf(a...)\n}\n"},
		{"line numbers in brackets", "Listing", "a(1)/b.go(9): for i := range b {\na(1)/b.go(10): \tf(a...)\na(1)/b.go(11): }\n", "Go 1-3 |for i := range b {\n\tf(a...)\n}\n"},
		{"line numbers and hash signs", "Listing", "9# for i := range b {\n10# \tf(a...)\n11# }\n", "Go 1-3 |for i := range b {\n\tf(a...)\n}\n"},
		{"prompts of Python", "Listing", "  >>> for i in b:\n  ...     f(i)\n  ...\n  1\n  2\n  >>> f(2)\n", "Python 1-6 |for i in b:\n    f(i)\n\nf(2)\n"},
		{"prompts of IPython", "Listing", "In [9]: for i in b:\n   ...:     f(i)\n   ...:\nOut[9]: 1\n\nIn [10]: f(2)\n", "Python 1-6 |for i in b:\n    f(i)\n\nf(2)\n"},
		{"prompts of a shell", "Listing", "$ cd dir\n$ ls -l\ntotal 2\n\n$ a=$(wc <x)\n", "Shell 1-5 |cd dir\nls -l\na=$(wc <x)\n"},
		{"prompts of Ruby", "Listing", "irb(main):001:0> def f(x)\nirb(main):002:1* g(x)\nirb(main):003:0> end\n=> :f\n", "Ruby 1-3 |def f(x)\ng(x)\nend\n"},
		{"prompts of pry", "Listing", "[1] pry(main)> def f(x)\n[1] pry(main)* g(x)\n[1] pry(main)* end\n=> :f\n", "Ruby 1-3 |def f(x)\ng(x)\nend\n"},
		{"prompts of PHP", "Listing", "php > if ($a) {\nphp { f($a);\nphp { }\n", "PHP 1-3 |if ($a) {\nf($a);\n}\n"},
		{"added lines", "Marked Lines", "+for i := range b {\n+\tf(a...)\n+\n+}\n+}\n", "Go 1-5 |for i := range b {\n\tf(a...)\n\n}\n}\n"},
		{"a box", "Marked Lines", "+---------------------+\n| for i := range b {  |\n|   f(a...)           |\n|                     |\n| }                   |\n| }                   |\n+---------------------+\n",
			"Go 2-6 |for i := range b { \n  f(a...)          \n                   \n}                  \n}                  \n"},
		{"a log", "Marked Lines", "web_1  | for i := range b {\nweb_1  |   f(a...)\nweb_1  |\nweb_1  | }\n", "Go 1-4 |for i := range b {\n  f(a...)\n\n}\n"},
		{"a log with times", "Marked Lines", "build\tcat\t2025-03-11T10:03:59.1Z for i := range b {\nbuild\tcat\t2025-03-11T10:04:00.25Z   f(a...)\nbuild\tcat\t2025-03-11T10:04:00.3Z\nbuild\tcat\t2025-03-11T10:04:01.5Z }\n", "Go 1-4 |for i := range b {\n  f(a...)\n\n}\n"},
		{"a log with names", "Marked Lines", "[pod/x-7/web] for i := range b {\n[pod/x-7/web]   f(a...)\n[pod/x-7/web]\n[pod/x-10/web] }\n", "Go 1-4 |for i := range b {\n  f(a...)\n\n}\n"},
		{"a context diff", "Marked Lines", "*** a.go\n--- b.go\n***************\n*** 1,2 ****\n--- 1,8 ----\n" + strings.Repeat("+ for i := range b { f(a...) }\n", 20), "Go 6-25 |" + strings.Repeat("for i := range b { f(a...) }\n", 20)},
		{"a page", "HTML Page", page, "Text 1-1 |Use it:\n\nGo 2-2 |if a < b && c {\n}\nText 3-3 |Call f().\n\nPython 3-4 |def f():\n  pass\n"},
		{"rows of code", "HTML Page", "<h1>f.go</h1><table>\n<tr>\n <td>9</td>\n <td>for i := range b {</td>\n</tr>\n<tr><td>10</td><td>\tf(a...)</td></tr>\n<tr><td>11</td><td>}</td></tr></table><p>The end",
			"Text 1-1 |f.go\n\nGo 4-7 |for i := range b {\t\n\tf(a...)\t\n}\t\n\nText 7-7 |The end\n"},
		{"elements of code", "HTML Page", "<p>See</p><div class=line>for i := range b {</div>\n<div class=line>&#160; f(a...)</div>\n<div class=line>}</div>\n",
			"Text 1-1 |See\n\nGo 1-3 |for i := range b {\n  f(a...)\n}\n"},
		{"code before breaks", "HTML Page", "<p>for i := range b {<br>\nf(a...);<br>\n}<br>", "Go 1-3 |for i := range b {\nf(a...);\n}\n"},
		{"a field of code", "HTML Page", "<textarea>for i := range b {\n\n  f(a...)\n}\n</textarea>", "Go 1-4 |for i := range b {\n\n  f(a...)\n}\n"},
		{"numbers in a page", "HTML Page", "<td class=\"linenos\"><pre>  9\n 10\n</pre></td><td><pre>for i := range b {\n f(a...)\n}\n</pre></td>" +
			"<pre><span class=\"linenos\"> 9</span>for i := range b {\n<span class=\"ln\">10</span> g(a...)\n<span class=\"lineno\">11</span>}\n</pre>",
			"Go 3-5 |for i := range b {\n f(a...)\n}\nGo 6-8 |for i := range b {\n g(a...)\n}\n"},
		{"a table of numbers in a page", "HTML Page", "<pre>1 0 1\n0 1 1\n</pre>", "Shell 1-2 |1 0 1\n0 1 1\n"},
		{"an empty document", "Markdown", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := show(format(t, c.format), c.src); got != c.want {
				t.Errorf("parts:\n%s\nwant:\n%s", got, c.want)
			}
		})
	}
}

// The tags that programs write around code name its language.
func TestPage_Labels(t *testing.T) {
	const code = "x = y"
	for _, c := range []struct{ before, want string }{
		{`<pre class="language-python">`, "Python"},
		{`<pre class="brush: python; gutter: false">`, "Python"},
		{`<pre><code class="hljs language-python">`, "Python"},
		{`<div class="highlight highlight-source-python"><pre>`, "Python"},
		{`<div class="highlight-python notranslate"><div class="highlight"><pre>`, "Python"},
		{`<div class="highlight-python3 notranslate"><div class="highlight"><pre>`, "Python"},
		{`<div class="highlight-default notranslate"><div class="highlight"><pre>`, ""},
		{`<pre class="code python literal-block">`, "Python"},
		{`<pre><code class="python">`, "Python"},
		{"<pre\n  class=python>", "Python"},
		{`<pre lang="python">`, "Python"},
		{`<pre><code data-lang="python">`, "Python"},
		{`<pre class="lang-default language-python">`, "Python"},
		{`<pre class="mermaid">`, ""},
		{`<pre class="text">`, ""},
		{`<pre class="language-mermaid">`, ""},
		{`<pre title="go home">`, ""},
		{`<div class="swift"><pre>`, ""},
		{`<div class="highlight-python"></div><pre>`, ""},
	} {
		all := Split(format(t, "HTML Page"), []byte("<p>See</p>"+c.before+code+"</pre>"))
		if len(all) != 2 || string(all[1].text.bytes) != code {
			t.Errorf("%s: %+v", c.before, all)
			continue
		}
		if got := all[1]; c.want == "" && !got.Guessed || c.want != "" && got.Language.Name != c.want {
			t.Errorf("%s: %s, guessed: %v, want %s", c.before, got.Language, got.Guessed, c.want)
		}
	}
}

func TestLooks(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"Subject: x\nTo: y\nContent-Transfer-Encoding: base64\n\neA==\n", "E-mail"},
		{"X-A: b\nDate: x\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=a\n\n```\nx\n```\n", "E-mail"},
		{"From: a\nTo: b\nContent-Type: multipart/mixed; boundary=a; c\n\n--a\n\nx\n", "E-mail"},
		{"From: a\nTo: b\nContent-Transfer-Encoding: x-uuencode\n\nx\n", "E-mail"},
		{"/*:\nFrom: a\nTo: b\nContent-Transfer-Encoding: base64\n\neA==\n*/\n", ""},
		{"\"\"\":\nFrom: a\nTo: b\nContent-Transfer-Encoding: base64\n\neA==\n\"\"\"\n", ""},
		{"Content-Type: multipart/mixed; boundary=a\n\n--a\n", ""}, {"a: b\nc: d\nFrom: e\nContent-Transfer-Encoding: base64\n\nx\n", ""},
		{"From: a\nTo: b\nContent-Transfer-Encoding: 8bit\n\nx\n", ""},
		{"Subject: x\nContent-Type: text/plain\n\nx\n", ""}, {"Subject: x\n\nContent-Transfer-Encoding: base64\n", ""},
		{"text\n```\ncode\n```\n", "Markdown"}, {"a ``` b", ""}, {"text\n~~~\ncode\n", "Markdown"}, {"\n~~~~\ncode\n", "Markdown"},
		{"\"\"\"\na.b\n~~~~\n\"\"\"\n", ""}, {"heading\n~~~~\ncode\n", "Markdown"}, {"plain text\n", ""}, {"", ""},
		{"--- a\n+++ b\n@@ -1 +1 @@\n-a\n+b\n", "Diff"}, {"```\n@@ -1 +1 @@\n```\n", "Markdown"}, {"@@ -x +y @@\n", ""},
		{"2c2\n< a\n---\n> b\n", "Diff"}, {"2,3d1\n< a\n< b\n", "Diff"}, {"0a1\n> b\n", "Diff"}, {"2c2\nb\n", ""}, {"2a3\n< b\n", ""},
		{"> a\n> b\nc\n", "E-mail"}, {"> a\n" + strings.Repeat("b\n", 30), ""},
		{"────┬────\n    │ File: x\n────┼────\n  1 │ a\n  2 │ b\n  3 │ c\n────┴────\n", "Listing"},
		{"1 a\n2 b\n3 c\n", "Listing"}, {"7:a\n8:b\n9:\n10:d\n", "Listing"}, {"1 a\n1 b\n1 c\n", ""}, {"1 => a,\n2 => b,\n3 => c,\n", ""}, {"a:1:b\na:1:c\na:1:d\n", ""}, {"2024-01-05 a\n2024-01-05 b\n2024-01-06 c\n", ""}, {"1234567 (1) a\n12345678 (1) b\n1234567 (1) c\n", ""}, {"10 20 30\n12 2 3\n14 3 3\n", ""},
		{">>> f()\n1\n>>> g()\n>>> h()\n", "Listing"}, {"$ a\n1\n2\n3\n4\n$ b\n$ c\n", ""}, {"$ a\n$ b\n", ""}, {"$a\n$b\n$c\n", ""}, {"x\n$ a\n$ b\n$ c\n", ""},
		{"Python 3\nType help\n>>> a\n... b\n... c\n", "Listing"}, {"1\n2\n3\n4\n>>> a\n... b\n... c\n", ""},
		{`{"cells":[{"cell_type":"code","source":[]}]}`, "Jupyter Notebook"}, {`{"cells":[]}`, ""},
		{"<html><pre>x</pre></html>", "HTML Page"}, {"<html><p>x</p></html>", ""}, {"<P>x<BR>y", "HTML Page"},
		{"- a\n- b\n- c\n- d\n", "Marked Lines"}, {"- a\n- b\n- c\n", ""}, {"a - b\nc - d\ne - f\ng - h\n", ""}, {"# a\n# b\n# c\n# d\n", ""}, {"x <br> y", ""},
		{"INFO:a.b:f(a);\nDEBUG:a.b:g(b);\nINFO:a.b:}\nINFO:a.b:h(c);\nDEBUG:a.b:i(d);\n", "Marked Lines"}, {"#12 0.413 f(a);\n#12 0.5 g(b);\n#12 1.25 }\n#12 3.4 h(c);\n", "Marked Lines"}, {"a-1  | f(a);\na-1  | g(b);\nb | }\nb | h(c);\na-1  | i(d);\nb | }\nb | j();\na-1  | k();\n", "Marked Lines"}, {"A: 1\nB: [2]\nC: {}\nD: (4)\nE: 5;\n", ""},
		{"[x] f(a);\n[x] g(b);\n[x] }\n[x] h(c);\n[x] i(d);\n", "Marked Lines"}, {"[1, 2, 3]\n[1, 2, 4]\n[1, 3, 4]\n[2, 3, 4]\n[2, 3, 5]\n", ""}, {"[x] up\n[x] down\n[x] and out\n[x] again\n", ""},
		{"Mar  1 10:00 f(a);\nMar  1 10:00 g(b);\nMar  1 10:01 h(c);\nMar  1 10:02 i(d);\n", "Marked Lines"}, {"2025-03-01 10:00 I went out.\n2025-03-02 11:30 It rained.\n2025-03-04 9:30 I stayed at home.\n2025-03-05 8:15 Snow.\n", ""},
		{strings.Repeat("10:00:01 Downloading the next file of all\n10:00:02 Done (3 of 4)\n", 40) + "10:00:03 f(a);\n10:00:03 if (b) {\n10:00:03 g(b);\n10:00:03 }\n", "Marked Lines"},
		{strings.Repeat("10:00:01 Downloading the next file of all\n10:00:02 Waiting until the other job ends\n", 40), ""},
		{"2025-03-01 10:00:00,1,2,ok\n2025-03-01 10:05:00,1,3,ok\n2025-03-01 10:10:00,4,3,ok\n2025-03-01 10:15:00,4,8,late\n", ""},
	} {
		got := ""
		if l := Looks([]byte(c.src)); l != nil {
			got = l.Name
		}
		if got != c.want {
			t.Errorf("Looks(%q) = %q, want %q", c.src, got, c.want)
		}
	}
}

func TestUnread(t *testing.T) {
	for src, want := range map[string]string{
		"diff --cc x\n@@@ -1,3 -1,3 +1,4 @@@\n++a\n": "a combined diff", "*** a\n--- b\n***************\n*** 1,4 ****\n": "a context diff",
		"@@ -1 +1 @@\n+a\n": "", "@@@ a\n": "", "/***************\n*/\n": "", "***************\nTITLE\n***************\n": "",
	} {
		if got := Unread([]byte(src)); got != want {
			t.Errorf("Unread(%q) = %q", src, got)
		}
	}
}

func TestWholeDiff(t *testing.T) {
	for _, c := range []struct {
		src  string
		want bool
	}{
		{"--- a\n+++ b\n@@ -1 +1 @@\n-a\n+b\n", true},
		{"\ndiff --git a/x b/x\n@@ -1,2 +1 @@\n a\n-b\n", true},
		{"@@ -1,3 +1,9 @@\n a\n+cut", true},
		{"@@ -1,3 +1,9 @@\n a\n+b\nwithout its blank\n+c\n", false},
		{"x = 1\n@@ -1 +1 @@\n-a\n+b\n", false},
		{"commit 12ab\n\n    Do it.\n\ndiff --git a/x b/x\n@@ -1 +1 @@\n-a\n+b\n", true},
		{"2c2\n< a\n---\n> b\n", true},
		{"2c2\nother\n", false},
		{"--- an option\n", false},
		{"", false},
	} {
		if got := WholeDiff([]byte(c.src)); got != c.want {
			t.Errorf("WholeDiff(%q) = %v", c.src, got)
		}
	}
}

func TestPart_Adds(t *testing.T) {
	l, _ := lex.Lookup("Diff")
	for src, want := range map[string][]bool{
		"@@ -1 +1 @@\n-a\n+b\n": {true}, "@@ -1,2 +1 @@\n-a\n b\n": {false}, "@@ -1,2 +1,2 @@\n-a\n b\n+\n": {false},
		"2c2\n< a\n---\n> b\n": {true}, "2d1\n< a\n": {false}, "2d1\n< a\n9a9\n> b\n": {false, true}, "@@ -1 +1 @@\n": nil,
	} {
		var got []bool
		for _, p := range Split(l, []byte(src)) {
			got = append(got, p.Adds())
			if p.To <= p.From {
				t.Errorf("%q: %+v", src, p)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: %v", src, got)
		}
	}
}

// Lines of a hunk beyond those that its header counts are lines of it: programs and people count
// wrongly.
func TestSplit_HunksWithMoreLines(t *testing.T) {
	l, _ := lex.Lookup("Diff")
	for src, want := range map[string]string{
		"--- a\n+++ b\n@@ -1,1 +1,1 @@\n+a\n+b\n-c\n d\n+e\n":                            "abde",
		"@@ -1 +1 @@\n-a\n+b\n-- \n2.39\n":                                               "b",
		"@@ -1 +1 @@\n-a\n+b\n--- c\n+++ d\n@@ -1 +1 @@\n+e\n":                           "b|e",
		"@@ -1 +1 @@\n-a\n+b\n\n+ not of it\n":                                           "b",
		"diff --git a/x b/x\n@@ -0,0 +1 @@\n+a\ndiff --git a/y b/y\n@@ -0,0 +1 @@\n+b\n": "a|b",
	} {
		var got []string
		for _, p := range Split(l, []byte(src)) {
			if p.Adds() {
				got = append(got, strings.ReplaceAll(string(p.text.bytes), "\n", ""))
			}
		}
		if text := strings.Join(got, "|"); text != want {
			t.Errorf("%q: %q, not %q", src, text, want)
		}
	}
}

// The hunks of a diff without names are of one file.
func TestSplit_HunksWithoutNames(t *testing.T) {
	l, _ := lex.Lookup("Diff")
	src := "3a4,6\n> It returns the sum of all that it was given, or nothing if there is none,\n" +
		"> as the caller may want to know which of both it was, and\n> the others need not be asked.\n" +
		"12a16,21\n> def fold(self, values, start=None):\n>     for value in values:\n>         if value is not None:\n" +
		">             start = self.add(start, value)\n>     return [start, len(values)]\n> \n" +
		"30a40,41\n>         x = $y{1};\n>         self.z = x\n"
	for _, p := range Split(l, []byte(src)) {
		if p.Language.Name != "Python" {
			t.Errorf("%d-%d: %s", p.From, p.To, p.Language)
		}
	}
}

// wrappers put code into a document of each format.
var wrappers = map[string]func(code string) string{
	"Markdown": func(code string) string { return "Some words.\n\n````go\n" + code + "````\nMore, it's said.\n" },
	"Diff": func(code string) string {
		n := strings.Count(code, "\n")
		return fmt.Sprintf("--- a/x.go\n+++ b/x.go\n@@ -5,2 +5,%d @@\n }\n%s-gone\n", n+1, prefixed("+", code))
	},
	"E-mail": func(code string) string { return "You wrote:\n" + prefixed("> ", code) + "\nIs that true of all?\n" },
	"E-mail/base64": func(code string) string {
		var out strings.Builder
		for encoded := base64.StdEncoding.EncodeToString([]byte(code)); encoded != ""; {
			n := min(76, len(encoded))
			out.WriteString(encoded[:n] + "\r\n")
			encoded = encoded[n:]
		}
		return attached("base64", out.String())
	},
	"E-mail/quoted-printable": func(code string) string {
		var out strings.Builder
		w := quotedprintable.NewWriter(&out)
		_, _ = w.Write([]byte(code))
		_ = w.Close()
		return attached("quoted-printable", strings.ReplaceAll(out.String(), "\r\n", "\n"))
	},
	"Listing": func(code string) string {
		var out strings.Builder
		for i, line := range strings.SplitAfter(strings.TrimSuffix(code, "\n"), "\n") {
			fmt.Fprintf(&out, "%5d\t%s", i+1, line)
		}
		return out.String()
	},
	"HTML Page": func(code string) string {
		return "<p>words</p><pre><code class=\"language-go\">" + html.EscapeString(code) + "</code></pre>"
	},
	"Jupyter Notebook": func(code string) string {
		quoted, _ := json.Marshal(strings.SplitAfter(code, "\n"))
		return `{"cells":[{"cell_type":"markdown","source":"words"},{"cell_type":"code","source":` + string(quoted) +
			`}],"metadata":{"language_info":{"name":"go"}}}`
	},
}

// attached is a message with a body in that encoding.
func attached(encoding, body string) string {
	return "From: Ann <ann@example.org>\nSubject: That file\nContent-Type: multipart/mixed;\n boundary=\"=_1\"\n\nSee below.\n" +
		"--=_1\n\nThere you are.\n--=_1\nContent-Disposition: attachment; filename=\"x.go\"\nContent-Type: application/octet-stream\n" +
		"Content-Transfer-Encoding: " + encoding + "\n\n" + body + "\n--=_1--\n"
}

func prefixed(prefix, code string) string {
	return prefix + strings.ReplaceAll(strings.TrimSuffix(code, "\n"), "\n", "\n"+prefix) + "\n"
}

// A part has the tokens of its text alone, and each is at its place: what the document has there,
// unwrapped, is the text of the token.
func TestLex_PartsHaveTheTokensOfTheirText(t *testing.T) {
	random := rand.New(rand.NewPCG(16, 1))
	words := strings.Fields("func f ( a , b ) { } return if for := = + - 12 \"it's\\n\" 'x' `raw\nlines&<>\\` é x.y && < > \"<a>\"")
	words = append(words, "`raw\n\tof \\ \"lines\" <b>&amp;\n\n end`", "/* comment\n over lines */", "// to the end\n")
	for name, wrap := range wrappers {
		t.Run(name, func(t *testing.T) {
			for range 300 {
				code := "package a\n\nimport \"fmt\"\n\nfunc f(list []int) (n int, err error) {\n\tfor _, x := range list {\n"
				for range random.IntN(60) {
					word := words[random.IntN(len(words))]
					if name == "E-mail" && strings.ContainsAny(word, ">\n") {
						continue // a line of code that begins with > is a quotation in a quotation
					}
					code += word + []string{" ", "\n", "\t"}[random.IntN(3)]
				}
				code += "\n\t}\n\treturn n, fmt.Errorf(\"no\")\n}\n"
				src := []byte(wrap(code))
				var got Lexed
				form, _, _ := strings.Cut(name, "/")
				Lex(format(t, form), src, Indexed, &got)
				checkLexed(t, src, &got)
				if !hasPart(got, code) {
					t.Fatalf("no part has the tokens of\n%s\nin\n%s", code, src)
				}
			}
		})
	}
}

// hasPart reports whether the tokens of the code, in the language of the part, are one part.
func hasPart(lexed Lexed, code string) bool {
	for i, border := range lexed.Tokens {
		if border.Kind != lex.Border || border.Language() == lex.Prose {
			continue
		}
		tokens := border.Language().Lex(nil, []byte(code))
		part := lexed.Tokens[i+1:]
		if end := slices.IndexFunc(part, func(t lex.Token) bool { return t.Kind == lex.Border }); end >= 0 {
			part = part[:end]
		}
		if slices.EqualFunc(part, tokens, func(a, b lex.Token) bool {
			text, odd := lexed.Texts[a.Start]
			return a.Kind == b.Kind && a.Hash == b.Hash && (!odd || string(text) == code[b.Start:b.End])
		}) {
			return true
		}
	}
	return false
}

// checkLexed checks that tokens are in order and in the document, and that a border begins each
// part. Code inside comments and strings has an order of its own.
func checkLexed(t *testing.T, src []byte, lexed *Lexed) {
	t.Helper()
	end := uint32(0)
	for i, token := range lexed.Tokens {
		if token.Inside() {
			end = 0
		}
		switch {
		case token.Start < end || token.End < token.Start || int(token.End) > len(src):
			t.Fatalf("token %d is at %d-%d, after one that ends at %d, in %d bytes", i, token.Start, token.End, end, len(src))
		case i == 0 && token.Kind != lex.Border:
			t.Fatal("the first token is not a border")
		case token.Kind == lex.Border && (token.Start != token.End || i+1 == len(lexed.Tokens) || lexed.Tokens[i+1].Kind == lex.Border):
			t.Fatalf("a border at token %d that begins nothing", i)
		case token.Kind != lex.Border && token.Start == token.End:
			t.Fatalf("token %d is empty", i)
		}
		end = token.End
	}
}

func TestPart_NewLine(t *testing.T) {
	src := "+++ b/x.go\n@@ -4,3 +7,4 @@\n a\n-b\n+c\n d\n+e\n"
	p := Split(format(t, "Diff"), []byte(src))[0]
	for text, want := range map[string]int{"\n a": 7, "+c": 8, " d": 9, "+e": 10} {
		if got := p.NewLine(strings.Index(src, text) + len(text) - 1); got != want {
			t.Errorf("%q is in line %d of the new file, not %d", text, got, want)
		}
	}
	if got := p.NewLine(0); got != 0 {
		t.Errorf("the header is in line %d", got)
	}
}

// hostile are documents that cost much if anything is read twice.
func hostile() map[string]string {
	n := ringtest.Of(6_000, 20_000)
	return map[string]string{
		"fences":         strings.Repeat("```\na\n```\n", n),
		"open fences":    strings.Repeat("````go\n", n),
		"quotes":         strings.Repeat(">", n) + "\n" + strings.Repeat("> ", n) + "x",
		"rising quotes":  risingQuotes(200),
		"arrays":         `{"cells":` + strings.Repeat("[", n),
		"objects":        strings.Repeat(`{"cells":`, n),
		"escapes":        `{"cells":[{"cell_type":"code","source":"` + strings.Repeat(`\ud83d\u00e9\n`, n) + `"}]}`,
		"strings":        `{"cells":[{"cell_type":"code","source":[` + strings.Repeat(`"x = 1\n",`, n) + `""]}]}`,
		"hunks":          "+++ x.pl\n" + strings.Repeat("@@ -1 +1 @@\n-a\n+b\n", n),
		"normal hunks":   strings.Repeat("1c1\n< a\n---\n> b\n", n),
		"huge hunk":      "@@ -1,999999999 +1,999999999 @@\n" + strings.Repeat("+a\n-b\n", n),
		"tags":           strings.Repeat("<", n) + strings.Repeat("<pre>", n) + strings.Repeat("<code>\n", n),
		"references":     "<pre>" + strings.Repeat("&#x1F600;&lt;&", n) + "</pre>",
		"comments":       strings.Repeat("<!--", n) + "<script>" + strings.Repeat("</", n),
		"numbers":        strings.Repeat("1 a\n2 b\n", n),
		"diffs in cells": `{"cells":[{"cell_type":"markdown","source":"` + strings.Repeat("```diff\\n@@ -1 +1 @@\\n+a\\n```\\n", n) + `"}]}`,
		"nested":         strings.Repeat("```md\n~~~md\n```\n", n),
		"entities":       "MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n" + strings.Repeat("--b\nContent-Transfer-Encoding: base64\n\nYSA9IGI7\n", n),
		"deep entities":  strings.Repeat("Content-Type: multipart/mixed; boundary=b\n\n--b\n", n),
		"fields":         "Content-Type: " + strings.Repeat("a\n ", n) + "\n\nx",
		"messages":       strings.Repeat("From a\nContent-Type: text/plain\n\n", n),
		"printable":      "Content-Transfer-Encoding: quoted-printable\n\n" + strings.Repeat("=\n==3D=C3=E9=", n),
		"equals signs":   "Content-Transfer-Encoding: quoted-printable\n\n" + strings.Repeat("=", n),
		"base64":         "Content-Transfer-Encoding: base64\n\n" + strings.Repeat("eCA9IHk7Cg\n ", n),
		"paragraphs":     strings.Repeat("> a = b;\n\n> so it is\n\n", n),
	}
}

func risingQuotes(n int) string {
	var out strings.Builder
	for i := range n {
		out.WriteString(strings.Repeat(">", i) + "\n")
	}
	return out.String()
}

// Hostile documents are read, and the texts of their parts are no longer than they are, apart from
// characters for broken escapes.
func TestSplit_Hostile(t *testing.T) {
	for name, src := range hostile() {
		for _, l := range lex.Formats() {
			checkSplit(t, l, []byte(src))
		}
		if t.Failed() {
			t.Fatal(name)
		}
	}
}

func checkSplit(t *testing.T, l *lex.Language, src []byte) {
	t.Helper()
	total, pieces, end := 0, 0, 0
	for _, p := range Split(l, src) {
		if p.Language == nil || p.Language.Parted() || p.From < end || p.To < p.From || p.To > len(src) {
			t.Fatalf("%s: a part of %v at %d-%d after one to %d", l, p.Language, p.From, p.To, end)
		}
		total, pieces, end = total+len(p.text.bytes), pieces+len(p.text.pieces), p.To
	}
	if total > 2*len(src) || pieces > len(src)+1 {
		t.Fatalf("%s: %d bytes in %d pieces of a document of %d bytes", l, total, pieces, len(src))
	}
	var lexed Lexed
	Lex(l, src, Indexed, &lexed)
	checkLexed(t, src, &lexed)
	Looks(src)
	WholeDiff(src)
}

func FuzzSplit(f *testing.F) {
	for _, src := range hostile() {
		f.Add(uint8(0), []byte(src[:min(len(src), 300)]))
	}
	for _, wrap := range wrappers {
		f.Add(uint8(0), []byte(wrap("package a\n\nvar s = `a\nb` // \"é\"\n")))
	}
	formats := lex.Formats()
	f.Fuzz(func(t *testing.T, which uint8, src []byte) {
		if which == 0 {
			for _, l := range formats {
				checkSplit(t, l, src)
			}
			return
		}
		checkSplit(t, formats[int(which)%len(formats)], src)
	})
}

// The words of a frequent message are no part of a stamp, if the lines of code lack them. The name
// of a service before each line of code is.
func TestMarginOf_EndsBeforeMessages(t *testing.T) {
	const code = "for i := range b {\n\tf(a...)\n\tg(a...)\n\th(a...)\n}\n"
	stamped := func(stamp, text string) (log string) {
		for line := range strings.Lines(text) {
			log += "10:00:02 " + stamp + line
		}
		return log
	}
	for _, stamp := range []string{"", "web: "} {
		log := []byte(stamped("web: ", strings.Repeat("[x] up\n", 60)) + stamped(stamp, code))
		m, ok := marginOf(log)
		if rest := string(m.behindMarks(whole(log)).bytes); !ok || !strings.HasSuffix(rest, "up\n"+code) {
			t.Errorf("behind %q: %v, %q", stamp, ok, rest)
		}
	}
}

// The first words of lines of code are no stamps, however regular the messages before them are.
func TestMarginOf_LeavesTheWordsOfCode(t *testing.T) {
	const code = "static int f(int a) {\n  if (a < 0) {\n    return g(a);\n  }\n  if (h(a)) {\n    a = 1;\n    return a;\n  }\n  else if (a) {\n    a = 2;\n  }\n  else {\n    return k(a);\n  }\n  return a;\n}\n"
	for _, lines := range []int{30, 60, 200, 600} {
		var log strings.Builder
		text := ""
		for i := range lines {
			text += fmt.Sprintf("npm http fetch GET 200 https://registry.example.org/pkg%d %dms (cache hit)\n", i, i*13%97)
		}
		for line := range strings.Lines(text + code) {
			log.WriteString("2026-11-30T10:03:14.1536286Z " + line)
		}
		m, ok := marginOf([]byte(log.String()))
		if rest := string(m.behindMarks(whole([]byte(log.String()))).bytes); !ok || !strings.HasSuffix(rest, code) {
			t.Errorf("%d lines: %v, %q", lines, ok, rest[max(0, len(rest)-300):])
		}
	}
}
