package page

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/option"
	"github.com/chaffinch-search/chaffinch/internal/report/html"
	"github.com/chaffinch-search/chaffinch/internal/serve"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
)

// question is the content of the form.
type question struct {
	Index, Name, Language, How string
	Source                     []byte
	Pasted                     bool // in the text field, and not as a file
	Weak                       bool // documents below the least score, too
}

// The kinds of search.
const (
	origins = "origins"
	cover   = "cover"
	similar = "similar"
)

// read reads the form. The body is in memory already.
func read(r *http.Request) (question, error) {
	const inMemory = 1 << 30
	if err := r.ParseMultipartForm(inMemory); err != nil && !errors.Is(err, http.ErrNotMultipart) {
		return question{}, fmt.Errorf("the form is invalid: %w: send it from the page", err)
	}
	q := question{Index: r.PostFormValue("index"), Name: r.PostFormValue("name"), Language: r.PostFormValue("language"), How: r.PostFormValue("how"),
		Weak: r.PostFormValue("weak") != ""}
	q.Source, q.Pasted = []byte(r.PostFormValue("source")), true
	if r.MultipartForm != nil && len(r.MultipartForm.File["file"]) > 0 {
		if f := r.MultipartForm.File["file"][0]; f.Size > 0 {
			opened, err := f.Open()
			if err != nil {
				return q, err
			}
			defer opened.Close()
			q.Name, q.Pasted = f.Filename, false
			if q.Source, err = io.ReadAll(opened); err != nil {
				return q, err
			}
		}
	}
	if q.Pasted { // forms end lines with CR LF
		q.Source = bytes.ReplaceAll(q.Source, []byte("\r\n"), []byte("\n"))
	}
	if q.How != cover && q.How != similar {
		q.How = origins
	}
	if len(bytes.TrimSpace(q.Source)) == 0 {
		return q, errors.New("there is nothing to search for: paste code or text, or choose a file")
	}
	return q, nil
}

// ask searches the index, with the details that the pages show. change may restrict the options.
func (q *question) ask(ctx context.Context, h *serve.Held, change func(*chaffinch.SearchOptions)) (*answer.Answer, error) {
	request := serve.SearchRequest{Document: serve.Document{Name: q.Name, Bytes: q.Source, Language: q.Language}}
	if q.Weak {
		request.MinScore = new(float64)
	}
	d, o, err := request.Question(q.How == similar)
	if err != nil {
		return nil, err
	}
	if q.Source, err = d.Text(); err != nil {
		return nil, err
	}
	o.Cover, o.Explain, o.Alignments = q.How == cover, true, true
	if change != nil {
		change(&o)
	}
	if q.How == similar {
		return h.Similar(ctx, d, o)
	}
	return h.Search(ctx, d, o)
}

// asked is the page of the form, with the answer.
type asked struct {
	question
	Text      string // in the text field
	Languages []string
	Detected  string // the language of the answer
	Answer    *shownAnswer
}

func newAsked(q question) asked {
	a := asked{question: q, Languages: languages()}
	if q.Pasted {
		a.Text = string(q.Source)
	}
	return a
}

// form serves the empty form.
func (p *site) form(w http.ResponseWriter, r *http.Request) {
	v := p.newView(r, "Where is this from?", r.FormValue("index"))
	v.Body = newAsked(question{Index: v.Index, How: origins})
	p.show(w, http.StatusOK, "ask.html", v)
}

// answer serves the form and the answer.
func (p *site) answer(w http.ResponseWriter, r *http.Request) {
	q, err := read(r)
	v := p.newView(r, "Where is this from?", q.Index)
	q.Index = v.Index
	body := newAsked(q)
	if err == nil {
		err = p.server.AskIndex(r.Context(), q.Index, func(ctx context.Context, h *serve.Held) error {
			a, err := q.ask(ctx, h, nil)
			if err == nil {
				body.Detected = a.Question.Language
				body.Answer, err = newAnswer(a, &q, h, v.Query)
			}
			return err
		})
	}
	v.Body = body
	if err != nil {
		p.fail(w, "ask.html", v, err)
		return
	}
	p.show(w, http.StatusOK, "ask.html", v)
}

// pair serves the data of the side-by-side view, for the script.
func (p *site) pair(w http.ResponseWriter, r *http.Request) {
	q, err := read(r)
	var text []byte
	if err == nil {
		id := r.PostFormValue("content")
		err = p.server.AskIndex(r.Context(), q.Index, func(ctx context.Context, h *serve.Held) (err error) {
			text, err = q.beside(ctx, h, id)
			return err
		})
	}
	if err != nil {
		serve.WriteProblem(w, err, option.Form)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(text)
}

// beside returns the data of the side-by-side view of the question and a content.
func (q *question) beside(ctx context.Context, h *serve.Held, id string) ([]byte, error) {
	if q.How == cover {
		q.How = origins // regardless of what other documents explain
	}
	a, err := q.ask(ctx, h, func(o *chaffinch.SearchOptions) {
		o.Top, o.MinScore = 1, 0
		o.Select = func(c index.Content, _ index.Occurrence) bool { return c.ID == id }
	})
	if err != nil {
		return nil, err
	}
	if len(a.Hits) == 0 || a.Hits[0].Alignment == nil {
		return nil, errors.New("the source is no longer available: run the search again")
	}
	s, err := h.State()
	if err != nil {
		return nil, err
	}
	defer s.Close()
	_, document, err := index.SourceOf(ctx, s, id)
	if err != nil {
		return nil, err
	}
	if a.Question.Name == "" {
		a.Question.Name = "question"
	}
	a.Question.Name = terminal.Safe(a.Question.Name)
	return html.HitData(a.Question, &a.Hits[0], q.Source, document)
}
