// Package page is the web site of the server. Users search, view sources side by side, browse
// documents and statistics, and compare the files of an upload. Pages are rendered by the server
// and work without JavaScript. The script adds links to answers, the side-by-side view, and keys.
// Style and script are shared with the reports.
package page

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"html/template"
	"net/http"
	"net/url"

	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/internal/inspect"
	"github.com/chaffinch-search/chaffinch/internal/option"
	"github.com/chaffinch-search/chaffinch/internal/report"
	"github.com/chaffinch-search/chaffinch/internal/report/html"
	"github.com/chaffinch-search/chaffinch/internal/serve"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
	"github.com/chaffinch-search/chaffinch/web"
)

//go:embed *.html
var files embed.FS

// policy allows assets of this server, and requests to it by forms and the script.
const policy = "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src data:; form-action 'self'; " +
	"base-uri 'none'; frame-ancestors 'none'"

// site serves the pages.
type site struct {
	server    *serve.Server
	templates *template.Template
}

// Add adds the pages to the server.
func Add(s *serve.Server) {
	class, noClass := web.Page()
	p := &site{s, templates(noClass == nil)}
	s.Handle("GET /{$}", http.HandlerFunc(p.form))
	s.Handle("POST /{$}", http.HandlerFunc(p.answer))
	s.Handle("POST /pair", http.HandlerFunc(p.pair))
	s.Handle("GET /corpus", http.HandlerFunc(p.corpus))
	s.Handle("GET /idioms", http.HandlerFunc(p.idioms))
	s.Handle("GET /contents/{id}", http.HandlerFunc(p.browse))
	for _, f := range []jobForm{
		{path: serve.PairsForm, form: "class", title: "Comparison", start: s.StartPairs},
		{path: serve.ScanForm, form: "scan", title: "Scan", start: s.StartScan},
	} {
		f.site = p
		s.Handle("GET "+f.path, http.HandlerFunc(f.show))
		s.Handle("POST "+f.path, http.HandlerFunc(f.send))
		s.Handle("GET "+f.path+"/{id}", http.HandlerFunc(f.job))
		s.Handle("POST "+f.path+"/{id}/delete", http.HandlerFunc(f.forget))
	}
	s.Handle("GET "+classPath, classPage(class, noClass))
	s.Handle("GET "+classPath+"/{$}", http.RedirectHandler(classPath, http.StatusMovedPermanently))
	s.HandleMissing(http.HandlerFunc(p.missing))
	s.Handle("GET /page.css", asset("text/css; charset=utf-8", html.SiteStyle()))
	s.Handle("GET /page.js", asset("text/javascript; charset=utf-8", html.SiteScript()))
	s.Handle("GET /upload.css", asset("text/css; charset=utf-8", html.UploadStyle()))
	s.Handle("GET /upload.js", asset("text/javascript; charset=utf-8", html.UploadScript()))
}

// templates returns the templates of the pages. hasClass says that there is a page that compares a
// class.
func templates(hasClass bool) *template.Template {
	return template.Must(template.New("").Funcs(template.FuncMap{
		"thousands": terminal.Thousands, "safe": terminal.Safe, "bytes": terminal.Bytes, "percent": report.Percent,
		"hue": func(n int) int { return (n-1)%8 + 1 }, "hasClass": func() bool { return hasClass },
		"forms": html.PageForms,
	}).ParseFS(files, "*.html"))
}

// MostLinked bounds the source of a [Link], in bytes: some systems allow no longer arguments.
const MostLinked = 32 << 10

// Link returns the URL of a search of the first index, relative to the server. The question is in
// its fragment.
func Link(indexes []string, name string, source []byte) string {
	q := url.Values{"source": {string(corpus.Decode(source).UTF8)}}
	if name != "" {
		q.Set("name", name)
	}
	if len(indexes) > 1 {
		q.Set("index", indexes[0])
	}
	return "/#" + q.Encode()
}

// asset serves a text that the browser may cache and must revalidate.
func asset(kind, text string) http.Handler {
	return tagged([]byte(text), kind, policy, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(text)) })
}

// tagged serves a content with an ETag; it responds 304 if the browser has it. A browser replaces
// stored headers by headers of a 304 (RFC 9111, 3.2), so kind and policy are set for both
// responses. send writes the body, and may set its encoding.
func tagged(content []byte, kind, policy string, send http.HandlerFunc) http.Handler {
	sum := sha256.Sum256(content)
	tag := `"` + hex.EncodeToString(sum[:8]) + `"`
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		setKind(h, kind, policy)
		h.Set("Cache-Control", "private, no-cache")
		h.Set("ETag", tag)
		if r.Header.Get("If-None-Match") == tag {
			w.WriteHeader(http.StatusNotModified)
			return
		}
		send(w, r)
	})
}

// setKind sets the type and the Content-Security-Policy of a response. It replaces the policy that
// the server sets for all responses.
func setKind(h http.Header, kind, policy string) {
	h.Set("Content-Type", kind)
	h.Set("Content-Security-Policy", policy)
}

// view is the data of every page.
type view struct {
	Title   string
	At      string // path of the page
	Index   string
	Indexes []string // if there are several
	Query   string   // the query string that names the index
	Wrong   string   // an error, and what to do
	Asset   string   // name of style and script
	Again   string   // seconds after which a browser without JavaScript reloads the page
	Body    any
}

// newView returns the view of a page. The default index is the first.
func (p *site) newView(r *http.Request, title, index string) view {
	names := p.server.Indexes().Names()
	v := view{Title: title, At: r.URL.Path, Index: index, Asset: "page"}
	if len(names) == 1 {
		return v
	}
	if v.Index == "" {
		v.Index = names[0]
	}
	v.Indexes, v.Query = names, "?index="+url.QueryEscape(v.Index)
	return v
}

// show renders a page.
func (p *site) show(w http.ResponseWriter, status int, name string, v view) {
	var b bytes.Buffer
	p.render(&b, name, v)
	h := w.Header()
	setKind(h, "text/html; charset=utf-8", policy)
	h.Set("Referrer-Policy", "same-origin") // with no-referrer, forms send Origin: null and are refused
	if status == http.StatusServiceUnavailable {
		h.Set("Retry-After", serve.RetryAfter)
	}
	w.WriteHeader(status)
	_, _ = w.Write(b.Bytes())
}

// render executes a template.
func (p *site) render(b *bytes.Buffer, name string, v view) {
	if err := p.templates.ExecuteTemplate(b, name, v); err != nil {
		panic(fmt.Errorf("making a page: %w", err)) // a bug in a template; the server logs it
	}
}

// fail renders a page with the error.
func (p *site) fail(w http.ResponseWriter, name string, v view, err error) {
	status, text := serve.Problem(err, option.Form)
	v.Wrong = terminal.Safe(text)
	p.show(w, status, name, v)
}

// missing renders the form, with an error that there is no such page.
func (p *site) missing(w http.ResponseWriter, r *http.Request) {
	v := p.newView(r, "Where is this from?", "")
	v.Body, v.Wrong = newAsked(question{Index: v.Index, How: origins}), "there is no such page"
	p.show(w, http.StatusNotFound, "ask.html", v)
}

// languages returns the names of the languages that the form offers.
func languages() (names []string) {
	all := inspect.Languages()
	for _, l := range append(all.Languages, all.Formats...) {
		names = append(names, l.Name)
	}
	return names
}
