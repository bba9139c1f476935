package serve

import (
	"cmp"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"

	"github.com/chaffinch-search/chaffinch/analyzer/wfp"
	"github.com/chaffinch-search/chaffinch/internal/option"
)

// The routes that SCANOSS clients call. docs/scanoss.md lists them, and unsupported requests.

// newScanoss adds the routes for SCANOSS clients. They cannot name an index, so only one may have
// SCANOSS fingerprints.
func (s *Server) newScanoss() error {
	var names []string
	for _, name := range s.indexes.Names() {
		h, err := s.indexes.Acquire(name)
		if err != nil {
			return err
		}
		if h.Settings().Scanoss {
			names = append(names, name)
		}
		h.Close()
	}
	switch len(names) {
	case 0:
		return errors.New("--scanoss needs an index with SCANOSS fingerprints: create one with chaffinch index --scanoss")
	case 1:
		s.scanoss = names[0]
	default:
		return fmt.Errorf("SCANOSS clients cannot choose an index, but several have SCANOSS fingerprints (%s): serve one of them", strings.Join(names, ", "))
	}
	for _, base := range []string{"", "/api"} {
		s.Handle("POST "+base+"/scan/direct", scanossHandler(s.scanDirect))
		s.Handle("GET "+base+"/file_contents/{md5}", scanossHandler(s.fileContents))
		s.Handle("GET "+base+"/kb/details", scanossHandler(s.kbDetails))
		s.Handle(base+"/v2/", scanossHandler(s.unanswered))
	}
	return nil
}

// scanossHandler responds with the result of f, as JSON or as raw bytes, or with its error.
type scanossHandler func(ctx context.Context, r *http.Request) (any, error)

