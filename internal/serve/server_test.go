package serve

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/internal/filetest"
	"github.com/chaffinch-search/chaffinch/internal/inspect"
	"github.com/chaffinch-search/chaffinch/internal/logtest"
	"github.com/chaffinch-search/chaffinch/internal/option"
)

var update = flag.Bool("update", false, "rewrite docs/openapi.json")

// running is a server that listens.
type running struct {
	*Server
	t    *testing.T
	at   string
	stop func() error
}

// newServer runs a server of one index named a.
func newServer(t *testing.T, w *written, change func(*Options)) *running {
	t.Helper()
	o := Options{Listen: "127.0.0.1:0", Limits: DefaultLimits()}
	if change != nil {
		change(&o)
	}
	x := openIndexes(t, Named{"a", w.Path()})
	s, err := New(x, o)
	must(t, err)
	l, err := s.Listen()
	must(t, err)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.Run(ctx, l) }()
	r := &running{s, t, "http://" + l.Addr().String(), sync.OnceValue(func() error { stop(); return <-ended })}
	t.Cleanup(func() { _ = r.stop() })
	return r
}

// ask sends a request, and decodes the answer.
func (r *running) ask(method, path, body string, change func(*http.Request), into any) (*http.Response, string) {
	r.t.Helper()
	q, err := http.NewRequest(method, r.at+path, strings.NewReader(body))
	must(r.t, err)
	if body != "" {
		q.Header.Set("Content-Type", "application/json")
	}
	if change != nil {
		change(q)
	}
	a, err := http.DefaultClient.Do(q)
	must(r.t, err)
	defer a.Body.Close()
	text, err := io.ReadAll(a.Body)
	must(r.t, err)
	if into != nil {
		if err := json.Unmarshal(text, into); err != nil {
			r.t.Fatalf("%s: %v", text, err)
		}
	}
	return a, string(text)
}

func asJSON(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	must(t, err)
	return string(text)
}

func TestListen_OnlyWhereItSays(t *testing.T) {
	x := openIndexes(t, Named{"a", newIndex(t, "a", nil).Path()})
	for listen, want := range map[string]string{"0.0.0.0:0": "0.0.0.0", "127.0.0.1:0": "127.0.0.1"} {
		s, err := New(x, Options{Listen: listen, BehindProxy: true, Token: strings.Repeat("t", 20)})
		must(t, err)
		l, err := s.Listen()
		must(t, err)
		if host, _, _ := net.SplitHostPort(l.Addr().String()); host != want {
			t.Errorf("%s: %s", listen, host)
		}
		must(t, l.Close())
	}
}

func TestNew_HasDefaultLimits(t *testing.T) {
	x := openIndexes(t, Named{"a", newIndex(t, "a", nil).Path()})
	s, err := New(x, Options{Listen: "127.0.0.1:0"})
	must(t, err)
	if s.Limits() != DefaultLimits() {
		t.Error(s.Limits())
	}
	if _, err := New(x, Options{Listen: "127.0.0.1:0", Limits: Limits{Queue: 1}}); err == nil {
		t.Error("some limits are given, and others are 0")
	}
}

