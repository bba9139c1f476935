// Package page is the site of the server: ask, read both sources beside each other, browse documents, look at what an
// index holds, and compare the files of an upload. Pages are made by the server and can be read without scripts. The script adds links to
// answers, the sources side by side, and keys. Style and script are shared with the reports.
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
	"strings"

	"github.com/chaffinch-search/chaffinch/index/corpus"
	"github.com/chaffinch-search/chaffinch/internal/inspect"
	"github.com/chaffinch-search/chaffinch/internal/report"
	"github.com/chaffinch-search/chaffinch/internal/report/html"
	"github.com/chaffinch-search/chaffinch/internal/serve"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
	"github.com/chaffinch-search/chaffinch/web"
)

//go:embed *.html
var files embed.FS

// policy allows what the server itself sends, and that forms and the script ask the server.
const policy = "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src data:; form-action 'self'; " +
	"base-uri 'none'; frame-ancestors 'none'"

// site answers with pages.
type site struct {
	server    *serve.Server
	templates *template.Template
}

// Add adds the pages to the server.
func Add(s *serve.Server) {
	class, noClass := web.Page()
	p := &site{s, template.Must(template.New("").Funcs(template.FuncMap{
		"thousands": terminal.Thousands, "safe": terminal.Safe, "bytes": terminal.Bytes, "percent": report.Percent,
		"hue": func(n int) int { return (n-1)%8 + 1 }, "hasClass": func() bool { return noClass == nil },
	}).ParseFS(files, "*.html"))}
	s.Handle("GET /{$}", http.HandlerFunc(p.form))
	s.Handle("POST /{$}", http.HandlerFunc(p.answer))
	s.Handle("POST /pair", http.HandlerFunc(p.pair))
	s.Handle("GET /corpus", http.HandlerFunc(p.corpus))
	s.Handle("GET /idioms", http.HandlerFunc(p.idioms))
	s.Handle("GET /contents/{id}", http.HandlerFunc(p.browse))
	s.Handle("GET "+serve.PairsForm, http.HandlerFunc(p.pairsForm))
	s.Handle("POST "+serve.PairsForm, http.HandlerFunc(p.startPairs))
	s.Handle("GET "+serve.PairsForm+"/{id}", http.HandlerFunc(p.job))
	s.Handle("POST "+serve.PairsForm+"/{id}/delete", http.HandlerFunc(p.forget))
	s.Handle("GET "+classPath, classPage(class, noClass))
	s.HandleMissing(http.HandlerFunc(p.missing))
	s.Handle("GET /page.css", asset("text/css; charset=utf-8", html.SiteStyle()))
	s.Handle("GET /page.js", asset("text/javascript; charset=utf-8", html.SiteScript()))
	s.Handle("GET /upload.css", asset("text/css; charset=utf-8", html.UploadStyle()))
	s.Handle("GET /upload.js", asset("text/javascript; charset=utf-8", html.UploadScript()))
}

// MostLinked bounds the sources that [Link] takes, in bytes: some systems take no longer arguments.
const MostLinked = 32 << 10

// Link returns the address of an answer, below that of the server: the question is in its fragment. It is asked of the
// first of the indexes.
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

// asset answers with a text that the browser may keep, and asks again whether it has changed.
func asset(kind, text string) http.Handler {
	return tagged([]byte(text), func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", kind)
		_, _ = w.Write([]byte(text))
	})
}

// tagged answers with a content that the browser may keep, unless it has it.
func tagged(content []byte, send http.HandlerFunc) http.Handler {
	sum := sha256.Sum256(content)
	tag := `"` + hex.EncodeToString(sum[:8]) + `"`
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Cache-Control", "private, no-cache")
		h.Set("ETag", tag)
		if r.Header.Get("If-None-Match") == tag {
			w.WriteHeader(http.StatusNotModified)
			return
		}
		send(w, r)
	})
}

// view is what every page shows.
type view struct {
	Title   string
	At      string // path of the page
	Index   string
	Indexes []string // if there are several
	Query   string   // that names the index, with its question mark
	Wrong   string   // what went wrong, and what to do
	Asset   string   // name of style and script
	Again   string   // seconds after which a browser without scripts loads the page again
	Body    any
}

// newView describes a page. The index is that of the address, or the first.
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

// show answers with a page.
func (p *site) show(w http.ResponseWriter, status int, name string, v view) {
	var b bytes.Buffer
	if err := p.templates.ExecuteTemplate(&b, name, v); err != nil {
		panic(fmt.Errorf("making a page: %w", err)) // a template is wrong; the server logs it
	}
	h := w.Header()
	h.Set("Content-Security-Policy", policy)
	h.Set("Referrer-Policy", "same-origin") // otherwise a form has no origin, and is refused
	h.Set("Content-Type", "text/html; charset=utf-8")
	if status == http.StatusServiceUnavailable {
		h.Set("Retry-After", "2")
	}
	w.WriteHeader(status)
	_, _ = w.Write(b.Bytes())
}

// inPage is advice of the library and the server, and that of a page in its place.
var inPage = strings.NewReplacer(
	"use a name such as Go or C++", "choose one of the list",
	", or raise --max-time of the server", "",
)

// fail answers with a page that says what went wrong.
func (p *site) fail(w http.ResponseWriter, name string, v view, err error) {
	status, text := serve.Problem(err, inPage)
	v.Wrong = terminal.Safe(text)
	p.show(w, status, name, v)
}

// missing answers with the form, and that there is no such page.
func (p *site) missing(w http.ResponseWriter, r *http.Request) {
	v := p.newView(r, "Where is this from?", "")
	v.Body, v.Wrong = newAsked(question{Index: v.Index, How: origins}), "there is no such page"
	p.show(w, http.StatusNotFound, "ask.html", v)
}

// languages are the names that a question may be told to be in.
func languages() (names []string) {
	all := inspect.Languages()
	for _, l := range append(all.Languages, all.Formats...) {
		names = append(names, l.Name)
	}
	return names
}
