package page

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"

	"github.com/chaffinch-search/chaffinch/web"
)

func TestClass_IsSentAsTheBrowserWishes(t *testing.T) {
	var packed bytes.Buffer
	z := brotli.NewWriter(&packed)
	_, err := z.Write([]byte("<p>a page\xe9</p>"))
	must(t, err)
	must(t, z.Close())
	h := classPage(packed.Bytes(), nil)
	for accepted, compressed := range map[string]bool{
		"": false, "gzip, deflate, br, zstd": true, "br;q=0": false, "br; q=0.000": false, "gzip;q=1, br;q=0.5": true, "brx, gzip": false,
	} {
		r := httptest.NewRequest(http.MethodGet, classPath, nil)
		r.Header.Set("Accept-Encoding", accepted)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		text := io.Reader(w.Body)
		if (w.Header().Get("Content-Encoding") == "br") != compressed {
			t.Errorf("%q: encoding %q", accepted, w.Header().Get("Content-Encoding"))
		}
		if compressed {
			text = brotli.NewReader(w.Body)
		}
		got, err := io.ReadAll(text)
		must(t, err)
		if string(got) != "<p>a page\xe9</p>" || w.Header().Get("Content-Type") != "text/html; charset=windows-1252" {
			t.Errorf("%q: %q, %q", accepted, got, w.Header())
		}
		r.Header.Set("If-None-Match", w.Header().Get("ETag"))
		w = httptest.NewRecorder()
		if h.ServeHTTP(w, r); w.Code != http.StatusNotModified {
			t.Errorf("%q: again %d", accepted, w.Code)
		}
	}
	w := httptest.NewRecorder()
	classPage(nil, web.ErrNotBuilt).ServeHTTP(w, httptest.NewRequest(http.MethodGet, classPath, nil))
	if w.Code != http.StatusNotFound || !strings.Contains(w.Body.String(), "go generate ./web") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}
