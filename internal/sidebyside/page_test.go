package sidebyside

import (
	"encoding/xml"
	"errors"
	"html"
	"io"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/chaffinch-search/chaffinch/internal/answer"
)

func pageOf(t *testing.T, a, b string) string {
	t.Helper()
	var out strings.Builder
	if err := Page(&out, compare(t, a, b)); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// browser walks through a page as one reads it and checks that its elements are nested.
func browser(t *testing.T, page string, f func(xml.Token)) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(page))
	d.Strict, d.AutoClose, d.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, page)
		}
		f(token)
	}
}

func attribute(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// sourcesOf returns the lines of both sources as the page shows them.
func sourcesOf(t *testing.T, page string) [2]string {
	t.Helper()
	var shown [2]strings.Builder
	pane, inLine := -1, false
	browser(t, page, func(token xml.Token) {
		switch e := token.(type) {
		case xml.StartElement:
			if e.Name.Local == "section" {
				pane++
			}
			inLine = inLine || pane >= 0 && e.Name.Local == "code"
		case xml.CharData:
			if inLine {
				shown[pane].Write(e)
			}
		case xml.EndElement:
			if e.Name.Local == "code" && inLine {
				inLine = false
				shown[pane].WriteByte('\n')
			}
		}
	})
	return [2]string{shown[0].String(), shown[1].String()}
}

// shownLines returns a source as the page has to show it.
func shownLines(source string) string {
	var b strings.Builder
	for line := range strings.Lines(source) {
		b.WriteString(safe(strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r")) + "\n")
	}
	return b.String()
}

func TestThePageShowsBothSourcesWhole(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	for range 200 {
		a := nasty(r)
		b := a[r.IntN(len(a)+1):] + nasty(r)
		page := pageOf(t, a, b)
		if strings.ContainsFunc(page, func(r rune) bool { return r != '\n' && r != '\t' && !unicode.IsPrint(r) }) || !utf8.ValidString(page) {
			t.Fatalf("%q\n%q: there are characters in the page that may not be", a, b)
		}
		if shown := sourcesOf(t, page); shown[0] != shownLines(a) || shown[1] != shownLines(b) {
			t.Fatalf("%q\n%q\nare shown as\n%q", a, b, shown)
		}
	}
}

const hostileSource = "package x // </code></section><script>alert(1)</script>\n" +
	"var text = \"<img src=x onerror=alert(2)> \\\" ' & &lt; \x1b[31m \u202e {{.Policy}}\"\n" +
	"func f(a, b int) int { return a*b + a - b }\n"

func TestSourcesAndNamesAreNeverMarkup(t *testing.T) {
	c := compare(t, hostileSource, hostileSource+"// more\n")
	c.A.Name, c.B.Name = "</title><script>alert(3)</script>\"' onload=alert(4)\x1b[0m\u202e.go", "javascript:alert(5).go"
	c.Warnings = []string{"<script>alert(6)</script>"}
	c.Matches[0].Renames = append(c.Matches[0].Renames, answer.NamePair{A: "<b>", B: "\"><script>", Count: 1})
	var out strings.Builder
	if err := Page(&out, c); err != nil {
		t.Fatal(err)
	}
	page := out.String()
	for _, bad := range []string{"<script>alert", "<img", "\x1b", "\u202e", "<b>", "</code></section><script"} {
		if strings.Contains(page, bad) {
			t.Errorf("there is %q in the page", bad)
		}
	}
	if n := strings.Count(page, "<script"); n != 1 {
		t.Errorf("%d scripts", n)
	}
	for _, good := range []string{"&lt;script&gt;alert(1)", `\x1b[31m \u202e {{.Policy}}`, "&lt;/title&gt;&lt;script&gt;alert(3)"} {
		if !strings.Contains(page, good) {
			t.Errorf("%q is not in the page", good)
		}
	}
	browser(t, page, func(token xml.Token) {
		e, ok := token.(xml.StartElement)
		if !ok {
			return
		}
		for _, a := range e.Attr {
			if strings.HasPrefix(a.Name.Local, "on") || a.Name.Local == "src" || a.Name.Local == "style" ||
				a.Name.Local == "href" && !strings.HasPrefix(a.Value, "#") {
				t.Errorf("<%s %s=%q>", e.Name.Local, a.Name.Local, a.Value)
			}
		}
	})
}

func TestEveryMatchIsLinkedWithItsCounterpart(t *testing.T) {
	functions := moved()
	page := pageOf(t, functions[0], functions[1])
	ids, links := map[string]bool{}, map[string]string{}
	browser(t, page, func(token xml.Token) {
		e, ok := token.(xml.StartElement)
		if !ok {
			return
		}
		id := attribute(e, "id")
		if id != "" && ids[id] {
			t.Errorf("two elements are called %s", id)
		}
		ids[id] = true
		if href := attribute(e, "href"); href != "" {
			links[id] = href[1:]
			if attribute(e, "aria-label") == "" && id != "" {
				t.Errorf("%s has no label", id)
			}
		}
	})
	for id, to := range links {
		if !ids[to] || id != "" && links[to] != id {
			t.Errorf("%q leads to %q, and that to %q", id, to, links[to])
		}
	}
	if want := map[string]string{"a1": "b1", "b1": "a1", "a2": "b2", "b2": "a2"}; links["a1"] != want["a1"] || len(links) != 5 {
		t.Errorf("the links are %v", links)
	}
	if n := strings.Count(page, `<span class="match hue1" data-match="1">`); n != 2*7 {
		t.Errorf("%d lines of the first match", n)
	}
}

// moved returns two functions, and the same in another order.
func moved() [2]string {
	sum := "func Sum(numbers []int) int {\n\ttotal := 0\n\tfor _, n := range numbers {\n\t\ttotal += n\n\t}\n\treturn total\n}\n"
	join := "func Join(words []string, between string) string {\n\ttext := words[0]\n\tfor _, w := range words[1:] {\n" +
		"\t\ttext = text + between + w\n\t}\n\treturn text\n}\n"
	return [2]string{sum + join, join + sum}
}

func TestThePageSaysWhatBecameOfTokens(t *testing.T) {
	page := pageOf(t, question, document)
	for _, want := range []string{
		`<span class="renamed" title="there: c">b</span> := a * 2`, `<span class="renamed" title="there: b">c</span> := a * 2`,
		`<del>print(&#34;old&#34;)</del>`, `<mark>1</mark>`, `<mark>7</mark>`,
		`<td>edited</td>`, `<code>b</code> is <code>c</code>`, `<th scope="row">a.go</th><td>Go</td><td>24</td>`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("no %s in\n%s", want, page)
		}
	}
	if other := pageOf(t, document, question); !strings.Contains(other, `<ins>print(&#34;old&#34;)</ins>`) {
		t.Errorf("what is inserted is not marked in\n%s", other)
	}
}

// The policy allows what the page brings along, by its digest, and nothing else: no network.
func TestThePolicyFitsThePage(t *testing.T) {
	page := pageOf(t, question, document)
	found := regexp.MustCompile(`Content-Security-Policy" content="([^"]*)"`).FindStringSubmatch(page)
	if found == nil {
		t.Fatal("the page has no policy")
	}
	policy := html.UnescapeString(found[1])
	if !strings.HasPrefix(policy, "default-src 'none';") || strings.Contains(policy, "unsafe") {
		t.Errorf("the policy is %s", policy)
	}
	for _, element := range []string{"style", "script"} {
		_, text, _ := strings.Cut(page, "<"+element+">")
		text, _, _ = strings.Cut(text, "</"+element+">")
		if !strings.Contains(policy, element+"-src '"+digest(text)+"'") {
			t.Errorf("the policy does not allow the %s", element)
		}
	}
	if strings.Contains(page, "http://") || strings.Contains(page, "https://") || strings.Contains(page, "url(") {
		t.Error("the page names other files")
	}
}

func TestAPageOfNothingShared(t *testing.T) {
	page := pageOf(t, "var a = 1\n", "")
	if !strings.Contains(page, "They share nothing.") || strings.Contains(page, "<details") {
		t.Error(page)
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, io.ErrShortWrite }

func TestAFailedWriteOfAPageIsAnError(t *testing.T) {
	if err := Page(full{}, compare(t, question, document)); !errors.Is(err, io.ErrShortWrite) {
		t.Error(err)
	}
}
