package remote

import (
	"context"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

func TestParseAddress(t *testing.T) {
	for text, want := range map[string]string{
		"opensearch://a/code":                     "[https://a:9200] code",
		"opensearch://a:1,b.example:9201/code-2":  "[https://a:1 https://b.example:9201] code-2",
		"opensearch://[2001:db8::1]:9200/x":       "[https://[2001:db8::1]:9200] x",
		"opensearch+http://127.0.0.1:9201/x":      "[http://127.0.0.1:9201] x",
		"opensearch+http://localhost,[::1]:1/x.y": "[http://localhost:9200 http://[::1]:1] x.y",
		"opensearch+http://10.0.0.1:9200/x":       "another machine",
		"opensearch+http://localhost,example/x":   "another machine",
		"opensearch://me:secret@a/x":              "names a user",
		"opensearch://a,me:secret@b/x":            "names a user",
		"opensearch://a/":                         "wrong name",
		"opensearch://a/X":                        "wrong name",
		"opensearch://a/*":                        "wrong name",
		"opensearch://a/x,y":                      "wrong name",
		"opensearch://a/_all":                     "wrong name",
		"opensearch://a/x?refresh":                "wrong name",
		"opensearch:///x":                         "wrong host",
		"opensearch://a,,b/x":                     "wrong host",
		"opensearch://a?b/x":                      "wrong host",
		"opensearch://a:/x":                       "wrong host",
		"https://a/x":                             "use opensearch://",
		"folder":                                  "use opensearch://",
	} {
		a, err := ParseAddress(text)
		got := fmt.Sprintf("%v %s", a.Hosts, a.Index)
		if err != nil {
			got = err.Error()
		}
		if !strings.Contains(got, want) || strings.Contains(got, "secret") {
			t.Errorf("%s: %s, not %s", text, got, want)
		}
	}
}

func variables(m map[string]string) func(string) string {
	return func(name string) string { return m[name] }
}

func TestFromEnvironment(t *testing.T) {
	file := filepath.Join(t.TempDir(), "password")
	if err := os.WriteFile(file, []byte("secret\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	basic := "Basic bWU6c2VjcmV0" // me:secret
	for _, c := range []struct {
		set        map[string]string
		header, no string
	}{
		{nil, "", ""},
		{map[string]string{tokenVariable: "secret\r\n"}, "Bearer secret", ""},
		{map[string]string{tokenVariable: "secret\nx"}, "", "line break"},
		{map[string]string{userVariable: "me", passwordVariable: "secret"}, basic, ""},
		{map[string]string{userVariable: "me", fileVariable: file}, basic, ""},
		{map[string]string{tokenVariable: "secret"}, "Bearer secret", ""},
		{map[string]string{userVariable: "me"}, "", "belong together"},
		{map[string]string{passwordVariable: "secret"}, "", "belong together"},
		{map[string]string{userVariable: "me", passwordVariable: "secret", fileVariable: file}, "", "exclude"},
		{map[string]string{userVariable: "me", passwordVariable: "secret", tokenVariable: "secret"}, "", "exclude"},
		{map[string]string{userVariable: "me", fileVariable: file + "-gone"}, "", "reading the file"},
		{map[string]string{rootsVariable: file}, "", "no certificate"},
	} {
		got, err := FromEnvironment(variables(c.set))
		if c.no != "" || err != nil {
			if err == nil || !strings.Contains(err.Error(), c.no) || strings.Contains(err.Error(), "secret") || c.no == "" {
				t.Errorf("%v: %v", c.set, err)
			}
			continue
		}
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		if got.sign != nil {
			got.sign(r)
		}
		if r.Header.Get("Authorization") != c.header {
			t.Errorf("%v: sends %q", c.set, r.Header.Get("Authorization"))
		}
	}
}

// However a client is printed, no secret is.
func TestClient_PrintsNoSecret(t *testing.T) {
	credentials, err := FromEnvironment(variables(map[string]string{userVariable: "me", passwordVariable: "secret"}))
	if err != nil {
		t.Fatal(err)
	}
	c := NewClient(Address{Hosts: []string{"https://a:9200"}, Index: "x"}, credentials)
	for _, text := range []string{
		fmt.Sprintf("%v %+v %#v", credentials, credentials, credentials),
		fmt.Sprintf("%v %+v %#v", c, c, c),
	} {
		if strings.Contains(text, "secret") || strings.Contains(text, "bWU6") {
			t.Errorf("printed: %s", text)
		}
	}
}

// cluster is a fake cluster, and a client of it whose pauses take no time.
type cluster struct {
	*Client
	clock  time.Time
	pauses []time.Duration
	stop   func() // the last node

	mu       sync.Mutex
	requests []string // node, path and body
}

type handler func(w http.ResponseWriter, r *http.Request, body string)

// newCluster starts a node for each handler.
func newCluster(t *testing.T, nodes ...handler) *cluster {
	t.Helper()
	f := &cluster{clock: time.Unix(1e9, 0)}
	f.stop = func() {}
	var a Address
	for i, h := range nodes {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			body, _ := io.ReadAll(r.Body)
			f.mu.Lock()
			f.requests = append(f.requests, fmt.Sprintf("%d %s %s", i, r.URL.Path, body))
			f.mu.Unlock()
			h(w, r, string(body))
		}))
		t.Cleanup(s.Close)
		f.stop = s.Close
		a.Hosts = append(a.Hosts, s.URL)
	}
	f.Client = NewClient(a, Credentials{})
	t.Cleanup(f.Close)
	f.now = func() time.Time { return f.clock }
	f.Client.pause = func(ctx context.Context, d time.Duration) error {
		f.pauses = append(f.pauses, d)
		f.clock = f.clock.Add(d)
		return ctx.Err()
	}
	return f
}

