package page

import (
	"net/http"
	"strings"

	"github.com/chaffinch-search/chaffinch/web"
)

// The page that compares a class in the browser needs nothing of the server but its files.

// class answers with the page. Its policy forbids every connection.
func class(w http.ResponseWriter, _ *http.Request) {
	if _, err := web.PackedEngine(); err != nil {
		http.Error(w, err.Error(), http.StatusNotFound)
		return
	}
	page, policy, err := web.Page()
	if err != nil {
		panic(err) // it is embedded; the server logs it
	}
	h := w.Header()
	h.Set("Content-Security-Policy", policy+"; frame-ancestors 'none'")
	h.Set("Content-Type", "text/html; charset=utf-8")
	_, _ = w.Write(page)
}

// engine answers with the engine, compressed for clients that accept brotli.
func engine(w http.ResponseWriter, r *http.Request) {
	content := web.Engine
	if acceptsBrotli(r) {
		content = web.PackedEngine
		w.Header().Set("Content-Encoding", "br")
	}
	script, err := content()
	if err != nil {
		w.Header().Del("Content-Encoding")
		http.Error(w, err.Error(), http.StatusNotFound)
		return
	}
	w.Header().Set("Vary", "Accept-Encoding")
	asset("text/javascript", string(script)).ServeHTTP(w, r)
}

// acceptsBrotli reports whether the client says so. A quality of 0 says that it does not.
func acceptsBrotli(r *http.Request) bool {
	for _, accepted := range strings.Split(r.Header.Get("Accept-Encoding"), ",") {
		name, quality, _ := strings.Cut(strings.TrimSpace(accepted), ";")
		if strings.EqualFold(strings.TrimSpace(name), "br") {
			return strings.TrimSpace(quality) != "q=0"
		}
	}
	return false
}
