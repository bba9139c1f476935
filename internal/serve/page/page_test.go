package page

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/filetest"
	"github.com/chaffinch-search/chaffinch/internal/logtest"
	"github.com/chaffinch-search/chaffinch/internal/serve"
)

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// program returns a source of some thirty tokens, different for every letter.
func program(letter string) string {
	return strings.ReplaceAll("func x1(xa, xb int) (int, error) {\n\tif xa > xb {\n\t\treturn xb * xa, xErr\n\t}\n"+
		"\tfor xi := range xb {\n\t\txa += xi % xTable[xa&xi]\n\t}\n\treturn xa, xClose(xb)\n}\n", "x", letter)
}

// other returns a source of another structure.
func other(letter string) string {
	return strings.ReplaceAll("func x2(xm map[string][]byte) {\n\tswitch xk := len(xm); xk {\n\tcase 1:\n\t\tdelete(xm, \"x\")\n"+
		"\tdefault:\n\t\tgo func() { xm[\"x\"] = append(xm[\"x\"], byte(xk)) }()\n\t}\n\tdefer xLock.Unlock()\n\txLock.Lock()\n}\n", "x", letter)
}

// site is a running server with pages.
type running struct {
	t      *testing.T
	at     string
	log    *logtest.Log
	server *serve.Server
	stop   func() // stops it, once
}

func makeIndex(t *testing.T, name string, files map[string]string) serve.Named {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	x, err := chaffinch.Create(path, index.DefaultSettings())
	must(t, err)
	_, err = x.Update(t.Context(), index.Source{Root: filetest.Folder(t, files), Collection: "corpus"}, index.UpdateOptions{})
	must(t, err)
	must(t, x.Close())
	return serve.Named{Name: name, Path: path}
}

// run serves indexes until the test ends.
func run(t *testing.T, named ...serve.Named) *running {
	t.Helper()
	return limited(t, func(*serve.Limits) {}, named...)
}

func limited(t *testing.T, change func(*serve.Limits), named ...serve.Named) *running {
	t.Helper()
	return started(t, func(o *serve.Options) { change(&o.Limits) }, named...)
}

// started is run with other options.
func started(t *testing.T, change func(*serve.Options), named ...serve.Named) *running {
	t.Helper()
	x, err := serve.Open(t.Context(), named)
	must(t, err)
	r := &running{t: t, log: new(logtest.Log)}
	o := serve.Options{Listen: "127.0.0.1:0", Limits: serve.DefaultLimits(), Log: slog.New(slog.NewTextHandler(r.log, nil))}
	change(&o)
	s, err := serve.New(x, o)
	must(t, err)
	Add(s)
	r.server = s
	l, err := s.Listen()
	must(t, err)
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- s.Run(ctx, l) }()
	r.stop = sync.OnceFunc(func() { stop(); must(t, <-ended); must(t, x.Close()) })
	t.Cleanup(r.stop)
	r.at = "http://" + l.Addr().String()
	return r
}

// get returns a page, and its status.
func (r *running) get(path string) (int, string, http.Header) {
	r.t.Helper()
	a, err := http.Get(r.at + path)
	must(r.t, err)
	defer a.Body.Close()
	text, err := io.ReadAll(a.Body)
	must(r.t, err)
	return a.StatusCode, string(text), a.Header
}

// post sends a form as a browser without JavaScript does. A field with the name of a file is one.
func (r *running) post(path string, fields map[string]string) (int, string) {
	r.t.Helper()
	var b bytes.Buffer
	form := multipart.NewWriter(&b)
	for name, value := range fields {
		if file, ok := strings.CutPrefix(name, "file:"); ok {
			w, err := form.CreateFormFile("file", file)
			must(r.t, err)
			_, err = io.WriteString(w, value)
			must(r.t, err)
			continue
		}
		must(r.t, form.WriteField(name, value))
	}
	must(r.t, form.Close())
	q, err := http.NewRequest("POST", r.at+path, &b)
	must(r.t, err)
	q.Header.Set("Content-Type", form.FormDataContentType())
	q.Header.Set("Origin", r.at)
	a, err := http.DefaultClient.Do(q)
	must(r.t, err)
	defer a.Body.Close()
	text, err := io.ReadAll(a.Body)
	must(r.t, err)
	return a.StatusCode, string(text)
}

