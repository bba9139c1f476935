package corpus

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"html"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"

	"github.com/chaffinch-search/chaffinch/index/document"
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

// Of a dump every block of code of a question or answer is a document, with what the dump says of
// it.
func TestPosts_BlocksOfCode(t *testing.T) {
	code := "if (a < b && c > d) {\n\treturn \"x\";\n}\n"
	block := "<pre class=\"lang-cs prettyprint-override\"><code>" + html.EscapeString(code) + "</code></pre>"
	name := writePosts(t, "cooking.stackexchange.com",
		row(1, "1", "2010-07-31T21:42:52.667", "<p>How? <code>inline</code></p>\n"+block+"\n<pre><code>b\n</code></pre>", `OwnerUserId="12" ContentLicense="CC BY-SA 2.5"`),
		row(2, "2", "2011-04-08T00:00:00.000", block, `OwnerDisplayName="Ann &lt;Lee&gt;" ParentId="1"`),
		row(3, "2", "2018-05-02T00:00:00.000", "<p>none, <code>over\ntwo lines</code></p><pre>c &lt;\r\n</pre>", ""),
		row(4, "5", "2018-05-02T00:00:00.000", block, ""),
		"  <row Id=\"5\" PostTypeId=\"2\" Body=\"&lt;pre\n",
		row(6, "2", "2018-05-02T00:00:00.000", block, ""),
	)
	out := readSource(t, name, document.Options{})
	if out.err != nil || len(out.skips) != 1 || !strings.HasPrefix(out.skips[0], "7 damaged not a row") {
		t.Errorf("%v, skips %q", out.err, out.skips)
	}
	site := "https://cooking.stackexchange.com"
	at := func(year, month, day, hour, minute, second int) time.Time {
		return time.Date(year, time.Month(month), day, hour, minute, second, 0, time.UTC)
	}
	want := map[string]document.Origin{
		"questions/1/1": {Date: at(2010, 7, 31, 21, 42, 52), Author: site + "/users/12", License: "CC-BY-SA-2.5", URL: site + "/q/1"},
		"questions/1/2": {Date: at(2010, 7, 31, 21, 42, 52), Author: site + "/users/12", License: "CC-BY-SA-2.5", URL: site + "/q/1"},
		"answers/2/1":   {Date: at(2011, 4, 8, 0, 0, 0), Author: "Ann <Lee>", License: "CC-BY-SA-3.0", URL: site + "/a/2"},
		"answers/3/1":   {Date: at(2018, 5, 2, 0, 0, 0), License: "CC-BY-SA-4.0", URL: site + "/a/3"},
		"answers/6/1":   {Date: at(2018, 5, 2, 0, 0, 0), License: "CC-BY-SA-4.0", URL: site + "/a/6"},
	}
	for _, f := range out.files {
		o := want[f.Path]
		o.Repository, o.Votes = site, 7
		if f.Origin != o {
			t.Errorf("%s: %+v, not %+v", f.Path, f.Origin, o)
		}
		content, _, _ := Read(f, document.Options{}, nil)
		wantText, languages := code, []string{"C#"}
		if text := map[string]string{"questions/1/2": "b\n", "answers/3/1": "c <\n"}[f.Path]; text != "" {
			wantText, languages = text, nil
		}
		if string(content) != wantText || !slices.Equal(f.Languages, languages) {
			t.Errorf("%s: %q, languages %q", f.Path, content, f.Languages)
		}
		delete(want, f.Path)
	}
	if len(want) > 0 {
		t.Errorf("missing: %v", want)
	}
	if got := readSource(t, writePosts(t, "data", row(1, "1", "2010-07-31", block, "")), document.Options{}).files; len(got) != 1 || got[0].Origin.URL+got[0].Origin.Repository+got[0].Origin.Author != "" {
		t.Errorf("%+v", got)
	}
}