func TestAPI_AnswersAsTheLibrary(t *testing.T) {
	w := newIndex(t, "a", map[string]string{"a.go": program("a"), "b.go": program("b")})
	s := newServer(t, w, nil)
	for path, ask := range map[string]func(context.Context, chaffinch.Document, chaffinch.SearchOptions) (*answer.Answer, error){
		"/api/v1/search": w.Search, "/api/v1/similar": w.Similar,
		"/api/v1/cover": func(ctx context.Context, d chaffinch.Document, o chaffinch.SearchOptions) (*answer.Answer, error) {
			o.Cover = true
			return w.Search(ctx, d, o)
		},
	} {
		q := SearchRequest{Document: Document{Name: "q.go", Source: program("a") + program("q")}, MinScore: new(float64)}
		var got answer.Answer
		a, text := s.ask("POST", path, asJSON(t, q), nil, &got)
		want, err := ask(t.Context(), chaffinch.Document{Name: "q.go", Source: []byte(q.Source)}, chaffinch.SearchOptions{Measures: true})
		must(t, err)
		got.Stats, want.Stats = answer.Stats{}, answer.Stats{}
		if a.StatusCode != 200 || asJSON(t, got) != asJSON(t, want) || len(got.Hits) == 0 {
			t.Errorf("%s: %d\n%s\nnot\n%s", path, a.StatusCode, text, asJSON(t, want))
		}
	}
	sorted := chaffinch.SearchOptions{Measures: true, Sort: "smaller"}
	want, err := w.Similar(t.Context(), chaffinch.Document{Name: "q.go", Source: []byte(program("a"))}, sorted)
	must(t, err)
	var got answer.Answer
	s.ask("POST", "/api/v1/similar", asJSON(t, SearchRequest{Document: Document{Name: "q.go", Source: program("a")}, MinScore: new(float64), SearchOptions: chaffinch.SearchOptions{Sort: "smaller"}}), nil, &got)
	if got.Stats, want.Stats = (answer.Stats{}), (answer.Stats{}); asJSON(t, got) != asJSON(t, want) {
		t.Errorf("sorted: %s\nnot\n%s", asJSON(t, got), asJSON(t, want))
	}
	var c answer.Comparison
	if s.ask("POST", "/api/v1/compare", asJSON(t, CompareRequest{Document{Name: "a.go", Source: program("a")}, Document{Name: "b.go", Source: program("b")}}), nil, &c); c.Kind != "renamed" {
		t.Errorf("%+v", c)
	}
}

// A document of a word processor is a question as for the command.
func TestAPI_ReadsDocumentsOfWordProcessors(t *testing.T) {
	s := newServer(t, newIndex(t, "a", map[string]string{"a.txt": essay}), nil)
	d := Document{Name: "q.docx", Bytes: []byte(filetest.Zip(t, [2]string{"word/document.xml", "<w:document><w:body><w:p><w:r><w:t>" + essay + "</w:t></w:r></w:p></w:body></w:document>"}))}
	var found answer.Answer
	if a, text := s.ask("POST", "/api/v1/search", asJSON(t, SearchRequest{Document: d}), nil, &found); a.StatusCode != 200 || len(found.Hits) != 1 {
		t.Errorf("%d: %s", a.StatusCode, text)
	}
	var tokens inspect.Inspection
	if a, text := s.ask("POST", "/api/v1/fingerprint", asJSON(t, FingerprintRequest{Document: d}), nil, &tokens); a.StatusCode != 200 || tokens.Language != "Text" {
		t.Errorf("%d: %s", a.StatusCode, text)
	}
}

const essay = "The harbour was built when the river changed its course, and merchants of the old town paid for a wall of grey stone, and for nine lamps."

func TestAPI_DescribesTheIndex(t *testing.T) {
	w := newIndex(t, "a", map[string]string{"a.go": program("a")})
	s := newServer(t, w, nil)
	for path, want := range map[string]string{
		"/api/v1/stats": `"contents":1`, "/api/v1/collections": `"collection":"corpus"`, "/api/v1/idioms?top=3": `"df":1`,
		"/api/v1/languages": `"name":"Go"`, "/api/v1/indexes": `"name":"a"`, "/healthz": "ok", "/readyz": "ok",
	} {
		if a, text := s.ask("GET", path, "", nil, nil); a.StatusCode != 200 || !strings.Contains(text, want) {
			t.Errorf("%s: %d %s", path, a.StatusCode, text)
		}
	}
	_, text := s.ask("GET", "/metrics", "", nil, nil)
	for _, want := range []string{
		`chaffinch_index_failed{index="a"} 0`, `chaffinch_requests_total{route="GET /api/v1/stats",status="200"} 1`,
		`chaffinch_request_seconds_bucket{route="GET /api/v1/stats",le="+Inf"} 1`, `chaffinch_request_seconds_count{route="GET /api/v1/stats"} 1`,
		"chaffinch_questions_running 0", "process_start_time_seconds 1",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in %s", want, text)
		}
	}
	var found answer.Answer
	s.ask("POST", "/api/v1/search", asJSON(t, SearchRequest{Document: Document{Source: program("a")}}), nil, &found)
	var c Content
	s.ask("GET", "/api/v1/contents/"+found.Hits[0].Content+"?from=2&to=3", "", nil, &c)
	if want := strings.Join(strings.SplitAfter(program("a"), "\n")[1:3], ""); c.Text != want || c.Lines != (answer.Lines{From: 2, To: 3}) || c.LineCount != 9 {
		t.Errorf("%+v", c)
	}
	if _, text := s.ask("POST", "/api/v1/fingerprint", asJSON(t, FingerprintRequest{Document: Document{Name: "a.go", Source: program("a")}}), nil, nil); !strings.Contains(text, `"selected":true`) {
		t.Error(text)
	}
}

