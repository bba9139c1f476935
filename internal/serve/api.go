package serve

import (
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"net/http"
	"net/url"
	"path"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/detect"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/internal/inspect"
	"github.com/chaffinch-search/chaffinch/internal/option"
	"github.com/chaffinch-search/chaffinch/internal/warning"
)

// prefix is the path prefix of the API.
const prefix = "/api/v1"

// response has the body of an answer.
type response[T any] struct{ Body T }

// On names the index to search.
type On struct {
	Index string `query:"index" doc:"name of the index; optional if only one is served"`
}

// A key in another case would be read after the limits of the key itself were checked.
func init() { huma.ValidateStrictCasing = true }

// newAPI adds the operations of the API.
func newAPI(s *Server) huma.API {
	config := huma.DefaultConfig("chaffinch", "1")
	config.Info.Description = "Finds where code and text came from. Errors are RFC 9457 problems; detail has advice."
	config.DocsPath, config.SchemasPath, config.OpenAPIPath = "", "", prefix+"/openapi"
	config.CreateHooks = nil
	config.RejectUnknownQueryParameters = true // they are misspelt
	config.Transformers = []huma.Transformer{explained}
	config.Formats = map[string]huma.Format{"application/json": huma.DefaultJSONFormat, "json": huma.DefaultJSONFormat}
	config.Components.Schemas = huma.NewMapRegistry("#/components/schemas/", schemaName)
	config.Components.SecuritySchemes = map[string]*huma.SecurityScheme{"token": {Type: "http", Scheme: "bearer"}}
	config.Security = []map[string][]string{{}, {"token": {}}}
	api := humago.New(s.mux, config)
	api.UseMiddleware(func(ctx huma.Context, next func(huma.Context)) {
		at := ctx.URL()
		query, err := url.ParseQuery(at.RawQuery)
		if err != nil {
			_ = huma.WriteErr(api, ctx, http.StatusUnprocessableEntity, "the parameters of the address are badly escaped: send a % as %25")
			return
		}
		for _, name := range slices.Sorted(maps.Keys(query)) {
			if len(query[name]) > 1 {
				_ = huma.WriteErr(api, ctx, http.StatusUnprocessableEntity, "the parameter "+quoted(name)+" is given several times: send it once")
				return
			}
		}
		next(ctx)
	})
	s.addQuestions(api)
	s.addDescriptions(api)
	s.addJobs(api)
	return api
}

// explained puts the first problem of a refused request into its detail. It drops the values that
// the client sent.
func explained(_ huma.Context, _ string, body any) (any, error) {
	problem, ok := body.(*huma.ErrorModel)
	if !ok || len(problem.Errors) == 0 {
		return body, nil
	}
	for i, e := range problem.Errors {
		if e == nil {
			continue
		}
		problem.Errors[i] = &huma.ErrorDetail{Message: shortened(e.Message), Location: shortened(e.Location)}
	}
	if first := problem.Errors[0]; first != nil {
		at := ""
		if first.Location != "" {
			at = " (" + first.Location + ")"
		}
		problem.Detail = first.Message + at + ": correct the request as " + prefix + "/openapi.json describes it"
	}
	return problem, nil
}

// shortened keeps the first 200 bytes of a text.
func shortened(text string) string {
	if len(text) <= 200 {
		return text
	}
	return strings.ToValidUTF8(text[:200], "") + "..."
}

// OpenAPI returns the description of the API, as JSON.
func (s *Server) OpenAPI() ([]byte, error) {
	text, err := json.MarshalIndent(s.api.OpenAPI(), "", "  ")
	return append(text, '\n'), err
}

// schemaName names a type in the description. Types whose name several packages have get another,
// and a name stays when its type moves.
func schemaName(t reflect.Type, hint string) string {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	name := huma.DefaultSchemaNamer(t, hint)
	switch from := path.Base(t.PkgPath()); from {
	case "inspect", "index", "analyzer", "winnow", "scan":
		return string(from[0]-'a'+'A') + from[1:] + name
	case "pairs":
		return cmp.Or(map[string]string{"Report": "Result", "Match": "PairMatch", "Stats": "ResultStats"}[name], name)
	case "serve":
		if t.Name() == "Document" || t.Name() == "Filter" {
			return "Given" + name
		}
	}
	return name
}

// operation describes an operation, called by GET or by POST with a body.
func (s *Server) operation(method, at, summary string) huma.Operation {
	return huma.Operation{
		OperationID: path.Base(at), Method: method, Path: prefix + at, Summary: summary,
		MaxBodyBytes: s.o.Limits.Question, BodyReadTimeout: -1, // the body is in memory
		Errors: []int{http.StatusBadRequest, http.StatusNotFound, http.StatusRequestEntityTooLarge, http.StatusServiceUnavailable},
	}
}

// ask runs a query of the index of that name, once the queue admits it.
func ask[T any](ctx context.Context, s *Server, name string, f func(context.Context, *Held) (T, error)) (*response[T], error) {
	a := new(response[T])
	err := s.AskIndex(ctx, name, func(ctx context.Context, h *Held) (err error) {
		a.Body, err = f(ctx, h)
		return err
	})
	if err != nil {
		return nil, failed(err)
	}
	return a, nil
}

type question struct {
	On
	Body SearchRequest
}

