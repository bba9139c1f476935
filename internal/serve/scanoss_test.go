package serve

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer/wfp"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/document"
)

// lined is n lines of code, different for every seed.
func lined(seed, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "\tresult%d = compute%d(argument%d, %d) + offset%d\n", seed*1000+i, seed*7+i, i*seed, seed, i*31+seed)
	}
	return b.String()
}

// scan posts a .wfp as scanoss-py does, with more fields of the form.
func (r *running) scan(text []byte, fields map[string]string, change func(*http.Request)) (status int, body string, all map[string][]scanossMatch) {
	r.t.Helper()
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	file, err := w.CreateFormFile("file", "5c.wfp")
	must(r.t, err)
	_, err = file.Write(text)
	must(r.t, err)
	for k, v := range fields {
		must(r.t, w.WriteField(k, v))
	}
	must(r.t, w.Close())
	a, body := r.ask("POST", "/scan/direct", form.String(), func(q *http.Request) {
		q.Header.Set("Content-Type", w.FormDataContentType())
		if change != nil {
			change(q)
		}
	}, nil)
	if a.StatusCode == http.StatusOK {
		must(r.t, json.Unmarshal([]byte(body), &all))
	}
	return a.StatusCode, body, all
}

// newScanossServer serves an index with SCANOSS fingerprints.
func newScanossServer(t *testing.T) *running {
	s := index.DefaultSettings()
	s.Scanoss = true
	w := newIndexWith(t, "a", s, map[string]string{
		"package.json": `{"name": "@up/lib", "version": "1.2.3", "license": "MIT"}`,
		"src/a.c":      lined(1, 60), "src/b.c": "// SPDX-License-Identifier: Zlib\n" + lined(2, 60),
	})
	return newServer(t, w, func(o *Options) { o.Scanoss, o.Version = true, "v1" })
}

func TestScanoss_AnswersScans(t *testing.T) {
	s := newScanossServer(t)
	text := wfp.Append(nil, "own.c", []byte(lined(9, 40)))
	text = wfp.Append(text, "same.c", []byte(lined(1, 60)))
	text = wfp.Append(text, "part.c", []byte(lined(8, 20)+lined(2, 40)))
	status, body, all := s.scan(text, map[string]string{"format": "plain"}, nil)
	if status != 200 || len(all) != 3 || len(all["own.c"]) != 1 || len(all["same.c"]) != 1 || len(all["part.c"]) != 1 {
		t.Fatalf("%d %s", status, body)
	}
	if m := all["own.c"][0]; m.ID != "none" || m.Server.Version != "chaffinch v1" || len(m.Server.KB.Daily) != len("26.11.24") {
		t.Errorf("%+v", m)
	}
	m := all["same.c"][0]
	sum := m.FileHash
	want := `{"id":"file","status":"pending","lines":"all","oss_lines":"all","matched":"100%","purl":["pkg:npm/%40up/lib"],` +
		`"vendor":"@up","component":"lib","version":"1.2.3","latest":"","url":"","url_hash":"","release_date":"","file":"src/a.c",` +
		`"file_hash":"` + sum + `","file_url":"` + s.at + `/file_contents/` + sum + `","source_hash":"` + sum + `",` +
		`"licenses":[{"name":"MIT","source":"component_declared"}],"server":` + asJSON(t, m.Server) + `}`
	if got := asJSON(t, m); got != want {
		t.Errorf("%s\nnot\n%s", got, want)
	}
	for _, at := range []string{m.FileURL, s.at + "/api/file_contents/" + sum} {
		a, source := s.ask("GET", strings.TrimPrefix(at, s.at), "", nil, nil)
		if a.StatusCode != 200 || source != lined(1, 60) || !strings.HasPrefix(a.Header.Get("Content-Type"), "text/plain") {
			t.Errorf("%s: %d %s", at, a.StatusCode, source)
		}
	}
	m = all["part.c"][0]
	if m.ID != "snippet" || m.Lines != "22-60" || m.OSSLines != "3-41" || m.File != "src/b.c" || m.FileHash == m.SourceHash ||
		m.Matched != "70%" || asJSON(t, m.Licenses) != `[{"name":"Zlib","source":"file_header"}]` {
		t.Errorf("%+v", m)
	}
}

func TestScanoss_Options(t *testing.T) {
	s := newScanossServer(t)
	part := wfp.Append(nil, "part.js", []byte(lined(8, 20)+lined(2, 40)))
	settings := func(text string) func(*http.Request) {
		return func(q *http.Request) {
			q.Header.Set("scanoss-settings", base64.StdEncoding.EncodeToString([]byte(text)))
		}
	}
	for name, c := range map[string]struct {
		fields map[string]string
		change func(*http.Request)
		want   string
	}{
		"none":                 {nil, nil, "snippet"},
		"without snippets":     {map[string]string{"flags": "1"}, nil, "none"},
		"other flags":          {map[string]string{"flags": "4096"}, nil, "snippet"},
		"few hits":             {nil, settings(`{"min_snippet_hits": 4, "ranking_enabled": true}`), "snippet"},
		"more hits":            {nil, settings(`{"min_snippet_hits": 400}`), "none"},
		"more lines":           {nil, settings(`{"min_snippet_lines": 40}`), "none"},
		"the extension":        {nil, settings(`{"honour_file_exts": true}`), "none"},
		"any extension":        {nil, settings(`{"honour_file_exts": false}`), "snippet"},
		"a package left out":   {map[string]string{"type": "blacklist", "assets": `{"components":[{"purl":"pkg:npm/%40up/lib"}]}`}, nil, "none"},
		"a package identified": {map[string]string{"type": "identify", "assets": `{"components":[{"purl":"pkg:npm/other"}]}`}, nil, "snippet"},
	} {
		status, body, all := s.scan(part, c.fields, c.change)
		if status != 200 || len(all["part.js"]) != 1 || all["part.js"][0].ID != c.want {
			t.Errorf("%s: %d %s", name, status, body)
		}
	}
	if _, body, all := s.scan(part, map[string]string{"flags": "8"}, nil); len(all["part.js"][0].Licenses) > 0 {
		t.Errorf("without licenses: %s", body)
	}
}

