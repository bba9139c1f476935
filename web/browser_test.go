package web

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/chaffinch-search/chaffinch/internal/browsertest"
)

// The page works from a disk and from a server. It opens no connection: the browser would complain.
func TestPage_ComparesAClass(t *testing.T) {
	_, engine := programs(t)
	b := browsertest.New(t)
	script, err := os.ReadFile(engine)
	must(t, err)
	dir := newClass(t)

	whole, err := single(script)
	must(t, err)
	file := filepath.Join(t.TempDir(), "chaffinch.html")
	must(t, os.WriteFile(file, whole, 0o644))
	b.Open(file, "")
	compareClass(t, b, dir)

	hosted, _, err := Page()
	must(t, err)
	served := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/":
			w.Header().Set("Content-Type", "text/html")
			_, _ = w.Write(hosted)
		case "/" + EngineName:
			w.Header().Set("Content-Type", "text/javascript")
			_, _ = w.Write(script)
		case "/favicon.ico": // asked for by the browser, not by the page
			http.NotFound(w, r)
		default:
			t.Errorf("the page asks for %s", r.URL)
		}
	}))
	defer served.Close()
	b.Visit(served.URL, "/")
	compareClass(t, b, dir)
}

// compareClass chooses files of a class, and waits for the report.
func compareClass(t *testing.T, b *browsertest.Browser, dir string) {
	t.Helper()
	b.Do(chromedp.SetUploadFiles("#files", []string{
		filepath.Join(dir, "class", "ann", "sort.c"), filepath.Join(dir, "class", "bob", "work.c"), filepath.Join(dir, "class", "carl.zip"),
	}))
	browsertest.Value[bool](b, `document.querySelector("form button").click(), true`)
	b.Wait(`document.querySelector("#report a") !== null || document.getElementById("cancel").hidden`)
	if status := browsertest.Value[string](b, `document.getElementById("status").textContent`); !strings.Contains(status, "pairs of 3") {
		t.Errorf("the page says %q", status)
	}
	b.ExpectNoComplaints()
}

// The parts of the page are not cut short by what they contain.
func TestPage_IsWhole(t *testing.T) {
	page, policy, err := Page()
	must(t, err)
	if !strings.Contains(string(page), policy) || !strings.Contains(policy, "connect-src 'none'") {
		t.Errorf("the policy of the page is not %s", policy)
	}
	for _, end := range []string{"</script>", "</style>", "</html>"} {
		want := map[string]int{"</script>": 2, "</style>": 1, "</html>": 1}[end]
		if got := strings.Count(string(page), end); got != want {
			t.Errorf("the page has %d times %s, not %d", got, end, want)
		}
	}
	if strings.Contains(string(page), "{{") || strings.Contains(string(page), "\nimport ") {
		t.Error("a part of the page is not filled in")
	}
}
