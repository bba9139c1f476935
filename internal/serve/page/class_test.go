package page

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/andybalholm/brotli"

	"github.com/chaffinch-search/chaffinch/web"
)

// addClass adds a page with a script of its own, served as the page for teachers is, and returns
// its path.
func addClass(t *testing.T, r *running) string {
	t.Helper()
	var packed bytes.Buffer
	z := brotli.NewWriter(&packed)
	for _, c := range utf16.Encode([]rune("\ufeff<!doctype html><link rel=icon href=data:,><title>t</title><script>document.title = 'ran'</script>")) {
		must(t, binary.Write(z, binary.LittleEndian, c))
	}
	must(t, z.Close())
	r.server.Handle("GET /sample"+classPath, classPage(packed.Bytes(), nil))
	return "/sample" + classPath
}

func TestClass_IsSentAsTheBrowserWishes(t *testing.T) {
	var packed bytes.Buffer
	z := brotli.NewWriter(&packed)
	_, err := z.Write([]byte("<p>a page\xe9</p>"))
	must(t, err)
	must(t, z.Close())
	h := classPage(packed.Bytes(), nil)
	for accepted, coding := range map[string]string{
		"": "", "gzip, deflate, br, zstd": "br", "br;q=0": "", "br; q=0.000": "", "gzip;q=1, br;q=0.5": "br", "brx, gzip": "gzip", "gzip;q=0": "",
	} {
		r := httptest.NewRequest(http.MethodGet, classPath, nil)
		r.Header.Set("Accept-Encoding", accepted)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		text := io.Reader(w.Body)
		switch got := w.Header().Get("Content-Encoding"); {
		case got != coding:
			t.Errorf("%q: encoding %q", accepted, got)
		case coding == "br":
			text = brotli.NewReader(w.Body)
		case coding == "gzip":
			text, err = gzip.NewReader(w.Body)
			must(t, err)
		}
		got, err := io.ReadAll(text)
		must(t, err)
		if string(got) != "<p>a page\xe9</p>" || w.Header().Get("Content-Type") != "text/html; charset=utf-16" {
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
