package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"regexp"
	"strconv"
	"strings"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/corpus"
	"github.com/chaffinch-search/chaffinch/internal/answer"
	"github.com/chaffinch-search/chaffinch/internal/report"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
)

// maxQuestion bounds a question, in bytes. Several copies of a question are in memory.
const maxQuestion = 64 << 20

// contentID is a git blob id, alone or as a Software Heritage identifier.
var contentID = regexp.MustCompile(`^(?:swh:1:cnt:)?([0-9a-f]{40})$`)

// read reads the question into the request, from a file or standard input. For similar it may be a
// content of the index; read then returns its id.
func (o *askOptions) read(ctx context.Context, in io.Reader, r *answer.Request) (content string, err error) {
	r.Name = o.question
	source, err := readSource(ctx, in, o.question)
	if err == nil {
		return "", o.ask(ctx, source, r)
	}
	if !o.exceptSame || !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	if id := contentID.FindStringSubmatch(o.question); id != nil {
		return id[1], nil
	}
	return "", fmt.Errorf("%w, and it is not the id of a content either (40 hexadecimal digits)", err)
}

// readContent uses a content of the index as the question, in the language in which it was indexed.
func (o *askOptions) readContent(ctx context.Context, s *index.Snapshot, id string, r *answer.Request) error {
	c, err := s.Content(id)
	if err != nil {
		return err
	}
	if l, ok := lex.Lookup(c.Language); ok && r.Language == nil {
		r.Language = l
	}
	source, err := s.Source(id)
	if err != nil {
		return err
	}
	return o.ask(ctx, source, r)
}

// ask uses the source, or lines of it, as the question.
func (o *askOptions) ask(ctx context.Context, source []byte, r *answer.Request) error {
	r.Source, r.FirstLine = source, firstLine(o.lines)
	if o.lines == "" {
		return nil
	}
	text, err := cutLines(corpus.Decode(source), o.lines)
	r.Source, r.Text = text.UTF8, &text
	return err
}

// firstLine returns the number of the first line of a valid spec.
func firstLine(spec string) int {
	from, _, _ := strings.Cut(spec, ":")
	n, err := strconv.Atoi(from)
	if err != nil {
		return 1
	}
	return n
}

// readSource reads a file, or standard input for "-".
func readSource(ctx context.Context, in io.Reader, name string) ([]byte, error) {
	source, err := readText(ctx, in, name)
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", report.SourceName(name), err)
	}
	return source, nil
}

// readLines reads lines of a file, or of standard input for "-". Without lines it reads everything.
func readLines(ctx context.Context, in io.Reader, name, lines string) (corpus.Text, error) {
	source, err := readSource(ctx, in, name)
	if err != nil {
		return corpus.Text{}, err
	}
	text := corpus.Decode(source)
	return cutLines(text, lines)
}

// readText reads a file, or standard input for "-".
func readText(ctx context.Context, in io.Reader, name string) ([]byte, error) {
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return nil, withoutPath(err)
		}
		defer f.Close()
		if info, err := f.Stat(); err == nil && info.IsDir() {
			return nil, errors.New("it is a folder: name a file")
		}
		in = f
	}
	source, err := io.ReadAll(io.LimitReader(in, maxQuestion+1))
	if err != nil {
		return nil, withoutPath(err)
	}
	if len(source) > maxQuestion {
		return nil, fmt.Errorf("it is larger than %d MiB: name a smaller file", maxQuestion>>20)
	}
	if bytes.IndexByte(source[:min(len(source), 8000)], 0) < 0 {
		return source, nil
	}
	if text := corpus.Decode(source); !text.Converted() {
		return nil, errors.New("it is binary: name a file of source code or text")
	}
	return source, nil
}

// withoutPath returns the system's error, for a message that names the path itself.
func withoutPath(err error) error {
	if p := new(fs.PathError); errors.As(err, &p) {
		return p.Err
	}
	return err
}

// cutLines returns lines A to B of the text for "A:B", counted from 1, inclusive. A or B may be
// omitted; an empty spec means all lines.
func cutLines(text corpus.Text, spec string) (corpus.Text, error) {
	if spec == "" {
		return text, nil
	}
	from, to, ok := strings.Cut(spec, ":")
	first, err1 := lineNumber(from, 1)
	last, err2 := lineNumber(to, math.MaxInt-1)
	if !ok || err1 != nil || err2 != nil || first > last {
		return corpus.Text{}, fmt.Errorf("--lines is %q: use A:B, lines counted from 1, such as 120:160", spec)
	}
	source := text.UTF8
	start := lineStart(source, first)
	if start >= len(source) {
		return corpus.Text{}, fmt.Errorf("--lines is %q, but the source ends after %s", spec, terminal.Plural(countLines(source), "line", "lines"))
	}
	return text.Cut(start, lineStart(source, last+1)), nil
}

// countLines counts lines, including a last one without a line break.
func countLines(source []byte) int {
	n := bytes.Count(source, []byte("\n"))
	if len(source) > 0 && source[len(source)-1] != '\n' {
		n++
	}
	return n
}

func lineNumber(text string, missing int) (int, error) {
	if text == "" {
		return missing, nil
	}
	n, err := strconv.Atoi(text)
	if err == nil && (n < 1 || n == math.MaxInt) {
		err = errors.New("out of range")
	}
	return n, err
}

// lineStart returns the offset of the line, or the length of the source if it has fewer lines.
func lineStart(source []byte, line int) int {
	at := 0
	for ; line > 1; line-- {
		i := bytes.IndexByte(source[at:], '\n')
		if i < 0 {
			return len(source)
		}
		at += i + 1
	}
	return at
}
