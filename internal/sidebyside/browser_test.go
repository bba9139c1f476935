package sidebyside

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/chromedp/chromedp"

	"github.com/chaffinch-search/chaffinch/internal/answer"
	"github.com/chaffinch-search/chaffinch/internal/browsertest"
)

// attacked is a source of all of them, in comments and in text, in the order of the numbers.
func attacked(order []int) string {
	var b strings.Builder
	b.WriteString("package x\n")
	for _, i := range order {
		attack := browsertest.Attacks[i]
		fmt.Fprintf(&b, "// %s\nvar text%d = %q + `%s`\nfunc f%[2]d(a, b int) int { %s }\n", attack, i, attack, attack,
			strings.Repeat(fmt.Sprintf("a = a*%d + b; ", i), 3+i%5))
	}
	return b.String()
}

// hostilePage is a page of two such sources, whose names and warnings are no better.
func hostilePage(t *testing.T) (file string, c *answer.Comparison, sources [2]string) {
	t.Helper()
	var order []int
	for i := range browsertest.Attacks {
		order = append(order, i)
	}
	sources[0] = attacked(order)
	slices.Reverse(order)
	sources[1] = strings.ReplaceAll(attacked(order), "f1", "g1") + "\n" + strings.Repeat("long ", 20_000) + "\n"
	c = compare(t, sources[0], sources[1])
	if len(c.Matches) < 5 {
		t.Fatalf("%d matches: this tests little", len(c.Matches))
	}
	c.A.Name, c.B.Name = strings.Join(browsertest.Attacks, "/")+".go", "javascript:owned=30"
	c.A.Language = browsertest.Attacks[0]
	c.Warnings = browsertest.Attacks
	for _, a := range browsertest.Attacks {
		c.Matches[0].Renames = append(c.Matches[0].Renames, answer.NamePair{A: a, B: "\">" + a, Count: 1})
	}
	return writePage(t, written(t, c)), c, sources
}