// The names of users are in Users.xml beside the posts, also compressed.
func TestPosts_Users(t *testing.T) {
	block := "<pre><code>a = 1</code></pre>"
	rows := []string{row(1, "1", "2020-01-01", block, `OwnerUserId="7"`), row(2, "1", "2020-01-01", block, `OwnerUserId="8"`),
		row(3, "1", "2020-01-01", block, `OwnerUserId="9" OwnerDisplayName="Cy"`), row(4, "1", "2020-01-01", block, ``),
		row(5, "1", "2020-01-01", block, `OwnerUserId="-1"`)}
	text := "<users>\n<row Id=\"-1\" DisplayName=\"Community\" />\n<row Id=\"7\" Reputation=\"1\" DisplayName=\"Ann &lt;&amp;&quot;&#xD;Lee\" AboutMe=\"x DisplayName=&quot;y&quot;\" />\n" +
		"<row Id=\"9\" DisplayName=\"Ed\" />\n<row Id=\"99999999999\" DisplayName=\"Far\" />\n<row DisplayName=\"No\" />\n<row Id=\"8\" DisplayName=\"" + strings.Repeat("a", 300) + "\" />\n</users>\n"
	for _, c := range []struct{ site, file, content, ann string }{
		{"superuser.com", "Users.xml", text, "Ann <&\" Lee <https://superuser.com/users/7>"}, {"superuser.com", "Users.xml.gz", gzipped(t, text), "Ann <&\" Lee <https://superuser.com/users/7>"},
		{"data", "Users.xml", text, "Ann <&\" Lee"}, {"superuser.com", "Other.xml", text, "https://superuser.com/users/7"},
		{"superuser.com", "Users.xml", "<users>\n<row Id=\"7\" DisplayName=\"Ann", "https://superuser.com/users/7"},
	} {
		name := writePosts(t, c.site, rows...)
		writeFile(t, filepath.Join(filepath.Dir(name), c.file), c.content)
		page := func(id string) string {
			if c.site == "data" {
				return ""
			}
			return "https://superuser.com/users/" + id
		}
		for _, root := range []string{name, "stackexchange:" + name, filepath.Dir(name)} {
			var got []string
			for _, f := range readSource(t, root, document.Options{}).files {
				if f.Nameless {
					got = append(got, f.Origin.Author)
				}
			}
			want := []string{c.ann, page("8"), "Cy", "", page("-1")}
			if !slices.Equal(got, want) {
				t.Errorf("%s with %s: %q, not %q", root, c.file, got, want)
			}
		}
	}
}

// The text of an edited post is that of the last edit, and a block may have come with any edit. So
// both dates are known, and the licence is that of the last one.
func TestPosts_Edited(t *testing.T) {
	block := "<pre><code>a = 1</code></pre>"
	day := func(year int) time.Time { return time.Date(year, 1, 1, 0, 0, 0, 0, time.UTC) }
	name := writePosts(t, "superuser.com",
		row(1, "1", "2010-01-01", block, `LastEditDate="2020-01-01T00:00:00.000"`),
		row(2, "1", "2010-01-01", block, `LastEditDate="2020-01-01" ContentLicense="CC BY-SA 3.0"`),
		row(3, "1", "2010-01-01", block, `LastEditDate="2010-01-01"`),
		row(4, "1", "2010-01-01", block, `LastEditDate="soon"`),
	)
	want := []document.Origin{
		{Date: day(2010), Edited: day(2020), License: "CC-BY-SA-4.0"}, {Date: day(2010), Edited: day(2020), License: "CC-BY-SA-3.0"},
		{Date: day(2010), License: "CC-BY-SA-2.5"}, {Date: day(2010), License: "CC-BY-SA-2.5"},
	}
	out := readSource(t, name, document.Options{})
	for i, f := range out.files {
		if got := (document.Origin{Date: f.Origin.Date, Edited: f.Origin.Edited, License: f.Origin.License}); got != want[i] {
			t.Errorf("%s: %+v, not %+v", f.Path, got, want[i])
		}
	}
	if len(out.files) != len(want) {
		t.Errorf("%d documents", len(out.files))
	}
}