// The page shows the text of a document of a word processor.
func TestForm_TakesDocumentsOfWordProcessors(t *testing.T) {
	const essay = "The harbour was built when the river changed its course, and merchants of the old town paid for a wall of grey stone, and for nine lamps."
	r := run(t, makeIndex(t, "a", map[string]string{"a.txt": essay}))
	document := filetest.Zip(t, [2]string{"word/document.xml", "<w:document><w:body><w:p><w:r><w:t>" + essay + "</w:t></w:r></w:p></w:body></w:document>"})
	status, text := r.post("/", map[string]string{"how": "cover", "file:q.docx": document})
	if status != 200 || !strings.Contains(text, "a.txt</bdi>") || strings.Contains(text, "word/document.xml") {
		t.Errorf("%d: %s", status, text)
	}
}

func TestForm_IsAnsweredWithoutScripts(t *testing.T) {
	r := run(t, makeIndex(t, "a", map[string]string{"a.go": program("a"), "b.go": other("b"), "c.go": other("b") + program("d")}))
	crlf := strings.ReplaceAll(program("q")+other("r"), "\n", "\r\n")
	for how, want := range map[string][]string{
		"origins": {"a.go</bdi>", "renamed", "1–10", "Names were changed, one for one (question = document): ", "Both sources as text"},
		"cover":   {"<dt>Adds</dt>", "The question, part by part", `href="#hit-1"`},
		"similar": {"c.go</bdi>"},
	} {
		status, text := r.post("/", map[string]string{"source": crlf, "how": how, "name": "q.go"})
		if status != 200 || !strings.Contains(text, `<option value="`+how+`" selected>`) || strings.Contains(text, "\r") {
			t.Errorf("%s: %d", how, status)
		}
		for _, w := range want {
			if !strings.Contains(text, w) {
				t.Errorf("%s: %q is not in the page: %s", how, w, text)
			}
		}
	}
	if _, text := r.post("/", map[string]string{"file:sent.go": program("a"), "source": ""}); !strings.Contains(text, "verbatim") || !strings.Contains(text, `value="sent.go"`) {
		t.Error(text)
	}
	if _, text := r.post("/", map[string]string{"source": "module: old\n", "name": "old.dylan"}); !strings.Contains(text, "a copy with other names may be missed<") {
		t.Error(text)
	}
	if strings.Contains(r.log.String(), "q1") || strings.Contains(r.log.String(), "sent.go") {
		t.Error("the log has the question: " + r.log.String())
	}
}

// weakQuestion has a small part of a document, below the minimum score.
func weakQuestion() string {
	var b strings.Builder
	for i := range 400 {
		fmt.Fprintf(&b, "var w%d = map[string]int{%q: %d, \"b\": w%d.c[%d]}\n", i, fmt.Sprint(i), i*i, i+1, i)
	}
	return b.String() + strings.Join(strings.SplitAfter(program("q"), "\n")[:4], "")
}

func TestForm_ListsWeakerDocuments(t *testing.T) {
	r := run(t, makeIndex(t, "a", map[string]string{"a.go": program("a") + other("b") + other("c")}))
	_, text := r.post("/", map[string]string{"source": weakQuestion()})
	if !strings.Contains(text, "1 weaker document is not listed: choose to list them") || strings.Contains(text, "a.go</bdi>") {
		t.Error(text)
	}
	_, text = r.post("/", map[string]string{"source": weakQuestion(), "weak": "1"})
	if !strings.Contains(text, "a.go</bdi>") || strings.Contains(text, "not listed") || !strings.Contains(text, `<option value="1" selected>list`) {
		t.Error(text)
	}
}

