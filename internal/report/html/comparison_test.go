package html

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	xunicode "golang.org/x/text/encoding/unicode"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/internal/report"
)

// compared is a comparison of two sources of Go, with the sources.
type compared struct {
	*answer.Comparison
	sources [2][]byte
}

func compare(t testing.TB, a, b string) compared {
	t.Helper()
	return compareAs(t, a, b, "Go")
}

func compareAs(t testing.TB, a, b, language string) compared {
	t.Helper()
	c, err := chaffinch.Compare(t.Context(), chaffinch.Document{Name: "a.go", Source: []byte(a), Language: language}, chaffinch.Document{Name: "b.go", Source: []byte(b), Language: language}, chaffinch.CompareOptions{})

	if err != nil {
		t.Fatal(err)
	}
	return compared{c, [2][]byte{[]byte(a), []byte(b)}}
}

func (c compared) page(t testing.TB) string {
	t.Helper()
	var out strings.Builder
	if err := WriteComparison(&out, c.Comparison, c.sources[0], c.sources[1]); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func (c compared) onDisk(t *testing.T) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "comparison.html")
	if err := os.WriteFile(file, []byte(c.page(t)), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

const (
	first = "func f(a int) int {\n\tb := a * 2\n\tprint(\"old\")\n\treturn b + a + 1\n}\n"
	other = "package x\n\nfunc f(a int) int {\n\tc := a * 2\n\treturn c + a + 7\n}\n"
)

// swapped returns two functions, and the same ones in another order.
func swapped() [2]string {
	sum := "func Sum(numbers []int) int {\n\ttotal := 0\n\tfor _, n := range numbers {\n\t\ttotal += n\n\t}\n" +
		"\treturn total\n}\n"
	join := "func Join(words []string, between string) string {\n\ttext := words[0]\n" +
		"\tfor _, w := range words[1:] {\n\t\ttext = text + between + w\n\t}\n\treturn text\n}\n"
	return [2]string{sum + join, join + sum}
}

// nastyCode makes up sources with code and characters that are hard to display.
func nastyCode(r *rand.Rand) string {
	var b strings.Builder
	for range r.IntN(6) {
		b.WriteString("func f(a, b int) (int, error) { return a / b, nil }\n")
		b.Write(nasty(r))
	}
	return b.String()
}

func TestWriteComparison_ShowsBothSourcesWhole(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	for range 200 {
		a := nastyCode(r)
		c := compare(t, a, a[r.IntN(len(a)+1):]+nastyCode(r))
		page := c.page(t)
		if strings.ContainsFunc(page, unprintable) || !utf8.ValidString(page) {
			t.Fatalf("%q: there are characters in the page that may not be", c.sources)
		}
		d, contents := parsed(t, page)
		if !d.Single || len(contents) != 2 {
			t.Fatalf("single is %t, with %d sources", d.Single, len(contents))
		}
		for side, source := range c.sources {
			if have, want := contents[d.Units[side].Files[0].Text].Text, newText(corpus.Decode(source).UTF8).shown; have != want {
				t.Fatalf("%q\nis shown as\n%q", source, have)
			}
		}
	}
}

func unprintable(r rune) bool { return r != '\n' && r != '\t' && !unicode.IsPrint(r) }

// The page has the figures and matches of the comparison, in any encoding.
func TestWriteComparison_HasWhatCompareFound(t *testing.T) {
	words := "Größe, café"
	code := swapped()
	code[0] = strings.ReplaceAll(code[0], "total := 0", "total := 0 // "+words)
	utf16le, err := xunicode.UTF16(xunicode.LittleEndian, xunicode.UseBOM).NewEncoder().String(code[0])
	if err != nil {
		t.Fatal(err)
	}
	windows, err := charmap.Windows1252.NewEncoder().String(code[0])
	if err != nil {
		t.Fatal(err)
	}
	for name, source := range map[string]string{
		"UTF-8": code[0], "byte order mark": "\ufeff" + code[0], "UTF-16": utf16le, "Windows-1252": windows,
	} {
		c := compare(t, source, code[1])
		d, contents := parsed(t, c.page(t))
		p := d.Pairs[0]
		if len(c.Matches) != 2 || len(p.Matches) != 2 || p.Score != report.FourDecimals(c.Score) || p.Kind != c.Kind || p.Tokens != c.Tokens ||
			p.Coverage != [2]float64{report.FourDecimals(c.A.Coverage), report.FourDecimals(c.B.Coverage)} || p.Longest != max(c.Matches[0].Tokens, c.Matches[1].Tokens) {
			t.Errorf("%s: %+v of %+v", name, p, c.Comparison)
		}
		for i, m := range p.Matches {
			var texts [2]string
			for side, at := range m.Places {
				shown := utf16.Encode([]rune(contents[side].Text))
				texts[side] = string(utf16.Decode(shown[at[3]:at[4]]))
			}
			if texts[0] = strings.ReplaceAll(texts[0], " // "+words, ""); texts[0] != texts[1] || len(texts[0]) < 100 {
				t.Errorf("%s: match %d is %q and %q", name, i+1, texts[0], texts[1])
			}
			want := [2]answer.Lines{c.Matches[i].A.Lines, c.Matches[i].B.Lines}
			for side, at := range m.Places {
				if (answer.Lines{From: at[1], To: at[2]}) != want[side] {
					t.Errorf("%s: match %d is on lines %v, not %v", name, i+1, at[1:3], want[side])
				}
			}
		}
	}
}

func TestWriteComparison_SaysWhatBecameOfTokens(t *testing.T) {
	d, contents := parsed(t, compare(t, first, other).page(t))
	m := d.Pairs[0].Matches[0]
	if len(m.Renames) != 1 || d.Names[m.Renames[0][0]] != "b" || d.Names[m.Renames[0][1]] != "c" {
		t.Errorf("the renames are %v of %q", m.Renames, d.Names)
	}
	var have []string
	for _, e := range m.Edits {
		have = append(have, contents[e[0]].Text[e[1]:e[2]]+[]string{" only", " changed"}[e[3]])
	}
	if want := []string{`print("old") only`, "1 changed", "7 changed"}; !slices.Equal(have, want) {
		t.Errorf("the edits are %q, not %q", have, want)
	}
}

// hostileComparison has markup in sources, names, warnings and renames.
func hostileComparison(t *testing.T) compared {
	t.Helper()
	source := "package x // </code></section>" + evil + "\nvar text = \"</noscript> \\\" &lt; {{.Policy}}\"\n" +
		"func f(a, b int) int { return a*b + a - b }\n"
	c := compare(t, source, source+"// more\n")
	c.A.Name, c.B.Name = "</title>"+evil, "javascript:alert(5).go"
	c.Warnings = []answer.Warning{{Text: evil}}
	c.Matches[0].Renames = append(c.Matches[0].Renames, answer.NamePair{A: "<b>", B: evil, Count: 1})
	return c
}

// If the browser runs no script, the page is the output of compare.
func TestWriteComparison_HasATextForm(t *testing.T) {
	c := compare(t, first, other)
	c.B.Name = "-"
	page := c.page(t)
	text, _, _ := strings.Cut(page, "</noscript>")
	for _, want := range []string{
		"\n<pre>score 0.", "match of 2", "22  Go        standard input", "edited, 2", "b -&gt; c", `&#34;old&#34;`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text[strings.Index(text, "<noscript>"):])
		}
	}
	if !strings.Contains(page, "<title>a.go and standard input</title>") {
		t.Error("the title names standard input in another way")
	}
}

func TestWriteComparison_NothingShared(t *testing.T) {
	page := compare(t, "var a = 1\n", "").page(t)
	d, contents := parsed(t, page)
	if len(d.Pairs) != 1 || len(d.Pairs[0].Matches) != 0 || d.Pairs[0].Kind != "" || contents[0].Text != "var a = 1\n" {
		t.Errorf("%+v %+v", d.Pairs, contents)
	}
	if !strings.Contains(page, "<pre>nothing shared") {
		t.Error("the text does not say that nothing is shared")
	}
}
