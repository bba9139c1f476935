package corpus

import (
	"fmt"
	"html"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// row returns a row of Posts.xml.
func row(id int, kind, date, body, more string) string {
	return fmt.Sprintf("  <row Id=\"%d\" PostTypeId=\"%s\" CreationDate=\"%s\" Score=\"7\" Body=\"%s\" %s />\n", id, kind, date, strings.NewReplacer("\n", "&#xA;", "\t", "&#x9;").Replace(html.EscapeString(body)), more)
}

func writePosts(t *testing.T, site string, rows ...string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), site)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, "Posts.xml")
	text := "\ufeff<?xml version=\"1.0\" encoding=\"utf-8\"?>\r\n<posts>\r\n" + strings.Join(rows, "") + "</posts>"
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return name
}

// Of a dump every block of code of a question or answer is a document, with what the dump says of it.
func TestPosts_BlocksOfCode(t *testing.T) {
	code := "if (a < b && c > d) {\n\treturn \"x\";\n}\n"
	block := "<pre class=\"lang-cs prettyprint-override\"><code>" + html.EscapeString(code) + "</code></pre>"
	name := writePosts(t, "cooking.stackexchange.com",
		row(1, "1", "2010-07-31T21:42:52.667", "<p>How? <code>inline</code></p>\n"+block+"\n<pre><code>b\n</code></pre>", `OwnerUserId="12" ContentLicense="CC BY-SA 2.5"`),
		row(2, "2", "2011-04-08T00:00:00.000", block, `OwnerDisplayName="Ann &lt;Lee&gt;" ParentId="1"`),
		row(3, "2", "2018-05-02T00:00:00.000", "<p>none</p>", ""),
		row(4, "5", "2018-05-02T00:00:00.000", block, ""),
		"  <row Id=\"5\" PostTypeId=\"2\" Body=\"&lt;pre\n",
		row(6, "2", "2018-05-02T00:00:00.000", block, ""),
	)
	out := readSource(t, name, Options{})
	if out.err != nil || len(out.skips) != 1 || !strings.HasPrefix(out.skips[0], "7 damaged it is no row") {
		t.Errorf("%v, skips %q", out.err, out.skips)
	}
	site := "https://cooking.stackexchange.com"
	at := func(year, month, day, hour, minute, second int) time.Time {
		return time.Date(year, time.Month(month), day, hour, minute, second, 0, time.UTC)
	}
	want := map[string]Origin{
		"questions/1/1": {Date: at(2010, 7, 31, 21, 42, 52), Author: site + "/users/12", License: "CC-BY-SA-2.5", URL: site + "/q/1"},
		"questions/1/2": {Date: at(2010, 7, 31, 21, 42, 52), Author: site + "/users/12", License: "CC-BY-SA-2.5", URL: site + "/q/1"},
		"answers/2/1":   {Date: at(2011, 4, 8, 0, 0, 0), Author: "Ann <Lee>", License: "CC-BY-SA-3.0", URL: site + "/a/2"},
		"answers/6/1":   {Date: at(2018, 5, 2, 0, 0, 0), License: "CC-BY-SA-4.0", URL: site + "/a/6"},
	}
	for _, f := range out.files {
		o := want[f.Path]
		o.Repository, o.Votes = site, 7
		if f.Origin != o {
			t.Errorf("%s: %+v, not %+v", f.Path, f.Origin, o)
		}
		content, _, _ := Read(f, Options{}, nil)
		if text := string(content); text != code && f.Path != "questions/1/2" || f.Path == "questions/1/2" && text != "b\n" {
			t.Errorf("%s: %q", f.Path, text)
		}
		if f.Path != "questions/1/2" && f.Language != "cs" {
			t.Errorf("%s: language %q", f.Path, f.Language)
		}
		delete(want, f.Path)
	}
	if len(want) > 0 {
		t.Errorf("missing: %v", want)
	}
	if got := readSource(t, writePosts(t, "data", row(1, "1", "2010-07-31", block, "")), Options{}).files; len(got) != 1 || got[0].Origin.URL != "https://stackoverflow.com/q/1" {
		t.Errorf("%+v", got)
	}
}

func TestJSONLines_AnyColumns(t *testing.T) {
	name := filepath.Join(t.TempDir(), "x.jsonl")
	lines := []string{
		`{"content":"int a;\n","max_stars_repo_path":"src/a.c","max_stars_repo_name":"ann/a","max_stars_repo_licenses":["MIT","Apache-2.0"],"lang":"C"}`,
		`{"code":"b","path":"../../b.py","repo_name":"r","license":"MIT","url":"https://x/b","author":"Ann","date":"2020-01-02T03:04:05+01:00","purl":"pkg:npm/b@1"}`,
		`{"text":"c"}`, ``, `{"other":1}`, `{"content":`, `{"content":"a\u0000"}`, `{"content":""}`, `{"text":"e","created_at":1500000000}`,
	}
	if err := os.WriteFile(name, []byte(strings.Join(lines, "\n")), 0o644); err != nil {
		t.Fatal(err)
	}
	out := readSource(t, name, Options{})
	sameLines(t, "documents", out.documents, "1/ann/a/src/a.c@ int a;\n", "2/b.py@ b", "3@ c", "9@ e")
	if len(out.skips) != 4 || out.err != nil {
		t.Errorf("%v, skips %q", out.err, out.skips)
	}
	want := []Origin{
		{Repository: "ann/a", License: "MIT AND Apache-2.0"},
		{Repository: "r", License: "MIT", URL: "https://x/b", Author: "Ann", Date: time.Date(2020, 1, 2, 2, 4, 5, 0, time.UTC), Package: "pkg:npm/b@1"},
		{}, {Date: time.Unix(1500000000, 0).UTC()},
	}
	var got []Origin
	for _, f := range out.files {
		got = append(got, f.Origin)
		if !f.OnceOnly() {
			t.Errorf("%s can be read again", f.Path)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("%+v, not %+v", got, want)
	}
}

func FuzzCodeBlocks(f *testing.F) {
	f.Add("<pre class=\"lang-go\"><code>a &lt; b</code></pre>")
	f.Add("<pre><code><b>a</b>")
	f.Fuzz(func(t *testing.T, body string) {
		size := 0
		for _, b := range codeBlocks(body) {
			size += len(b.text)
		}
		if size > 2*len(body) {
			t.Errorf("%d bytes of %d", size, len(body))
		}
	})
}

func FuzzParseRow(f *testing.F) {
	f.Add([]byte(row(1, "1", "2010-07-31T21:42:52.667", "<pre>", `OwnerUserId="12"`)))
	f.Fuzz(func(t *testing.T, line []byte) {
		if all, err := parseRow(line); err == nil && all["Id"] == "" {
			t.Errorf("%v", all)
		}
	})
}
