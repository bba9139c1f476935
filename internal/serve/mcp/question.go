package mcp

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/internal/serve"
)

// Material is the code that a tool looks up.
type Material struct {
	Code     string `json:"code,omitempty" jsonschema:"the code or text itself"`
	Path     string `json:"path,omitempty" jsonschema:"instead of code: a file below the working folder"`
	Lines    string `json:"lines,omitempty" jsonschema:"only these lines, such as 10-40"`
	Language string `json:"language,omitempty" jsonschema:"language of the code; detected if absent"`
	Index    string `json:"index,omitempty" jsonschema:"name of the index, if corpus_info lists several"`
}

// maxFile bounds a file that is read, in bytes.
const maxFile = 8 << 20

// maxCode bounds the text of a question, in bytes, as in serve.
var maxCode = serve.DefaultLimits().Question

// document returns the question for the library.
func (m Material) document(s *Server) (d serve.Document, err error) {
	d = serve.Document{Source: m.Code, Language: m.Language}
	if d.Lines, err = parseLines(m.Lines); err != nil {
		return d, err
	}
	switch {
	case m.Path != "" && s.folder == nil:
		return d, errors.New("this server cannot read files: send the text as code")
	case m.Path != "" && m.Code != "":
		return d, errors.New("code and path exclude each other: set one of them")
	case m.Path != "":
		d.Name = filepath.Base(m.Path)
		d.Bytes, err = s.read(m.Path)
		return d, err
	case strings.TrimSpace(m.Code) == "" && s.folder == nil:
		return d, errors.New("there is nothing to look up: set code")
	case strings.TrimSpace(m.Code) == "":
		return d, errors.New("there is nothing to look up: set code or path")
	case int64(len(m.Code)) > maxCode:
		return d, fmt.Errorf("code has %d bytes; the maximum is %d: send a part of it", len(m.Code), maxCode)
	}
	return d, nil
}

// read reads a regular file of the folder. Links that lead out of it are refused.
func (s *Server) read(path string) ([]byte, error) {
	name := path
	if filepath.IsAbs(path) {
		below, err := filepath.Rel(s.path, path)
		if err != nil {
			return nil, outside(path)
		}
		name = below
	}
	if !filepath.IsLocal(name) {
		return nil, outside(path)
	}
	info, err := s.folder.Stat(name) // opening a pipe would block
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("there is no file %s in the working folder: give its path from there", clean(path, 100))
	case err != nil:
		return nil, fmt.Errorf("reading %s: %w: send the text as code", clean(path, 100), withoutPath(err))
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is not a regular file: name a file, or send the text as code", clean(path, 100))
	case info.Size() > maxFile:
		return nil, fmt.Errorf("%s has %d bytes; the maximum is %d: send a part of it as code", clean(path, 100), info.Size(), maxFile)
	}
	f, err := s.folder.Open(name)
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w: send the text as code", clean(path, 100), withoutPath(err))
	}
	defer f.Close()
	source, err := io.ReadAll(io.LimitReader(f, maxFile))
	if err == nil && len(source) == 0 {
		err = errors.New("it is empty: name another file")
	}
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", clean(path, 100), withoutPath(err))
	}
	return source, nil
}

func outside(path string) error {
	return fmt.Errorf("%s is not below the working folder: send the text as code", clean(path, 100))
}

// withoutPath returns an error of a file without its path.
func withoutPath(err error) error {
	var at *fs.PathError
	if errors.As(err, &at) {
		return at.Err
	}
	return err
}

// parseLines parses 10-40, 10:40 or 10; "" is all lines.
func parseLines(text string) (l answer.Lines, err error) {
	if text == "" {
		return l, nil
	}
	from, to, isRange := strings.Cut(strings.ReplaceAll(text, ":", "-"), "-")
	l.From, err = strconv.Atoi(strings.TrimSpace(from))
	if l.To = l.From; isRange && err == nil {
		l.To, err = strconv.Atoi(strings.TrimSpace(to))
	}
	if err != nil || l.From < 1 || l.To < l.From {
		return l, fmt.Errorf("lines is %s: use two numbers from 1, such as 10-40", strconv.QuoteToASCII(clean(text, 40)))
	}
	return l, nil
}
