package page

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strings"

	"github.com/chaffinch-search/chaffinch/web"
)

// classPath is the address of the page that compares in the browser.
const classPath = "/class"

// hasClass reports whether the program has that page.
func hasClass() bool {
	_, err := web.Page()
	return err == nil
}

// classPage answers with the page that compares in the browser, which is compressed. Its own policy forbids it every
// connection.
func classPage(packed []byte, err error) http.Handler {
	if err != nil {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { http.Error(w, err.Error(), http.StatusNotFound) })
	}
	sum := sha256.Sum256(packed)
	tag := `"` + hex.EncodeToString(sum[:8]) + `"`
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Cache-Control", "private, no-cache")
		h.Set("Vary", "Accept-Encoding")
		h.Set("ETag", tag)
		if r.Header.Get("If-None-Match") == tag {
			w.WriteHeader(http.StatusNotModified)
			return
		}
		text := packed
		if acceptsBrotli(r.Header.Get("Accept-Encoding")) {
			h.Set("Content-Encoding", "br")
		} else {
			var err error
			if text, err = web.Unpack(packed); err != nil {
				panic(err) // what is embedded is damaged; the server logs it
			}
		}
		h.Set("Content-Security-Policy", "frame-ancestors 'none'")
		h.Set("Content-Type", "text/html; charset=windows-1252")
		_, _ = w.Write(text)
	})
}

// acceptsBrotli reads a header Accept-Encoding (RFC 9110, 12.5.3).
func acceptsBrotli(header string) bool {
	for _, part := range strings.Split(header, ",") {
		name, weight, _ := strings.Cut(part, ";")
		if strings.TrimSpace(name) == "br" {
			weight = strings.ReplaceAll(weight, " ", "")
			return !strings.HasPrefix(weight, "q=0") || strings.Trim(weight, "q=0.") != ""
		}
	}
	return false
}