func TestAPI_ErrorsSayWhatToDo(t *testing.T) {
	s := newServer(t, newIndex(t, "a", map[string]string{"a.go": program("a")}), func(o *Options) { o.Limits.Question = 1 << 10 })
	id := strings.Repeat("0", 40)
	for _, c := range []struct {
		method, path, body string
		status             int
		want               string
	}{
		{"POST", "/api/v1/search?index=b", `{"source":"x"}`, 404, "use a"},
		{"POST", "/api/v1/search?index=5%", `{"source":"x"}`, 422, "badly escaped: send a % as %25"},
		{"POST", "/api/v1/search?index=a&index=b", `{"source":"x"}`, 422, "index\\\" is given several times: send it once"},
		{"POST", "/api/v1/search", `{"source":"x","language":"nope"}`, 400, "GET /api/v1/languages lists them"},
		{"POST", "/api/v1/search", `{"source":"x","bytes":"eA=="}`, 400, "set one of them"},
		{"POST", "/api/v1/search", `{"source":"x","content":"` + id + `"}`, 422, "source excludes content: set one of them"},
		{"POST", "/api/v1/search", `{"source":"x","maxTerms":3}`, 422, "maxTerms"},
		{"POST", "/api/v1/cover", `{"source":"x","groupBy":"package"}`, 422, `"groupBy excludes cover: omit one"`},
		{"POST", "/api/v1/search", `{"sauce":"x"}`, 422, "sauce"},
		{"POST", "/api/v1/search", `{"source":"x","top":1,"Top":-1}`, 422, "Top"},
		{"POST", "/api/v1/search", `{"source":"x","sort":"smaller"}`, 422, "for similar documents only"},
		{"POST", "/api/v1/search", `{"source":"x","filter":{"after":"2025-01-01T00:00:00Z","before":"2024-01-01T00:00:00Z"}}`, 400, "from after 2025-01-01 and from before 2024-01-01: use a later date for before"},
		{"POST", "/api/v1/search", `{"source":"` + strings.Repeat("x", 2<<10) + `"}`, 413, "send fewer lines"},
		{"GET", "/api/v1/contents/" + id, "", 404, "unknown content"},
		{"GET", "/nowhere", "", 404, "see /api/v1/openapi.json"},
		{"GET", "/api/v1/search", "", 405, "use POST"},
		{"POST", "/api/v1/jobs/x", "", 405, "use DELETE or GET"},
		{"POST", "/api/v1/jobs/x", strings.Repeat("x", 2<<10), 413, "send fewer lines"}, // only uploads may be larger
	} {
		a, text := s.ask(c.method, c.path, c.body, nil, nil)
		if a.StatusCode != c.status || a.Header.Get("Content-Type") != "application/problem+json" || !strings.Contains(text, c.want) {
			t.Errorf("%s %s: %d %s %s", c.path, c.body, a.StatusCode, a.Header.Get("Content-Type"), text)
		}
	}
}