func (f scanossHandler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := f(r.Context(), r)
	if err != nil {
		WriteProblem(w, err, option.API)
		return
	}
	if source, ok := body.([]byte); ok {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		_, _ = w.Write(source)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(body)
}

// scanDirect returns the matches of each file of a .wfp.
func (s *Server) scanDirect(ctx context.Context, r *http.Request) (any, error) {
	q, err := readScanoss(r)
	if err != nil {
		return nil, err
	}
	all := map[string][]any{}
	err = s.AskIndex(ctx, s.scanoss, func(ctx context.Context, h *Held) error {
		found, err := matchWFP(ctx, h.Index, q.files, q.o)
		if err != nil {
			return err
		}
		from := s.describeScanoss(h)
		for i := range q.files {
			var matches []any
			for _, m := range found[i] {
				match := newScanossMatch(&q.files[i], m, s.contentsAt(r))
				if q.flags&withoutLicenses != 0 {
					match.Licenses = []scanossLicense{}
				}
				match.Server = from
				matches = append(matches, match)
			}
			if len(matches) == 0 {
				matches = append(matches, scanossNothing{"none", "pending", from})
			}
			all[q.files[i].Name] = matches
		}
		return nil
	})
	return all, err
}

// fileContents returns the source of a document.
func (s *Server) fileContents(ctx context.Context, r *http.Request) (any, error) {
	sum, err := wfp.ParseSum(r.PathValue("md5"))
	if err != nil {
		return nil, err
	}
	var source []byte
	err = s.AskIndex(ctx, s.scanoss, func(ctx context.Context, h *Held) (err error) {
		source, err = sourceOfMD5(ctx, h.Index, sum)
		return err
	})
	return source, err
}

// kbDetails returns the version of the program and the date of the index.
func (s *Server) kbDetails(ctx context.Context, _ *http.Request) (any, error) {
	h, err := s.indexes.Acquire(s.scanoss)
	if err != nil {
		return nil, err
	}
	defer h.Close()
	return s.describeScanoss(h), nil
}

// unanswered responds to services for which no index has data. Their clients show the status FAILED
// as an error.
func (s *Server) unanswered(_ context.Context, r *http.Request) (any, error) {
	type status struct {
		Status  string `json:"status"`
		Message string `json:"message"`
	}
	return map[string]status{"status": {"FAILED", "chaffinch supports only scans, and has no data for " + quoted(r.URL.Path)}}, nil
}

// contentsAt is the URL prefix of the sources of documents.
func (s *Server) contentsAt(r *http.Request) string {
	scheme := "http://"
	if s.o.Cert != "" || s.o.BehindProxy {
		scheme = "https://"
	}
	return scheme + r.Host + "/file_contents/"
}

// scanossQuestion is a request for a scan.
type scanossQuestion struct {
	files []wfp.File
	o     wfpOptions
	flags int
}

// Flags of the engine that are honoured.
const (
	withoutSnippets = 1
	withoutLicenses = 8
)

// readScanoss reads a request for a scan: multipart/form-data, and a header.
func readScanoss(r *http.Request) (q scanossQuestion, err error) {
	if err := r.ParseMultipartForm(r.ContentLength + 1); err != nil { // all of it is in memory already
		return q, errors.New("the request is not multipart/form-data: send the .wfp in the field file")
	}
	if format := r.FormValue("format"); format != "" && format != "plain" {
		return q, fmt.Errorf("format %s is not supported: use plain", quoted(format))
	}
	text, err := formFile(r)
	if err != nil {
		return q, err
	}
	if q.files, err = wfp.Read(text); err != nil {
		return q, err
	}
	if err := q.readSettings(r.Header.Get("scanoss-settings")); err != nil {
		return q, err
	}
	if flags := r.FormValue("flags"); flags != "" {
		if q.flags, err = strconv.Atoi(flags); err != nil {
			return q, fmt.Errorf("flags %s is not a number", quoted(flags))
		}
	}
	q.o.wholeOnly = q.flags&withoutSnippets != 0
	return q, q.readAssets(r.FormValue("type"), r.FormValue("assets"))
}

// formFile returns the .wfp of a form: its file, or a field of that name.
func formFile(r *http.Request) ([]byte, error) {
	f, _, err := r.FormFile("file")
	if err != nil {
		return []byte(r.FormValue("file")), nil
	}
	defer f.Close()
	return io.ReadAll(f)
}

// readSettings reads the settings of a client, JSON in base64.
func (q *scanossQuestion) readSettings(header string) error {
	if header == "" {
		return nil
	}
	var settings struct {
		MinHits       int   `json:"min_snippet_hits"`
		MinLines      int   `json:"min_snippet_lines"`
		SameExtension *bool `json:"honour_file_exts"`
	}
	text, err := base64.StdEncoding.DecodeString(header)
	if err == nil {
		err = json.Unmarshal(text, &settings)
	}
	if err != nil {
		return fmt.Errorf("the header scanoss-settings is not JSON in base64: %w", err)
	}
	q.o.minHits, q.o.minLines = max(0, settings.MinHits), max(0, settings.MinLines)
	q.o.sameExtension = settings.SameExtension != nil && *settings.SameExtension
	return nil
}

// readAssets reads components; kind says how to use them.
func (q *scanossQuestion) readAssets(kind, assets string) error {
	if assets == "" {
		return nil
	}
	var bill struct {
		Components []struct {
			Purl string `json:"purl"`
		} `json:"components"`
	}
	if err := json.Unmarshal([]byte(assets), &bill); err != nil {
		return fmt.Errorf("the assets are not JSON with components: %w", err)
	}
	var packages []string
	for _, c := range bill.Components {
		packages = append(packages, c.Purl)
	}
	switch strings.ToLower(kind) {
	case "identify":
		q.o.prefer = packages
	case "blacklist", "ignore", "exclude":
		q.o.except = packages
	default:
		return fmt.Errorf("unknown type %s of assets: use identify or blacklist", quoted(kind))
	}
	return nil
}

// describeScanoss describes the server and its index.
func (s *Server) describeScanoss(h *Held) scanossServer {
	at := h.Date().UTC()
	return scanossServer{"chaffinch " + cmp.Or(s.o.Version, "unknown"), scanossVersion{at.Format("06.01"), at.Format("06.01.02")}}
}