func status(code int, reason string) handler {
	return func(w http.ResponseWriter, _ *http.Request, _ string) {
		w.WriteHeader(code)
		fmt.Fprintf(w, `{"error":{"type":"kind","reason":%q}}`, reason)
	}
}

func ok(w http.ResponseWriter, _ *http.Request, _ string) { fmt.Fprint(w, `{"count":7}`) }

// cut ends the connection without an answer.
func cut(http.ResponseWriter, *http.Request, string) { panic(http.ErrAbortHandler) }

// short promises more than it sends.
func short(w http.ResponseWriter, _ *http.Request, _ string) {
	w.Header().Set("Content-Length", "100")
	fmt.Fprint(w, `{"count":`)
}

// first is a node that answers the first n requests by one handler and then by another.
func first(n int, a, b handler) handler {
	var sent atomic.Int64
	return func(w http.ResponseWriter, r *http.Request, body string) {
		if sent.Add(1) <= int64(n) {
			a(w, r, body)
			return
		}
		b(w, r, body)
	}
}

func (f *cluster) count(t *testing.T) (int, error) {
	t.Helper()
	var answer struct{ Count int }
	err := f.do(t.Context(), request{method: http.MethodGet, path: "/_count"}, &answer)
	return answer.Count, err
}

// What may pass is tried again: at the next node at once, then with pauses that grow.
func TestDo_TriesAgain(t *testing.T) {
	for name, failing := range map[string]handler{
		"429": status(429, ""), "502": status(502, ""), "503": status(503, ""), "504": status(504, ""), "cut": cut, "short": short,
		"lost": status(500, "[node-1][127.0.0.1:9300][indices:data/read/search] disconnected"),
	} {
		f := newCluster(t, failing, ok)
		for range 3 {
			if n, err := f.count(t); n != 7 || err != nil {
				t.Errorf("%s: %d, %v", name, n, err)
			}
		}
		if n := len(f.requests); n != 4 { // the first node rests
			t.Errorf("%s: %d requests", name, n)
		}
		f = newCluster(t, first(9, failing, ok))
		if n, err := f.count(t); n != 7 || err != nil || len(f.pauses) != 9 {
			t.Errorf("%s, nine times: %d, %v, %v", name, n, err, f.pauses)
		}
		for i, p := range f.pauses {
			if most := min(firstPause<<i, longestPause); p > most || p < most/2 {
				t.Errorf("%s: pause %d is %s", name, i, p)
			}
		}
	}
}

