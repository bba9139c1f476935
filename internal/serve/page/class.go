package page

import (
	"compress/gzip"
	"io"
	"net/http"
	"strings"

	"github.com/chaffinch-search/chaffinch/web"
)

// classPath is the path of the page that compares in the browser.
const classPath = "/class"

// classPage serves the page that compares in the browser, which is compressed. Its own
// Content-Security-Policy forbids all connections.
func classPage(packed []byte, err error) http.Handler {
	if err != nil {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { http.Error(w, err.Error(), http.StatusNotFound) })
	}
	send := tagged(packed, "text/html; charset=utf-16", "frame-ancestors 'none'", func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		// Browsers accept brotli only from this machine, and by TLS. Otherwise the page of 15 MB is
		// decompressed while it is sent.
		switch accepted := r.Header.Get("Accept-Encoding"); {
		case accepts(accepted, "br"):
			h.Set("Content-Encoding", "br")
			_, _ = w.Write(packed)
		case accepts(accepted, "gzip"):
			h.Set("Content-Encoding", "gzip")
			z := gzip.NewWriter(w)
			_, _ = io.Copy(z, web.Unpack(packed))
			_ = z.Close()
		default:
			_, _ = io.Copy(w, web.Unpack(packed))
		}
	})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Vary", "Accept-Encoding")
		send.ServeHTTP(w, r)
	})
}

// accepts reports whether an Accept-Encoding header names a coding (RFC 9110, 12.5.3).
func accepts(header, coding string) bool {
	for _, part := range strings.Split(header, ",") {
		name, weight, _ := strings.Cut(part, ";")
		if strings.TrimSpace(name) == coding {
			weight = strings.ReplaceAll(weight, " ", "")
			return !strings.HasPrefix(weight, "q=0") || strings.Trim(weight, "q=0.") != ""
		}
	}
	return false
}
