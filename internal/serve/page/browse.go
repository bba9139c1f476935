package page

import (
	"context"
	"fmt"
	"net/http"
	"strconv"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/internal/inspect"
	"github.com/chaffinch-search/chaffinch/internal/report/html"
	"github.com/chaffinch-search/chaffinch/internal/serve"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
)

// document is the view of a content.
type document struct {
	*serve.Content
	Name            string
	Copies          []string
	MoreCopies      int
	License, Author string
	Lines           []line
	Earlier, Later  string // addresses
}

// browse serves a content.
func (p *site) browse(w http.ResponseWriter, r *http.Request) {
	v := p.newView(r, "Document", r.FormValue("index"))
	from, err := strconv.Atoi(r.FormValue("from"))
	if err != nil || from < 1 {
		from = 1
	}
	var d *document
	err = p.server.AskIndex(r.Context(), v.Index, func(ctx context.Context, h *serve.Held) (err error) {
		d, err = newDocument(ctx, h, r.PathValue("id"), from)
		return err
	})
	if err != nil {
		p.fail(w, "document.html", v, err)
		return
	}
	address := func(from int) string {
		query := v.Query + "&"
		if v.Query == "" {
			query = "?"
		}
		return fmt.Sprintf("/contents/%s%sfrom=%d", d.Content.Content, query, from)
	}
	if from > 1 {
		d.Earlier = address(max(1, from-mostLines))
	}
	if last := from + len(d.Lines); last <= d.LineCount {
		d.Later = address(last)
	}
	v.Title, v.Body = d.Name, d
	p.show(w, http.StatusOK, "document.html", v)
}

func newDocument(ctx context.Context, h *serve.Held, id string, from int) (*document, error) {
	c, err := h.ContentOf(ctx, id, 1, 0)
	if err != nil {
		return nil, err
	}
	d := &document{Content: c, Name: id}
	if len(c.Occurrences) > 0 {
		o := c.Occurrences[0]
		d.Name, d.License, d.Author = terminal.Safe(o.File()), terminal.Safe(o.License), terminal.Safe(o.Author)
		d.Copies, d.MoreCopies = copiesOf(c.Occurrences[1:])
	}
	shown := html.Lines(c.Language, []byte(c.Text))
	from = min(from, len(shown)) // a page begins at one of its lines
	for i := max(0, from-1); i < min(len(shown), from-1+mostLines); i++ {
		d.Lines = append(d.Lines, line{N: i + 1, Pieces: shown[i]})
	}
	return d, nil
}

// holding is the view of the statistics of an index.
type holding struct {
	*inspect.IndexStats
	Collections []inspect.Collection
	Languages   []counted
	Plots       []plot
}

// corpus serves the collections, the languages and the distribution of document frequencies.
func (p *site) corpus(w http.ResponseWriter, r *http.Request) {
	v := p.newView(r, "Corpus", r.FormValue("index"))
	body := &holding{}
	err := p.server.AskIndex(r.Context(), v.Index, func(ctx context.Context, h *serve.Held) (err error) {
		if body.IndexStats, err = h.Stats(ctx); err != nil {
			return err
		}
		list, err := h.CollectionList(ctx)
		body.Collections = list.Collections
		return err
	})
	if err != nil {
		p.fail(w, "corpus.html", v, err)
		return
	}
	body.Languages = sorted(body.IndexStats.Languages)
	for _, of := range body.Representations {
		body.Plots = append(body.Plots, newPlot(of))
	}
	v.Body = body
	p.show(w, http.StatusOK, "corpus.html", v)
}

// common is the view of the idioms.
type common struct {
	Representation string
	Idioms         []inspect.Idiom
}

// mostIdioms is how many idioms the page lists.
const mostIdioms = 50

// idioms serves the most common fingerprints.
func (p *site) idioms(w http.ResponseWriter, r *http.Request) {
	v := p.newView(r, "Idioms", r.FormValue("index"))
	body := &common{Representation: "exact"}
	if r.FormValue("representation") == "structure" {
		body.Representation = "structure"
	}
	err := p.server.AskIndex(r.Context(), v.Index, func(ctx context.Context, h *serve.Held) error {
		of, err := analyzer.ParseRepresentation(body.Representation)
		if err == nil {
			body.Idioms, err = h.Idioms(ctx, of, mostIdioms)
		}
		return err
	})
	if err != nil {
		p.fail(w, "idioms.html", v, err)
		return
	}
	v.Body = body
	p.show(w, http.StatusOK, "idioms.html", v)
}