// The detail of an invalid request says why, and contains nothing of the body.
func TestAPI_RefusalsSayWhyAndDoNotEcho(t *testing.T) {
	s := newServer(t, newIndex(t, "a", nil), nil)
	long := strings.Repeat("secret ", 20_000)
	for body, want := range map[string]string{
		`{"source": "` + long + `"}`:                         "expected required property a to be present",
		`{"a": {"source": "` + long + `", "x": 1}, "b": {}}`: "unexpected property",
		`{"a": {"bytes": "?` + long + `"}, "b": {}}`:         "base64",
		`{"a": "` + long: "unexpected end",
	} {
		a, text := s.ask("POST", "/api/v1/compare", body, nil, nil)
		var problem struct{ Detail string }
		must(t, json.Unmarshal([]byte(text), &problem))
		if a.StatusCode < 400 || !strings.Contains(problem.Detail, want) || !strings.Contains(problem.Detail, ": correct the request as /api/v1/openapi.json") ||
			strings.Contains(text, "secret") || len(text) > 2000 {
			t.Errorf("%.40s: %d %.500s", body, a.StatusCode, text)
		}
	}
}

func TestGuard_RefusesOtherSitesAndStrangers(t *testing.T) {
	const token = "0123456789abcdef"
	s := newServer(t, newIndex(t, "a", nil), func(o *Options) { o.Token, o.Hosts = token, []string{"code.example.org"} })
	for _, c := range []struct {
		host, header, value string
		status              int
	}{
		{"", "Authorization", "Bearer " + token, 200}, {"", "X-Api-Key", token, 200}, {"", "X-Session", token, 200}, {"", "Authorization", "Basic OjAxMjM0NTY3ODlhYmNkZWY=", 200},
		{"", "", "", 401}, {"", "Authorization", "Bearer " + token + "0", 401}, {"", "Authorization", "Bearer ", 401},
		{"", "Authorization", "bearer " + token, 200}, {"", "Authorization", "BEARER  " + token, 200}, {"", "Authorization", "Bearer", 401}, {"", "Authorization", token, 401},
		{"evil.example.org", "X-Api-Key", token, 421}, {"code.example.org:8765", "X-Api-Key", token, 200}, {"localhost", "X-Api-Key", token, 200},
	} {
		a, text := s.ask("GET", "/api/v1/indexes", "", func(q *http.Request) {
			q.Host = c.host
			if c.header != "" {
				q.Header.Set(c.header, c.value)
			}
		}, nil)
		if a.StatusCode != c.status || !strings.Contains(a.Header.Get("Content-Security-Policy"), "default-src 'none'") {
			t.Errorf("%+v: %d %s", c, a.StatusCode, text)
		}
	}
	for _, header := range [][2]string{{"Origin", "https://evil.example.org"}, {"Origin", "null"}, {"Sec-Fetch-Site", "cross-site"}} {
		a, _ := s.ask("GET", "/api/v1/indexes", "", func(q *http.Request) { q.Header.Set("X-Api-Key", token); q.Header.Set(header[0], header[1]) }, nil)
		if a.StatusCode != 403 || a.Header.Get("Access-Control-Allow-Origin") != "" {
			t.Errorf("%v: %d", header, a.StatusCode)
		}
	}
	if a, _ := s.ask("GET", "/healthz", "", nil, nil); a.StatusCode != 200 {
		t.Error(a.StatusCode)
	}
}

func TestOptions_RefuseAnOpenDoor(t *testing.T) {
	const token = "0123456789abcdef"
	for want, o := range map[string]Options{
		"":                      {Listen: "127.0.0.1:1"},
		"use HOST:PORT":         {Listen: "nowhere"},
		"--token-file":          {Listen: "0.0.0.0:1"},
		"or set $CHAFFINCH_TOK": {Listen: "127.0.0.1:1", BehindProxy: true},
		"add --tls-cert":        {Listen: ":1", Token: token},
		"name both":             {Listen: ":1", Token: token, Cert: "c"},
		"use 16 or more":        {Listen: "127.0.0.1:1", Token: "short"},
		"use ASCII letters":     {Listen: "127.0.0.1:1", Token: token + "\n"},
	} {
		o.Limits = DefaultLimits()
		if err := o.Check(); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", want, err)
		}
	}
	o := Options{Listen: "127.0.0.1:1", Limits: DefaultLimits()}
	o.Limits.Time = 0
	if err := o.Check(); err == nil || !strings.Contains(err.Error(), "--max-time is 0: use more than 0") {
		t.Error(err)
	}
	o.Limits = DefaultLimits()
	o.Limits.Queue = -1
	if err := o.Check(); err == nil || !strings.Contains(err.Error(), "use 0 or more") {
		t.Error(err)
	}
}