// A document whose source is gone cannot be browsed, and its share of the question is unknown.
func TestForm_OffersOnlySourcesThatAreThere(t *testing.T) {
	folder := filetest.Folder(t, map[string]string{"a.go": program("a")})
	path := filepath.Join(t.TempDir(), "a")
	x, err := chaffinch.Create(path, index.DefaultSettings())
	must(t, err)
	_, err = x.Update(t.Context(), index.Source{Root: folder, Collection: "corpus"}, index.UpdateOptions{})
	must(t, err)
	must(t, x.Close())
	r := run(t, serve.Named{Name: "a", Path: path})
	for _, there := range []bool{true, false} {
		if !there {
			must(t, os.Remove(filepath.Join(folder, "a.go")))
		}
		_, text := r.post("/", map[string]string{"source": program("q"), "how": "origins"})
		if !strings.Contains(text, "a.go</bdi>") || strings.Contains(text, "Browse the document") != there || strings.Contains(text, `href="/contents/`) != there ||
			strings.Contains(text, "<dt>Of the question</dt><dd>unknown</dd>") == there {
			t.Errorf("there: %v: %s", there, text)
		}
	}
}

func TestPages_SayWhatIsWrong(t *testing.T) {
	r := run(t, makeIndex(t, "a", map[string]string{"a.go": program("a")}), makeIndex(t, "b", map[string]string{"b.go": program("b")}))
	for _, c := range []struct {
		fields map[string]string
		status int
		want   string
	}{
		{map[string]string{"source": " \n"}, 400, "paste code or text"},
		{map[string]string{"source": "x", "language": "nope"}, 400, "choose one of the list"},
		{map[string]string{"source": "x", "index": "c"}, 404, "use a or b"},
	} {
		if status, text := r.post("/", c.fields); status != c.status || !strings.Contains(text, c.want) || !strings.Contains(text, `role="alert"`) {
			t.Errorf("%v: %d %s", c.fields, status, text)
		}
	}
	if status, text, _ := r.get("/contents/" + strings.Repeat("0", 40) + "?index=a"); status != 404 || !strings.Contains(text, "unknown content") {
		t.Errorf("%d %s", status, text)
	}
	_, answer := r.post("/", map[string]string{"source": program("a"), "index": "a"})
	_, id, _ := strings.Cut(answer, `data-content="`)
	if status, text := r.post("/pair", map[string]string{"source": program("a"), "index": "a", "content": strings.Repeat("0", 40)}); status != 400 || !strings.Contains(text, "run the search again") {
		t.Errorf("%d %s", status, text)
	}
	if status, text := r.post("/pair", map[string]string{"source": program("a"), "index": "a", "content": id[:40]}); status != 200 || !strings.Contains(text, `"kind":"verbatim"`) {
		t.Errorf("%d %s", status, text)
	}
	for accept, want := range map[string]string{"text/html,application/xhtml+xml,*/*;q=0.8": "there is no such page", "*/*": "openapi.json"} {
		q, err := http.NewRequest("GET", r.at+"/nope", nil)
		must(t, err)
		q.Header.Set("Accept", accept)
		a, err := http.DefaultClient.Do(q)
		must(t, err)
		text, err := io.ReadAll(a.Body)
		must(t, err)
		must(t, a.Body.Close())
		if a.StatusCode != 404 || !strings.Contains(string(text), want) {
			t.Errorf("%s: %d %s", accept, a.StatusCode, text)
		}
	}
	if status, text, _ := r.get("/corpus?index=<script>"); status != 404 || strings.Contains(text, "<script>") {
		t.Errorf("%d %s", status, text)
	}
}