// Invalid and unsupported requests get an error that says why.
func TestScanoss_Refuses(t *testing.T) {
	s := newScanossServer(t)
	part := wfp.Append(nil, "part.c", []byte(lined(2, 40)))
	for name, c := range map[string]struct {
		text   []byte
		fields map[string]string
		header string
		want   string
	}{
		"no .wfp":       {[]byte("int main() {}\n"), nil, "", "scanoss-py wfp"},
		"nothing":       {nil, nil, "", "has no file"},
		"a format":      {part, map[string]string{"format": "xml"}, "", "use plain"},
		"flags":         {part, map[string]string{"flags": "x"}, "", "not a number"},
		"assets":        {part, map[string]string{"assets": "x", "type": "identify"}, "", "not JSON"},
		"a type":        {part, map[string]string{"assets": "{}", "type": "x"}, "", "identify or blacklist"},
		"settings":      {part, nil, "!", "scanoss-settings"},
		"settings' own": {part, nil, base64.StdEncoding.EncodeToString([]byte("[]")), "scanoss-settings"},
	} {
		status, body, _ := s.scan(c.text, c.fields, func(q *http.Request) { q.Header.Set("scanoss-settings", c.header) })
		if status != 400 || !strings.Contains(body, c.want) {
			t.Errorf("%s: %d %s", name, status, body)
		}
	}
	for _, c := range []struct {
		method, path string
		status       int
		want         string
	}{
		{"POST", "/scan/direct", 400, "not multipart/form-data"},
		{"GET", "/file_contents/00", 400, "not an MD5"},
		{"GET", "/file_contents/" + strings.Repeat("0", 32), 404, "unknown content"},
		{"POST", "/v2/licenses/components", 200, `"status":"FAILED"`},
		{"GET", "/api/v2/components/search?search=x", 200, `"status":"FAILED"`},
		{"GET", "/kb/details", 200, `"kb_version"`},
	} {
		if a, body := s.ask(c.method, c.path, "", nil, nil); a.StatusCode != c.status || !strings.Contains(body, c.want) {
			t.Errorf("%s: %d %s", c.path, a.StatusCode, body)
		}
	}
	plain := newIndex(t, "b", map[string]string{"a.go": program("a")})
	if _, err := New(openIndexes(t, Named{"b", plain.Path()}), Options{Listen: "127.0.0.1:0", Limits: DefaultLimits(), Scanoss: true}); err == nil ||
		!strings.Contains(err.Error(), "chaffinch index --scanoss") {
		t.Errorf("without fingerprints: %v", err)
	}
	h, err := s.indexes.Acquire("")
	must(t, err)
	defer h.Close()
	both := openIndexes(t, Named{"a", h.Path()}, Named{"c", h.Path()})
	if _, err := New(both, Options{Listen: "127.0.0.1:0", Limits: DefaultLimits(), Scanoss: true}); err == nil || !strings.Contains(err.Error(), "a, c") {
		t.Errorf("two indexes: %v", err)
	}
	if a, body := newServer(t, plain, nil).ask("POST", "/scan/direct", "", nil, nil); a.StatusCode != 404 {
		t.Errorf("without --scanoss: %d %s", a.StatusCode, body)
	}
}

func TestComponentOf(t *testing.T) {
	for _, c := range []struct {
		o    index.Occurrence
		want component
	}{
		{index.Occurrence{Collection: "c++"}, component{"pkg:generic/c%2B%2B", "", "c++", "", ""}},
		{index.Occurrence{Collection: "my class"}, component{"pkg:generic/my%20class", "", "my class", "", ""}},
		{index.Occurrence{Origin: document.Origin{Package: "pkg:deb/debian/x@1.2-3?arch=source"}}, component{"pkg:deb/debian/x", "debian", "x", "1.2-3", ""}},
		{index.Occurrence{Revision: "3f2a", Origin: document.Origin{Repository: "https://github.com/Up/Lib.git"}},
			component{"pkg:github/up/lib", "Up", "Lib", "3f2a", "https://github.com/Up/Lib.git"}},
		{index.Occurrence{Collection: "c", Origin: document.Origin{Repository: "https://example.org/a/b/lib"}}, component{"pkg:generic/lib", "a/b", "lib", "", "https://example.org/a/b/lib"}},
		{index.Occurrence{Collection: "c", Origin: document.Origin{Repository: "lib"}}, component{"pkg:generic/c", "", "c", "", ""}},
		{index.Occurrence{Collection: "so", Origin: document.Origin{URL: "https://stackoverflow.com/a/1"}}, component{"pkg:generic/so", "", "so", "", "https://stackoverflow.com/a/1"}},
		{index.Occurrence{Collection: "c", Origin: document.Origin{URL: "javascript:alert(1)", Package: "pkg:"}}, component{"pkg:generic/c", "", "c", "", ""}},
	} {
		if got := componentOf(c.o); got != c.want {
			t.Errorf("%+v: %+v, not %+v", c.o, got, c.want)
		}
	}
}