// Each node is asked once, however long the first one takes.
func TestDo_AsksEachNode(t *testing.T) {
	f := newCluster(t, status(503, ""), ok)
	var answer struct{ Count int }
	r := request{method: http.MethodGet, path: "/_count", patience: 1}
	f.now = func() time.Time { f.clock = f.clock.Add(time.Second); return f.clock }
	if err := f.do(t.Context(), r, &answer); err != nil || answer.Count != 7 {
		t.Error(err)
	}
}

// After two minutes without success the last failure is the error.
func TestDo_GivesUp(t *testing.T) {
	f := newCluster(t, status(503, "no manager"), cut, status(503, "no manager"))
	_, err := f.count(t)
	if err == nil || !(strings.Contains(err.Error(), "no manager") || errors.Is(err, errCut)) {
		t.Error(err)
	}
	if took := f.clock.Sub(time.Unix(1e9, 0)); took < patience || took > patience+longestPause {
		t.Errorf("gave up after %s", took)
	}
}

// What does not pass is an error at once, which says what to do.
func TestDo_FailsAtOnce(t *testing.T) {
	html := func(w http.ResponseWriter, _ *http.Request, _ string) { fmt.Fprint(w, "<html>sign in</html>") }
	for want, h := range map[string]handler{
		userVariable: status(401, "Unauthorized"), "read on x": status(403, "no permissions for read on x"),
		"not followed": func(w http.ResponseWriter, r *http.Request, _ string) {
			http.Redirect(w, r, "/elsewhere", http.StatusFound)
		},
		"no such index": status(404, "no such index"), "wrong": status(400, "wrong"), "413": status(413, ""), "500": status(500, ""),
		"unexpected answer": html,
	} {
		f := newCluster(t, h, ok)
		_, err := f.count(t)
		if err == nil || !strings.Contains(err.Error(), want) || len(f.requests) != 1 {
			t.Errorf("%s: %v after %q", want, err, f.requests)
		}
	}
}

// A slow node is not waited for longer than the context allows.
func TestDo_ObeysContext(t *testing.T) {
	release := make(chan struct{})
	defer close(release)
	f := newCluster(t, func(http.ResponseWriter, *http.Request, string) { <-release })
	ctx, cancel := context.WithCancel(t.Context())
	f.Client.pause = func(context.Context, time.Duration) error { t.Error("tried again"); return nil }
	go func() {
		for { // until the request is there
			f.mu.Lock()
			n := len(f.requests)
			f.mu.Unlock()
			if n > 0 {
				cancel()
				return
			}
			time.Sleep(time.Millisecond)
		}
	}()
	err := f.do(ctx, request{method: http.MethodGet, path: "/_count"}, new(any))
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// Only a certificate of the authority in the environment is trusted, and a wrong one is not tried
// again.
func TestDo_ChecksCertificate(t *testing.T) {
	requests := 0
	s := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		requests++
		ok(w, r, "")
	}))
	defer s.Close()
	s.Config.ErrorLog = nil
	file := filepath.Join(t.TempDir(), "ca.pem")
	block := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: s.Certificate().Raw})
	if err := os.WriteFile(file, block, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, trusted := range []bool{false, true} {
		set := map[string]string{}
		if trusted {
			set[rootsVariable] = file
		}
		credentials, err := FromEnvironment(variables(set))
		if err != nil {
			t.Fatal(err)
		}
		c := NewClient(Address{Hosts: []string{s.URL}}, credentials)
		c.pause = func(context.Context, time.Duration) error { t.Error("tried again"); return context.Canceled }
		err = c.do(t.Context(), request{method: http.MethodGet, path: "/"}, new(any))
		if trusted != (err == nil) || !trusted && !errors.Is(err, errUntrusted) || !trusted && requests > 0 {
			t.Errorf("trusted %v: %v", trusted, err)
		}
		c.Close()
	}
}