// Every page works without JavaScript, for each index.
func TestPages_ShowTheIndex(t *testing.T) {
	files := map[string]string{"shared.go": program("a") + other("x")}
	for i := range 12 {
		files[string(rune('a'+i))+".go"] = program("a") + "var x" + strings.Repeat("y", i) + " = 1\n"
	}
	r := run(t, makeIndex(t, "one", files), makeIndex(t, "two", map[string]string{"only.go": other("z")}))
	for path, want := range map[string][]string{
		"/corpus?index=one": {"<dd>13</dd>", "corpus", `<svg class="df-plot"`, "<td class=\"number\">13</td>", ">Go<"},
		"/corpus?index=two": {"<dd>1</dd>", "<option selected>two</option>"},
		"/corpus":           {"<option selected>one</option>"},
		"/idioms?index=one": {"13</td>", "100%", "representation=structure"},
		"/?index=two":       {"<option selected>two</option>"},
	} {
		status, text, header := r.get(path)
		if status != 200 || header.Get("Content-Security-Policy") != policy {
			t.Errorf("%s: %d %v", path, status, header)
		}
		for _, w := range want {
			if !strings.Contains(text, w) {
				t.Errorf("%s: %q is not in the page: %s", path, w, text)
			}
		}
	}
	_, text := r.post("/", map[string]string{"source": other("x"), "index": "one"})
	address := regexp.MustCompile(`/contents/[0-9a-f]{40}\?index=one`).FindString(text)
	status, text, _ := r.get(address)
	if status != 200 || !strings.Contains(text, `class="line" id="L17"`) {
		t.Errorf("%q: %d %s", address, status, text)
	}
	if !regexp.MustCompile(`Content [0-9a-f]{20}<wbr>[0-9a-f]{20}\.`).MatchString(text) { // fits in narrow windows
		t.Errorf("%q: %s", address, text)
	}
	if status, text, _ := r.get(address + "&from=12"); status != 200 || strings.Contains(text, `id="L11"`) || !strings.Contains(text, `id="L12"`) || !strings.Contains(text, "Earlier lines") {
		t.Errorf("%d %s", status, text)
	}
}

// The server's pages, and the page that compares in the browser, have one frame.
func TestPages_HaveOneFrame(t *testing.T) {
	compared, err := os.ReadFile("../../report/html/assets/web/page.html")
	must(t, err)
	_, served, _ := run(t, makeIndex(t, "a", nil)).get("/")
	entries := func(page string) (all []string) {
		_, page, _ = strings.Cut(page, `<nav aria-label="What to do">`)
		page, _, _ = strings.Cut(page, "</nav>")
		for _, entry := range regexp.MustCompile(`>([^<>]*\w[^<>]*)<`).FindAllStringSubmatch(page, -1) {
			all = append(all, entry[1])
		}
		return all
	}
	if have, want := entries(served), entries(string(compared)); len(want) != 5 || !slices.Equal(have, want) {
		t.Errorf("the server's pages have %q, the page that compares in the browser %q", have, want)
	}
}

// mostBytes is the promised size of the empty page, with style and script.
const mostBytes = 71_000

func TestPage_IsSmall(t *testing.T) {
	r := run(t, makeIndex(t, "a", nil))
	n := 0
	for _, path := range []string{"/", "/page.css", "/page.js"} {
		status, text, header := r.get(path)
		if status != 200 || header.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: %d %v", path, status, header)
		}
		n += len(text)
	}
	if n > mostBytes || n < 20_000 {
		t.Errorf("the page has %d bytes", n)
	}
}

// A browser replaces the headers of a page that it has by those of a 304.
func TestTagged_NotModifiedHasTheSameHeaders(t *testing.T) {
	r := run(t, makeIndex(t, "a", nil))
	for _, path := range []string{"/page.css", "/page.js", "/upload.css", "/upload.js", addClass(t, r)} {
		_, _, first := r.get(path)
		q, err := http.NewRequest("GET", r.at+path, nil)
		must(t, err)
		q.Header.Set("If-None-Match", first.Get("ETag"))
		a, err := http.DefaultClient.Do(q)
		must(t, err)
		must(t, a.Body.Close())
		if a.StatusCode != http.StatusNotModified {
			t.Errorf("%s: %s", path, a.Status)
		}
		for _, ofBody := range []string{"Content-Type", "Content-Length", "Content-Encoding", "Date"} {
			first.Del(ofBody)
			a.Header.Del(ofBody)
		}
		if !maps.EqualFunc(first, a.Header, slices.Equal) {
			t.Errorf("%s: first %v, then %v", path, first, a.Header)
		}
	}
}