func written(t *testing.T, c *answer.Comparison) string {
	t.Helper()
	var out strings.Builder
	if err := Page(&out, c); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func writePage(t *testing.T, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// elements are those that the template has; attributes likewise.
var (
	elements = strings.Fields("HTML HEAD META TITLE STYLE BODY HEADER H1 P TABLE THEAD TBODY TR TH TD DETAILS SUMMARY DIV A SPAN CODE " +
		"MARK DEL INS MAIN SECTION SCRIPT")
	attributes = strings.Fields("lang charset http-equiv content name class scope open href data-match id tabindex aria-label title")
)

func TestPagesInABrowser(t *testing.T) {
	b := browsertest.New(t)
	t.Run("hostile", func(t *testing.T) { testHostilePage(t, b.For(t)) })
	t.Run("policy", func(t *testing.T) { b.For(t).CheckPolicy(written(t, compare(t, question, document)), "</header>") })
	t.Run("links", func(t *testing.T) { testLinks(t, b.For(t)) })
}

// Whatever stands in sources, names and warnings is shown as text, and all of it.
func testHostilePage(t *testing.T, b *browsertest.Browser) {
	file, c, sources := hostilePage(t)
	for _, fragment := range []string{"#a1", "#%22%3E%3Cscript%3Eowned=31%3C/script%3E"} {
		b.Open(file, fragment)
		if owned := browsertest.Value[string](b, "typeof owned"); owned != "undefined" {
			t.Errorf("a script of a source has run: owned is a %s", owned)
		}
		b.HearsNothing()
	}
	for side, id := range []string{"a", "b"} {
		shown := browsertest.Value[[]string](b, `[...document.querySelectorAll("#`+id+` .line code")].map((line) => line.textContent)`)
		if want := strings.Split(strings.TrimSuffix(shownLines(sources[side]), "\n"), "\n"); !slices.Equal(shown, want) {
			t.Errorf("of side %s %d lines are shown, not %d, or others: %q", id, len(shown), len(want), firstOther(shown, want))
		}
	}
	title := browsertest.Value[string](b, `document.querySelector("h1").textContent`)
	if want := name(c.A) + " and " + name(c.B); title != want {
		t.Errorf("the heading is %q, not %q", title, want)
	}
	warnings := browsertest.Value[[]string](b, `[...document.querySelectorAll(".warning")].map((w) => w.textContent)`)
	for i, w := range warnings {
		if want := safe(c.Warnings[i]); w != want && c.Warnings[i] != "\t" {
			t.Errorf("the warning is %q, not %q", w, want)
		}
	}
	if len(warnings) != len(c.Warnings) {
		t.Errorf("%d warnings are shown, not %d", len(warnings), len(c.Warnings))
	}
	all := browsertest.Value[[]string](b, `[...new Set([...document.querySelectorAll("*")].map((e) => e.tagName))]`)
	checkOnly(t, "element", all, elements)
	all = browsertest.Value[[]string](b, `[...new Set([...document.querySelectorAll("*")].flatMap((e) => e.getAttributeNames()))]`)
	checkOnly(t, "attribute", all, attributes)
	if links := browsertest.Value[[]string](b, `[...document.querySelectorAll("[href]")].map((e) => e.getAttribute("href"))
		.filter((href) => !/^#[ab][0-9]+$/.test(href))`); len(links) > 0 {
		t.Errorf("there are links to %q", links)
	}
	text := browsertest.Value[string](b, "document.documentElement.textContent")
	if i := strings.IndexFunc(text, hides); i >= 0 {
		t.Errorf("it shows %q", text[max(0, i-20):i+20])
	}
	b.Do(chromedp.EmulateViewport(1000, 700))
	if wide := browsertest.Value[int](b, "document.documentElement.scrollWidth"); wide > 1000 {
		t.Errorf("it is %d pixels wide on a screen of 1000", wide)
	}
}

// hides says whether a rune can hide or reorder what stands around it.
func hides(r rune) bool {
	return r != '\n' && r != '\t' && !unicode.IsPrint(r) || unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r)
}

func firstOther(have, want []string) string {
	for i := range min(len(have), len(want)) {
		if have[i] != want[i] {
			return have[i] + " instead of " + want[i]
		}
	}
	return ""
}

func checkOnly(t *testing.T, what string, have, may []string) {
	t.Helper()
	for _, h := range have {
		if !slices.Contains(may, h) {
			t.Errorf("there is an %s %s in the page", what, h)
		}
	}
}

// A click in a match leads to its other side, and nothing else happens, whatever the match holds.
func testLinks(t *testing.T, b *browsertest.Browser) {
	file, c, _ := hostilePage(t)
	b.Open(file, "")
	for i := range min(4, len(c.Matches)) {
		var focused []string
		for _, side := range []string{"a", "b"} {
			expression := fmt.Sprintf(`{
				document.querySelector('#%s .match[data-match="%d"]').click();
				document.activeElement.id + " " + [...document.querySelectorAll(".pane .match.on")].every((e) => e.dataset.match === "%[2]d");
			}`, side, i+1)
			focused = append(focused, browsertest.Value[string](b, expression))
		}
		want := []string{fmt.Sprintf("b%d true", i+1), fmt.Sprintf("a%d true", i+1)}
		if !slices.Equal(focused, want) {
			t.Errorf("match %d: the focus is at %q, not %q", i+1, focused, want)
		}
	}
	b.HearsNothing()
	var titles []string
	if err := json.Unmarshal([]byte(browsertest.Value[string](b, `JSON.stringify([...document.querySelectorAll("[title]")].map((e) => e.title))`)), &titles); err != nil {
		t.Fatal(err)
	}
	for _, title := range titles {
		if strings.ContainsFunc(title, hides) {
			t.Errorf("a tip says %q", title)
		}
	}
	if len(titles) == 0 {
		t.Error("there are no tips")
	}
}