func TestAsk_BoundsWhatWaits(t *testing.T) {
	limits := DefaultLimits()
	limits.Questions, limits.Queue = 1, 1
	q := newQueue(limits)
	began, end := make(chan struct{}), make(chan struct{})
	var asking sync.WaitGroup
	asking.Go(func() { _ = q.ask(t.Context(), func(context.Context) error { close(began); <-end; return nil }) })
	<-began
	asking.Go(func() {
		if err := q.ask(t.Context(), func(context.Context) error { return nil }); err != nil {
			t.Error(err)
		}
	})
	for q.waiting.Load() == 0 {
		runtime.Gosched()
	}
	err := q.ask(t.Context(), func(context.Context) error { return nil })
	if busy := new(*BusyError); !errors.As(err, busy) || !strings.Contains(err.Error(), "try again") {
		t.Error(err)
	}
	if status, _ := Problem(err, option.API); status != 503 {
		t.Error(status)
	}
	close(end)
	asking.Wait()
	limits.Memory = 1
	runtime.GC()
	if err := newQueue(limits).ask(t.Context(), func(context.Context) error { return nil }); err == nil || !strings.Contains(err.Error(), "memory") {
		t.Error(err)
	}
	limits = DefaultLimits()
	limits.Time = time.Nanosecond
	err = newQueue(limits).ask(t.Context(), func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() })
	if status, text := Problem(err, option.API); status != 503 || !strings.Contains(text, "--max-time") {
		t.Error(status, text)
	}
}

// Silent connections, and those with half a request, do not block others, and leave nothing behind.
func TestServer_OutlivesHostileClients(t *testing.T) {
	s := newServer(t, newIndex(t, "a", map[string]string{"a.go": program("a")}), func(o *Options) { o.Limits.Connections = 50 })
	before := runtime.NumGoroutine()
	var all []net.Conn
	for i := range 600 {
		c, err := net.Dial("tcp", strings.TrimPrefix(s.at, "http://"))
		must(t, err)
		all = append(all, c)
		switch i % 4 {
		case 1:
			_, _ = io.WriteString(c, "POST /api/v1/search HTTP/1.1\r\nHost: localhost\r\nX")
		case 2:
			_, _ = io.WriteString(c, "POST /api/v1/search HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 900000\r\n\r\n{\"source\": \"")
		case 3:
			_, _ = io.WriteString(c, "POST /api/v1/search HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{\"sou\r\n")
			_ = c.(*net.TCPConn).CloseWrite()
		}
		if i%100 == 99 {
			http.DefaultClient.CloseIdleConnections() // the last one may have given way
			if a, text := s.ask("POST", "/api/v1/search", asJSON(t, SearchRequest{Document: Document{Source: program("a")}}), nil, nil); a.StatusCode != 200 {
				t.Errorf("%d: %d %s", i, a.StatusCode, text)
			}
			if waiting, _ := s.connections.counts(); waiting > 50 {
				t.Errorf("%d connections wait", waiting)
			}
		}
	}
	for _, c := range all {
		c.Close()
	}
	http.DefaultClient.CloseIdleConnections()
	for deadline := time.Now().Add(time.Minute); runtime.NumGoroutine() > before+5; runtime.Gosched() {
		if time.Now().After(deadline) {
			t.Fatalf("%d goroutines, %d before", runtime.NumGoroutine(), before)
		}
	}
}

