package serve

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"strconv"
	"syscall"

	"github.com/danielgtaylor/huma/v2"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/command"
	"github.com/chaffinch-search/chaffinch/internal/mapped"
	"github.com/chaffinch-search/chaffinch/internal/option"
)

// storeError means that the server cannot read or write its own files.
type storeError struct{ error }

func (e storeError) Unwrap() error { return e.error }

// ofFiles wraps an error of a file in a storeError and returns others as they are.
func ofFiles(err error) error {
	if file := new(fs.PathError); errors.As(err, &file) {
		return storeError{err}
	}
	return err
}

// RetryAfter is the Retry-After of a busy server, in seconds.
const RetryAfter = "2"

// Problem returns the status of an error of the library. It also returns the text in the words of a
// face.
func Problem(err error, face option.Face) (status int, text string) {
	status, err = problem(err)
	return status, option.ErrorIn(err, face.Saying(command.Say))
}

// logged returns the text of an error for the log.
func logged(err error) string { return option.ErrorIn(err, option.Library.Saying(command.Say)) }

// problem returns the status of an error, and the error to show.
func problem(err error) (status int, shown error) {
	var unknown *UnknownIndexError
	var busy *BusyError
	var inUse *chaffinch.BusyError
	var wrong *option.Error
	var store storeError
	var told huma.StatusError
	switch {
	case errors.As(err, &told):
		return told.GetStatus(), err
	case errors.As(err, &busy), errors.As(err, &inUse):
		return http.StatusServiceUnavailable, err
	case errors.Is(err, context.DeadlineExceeded):
		return http.StatusServiceUnavailable, option.Fail(option.TimedOut)
	case errors.Is(err, context.Canceled):
		return http.StatusServiceUnavailable, errors.New("the request was cancelled, or the server is shutting down: try again")
	case errors.As(err, &unknown) && unknown.Name == "":
		return http.StatusBadRequest, err
	case errors.As(err, &unknown), errors.Is(err, index.ErrUnknownContent):
		return http.StatusNotFound, err
	case errors.Is(err, index.ErrSourceGone), errors.Is(err, index.ErrHashOnly):
		return http.StatusGone, err
	case errors.Is(err, chaffinch.ErrDamaged), errors.As(err, new(*panicError)):
		return http.StatusInternalServerError, err
	case errors.Is(err, mapped.ErrTruncated):
		return http.StatusInternalServerError, fmt.Errorf("%w: run chaffinch check", err)
	case errors.As(err, &wrong):
		return http.StatusUnprocessableEntity, err
	case errors.As(err, &store) && (errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT)):
		return http.StatusInsufficientStorage, errors.New("the server's disk is full: try again later, or free space in its temporary folder")
	case errors.As(err, &store), errors.As(err, new(*fs.PathError)):
		return http.StatusInternalServerError, errors.New("the server cannot read or write its files: see its log")
	}
	return http.StatusBadRequest, err
}

// isInternal reports whether an error is the server's own, and no client can do anything about it.
func isInternal(err error) bool {
	status, _ := problem(err)
	return status >= 500 && status != http.StatusServiceUnavailable
}

// WriteProblem responds with an error as an RFC 9457 problem, in the words of [Problem].
func WriteProblem(w http.ResponseWriter, err error, face option.Face) {
	status, text := Problem(err, face)
	writeProblem(w, status, text)
}

func writeProblem(w http.ResponseWriter, status int, text string) {
	h := w.Header()
	h.Set("Content-Type", "application/problem+json")
	if status == http.StatusServiceUnavailable {
		h.Set("Retry-After", RetryAfter)
	}
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(huma.ErrorModel{Status: status, Title: http.StatusText(status), Detail: text})
}

// failed returns the error of an operation of the API.
func failed(err error) error {
	if err == nil {
		return nil
	}
	status, text := Problem(err, option.API)
	wrong := error(&huma.ErrorModel{Status: status, Title: http.StatusText(status), Detail: text})
	if status == http.StatusServiceUnavailable {
		return huma.ErrorWithHeaders(wrong, http.Header{"Retry-After": {RetryAfter}})
	}
	return wrong
}

// quoted quotes and shortens text of a client.
func quoted(text string) string {
	if len(text) > 80 {
		text = text[:80]
	}
	return strconv.QuoteToASCII(text)
}
