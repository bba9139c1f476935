package serve

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"syscall"

	"github.com/danielgtaylor/huma/v2"

	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/mapped"
)

// storeError means that the server cannot read or write its own files.
type storeError struct{ error }

func (e storeError) Unwrap() error { return e.error }

// ofFiles returns a storeError of the error if a file is the reason, and else the error.
func ofFiles(err error) error {
	if file := new(fs.PathError); errors.As(err, &file) {
		return storeError{err}
	}
	return err
}

// retryAfter is the number of seconds after which a busy server is asked again.
const retryAfter = "2"

// Problem returns the status of an error of the library, and its text, with advice for the client in place of that of the
// library.
func Problem(err error, advice *strings.Replacer) (status int, text string) {
	status, text = problem(err)
	return status, advice.Replace(optionKeys(text))
}

func problem(err error) (status int, text string) {
	text = err.Error()
	var unknown *UnknownIndexError
	var busy *BusyError
	var inUse *index.BusyError
	var wrong interface{ Option() string }
	var store storeError
	var told huma.StatusError
	switch {
	case errors.As(err, &told):
		return told.GetStatus(), text
	case errors.As(err, &busy), errors.As(err, &inUse):
		return http.StatusServiceUnavailable, text
	case errors.Is(err, context.DeadlineExceeded):
		return http.StatusServiceUnavailable, "the answer took too long: ask with fewer lines, or raise --max-time of the server"
	case errors.Is(err, context.Canceled):
		return http.StatusServiceUnavailable, "the request was given up, or the server ends: try again"
	case errors.As(err, &unknown) && unknown.Name == "":
		return http.StatusBadRequest, text
	case errors.As(err, &unknown), errors.Is(err, index.ErrUnknownContent):
		return http.StatusNotFound, text
	case errors.Is(err, index.ErrSourceGone), errors.Is(err, index.ErrHashOnly):
		return http.StatusGone, text
	case errors.Is(err, index.ErrDamaged), errors.As(err, new(*panicError)):
		return http.StatusInternalServerError, text
	case errors.Is(err, mapped.ErrTruncated):
		return http.StatusInternalServerError, text + ": chaffinch check says more"
	case errors.As(err, &wrong):
		return http.StatusUnprocessableEntity, text
	case errors.As(err, &store) && (errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT)):
		return http.StatusInsufficientStorage, "the disk of the server is full: try again later, or free some space in its temporary folder"
	case errors.As(err, &store):
		return http.StatusInternalServerError, "the server cannot keep its files: its log says why"
	case errors.As(err, new(*fs.PathError)):
		return http.StatusInternalServerError, "the server cannot read its files: its log says why"
	}
	return http.StatusBadRequest, text
}

// isInternal reports whether an error is the server's own, and no client can do anything about it.
func isInternal(err error) bool {
	status, _ := problem(err)
	return status >= 500 && status != http.StatusServiceUnavailable
}

// option matches the names of options in errors of the library.
var option = regexp.MustCompile(`\b(?:SearchOptions|CompareOptions|PairsOptions|Document|Options|Filter)\.([A-Z])(\w*)`)

// optionKeys puts keys of the API in place of options of the library.
func optionKeys(text string) string {
	return option.ReplaceAllStringFunc(text, func(name string) string {
		_, field, _ := strings.Cut(name, ".")
		return strings.ToLower(field[:1]) + field[1:]
	})
}

// inAPI is advice of the library, and that of the API in its place.
var inAPI = strings.NewReplacer(
	"several indexes are served: name one of ", "several indexes are served: add ?index= and one of ",
	"use a name such as Go or C++", "GET /api/v1/languages lists them",
	"Index.Collections lists them", "GET /api/v1/collections lists them",
)

// WriteProblem answers with an error, as RFC 9457 says, and as [Problem] words it.
func WriteProblem(w http.ResponseWriter, err error, advice *strings.Replacer) {
	status, text := Problem(err, advice)
	writeProblem(w, status, text)
}

func writeProblem(w http.ResponseWriter, status int, text string) {
	h := w.Header()
	h.Set("Content-Type", "application/problem+json")
	if status == http.StatusServiceUnavailable {
		h.Set("Retry-After", retryAfter)
	}
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(huma.ErrorModel{Status: status, Title: http.StatusText(status), Detail: text})
}

// failed returns the error of an operation of the API.
func failed(err error) error {
	if err == nil {
		return nil
	}
	status, text := Problem(err, inAPI)
	wrong := error(&huma.ErrorModel{Status: status, Title: http.StatusText(status), Detail: text})
	if status == http.StatusServiceUnavailable {
		return huma.ErrorWithHeaders(wrong, http.Header{"Retry-After": {retryAfter}})
	}
	return wrong
}

// quoted quotes what a client sent, shortened.
func quoted(text string) string {
	if len(text) > 80 {
		text = text[:80]
	}
	return strconv.QuoteToASCII(text)
}