// search runs a query like the commands search, similar and search --cover.
func (s *Server) search(ctx context.Context, q *question, whole, cover bool) (*response[*answer.Answer], error) {
	return ask(ctx, s, q.Index, func(ctx context.Context, h *Held) (*answer.Answer, error) {
		d, o, err := q.Body.Question(whole)
		if err != nil {
			return nil, err
		}
		o.Cover = cover
		asked := h.Search
		if whole {
			asked = h.Similar
		}
		a, err := asked(ctx, d, o)
		if err == nil {
			a.Warnings = warning.In(option.API, a.Warnings)
		}
		return a, err
	})
}

func (s *Server) addQuestions(api huma.API) {
	huma.Register(api, s.operation(http.MethodPost, "/search", "Find the documents that a snippet or file came from"),
		func(ctx context.Context, q *question) (*response[*answer.Answer], error) {
			return s.search(ctx, q, false, false)
		})
	huma.Register(api, s.operation(http.MethodPost, "/similar", "List the documents that resemble a file overall"),
		func(ctx context.Context, q *question) (*response[*answer.Answer], error) {
			return s.search(ctx, q, true, false)
		})
	huma.Register(api, s.operation(http.MethodPost, "/cover", "List the fewest documents that explain most of a file"),
		func(ctx context.Context, q *question) (*response[*answer.Answer], error) {
			return s.search(ctx, q, false, true)
		})
	huma.Register(api, s.operation(http.MethodPost, "/compare", "Show what two documents share"), s.compare)
	huma.Register(api, s.operation(http.MethodPost, "/fingerprint", "Show the tokens, k-grams and fingerprints of a document"), s.fingerprint)
}

func (s *Server) compare(ctx context.Context, q *struct{ Body CompareRequest }) (*response[*answer.Comparison], error) {
	a, err := q.Body.A.Document()
	if err != nil {
		return nil, failed(err)
	}
	b, err := q.Body.B.Document()
	if err != nil {
		return nil, failed(err)
	}
	r := new(response[*answer.Comparison])
	err = s.Ask(ctx, func(ctx context.Context) (err error) {
		r.Body, err = chaffinch.Compare(ctx, a, b, chaffinch.CompareOptions{})
		return err
	})
	return r, failed(err)
}

// maxFingerprinted bounds a document whose tokens are listed, in bytes. Each takes up to 400 bytes
// of the answer.
const maxFingerprinted = 64 << 10

func (s *Server) fingerprint(ctx context.Context, q *struct{ Body FingerprintRequest }) (*response[*inspect.Inspection], error) {
	d, err := q.Body.Document.Document()
	if err == nil {
		err = d.Check()
	}
	if err != nil {
		return nil, failed(err)
	}
	source, err := d.Text()
	if err != nil {
		return nil, failed(err)
	}
	if len(source) > maxFingerprinted {
		return nil, huma.NewError(http.StatusRequestEntityTooLarge, "the document is larger than 64 KiB: send a part of it")
	}
	a, err := s.analyzer(q.Body.Index)
	if err != nil {
		return nil, failed(err)
	}
	r := new(response[*inspect.Inspection])
	err = s.Ask(ctx, func(context.Context) error {
		text := corpus.Decode(source)
		from, to := 0, len(text.UTF8)
		if d.Lines != (answer.Lines{}) {
			if from, to, err = text.LineRange(max(1, d.Lines.From), d.Lines.To); err != nil {
				return err
			}
		}
		l, err := lex.ParseLanguage(d.Language)
		if err != nil {
			return err
		}
		if l == nil {
			l = detect.Candidates(d.Name, text.UTF8, 1)[0]
		}
		r.Body = inspect.Document(a, d.Name, l, &text, from, to)
		return nil
	})
	return r, failed(err)
}

// analyzer returns the analyzer of an index; "" returns the analyzer of new indexes.
func (s *Server) analyzer(name string) (*analyzer.Analyzer, error) {
	if name == "" {
		return analyzer.New(analyzer.DefaultSettings())
	}
	h, err := s.indexes.Acquire(name)
	if err != nil {
		return nil, err
	}
	defer h.Close()
	return h.Analyzer(), nil
}

// IndexList are the indexes that are served.
type IndexList struct {
	Indexes []ServedIndex `json:"indexes"`
}

// ServedIndex is an index that is served.
type ServedIndex struct {
	Name     string `json:"name"`
	Contents int    `json:"contents"`
	// Guarantee is t: any shared run of that many tokens is found.
	Guarantee int       `json:"guarantee"`
	Date      time.Time `json:"date"`   // when its state was published
	Opened    time.Time `json:"opened"` // when the server took it up
}

func (s *Server) list(context.Context, *struct{}) (*response[IndexList], error) {
	r := &response[IndexList]{IndexList{[]ServedIndex{}}}
	for _, name := range s.indexes.Names() {
		h, err := s.indexes.Acquire(name)
		if err != nil {
			return nil, failed(err)
		}
		contents, err := h.Contents()
		r.Body.Indexes = append(r.Body.Indexes, ServedIndex{name, contents, h.Settings().Analyzer.Guarantee(), h.Date(), h.Opened})
		h.Close()
		if err != nil {
			return nil, failed(err)
		}
	}
	return r, nil
}
