package serve

import (
	"cmp"
	"crypto/sha256"
	"crypto/subtle"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// guard refuses cross-site requests, and those without the token.
func (s *Server) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		setHeaders(w.Header())
		switch {
		case !s.isOurs(r.Host):
			writeProblem(w, http.StatusMisdirectedRequest, "host "+quoted(r.Host)+
				" is not allowed: use localhost or the IP address, or add --host")
		case !isSameOrigin(r):
			writeProblem(w, http.StatusForbidden, "cross-site request refused: use a page of this server, or a program")
		case s.o.Token != "" && !isPublic(r) && !s.hasToken(r):
			w.Header().Set("WWW-Authenticate", `Basic realm="chaffinch", charset="UTF-8"`)
			writeProblem(w, http.StatusUnauthorized, "the token is missing or wrong: add the header Authorization: Bearer TOKEN, or enter the token as the password in a browser")
		default:
			next.ServeHTTP(w, r)
		}
	})
}

// setHeaders sets the headers of every answer. A handler may replace them.
func setHeaders(h http.Header) {
	h.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Frame-Options", "DENY")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Permissions-Policy", "camera=(), geolocation=(), microphone=()")
	h.Set("Cache-Control", "no-store")
}

// isPublic reports whether a request needs no token. A health check needs none, which reveals
// nothing of an index.
func isPublic(r *http.Request) bool { return r.URL.Path == "/healthz" || r.URL.Path == "/readyz" }

// isOurs reports whether the Host of a request is allowed. IP addresses are safe: only a name can
// be rebound to this server by a hostile site (DNS rebinding).
func (s *Server) isOurs(host string) bool {
	name := host
	if h, _, err := net.SplitHostPort(host); err == nil {
		name = h
	}
	name = strings.ToLower(strings.TrimSuffix(strings.Trim(name, "[]"), "."))
	return name == "localhost" || net.ParseIP(name) != nil ||
		slices.ContainsFunc(s.o.Hosts, func(h string) bool { return strings.EqualFold(h, name) })
}

// isSameOrigin reports whether the request is not cross-site. Links from other sites are allowed.
func isSameOrigin(r *http.Request) bool {
	if origin := r.Header.Get("Origin"); origin != "" {
		u, err := url.Parse(origin)
		return err == nil && u.Host == r.Host
	}
	switch r.Header.Get("Sec-Fetch-Site") {
	case "", "none", "same-origin":
		return true
	}
	return r.Header.Get("Sec-Fetch-Mode") == "navigate" && r.Method == http.MethodGet
}

// hasToken reports whether the request has the token. It is a bearer token, the password of a
// browser, or a key. It compares in constant time.
func (s *Server) hasToken(r *http.Request) bool {
	given := cmp.Or(r.Header.Get("X-Api-Key"), r.Header.Get("X-Session"))                                          // SCANOSS clients send both, or the latter
	if scheme, bearer, _ := strings.Cut(r.Header.Get("Authorization"), " "); strings.EqualFold(scheme, "Bearer") { // RFC 9110, 11.1
		given = strings.TrimLeft(bearer, " ")
	} else if _, password, ok := r.BasicAuth(); ok {
		given = password
	}
	a, b := sha256.Sum256([]byte(given)), sha256.Sum256([]byte(s.o.Token))
	return subtle.ConstantTimeCompare(a[:], b[:]) == 1
}