// A node that does not encrypt is not asked again.
func TestDo_NeedsTLS(t *testing.T) {
	s := httptest.NewServer(http.NotFoundHandler())
	defer s.Close()
	c := NewClient(Address{Hosts: []string{strings.Replace(s.URL, "http:", "https:", 1)}}, Credentials{})
	defer c.Close()
	c.pause = func(context.Context, time.Duration) error { t.Error("tried again"); return context.Canceled }
	if err := c.do(t.Context(), request{method: http.MethodGet, path: "/"}, new(any)); !errors.Is(err, errPlain) {
		t.Error(err)
	}
}

// store is a node that keeps documents. refuse returns the status of a write that it does not take.
type store struct {
	mu      sync.Mutex
	kept    map[string]string
	refuse  func(id string) int
	bulks   []int // number of documents of each
	largest int   // bytes of a body that it takes; 0 means any
	crowded handler
}

func (s *store) handle(w http.ResponseWriter, r *http.Request, body string) {
	if s.largest > 0 && len(body) > s.largest {
		s.crowded(w, r, body)
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	var items []string
	lines := strings.Split(strings.TrimSuffix(body, "\n"), "\n")
	for i := 0; i < len(lines); i++ {
		var head map[string]map[string]string
		if err := json.Unmarshal([]byte(lines[i]), &head); err != nil {
			panic(err)
		}
		for action, of := range head {
			id, code := of["_id"], 201
			_, known := s.kept[id]
			switch refused := s.refused(id); {
			case refused != 0:
				code = refused
			case action == "delete" && !known:
				code = 404
			case action == "delete":
				delete(s.kept, id)
			case action == "create" && known:
				code = 409
			default:
				s.kept[id] = lines[i+1]
			}
			if action != "delete" {
				i++
			}
			items = append(items, fmt.Sprintf(`{%q:{"_id":%q,"status":%d,"error":{"reason":"so"}}}`, action, id, code))
		}
	}
	s.bulks = append(s.bulks, len(items))
	fmt.Fprintf(w, `{"items":[%s]}`, strings.Join(items, ","))
}

func (s *store) refused(id string) int {
	if s.refuse == nil {
		return 0
	}
	return s.refuse(id)
}

func newStore() *store { return &store{kept: map[string]string{}} }

func documents(n, size int) (ops []op) {
	for i := range n {
		ops = append(ops, op{action: "create", index: "x", id: fmt.Sprint("d", i), source: []byte(`{"a":"` + strings.Repeat("b", size) + `"}`)})
	}
	return ops
}

// Of a bulk only what may pass is sent again. What is there is done, what is wrong is refused.
func TestBulk_TriesSingleDocumentsAgain(t *testing.T) {
	s := newStore()
	s.kept["d1"] = "before"
	busy := map[string]int{"d2": 3, "d4": 1}
	s.refuse = func(id string) int {
		if id == "d3" {
			return 400
		}
		if busy[id]--; busy[id] >= 0 {
			return []int{429, 503}[busy[id]%2]
		}
		return 0
	}
	f := newCluster(t, s.handle)
	ops := append(documents(6, 10), op{action: "delete", index: "x", id: "gone"})
	refused, err := f.bulk(t.Context(), ops)
	if err != nil || len(refused) != 1 || refused[0] != (Refusal{"d3", 400, "so"}) {
		t.Errorf("refused %v, %v", refused, err)
	}
	if len(s.kept) != 5 || s.kept["d1"] != "before" || !slices.Equal(s.bulks, []int{7, 2, 1, 1}) {
		t.Errorf("keeps %v after bulks of %v", s.kept, s.bulks)
	}
}

// A bulk that is too large is halved, whatever way the node says so.
func TestBulk_Halves(t *testing.T) {
	for name, crowded := range map[string]handler{"413": status(413, ""), "429": status(429, ""), "cut": cut} {
		s := newStore()
		s.largest, s.crowded = 1000, crowded
		f := newCluster(t, s.handle)
		refused, err := f.bulk(t.Context(), documents(20, 100))
		if err != nil || len(refused) > 0 || len(s.kept) != 20 {
			t.Errorf("%s: %d kept, refused %v, %v", name, len(s.kept), refused, err)
		}
		if largest := slices.Max(s.bulks); largest > 5 {
			t.Errorf("%s: bulks of %v", name, s.bulks)
		}
	}
}

// A document that is too large alone is refused, and the others are written.
func TestBulk_RefusesLargeDocument(t *testing.T) {
	for name, crowded := range map[string]handler{"413": status(413, ""), "cut": cut} {
		s := newStore()
		s.largest, s.crowded = mostBulk, crowded
		f := newCluster(t, s.handle)
		ops := slices.Insert(documents(4, 10), 2, op{action: "create", index: "x", id: "large", source: []byte(strings.Repeat(" ", mostBulk) + "{}")})
		refused, err := f.bulk(t.Context(), ops)
		if err != nil || len(refused) != 1 || refused[0].ID != "large" || refused[0].Status != 413 || len(s.kept) != 4 {
			t.Errorf("%s: %d kept, refused %v, %v", name, len(s.kept), refused, err)
		}
	}
}

// A bulk is bounded by its bytes.
func TestBulk_IsBounded(t *testing.T) {
	s := newStore()
	f := newCluster(t, s.handle)
	if _, err := f.bulk(t.Context(), documents(10, mostBulk/3)); err != nil || len(s.kept) != 10 || len(s.bulks) != 5 {
		t.Errorf("%d kept after bulks of %v, %v", len(s.kept), s.bulks, err)
	}
}

// A cluster that takes nothing for two minutes is an error, and so is one that is not there.
func TestBulk_GivesUp(t *testing.T) {
	full := newStore()
	full.refuse = func(string) int { return 429 }
	for name, h := range map[string]handler{
		"full": full.handle, "crowded": status(429, ""), "cut": cut, "401": status(401, ""), "502": status(502, ""), "503": status(503, ""), "gone": nil,
	} {
		f := newCluster(t, h)
		if h == nil {
			f.stop()
		}
		if refused, err := f.bulk(t.Context(), documents(3, 10)); err == nil || len(refused) > 0 {
			t.Errorf("%s: refused %v, %v", name, refused, err)
		} else if name == "full" && !strings.HasSuffix(err.Error(), ": so") {
			t.Errorf("%s: the cause is missing: %v", name, err)
		}
		if took := f.clock.Sub(time.Unix(1e9, 0)); name != "401" && took < patience || took > patience+2*longestPause {
			t.Errorf("%s: gave up after %s", name, took)
		}
	}
}

// An answer that is not about what was written is an error.
func TestBulk_BelievesNoLies(t *testing.T) {
	for name, answer := range map[string]string{
		"nothing": `{}`, "fewer": `{"items":[{"create":{"_id":"d0","status":201}}]}`,
		"other ids":     `{"items":[{"create":{"_id":"d1","status":201}},{"create":{"_id":"d0","status":201}}]}`,
		"other actions": `{"items":[{"index":{"_id":"d0","status":201}},{"index":{"_id":"d1","status":201}}]}`,
	} {
		f := newCluster(t, func(w http.ResponseWriter, _ *http.Request, _ string) { fmt.Fprint(w, answer) })
		if _, err := f.bulk(t.Context(), documents(2, 10)); !errors.Is(err, errLies) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestShards_Complete(t *testing.T) {
	for s, complete := range map[shards]bool{
		{6, 6, 0}: true, {6, 4, 0}: false, {6, 5, 1}: false, {6, 6, 1}: false, {}: false,
	} {
		if err := s.complete(); (err == nil) != complete {
			t.Errorf("%+v: %v", s, err)
		}
	}
}
