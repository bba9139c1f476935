package serve

import (
	"bytes"
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
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
	Lines       answer.Lines       `json:"lines"`     // of the text
	LineCount   int                `json:"lineCount"` // of the content
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
		func(context.Context, *struct{}) (*response[inspect.LanguageList], error) {
			return &response[inspect.LanguageList]{inspect.Languages()}, nil
		})
	huma.Register(api, s.operation(http.MethodGet, "/stats", "Describe an index: documents, languages, fingerprints"),
		func(ctx context.Context, q *On) (*response[*inspect.IndexStats], error) {
			return ask(ctx, s, q.Index, func(ctx context.Context, h *Held) (*inspect.IndexStats, error) { return h.Stats(ctx) })
		})
	huma.Register(api, s.operation(http.MethodGet, "/collections", "List the collections and their sizes"),
		func(ctx context.Context, q *On) (*response[inspect.CollectionList], error) {
			return ask(ctx, s, q.Index, func(ctx context.Context, h *Held) (inspect.CollectionList, error) { return h.CollectionList(ctx) })
		})
	huma.Register(api, s.operation(http.MethodGet, "/idioms", "List the most frequent fingerprints, with sample source"),
		func(ctx context.Context, q *idiomQuestion) (*response[IdiomList], error) {
			return ask(ctx, s, q.Index, func(ctx context.Context, h *Held) (l IdiomList, err error) {
				r, err := analyzer.ParseRepresentation(q.Representation)
				if err == nil {
					l.Idioms, err = h.Idioms(ctx, r, q.Top)
				}
				return l, err
			})
		})
	content := s.operation(http.MethodGet, "/contents/{id}", "Return the text of a content, or some lines of it")
	content.OperationID = "contents"
	huma.Register(api, content, func(ctx context.Context, q *contentQuestion) (*response[*Content], error) {
		return ask(ctx, s, q.Index, func(ctx context.Context, h *Held) (*Content, error) { return h.ContentOf(ctx, q.ID, q.From, q.To) })
	})
}

// ContentOf returns lines first to end of a content. Lines count from 1, and an end of 0 is the
// last line. It fails if the content is unknown ([index.ErrUnknownContent]) or lacks the lines, or
// if the index cannot be read.
func (h *Held) ContentOf(ctx context.Context, id string, first, end int) (*Content, error) {
	state, err := h.State()
	if err != nil {
		return nil, err
	}
	defer state.Close()
	described, err := state.Describe(ctx, []string{id})
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
	from, to, err := text.LineRange(first, end)
	if err != nil {
		return nil, err
	}
	part := text.UTF8[from:to]
	last := first + bytes.Count(bytes.TrimSuffix(part, []byte("\n")), []byte("\n"))
	all := 1 + bytes.Count(bytes.TrimSuffix(text.UTF8, []byte("\n")), []byte("\n"))
	return &Content{d.ID, d.Language, d.Tokens, d.Occurrences, answer.Lines{From: first, To: last}, all, string(part)}, nil
}