// Rows may stand on one line, and characters that XML does not have may be in them.
func TestPosts_RowsOnALine(t *testing.T) {
	rows := func(codes ...string) (line string) {
		for i, code := range codes {
			line += strings.TrimSpace(row(i+1, "1", "2020-01-01", "<pre><code>CODE</code></pre>", ""))
			line = strings.Replace(line, "CODE", code, 1)
		}
		return line + "\n"
	}
	name := writePosts(t, "superuser.com", rows("a = 1", "b&#x1B;[0m = &#3;2", "c"))
	got := readSource(t, name, document.Options{})
	var paths []string
	for _, f := range got.files {
		paths = append(paths, f.Path)
	}
	if want := []string{"questions/1/1", "questions/2/1", "questions/3/1"}; !slices.Equal(paths, want) {
		t.Errorf("%q, skipped %+v", paths, got.skips)
	}
	if len(got.files) < 2 {
		return
	}
	if content, _, _ := Read(got.files[1], document.Options{}, nil); string(content) != "b [0m =  2\n" {
		t.Errorf("%q", content)
	}
}

// The tags of questions take memory for those that are there, whatever their ids.
func TestTags_Memory(t *testing.T) {
	var before, after runtime.MemStats
	var all tags
	runtime.ReadMemStats(&before)
	for _, id := range []string{"199999999", "7", "200000001", "-1", "x"} {
		all.add(id, "<c><python-3.x>")
	}
	runtime.ReadMemStats(&after)
	if n := after.TotalAlloc - before.TotalAlloc; n > 1<<20 {
		t.Errorf("%d bytes", n)
	}
	for id, want := range map[string][]string{"199999999": {"C", "Python"}, "7": {"C", "Python"}, "8": nil, "199999998": nil, "200000001": nil, "-1": nil, "x": nil} {
		if got := all.of(id); !slices.Equal(got, want) {
			t.Errorf("%s: %q, not %q", id, got, want)
		}
	}
}