// A body without end is refused at the limit.
func TestServer_RefusesABodyWithoutEnd(t *testing.T) {
	s := newServer(t, newIndex(t, "a", nil), nil)
	endless := io.MultiReader(strings.NewReader(`{"source":"`), zeros{})
	a, err := http.Post(s.at+"/api/v1/search", "application/json", endless)
	if err == nil {
		a.Body.Close()
	}
	if err == nil && a.StatusCode != 413 {
		t.Error(a.StatusCode)
	}
	if a, _ := s.ask("GET", "/healthz", "", nil, nil); a.StatusCode != 200 {
		t.Error(a.StatusCode)
	}
}

type zeros struct{}

func (zeros) Read(b []byte) (int, error) { return copy(b, bytes.Repeat([]byte("0"), len(b))), nil }

func TestServer_AnswersWhileStatesChange(t *testing.T) {
	w := newIndex(t, "a", map[string]string{"a.go": program("a")})
	s := newServer(t, w, nil)
	stop := make(chan struct{})
	var asking sync.WaitGroup
	for range 3 {
		asking.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				if a, text := s.ask("POST", "/api/v1/search", `{"source":`+asJSON(t, program("a"))+`}`, nil, nil); a.StatusCode != 200 {
					t.Error(a.StatusCode, text)
				}
			}
		})
	}
	for _, name := range strings.Split("bcdefghijk", "") {
		w.add(name+".go", program(name))
		s.indexes.refresh(t.Context())
	}
	close(stop)
	asking.Wait()
	var list IndexList
	if s.ask("GET", "/api/v1/indexes", "", nil, &list); list.Indexes[0].Contents != 11 {
		t.Errorf("%+v", list)
	}
}

// Running requests finish, and then the server ends.
func TestRun_AnswersBeforeItEnds(t *testing.T) {
	s := newServer(t, newIndex(t, "a", nil), nil)
	began, end := make(chan struct{}), make(chan struct{})
	s.Handle("GET /slow", http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { close(began); <-end; _, _ = io.WriteString(w, "done") }))
	got := make(chan string)
	go func() { _, text := s.ask("GET", "/slow", "", nil, nil); got <- text }()
	<-began
	ended := make(chan error)
	go func() { ended <- s.stop() }()
	<-s.draining
	said := httptest.NewRecorder()
	s.Handler().ServeHTTP(said, httptest.NewRequest("GET", "http://localhost/readyz", nil))
	if said.Code != 503 || !strings.Contains(said.Body.String(), "use another one") {
		t.Error(said.Code, said.Body)
	}
	close(end)
	if text, err := <-got, <-ended; text != "done" || err != nil {
		t.Error(text, err)
	}
}

// A request above the limit is refused, and one after the others have finished is not.
func TestServer_BoundsRequests(t *testing.T) {
	s := newServer(t, newIndex(t, "a", nil), func(o *Options) { o.Limits.Requests = 1 })
	began, end := make(chan struct{}), make(chan struct{})
	s.Handle("GET /slow", http.HandlerFunc(func(http.ResponseWriter, *http.Request) { close(began); <-end }))
	got := make(chan int)
	go func() { a, _ := s.ask("GET", "/slow", "", nil, nil); got <- a.StatusCode }()
	<-began
	a, text := s.ask("GET", "/healthz", "", nil, nil)
	if a.StatusCode != 503 || a.Header.Get("Retry-After") == "" || !strings.Contains(text, "try again") {
		t.Error(a.StatusCode, text)
	}
	close(end)
	if code := <-got; code != 200 {
		t.Error(code)
	}
	for {
		if _, busy := s.connections.counts(); busy == 0 {
			break
		}
		runtime.Gosched()
	}
	if a, text := s.ask("GET", "/healthz", "", nil, nil); a.StatusCode != 200 {
		t.Error(a.StatusCode, text)
	}
}

