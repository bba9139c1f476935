package serve

import (
	"bytes"
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/corpus"
	"github.com/chaffinch-search/chaffinch/internal/inspect"
)

// IdiomList are the most frequent fingerprints.
type IdiomList struct {
	Idioms []inspect.Idiom `json:"idioms"`
}

// Content is a content of an index with its text, or some lines of it.
type Content struct {
	Content     string             `json:"content"` // git blob id
	Language    string             `json:"language"`
	Tokens      int                `json:"tokens"`
	Occurrences []index.Occurrence `json:"occurrences"`
	Lines       chaffinch.Lines    `json:"lines"` // of the text
	Last        int                `json:"last"`  // number of lines of the content
	Text        string             `json:"text"`
}

type idiomQuestion struct {
	On
	Representation string `query:"representation" enum:"structure,exact" default:"exact"`
	Top            int    `query:"top" minimum:"1" maximum:"200" default:"10"`
}

type contentQuestion struct {
	On
	ID   string `path:"id" pattern:"^[0-9a-f]{40}$" doc:"git blob id"`
	From int    `query:"from" minimum:"1" default:"1" doc:"first line"`
	To   int    `query:"to" minimum:"0" default:"0" doc:"last line; 0 is the end"`
}

// addDescriptions adds the operations that describe indexes and languages.
func (s *Server) addDescriptions(api huma.API) {
	huma.Register(api, s.operation(http.MethodGet, "/indexes", "List the indexes"), s.list)
	huma.Register(api, s.operation(http.MethodGet, "/languages", "List the languages and formats"),
		func(context.Context, *struct{}) (*answer[inspect.LanguageList], error) {
			return &answer[inspect.LanguageList]{inspect.Languages()}, nil
		})
	huma.Register(api, s.operation(http.MethodGet, "/stats", "Describe an index: documents, languages, fingerprints"),
		func(ctx context.Context, q *On) (*answer[*inspect.IndexStats], error) {
			return ask(ctx, s, q.Index, func(ctx context.Context, h *Held) (*inspect.IndexStats, error) {
				return inspect.Index(ctx, h)
			})
		})
	huma.Register(api, s.operation(http.MethodGet, "/collections", "List the collections and their sizes"),
		func(ctx context.Context, q *On) (*answer[inspect.CollectionList], error) {
			return ask(ctx, s, q.Index, func(ctx context.Context, h *Held) (inspect.CollectionList, error) {
				state, err := h.State()
				if err != nil {
					return inspect.CollectionList{}, err
				}
				defer state.Close()
				return inspect.Collections(ctx, state, "")
			})
		})
	huma.Register(api, s.operation(http.MethodGet, "/idioms", "List the most frequent fingerprints, with sample source"),
		func(ctx context.Context, q *idiomQuestion) (*answer[IdiomList], error) {
			return ask(ctx, s, q.Index, func(ctx context.Context, h *Held) (l IdiomList, err error) {
				r, err := analyzer.ParseRepresentation(q.Representation)
				if err == nil {
					l.Idioms, err = inspect.Idioms(ctx, h, r, q.Top)
				}
				return l, err
			})
		})
	content := s.operation(http.MethodGet, "/contents/{id}", "Return the text of a content, or some lines of it")
	content.OperationID = "contents"
	huma.Register(api, content, func(ctx context.Context, q *contentQuestion) (*answer[*Content], error) {
		return ask(ctx, s, q.Index, func(ctx context.Context, h *Held) (*Content, error) { return contentOf(ctx, h, q) })
	})
}

func contentOf(ctx context.Context, h *Held, q *contentQuestion) (*Content, error) {
	state, err := h.State()
	if err != nil {
		return nil, err
	}
	defer state.Close()
	described, err := state.Describe(ctx, []string{q.ID})
	if err != nil {
		return nil, err
	}
	d := described[0]
	index.SettleEdits(d.Occurrences)
	source, err := state.Source(ctx, d.Content, d.Occurrences, nil)
	if err != nil {
		return nil, err
	}
	text := corpus.Decode(source)
	from, to, err := text.LineRange(q.From, q.To)
	if err != nil {
		return nil, err
	}
	part := text.UTF8[from:to]
	last := q.From + bytes.Count(bytes.TrimSuffix(part, []byte("\n")), []byte("\n"))
	all := 1 + bytes.Count(bytes.TrimSuffix(text.UTF8, []byte("\n")), []byte("\n"))
	return &Content{d.ID, d.Language, d.Tokens, d.Occurrences, chaffinch.Lines{From: q.From, To: last}, all, string(part)}, nil
}