func TestJSONLines_AnyColumns(t *testing.T) {
	name := filepath.Join(t.TempDir(), "x.jsonl")
	lines := []string{
		`{"content":"int a;\n","max_stars_repo_path":"src/a.c","max_stars_repo_name":"ann/a","max_stars_repo_licenses":["MIT","Apache-2.0"],"lang":"C"}`,
		`{"code":"b","path":"../../b.py","repo_name":"r","license":"MIT","url":"https://x/b","author":"Ann","date":"2020-01-02T03:04:05+01:00","purl":"pkg:npm/b@1"}`,
		`{"text":"c"}`, ``, `{"other":1}`, `{"content":`, `{"content":"a\u0000"}`, `{"content":""}`, `{"text":"e","created_at":1500000000,"authors":["Ann","Bob <b@x>"],"url":"javascript:alert(1)"}`,
	}
	if err := os.WriteFile(name, []byte(strings.Join(lines, "\n")), 0o644); err != nil {
		t.Fatal(err)
	}
	out := readSource(t, name, document.Options{})
	sameLines(t, "documents", out.documents, "1/ann/a/src/a.c@ int a;\n", "2/b.py@ b", "3@ c", "9@ e")
	if len(out.skips) != 4 || out.err != nil {
		t.Errorf("%v, skips %q", out.err, out.skips)
	}
	want := []document.Origin{
		{Repository: "ann/a", License: "MIT AND Apache-2.0"},
		{Repository: "r", License: "MIT", URL: "https://x/b", Author: "Ann", Date: time.Date(2020, 1, 2, 2, 4, 5, 0, time.UTC), Package: "pkg:npm/b@1"},
		{}, {Date: time.Unix(1500000000, 0).UTC(), Author: "Ann; Bob <b@x>"},
	}
	var got []document.Origin
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

// A name that is kept is that of its user, whatever else the file has.
func FuzzUsers(f *testing.F) {
	f.Add([]byte(`<row Id="7" DisplayName="Ann &amp; Bob" AboutMe="x" />`), []byte(`<row DisplayName="a" Id="8"`))
	f.Fuzz(func(t *testing.T, a, b []byte) {
		var all users
		want := map[string]string{}
		for _, row := range [][]byte{a, b, a} {
			id, name := attribute(row, "Id"), attribute(row, "DisplayName")
			before := len(all.names)
			if all.add(id, name); len(all.names) > before {
				want[id] = all.name(id)
				if !utf8.ValidString(want[id]) || len(want[id]) > mostUser || !strings.EqualFold(strings.Join(strings.Fields(name), " "), want[id]) && utf8.ValidString(name) {
					t.Errorf("%q for %q", want[id], name)
				}
			}
		}
		for id, name := range want {
			if other, _ := strconv.Atoi(id); all.name(strconv.Itoa(other)) != all.name(id) || name == "" {
				t.Errorf("user %q is %q", id, name)
			}
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

// compressed returns a text in each format that is read.
func compressedForms(t *testing.T, text string) map[string]string {
	t.Helper()
	forms := map[string]string{"": text, ".gz": gzipped(t, text), ".zst": zstandard(t, text)}
	for suffix, program := range map[string]string{".bz2": "bzip2", ".xz": "xz"} {
		cmd := exec.Command(program, "-c")
		cmd.Stdin = strings.NewReader(text)
		if out, err := cmd.Output(); err == nil { // the program may be missing
			forms[suffix] = string(out)
		}
	}
	return forms
}

func TestLines_FilesAndInput(t *testing.T) {
	lines := "{\"content\":\"int a;\\n\",\"path\":\"a.c\"}\n{\"content\":\"int b;\\n\"}\n"
	rows := "<?xml version=\"1.0\"?>\n<posts>\n" + row(3, "2", "2020-01-01", "<pre><code>int c;\n</code></pre>", "") + "</posts>\n"
	tarred := makeTar(t, packed{name: "x/a.c", content: "int a;\n"}, packed{name: "LICENSE", content: "x"})
	object, post := []string{"1/a.c@ int a;\n", "2@ int b;\n"}, []string{"answers/3/1@ int c;\n"}
	for _, c := range []struct {
		names []string // "-" is read as input
		text  string
		want  []string
	}{
		{[]string{"x.jsonl", "x.ndjson", "x.json", "jsonl:x.txt", "-", "jsonl:-"}, lines, object},
		{[]string{"Posts.xml", "posts.xml", "dump.xml", "stackexchange:p", "-", "stackexchange:-"}, rows, post},
		{[]string{"-"}, tarred, []string{"LICENSE@ x", "x/a.c@ int a;\n"}},
	} {
		for suffix, text := range compressedForms(t, c.text) {
			for _, name := range c.names {
				o := document.Options{Input: strings.NewReader(text)}
				if !isStream(name) {
					at := strings.LastIndex(name, ":") + 1
					path := filepath.Join(t.TempDir(), name[at:]+suffix)
					writeFile(t, path, text)
					name = name[:at] + path
				}
				out := readSource(t, name, o)
				if out.err != nil || len(out.skips) > 0 {
					t.Errorf("%s %s: %v, skips %q", name, suffix, out.err, out.skips)
				}
				sameLines(t, name+" "+suffix, out.documents, slices.Clone(c.want)...)
				for _, f := range out.files {
					if !f.OnceOnly() {
						t.Errorf("%s: %s can be read again", name, f.Path)
					}
				}
			}
		}
	}
	// What is a document itself is not taken for several.
	for name, text := range map[string]string{
		"one.json": "{\"content\":\"int a;\\n\"}\n", "pretty.json": "{\n\"content\": 1\n}\n", "list.json": "[{\"content\":\"a\"},\n{\"content\":\"b\"}]\n",
		"lines.json": "{\"a\":1}\n{\"a\":2}\n", "page.xml": "<page>\n<row />\n</page>\n", "x.gz.txt": gzipped(t, lines),
	} {
		path := filepath.Join(t.TempDir(), name)
		writeFile(t, path, text)
		s, err := Open(path, document.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := s.(*tree); !ok {
			t.Errorf("%s is read as %T", name, s)
		}
		s.Close()
	}
}

// Lines may begin with a byte order mark, and be in UTF-16 or UTF-32 as it says, or in UTF-16
// without a mark: in a file, compressed, in a folder, and on standard input.
func TestLines_Encodings(t *testing.T) {
	objects := `{"content":"a = 1 + é\n","path":"a.py"}` + "\n" + `{"content":"b = 2\n","path":"b.py"}` + "\n"
	posts := "<?xml version=\"1.0\"?>\n<posts>\n" + row(1, "1", "2020-01-01", "<pre><code>a = 1 + é\n</code></pre>", "") + row(2, "1", "2020-01-01", "<pre><code>b = 2\n</code></pre>", "") + "</posts>"
	for name, e := range map[string]encoding.Encoding{
		"UTF-8": unicode.UTF8BOM, "UTF-16LE": unicode.UTF16(unicode.LittleEndian, unicode.UseBOM), "UTF-16BE": unicode.UTF16(unicode.BigEndian, unicode.UseBOM),
		"UTF-32LE": utf32.UTF32(utf32.LittleEndian, utf32.UseBOM), "UTF-16LE without": unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM),
		"UTF-16BE without": unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM),
	} {
		for file, text := range map[string]string{"x.jsonl": objects, "Posts.xml": posts, "y.json": objects} {
			wide, err := e.NewEncoder().String(text)
			if err != nil {
				t.Fatal(err)
			}
			dir := t.TempDir()
			path := filepath.Join(dir, file)
			writeFile(t, path, wide)
			writeFile(t, path+".gz", gzipped(t, wide))
			roots := map[string]document.Options{path: {}, path + ".gz": {}, Stdin: {Input: strings.NewReader(wide)}}
			if file != "y.json" {
				writeFile(t, filepath.Join(dir, "in", file), wide)
				roots[filepath.Join(dir, "in")] = document.Options{}
			}
			for root, o := range roots {
				out := readSource(t, root, o)
				if out.err != nil || len(out.files) != 2 || len(out.skips) > 0 {
					t.Errorf("%s, %s: %d files, skips %q, %v", name, root, len(out.files), out.skips, out.err)
					continue
				}
				if content, _, _ := Read(out.files[0], document.Options{}, nil); string(content) != "a = 1 + é\n" {
					t.Errorf("%s, %s: %q", name, root, content)
				}
			}
		}
	}
}

// Of two rows with one id the first is read: an index could tell no other apart. Ids that no dump
// has are no rows.
func TestPosts_RepeatedIDs(t *testing.T) {
	a, b := "<pre><code>a = 1\n</code></pre>", "<pre><code>b = 2\n</code></pre>"
	name := writePosts(t, "data", row(1, "1", "2020-01-01", a, ""), row(512, "1", "2020-01-01", a, ""), row(1, "1", "2020-01-01", b, ""), row(2, "2", "2020-01-01", b, ""), row(1<<30+1, "1", "2020-01-01", a, ""), row(-1, "1", "2020-01-01", a, ""))
	out := readSource(t, name, document.Options{})
	if want := []string{"5 duplicate an earlier row has the same Id", "7 damaged not a row of a dump", "8 damaged not a row of a dump"}; out.err != nil || !slices.Equal(out.skips, want) || len(out.files) != 3 {
		t.Errorf("%d files, skips %q, %v", len(out.files), out.skips, out.err)
	}
	history := filepath.Join(filepath.Dir(name), "PostHistory.xml")
	change := func(id int, text string) string {
		return fmt.Sprintf("<row Id=\"%d\" PostHistoryTypeId=\"2\" PostId=\"1\" RevisionGUID=\"g\" Text=\"%s\" />\n", id, text)
	}
	writeFile(t, history, "<posthistory>\n"+change(1, "    a = 1")+change(1, "    b = 2")+"</posthistory>")
	if out := readSource(t, history, document.Options{}); len(out.files) != 1 || len(out.skips) != 1 {
		t.Errorf("%d files, skips %q", len(out.files), out.skips)
	}
}

func TestLines_Faults(t *testing.T) {
	line := "{\"content\":\"int a;\\n\"}\n"
	cut := gzipped(t, strings.Repeat(line, 10000))
	for text, want := range map[string]string{
		"": "neither a tar", "int a;\n": "neither a tar", "\x1f\x8b": "unexpected EOF", "[1]\n": "neither", "\x28\xb5\x2f\xfd\x00": "reading standard input: ", "{\"a\":1}\n": "neither",
		cut[:len(cut)/2]: "", line + "\xfd7zXZ\x00": "",
	} {
		out := readSource(t, Stdin, document.Options{Input: strings.NewReader(text)})
		if want != "" && (out.err == nil || !strings.Contains(out.err.Error(), want)) || want == "" && (out.err != nil || len(out.skips) != 1 || len(out.files) == 0) {
			t.Errorf("%.20q: %v, skips %q, %d files", text, out.err, out.skips, len(out.files))
		}
	}
	for _, name := range []string{"jsonl:-?colour=red", "stackexchange:-?host=x", "jsonl:-?%zz", "jsonl:" + t.TempDir(), "stackexchange:/no/such/file"} {
		if s, err := Open(name, document.Options{}); err == nil {
			t.Errorf("%s is read as %T", name, s)
		}
	}
	// A reader that waits is not waited for.
	ctx, cancel := context.WithCancel(t.Context())
	r, w := io.Pipe()
	defer w.Close()
	s, err := Open("jsonl:-", document.Options{Input: r})
	if err != nil {
		t.Fatal(err)
	}
	go func() { io.WriteString(w, line); cancel() }()
	if err := s.Each(ctx, Visitor{Visit: func(File) error { return nil }}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestJSONLines_NamedColumns(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.data")
	writeFile(t, path, `{"snippet":"int a;\n","content":"other","meta":{"file":"a.c","owner":{"name":"Ann"}},"license":"MIT"}`+"\n")
	name := "jsonl:" + path + "?content=snippet&path=meta.file&author=meta.owner.name"
	out := readSource(t, name, document.Options{})
	sameLines(t, "documents", out.documents, "1/a.c@ int a;\n")
	if len(out.files) != 1 || out.files[0].Origin != (document.Origin{Author: "Ann", License: "MIT"}) {
		t.Errorf("%v %+v", out.err, out.files)
	}
	s, err := Open(name, document.Options{})
	if err != nil || s.Root() != path {
		t.Fatal(s, err)
	}
	if again := readSource(t, s.Name(), document.Options{}); !slices.Equal(again.documents, out.documents) {
		t.Errorf("%s: %q", s.Name(), again.documents)
	}
}

// A block of a post is read in the first change that has it.
func TestPostHistory_FirstChange(t *testing.T) {
	change := func(id, kind, post int, guid, date, text string) string {
		return fmt.Sprintf("  <row Id=\"%d\" PostHistoryTypeId=\"%d\" PostId=\"%d\" RevisionGUID=\"%s\" CreationDate=\"%s\" UserId=\"7\" Text=\"%s\" ContentLicense=\"CC BY-SA 4.0\" />\n",
			id, kind, post, guid, date, strings.NewReplacer("\n", "&#xD;&#xA;").Replace(html.EscapeString(text)))
	}
	dir := filepath.Join(t.TempDir(), "superuser.com")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, "PostHistory.xml")
	writeFile(t, name, "<?xml version=\"1.0\"?>\n<posthistory>\n"+
		change(1, 1, 9, "g1", "2020-01-01", "    a title is no text\n")+
		change(2, 2, 9, "g1", "2020-01-01", "Try:\n\n    a = 1\n    b = 2\n\nor so.\n")+
		change(3, 2, 8, "g2", "2020-01-02", "```python\nc = 3\n```\n")+
		change(4, 5, 9, "g3", "2020-02-01", "Better:\n\n    a = 1\n    b = 2\n\nor:\n\n~~~\nd = 4\n~~~\n")+
		change(5, 8, 8, "g4", "2020-03-01", "```python\nc = 3\n```\n\n    e = 5\n")+
		"</posthistory>\n")
	out := readSource(t, name, document.Options{})
	sameLines(t, "documents", out.documents, "posts/9/1@g1 a = 1\nb = 2\n", "posts/8/1@g2 c = 3\n", "posts/9/2@g3 d = 4\n", "posts/8/2@g4 e = 5\n")
	want := document.Origin{Date: time.Date(2020, 1, 2, 0, 0, 0, 0, time.UTC), Author: "https://superuser.com/users/7", License: "CC-BY-SA-4.0",
		URL: "https://superuser.com/posts/8/revisions", Repository: "https://superuser.com"}
	if i := slices.IndexFunc(out.files, func(f File) bool { return f.Path == "posts/8/1" }); i < 0 || out.files[i].Origin != want || !slices.Equal(out.files[i].Languages, []string{"Python"}) {
		t.Errorf("%+v", out.files)
	}
}

// An indented block before a fenced one hides neither it nor the prose after it. Quotations, HTML
// and lists have blocks, too.
func TestPostHistory_Blocks(t *testing.T) {
	name := filepath.Join(t.TempDir(), "PostHistory.xml")
	text := "    a = 1\n\n```python\nb = 2\n\n\tc = 3\n```\nThis is prose, with `code`.\n\n> ```nosuch\n> d = 4\n> ```\n\n" +
		"1. Do\n\n    that, as said\n\n        e = 5\n\n<pre class=\"lang-none\">\nf &lt; 6\n</pre>\n\n\tg:\n\t\th\n"
	row := "  <row Id=\"2\" PostHistoryTypeId=\"2\" PostId=\"9\" RevisionGUID=\"g\" Text=\"" + strings.NewReplacer("\n", "&#xD;&#xA;", "\t", "&#x9;").Replace(html.EscapeString(text)) + "\" />\n"
	writeFile(t, name, "<?xml version=\"1.0\"?>\n<posthistory>\n"+row+"</posthistory>\n")
	out := readSource(t, name, document.Options{})
	sameLines(t, "documents", out.documents, "posts/9/1@g a = 1\n", "posts/9/2@g b = 2\n\n\tc = 3\n", "posts/9/3@g d = 4\n",
		"posts/9/4@g  e = 5\n", "posts/9/5@g f < 6\n", "posts/9/6@g g:\n\th\n")
	var languages []string
	for _, f := range out.files {
		languages = append(languages, strings.Join(f.Languages, " "))
	}
	if want := []string{"", "Python", "", "", "", ""}; !slices.Equal(languages, want) {
		t.Errorf("languages %q, not %q", languages, want)
	}
}

func FuzzInput(f *testing.F) {
	f.Add([]byte("{\"content\":\"a\"}\n{"))
	f.Add([]byte("<posts>\n<row Id=\"1\" PostTypeId=\"1\" Body=\"&lt;pre&gt;&lt;code&gt;a\" />"))
	f.Add([]byte("\x1f\x8b\x08\x00"))
	f.Add([]byte("BZh9"))
	f.Add([]byte("\x28\xb5\x2f\xfd"))
	f.Add([]byte("\xfd7zXZ\x00"))
	f.Add([]byte(makeTar(f, packed{name: "a", content: "b"})))
	f.Fuzz(func(t *testing.T, text []byte) {
		s, err := Open(Stdin, document.Options{Input: bytes.NewReader(text)})
		if err != nil {
			t.Fatal(err)
		}
		_ = s.Each(t.Context(), Visitor{Visit: func(File) error { return nil }})
	})
}