// A question that the server cannot answer is no mistake of its client, and the log says why.
func TestAsk_LogsItsOwnErrors(t *testing.T) {
	var log logtest.Log
	s := newServer(t, newIndex(t, "a", nil), func(o *Options) { o.Log = slog.New(slog.NewTextHandler(&log, nil)) })
	for _, c := range []struct {
		err    error
		status int
		logged string
	}{
		{&fs.PathError{Op: "read", Path: "/index/file", Err: syscall.EIO}, 500, "/index/file"},
		{fmt.Errorf("a segment: %w", chaffinch.ErrDamaged), 500, "a segment"},
		{&BusyError{"all is busy"}, 503, ""},
		{errors.New("the question is wrong"), 400, ""},
	} {
		before := len(log.String())
		err := s.Ask(t.Context(), func(context.Context) error { return c.err })
		status, text := Problem(err, option.API)
		if said := log.String()[before:]; status != c.status || strings.Contains(text, "/index") || (said != "") != (c.logged != "") || !strings.Contains(said, c.logged) {
			t.Errorf("%v: %d %s; %s", c.err, status, text, said)
		}
	}
}

// Of several invalid limits, always the first is named.
func TestCheck_IsTheSameEachTime(t *testing.T) {
	for range 20 {
		if err := (Options{Listen: "127.0.0.1:0", Limits: Limits{Queue: 1}}).Check(); err == nil || !strings.HasPrefix(err.Error(), "--max-question is 0") {
			t.Fatal(err)
		}
	}
}

func TestRun_Encrypts(t *testing.T) {
	cert, key := newCertificate(t)
	x := openIndexes(t, Named{"a", newIndex(t, "a", nil).Path()})
	run := func(cert string) (net.Addr, func() error) {
		s, err := New(x, Options{Listen: "127.0.0.1:0", Limits: DefaultLimits(), Cert: cert, Key: key})
		must(t, err)
		l, err := s.Listen()
		must(t, err)
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- s.Run(ctx, l) }()
		return l.Addr(), func() error { stop(); return <-ended }
	}
	if _, err := New(x, Options{Listen: "127.0.0.1:0", Limits: DefaultLimits(), Cert: key, Key: key}); err == nil || !strings.Contains(err.Error(), "check --tls-cert and --tls-key") {
		t.Error(err)
	}
	at, end := run(cert)
	trusted := x509.NewCertPool()
	text, err := os.ReadFile(cert)
	must(t, err)
	trusted.AppendCertsFromPEM(text)
	transport := &http.Transport{TLSClientConfig: &tls.Config{RootCAs: trusted}}
	a, err := (&http.Client{Transport: transport}).Get("https://" + at.String() + "/healthz")
	must(t, err)
	a.Body.Close()
	transport.CloseIdleConnections()
	if err := end(); err != nil || a.StatusCode != 200 {
		t.Error(a.StatusCode, err)
	}
}

// newCertificate returns the files of a certificate for 127.0.0.1 and of its key.
func newCertificate(t *testing.T) (cert, key string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	must(t, err)
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign | x509.KeyUsageDigitalSignature,
	}
	signed, err := x509.CreateCertificate(rand.Reader, template, template, &private.PublicKey, private)
	must(t, err)
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	must(t, err)
	write := func(name, kind string, bytes []byte) string {
		path := filepath.Join(t.TempDir(), name)
		must(t, os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: bytes}), 0o600))
		return path
	}
	return write("cert.pem", "CERTIFICATE", signed), write("key.pem", "PRIVATE KEY", secret)
}

func TestOpenAPI_IsCurrent(t *testing.T) {
	const file = "../../docs/openapi.json"
	s := newServer(t, newIndex(t, "a", nil), nil)
	want, err := s.OpenAPI()
	must(t, err)
	var served, described any
	s.ask("GET", "/api/v1/openapi.json", "", nil, &served)
	must(t, json.Unmarshal(want, &described))
	if asJSON(t, served) != asJSON(t, described) {
		t.Error("another description is served")
	}
	if *update {
		must(t, os.WriteFile(file, want, 0o666))
	}
	if got, err := os.ReadFile(file); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%s is old: run go test ./internal/serve -run OpenAPI -update (%v)", file, err)
	}
}
