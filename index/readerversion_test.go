package index

import (
	"archive/tar"
	"bytes"
	"cmp"
	"fmt"
	"html"
	"io"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/cespare/xxhash/v2"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/internal/filetest"
)

// An update does not read a container again that has not changed. So whatever changes what is read
// of one raises readerVersion: then the next update reads it.
func TestReaderVersion_RisesWithWhatIsRead(t *testing.T) {
	const version, want = 9, uint64(0x8da50a436e3bb3f7)
	members := [][2]string{{"LICENSE", "x\n"}, {"a.go", filetest.Program(1)}, {"b/c.md", "# T\n"}, {"b/empty", ""}, {"d.bin", "\x00\x01"}, {"e.c", "/* \x00 */\nint x;\n"}}
	files := map[string]string{"x.tar": tarOf(t, members)}
	files["x.zip"] = filetest.Zip(t, append(members, [2]string{"lib.zip", filetest.Zip(t, [2]string{"in.go", filetest.Program(2)})})...)
	markdown := "    a = 1\n\n```python\nb = 2\n```\nprose\n\n> ~~~\n> c = 3\n> ~~~\n\n1. Do\n\n        d = 4\n\n<pre class=\"lang-c\">e &lt; 5\n</pre>\n\n\tf\n"
	page := "<p>a <code>b</code></p><pre class=\"lang-c\"><code>c &amp;&amp; d\n</code></pre><pre>e</pre>"
	attribute := func(text string) string { return strings.ReplaceAll(html.EscapeString(text), "\n", "&#xD;&#xA;") }
	files["Posts.xml"] = "<posts>\n" +
		`<row Id="1" PostTypeId="1" CreationDate="2010-01-01" Tags="&lt;python-3.x&gt;&lt;c&gt;" OwnerUserId="7" Body="` + attribute(page) + "\" />\n" +
		`<row Id="2" PostTypeId="2" ParentId="1" CreationDate="2020-01-01" LastEditDate="2021-01-01" Score="3" Body="` + attribute(page) + "\" />\n" + `<row Id="2" PostTypeId="2" Body="x" />` + "\n</posts>\n"
	files["Users.xml"] = "<users>\n<row Id=\"7\" DisplayName=\"Ann\" />\n</users>\n"
	files["PostHistory.xml"] = "<posthistory>\n" +
		`<row Id="1" PostHistoryTypeId="2" PostId="1" RevisionGUID="g" CreationDate="2010-01-01" UserDisplayName="Ann" Text="` + attribute(markdown) + "\" />\n</posthistory>\n"
	files["y.jsonl"] = strings.Join(strings.Split(`{"content":"a line\n","path":"a.c"}`+"\n", ""), "\x00") + "\x00" // UTF-16
	files["x.jsonl"] = "\ufeff" + `{"content":"a\n","path":"a.c","repo_name":"r","license":"MIT","date":"2020-01-01"}` + "\n{}\n" + `{"text":"b"}` + "\n"
	root := filetest.Folder(t, files)
	sum := xxhash.New()
	for _, name := range []string{"x.zip", "x.tar", "Posts.xml", "PostHistory.xml", "x.jsonl", "y.jsonl"} {
		from, err := corpus.Open(filepath.Join(root, name), document.Options{})
		must(t, err)
		must(t, from.Each(t.Context(), corpus.Visitor{
			Visit: func(f corpus.File) error {
				content, reason, err := corpus.Read(f, document.Options{}, nil)
				fmt.Fprintf(sum, "%q %q %q %v %+v %q %v %v\n", f.Path, f.Revision, f.Languages, f.Nameless, f.Origin, content, cmp.Or(reason, "kept"), err)
				return nil
			},
			Skip: func(s corpus.Skip) { fmt.Fprintf(sum, "%q %v\n", s.Path, s.Reason) },
		}))
		from.Close()
	}
	if got := sum.Sum64(); readerVersion != version || got != want {
		t.Errorf("readerVersion is %d and the sum %#x, not %d and %#x: raise readerVersion with every change of what is "+
			"read of containers, and put both numbers here", readerVersion, got, version, want)
	}
}

func tarOf(t *testing.T, files [][2]string) string {
	t.Helper()
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, f := range files {
		must(t, w.WriteHeader(&tar.Header{Name: f[0], Mode: 0o644, Size: int64(len(f[1]))}))
		_, err := io.WriteString(w, f[1])
		must(t, err)
	}
	must(t, w.Close())
	return b.String()
}

// Whatever selects what is read of a container is in its version, but the reader of standard input
// and what is noted.
func TestContainerVersion_EverythingCounts(t *testing.T) {
	all := []containerVersion{{}, {reader: 1}, {file: 1}, {source: "x"}, {language: "x"}, {options: document.Options{Include: []string{"a", "b"}}}}
	var v containerVersion
	var vary func(field reflect.Value)
	vary = func(field reflect.Value) {
		switch field.Kind() {
		case reflect.Struct:
			for i := range field.NumField() {
				vary(field.Field(i))
			}
			return
		case reflect.Bool:
			field.SetBool(true)
		case reflect.Int64:
			field.SetInt(7)
		case reflect.String:
			field.SetString("x")
		case reflect.Slice:
			field.Set(reflect.ValueOf([]string{"a b"}))
		case reflect.Interface, reflect.Pointer: // Input, Use
			return
		default:
			t.Fatalf("%s: give it a value here", field.Type())
		}
		all = append(all, v)
		field.SetZero()
	}
	vary(reflect.ValueOf(&v.options).Elem())
	seen := map[int64]containerVersion{}
	for _, v := range all {
		if other, ok := seen[v.sum()]; ok {
			t.Errorf("the same for %+v and %+v", v, other)
		}
		seen[v.sum()] = v
	}
	v.options.Input, v.options.Use = strings.NewReader("x"), new(document.PatternUse)
	if v.sum() != (containerVersion{}).sum() {
		t.Error("standard input counts")
	}
}

func TestContainerVersion_IsOfTheUpdate(t *testing.T) {
	from := opened(t, "x.zip", filetest.Zip(t, [2]string{"a.go", filetest.Program(1)}))
	c, _ := lex.Lookup("C")
	a, err := analyzer.New(analyzer.DefaultSettings())
	must(t, err)
	u := update{analyzer: a, from: from, src: Source{Language: c}, o: UpdateOptions{Corpus: document.Options{MaxSize: 9}}}
	want := containerVersion{reader: readerVersion, file: versionOf(corpus.File{Blob: "b"}, nil), source: from.Name(), language: "C", options: document.Options{MaxSize: 9}}
	if got := u.containerVersion(corpus.File{Blob: "b"}); got != want.sum() {
		t.Errorf("%d, not that of %+v", got, want)
	}
}
