package page

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/web"
)

// The page that compares a class may open no connection. Without the browser edition the server says how to get it.
func TestClass_IsServed(t *testing.T) {
	r := run(t, makeIndex(t, "one", map[string]string{"a.go": program("a")}))
	_, err := web.PackedEngine()
	if err != nil {
		for _, path := range []string{"/class/", "/class/engine.js"} {
			if status, text, _ := r.get(path); status != http.StatusNotFound || !strings.Contains(text, "go generate ./web") {
				t.Errorf("%s: %d %s", path, status, text)
			}
		}
		return
	}
	status, text, header := r.get("/class/")
	if policy := header.Get("Content-Security-Policy"); status != 200 || !strings.Contains(policy, "connect-src 'none'") || !strings.Contains(text, `src="engine.js"`) {
		t.Errorf("%d %s", status, policy)
	}
	sizes := map[string]int64{}
	for _, accepted := range []string{"gzip, br", "gzip, br;q=0", ""} {
		ask, err := http.NewRequestWithContext(t.Context(), "GET", r.at+"/class/engine.js", nil)
		if err != nil {
			t.Fatal(err)
		}
		ask.Header.Set("Accept-Encoding", accepted)
		a, err := http.DefaultTransport.RoundTrip(ask)
		if err != nil {
			t.Fatal(err)
		}
		n, err := io.Copy(io.Discard, a.Body)
		a.Body.Close()
		if want := accepted == "gzip, br"; err != nil || a.StatusCode != 200 || (a.Header.Get("Content-Encoding") == "br") != want {
			t.Errorf("%q: %d %v %v", accepted, a.StatusCode, a.Header, err)
		}
		sizes[accepted] = n
	}
	if sizes["gzip, br"]*2 > sizes[""] || sizes["gzip, br;q=0"] != sizes[""] {
		t.Errorf("sizes by what is accepted: %v", sizes)
	}
}
