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
	"slices"
	"strconv"
	"strings"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/analyzer/detect"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/internal/lazyregexp"
	"github.com/chaffinch-search/chaffinch/internal/plainfile"
	"github.com/chaffinch-search/chaffinch/internal/report"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
)

// maxQuestion bounds a question, in bytes. Several copies of a question are in memory.
const maxQuestion = 64 << 20

// contentID is a git blob id, or a Software Heritage identifier with it. The identifier may have
// qualifiers.
var contentID = lazyregexp.New(`^(?:([0-9a-f]{40})|swh:1:cnt:([0-9a-f]{40})(?:;.*)?)$`)

// read reads the question: a file or standard input. For similar it may be the id of a content of
// the index instead.
func (o *askOptions) read(ctx context.Context, in io.Reader, name string) (chaffinch.Document, error) {
	if len(o.printed) > 0 {
		return o.printed[0], nil
	}
	d := chaffinch.Document{Name: name, Language: o.language}
	var err error
	if d.Lines, err = parseLines(o.lines); err != nil {
		return d, err
	}
	if d.Source, err = readSource(ctx, in, name); err == nil {
		if name != "-" {
			d.File = corpus.RealPath(name)
		}
		return d, d.Check()
	}
	if !o.similar || !errors.Is(err, fs.ErrNotExist) {
		return d, err
	}
	if id := contentID.FindStringSubmatch(name); id != nil {
		d.Content = id[1] + id[2]
		return d, nil
	}
	return d, fmt.Errorf("%w, and a content id has 40 hexadecimal digits", err)
}

// readPrints reads the questions of --fingerprints.
func (o *askOptions) readPrints() error {
	if o.prints == "" {
		return nil
	}
	if len(o.questions) > 0 || o.language != "" || o.lines != "" || o.corpus != "" {
		return errors.New("--fingerprints has the questions: omit FILE, --lang, --lines and --corpus")
	}
	f, err := plainfile.Open(o.prints)
	if err != nil {
		return fmt.Errorf("reading --fingerprints %s: %w", o.prints, withoutPath(err))
	}
	defer f.Close()
	all, err := chaffinch.ReadPrints(f)
	if errors.Is(err, chaffinch.ErrDamagedPrints) {
		return fmt.Errorf("reading --fingerprints %s: %w: create one with chaffinch fingerprint --out", o.prints, err)
	}
	if err != nil {
		return fmt.Errorf("reading --fingerprints %s: %w", o.prints, withoutPath(err))
	}
	for _, p := range all {
		o.printed = append(o.printed, chaffinch.Document{Name: p.Name(), Prints: p})
	}
	return nil
}

// readSource reads a file, or standard input for "-".
func readSource(ctx context.Context, in io.Reader, name string) ([]byte, error) {
	source, err := await(ctx, func() ([]byte, error) { return readFile(in, name) })
	if err != nil {
		return nil, readingError(report.SourceName(name), err)
	}
	return source, nil
}

// readingError returns the error of a file or folder that the user names.
func readingError(name string, err error) error {
	err = withoutPath(err)
	switch {
	case document.IsAddress(name) && !contentID.MatchString(name): // an id may name its origin
		return fmt.Errorf("%s is a remote address, and chaffinch does not download: download it, then specify the file", name)
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("reading %s: %w: check the spelling; relative paths start at the current folder", name, err)
	}
	return fmt.Errorf("reading %s: %w", name, err)
}

// readFile reads a file, or standard input for "-".
func readFile(in io.Reader, name string) ([]byte, error) {
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return nil, withoutPath(err)
		}
		defer f.Close()
		if info, err := f.Stat(); err == nil && info.IsDir() {
			return nil, errors.New("it is a folder: specify a file")
		}
		in = f
	}
	source, err := io.ReadAll(io.LimitReader(in, maxQuestion+1))
	if err != nil {
		return nil, withoutPath(err)
	}
	if detect.IsNameless(name) && isPacked(source) {
		return nil, errors.New("it is an archive: save it as a file, such as code.tar.gz, and specify that")
	}
	if len(source) > maxQuestion {
		return nil, fmt.Errorf("it is larger than %d MiB: specify a smaller file", maxQuestion>>20)
	}
	return source, nil
}

// isPacked reports whether the source is an archive. An archive is read only from a file, because
// the format depends on its name.
func isPacked(source []byte) bool {
	for _, magic := range []string{"PK\x03\x04", "\x1f\x8b", "BZh", "\x28\xb5\x2f\xfd", "\xfd7zXZ", "7z\xbc\xaf", "Rar!\x1a"} {
		if bytes.HasPrefix(source, []byte(magic)) {
			return true
		}
	}
	const tarMagic = 257 // its offset
	return len(source) > tarMagic && bytes.HasPrefix(source[tarMagic:], []byte("ustar"))
}

// sayPipes reports which of the files are pipes. To read one waits until a program writes to it.
// Pipes without a name, such as a shell's for <(...), have such a program.
func sayPipes(errOut io.Writer, names ...string) {
	for _, name := range names {
		if info, err := os.Stat(name); err == nil && info.Mode()&fs.ModeNamedPipe != 0 && !detect.IsNameless(name) {
			fmt.Fprintf(errOut, "reading %s, a pipe: this waits until a program writes to it\n", terminal.Safe(name))
		}
	}
}

// checkStdin returns an error if standard input is named twice.
func checkStdin(names []string) error {
	first := slices.IndexFunc(names, isStream)
	if first >= 0 && slices.ContainsFunc(names[first+1:], isStream) {
		return errors.New(`standard input is named twice: specify "-" once`)
	}
	return nil
}

// await returns what read returns, or ctx's error once ctx is done. Opening or reading a pipe may
// block for ever. The goroutine that reads then ends with the program.
func await[T any](ctx context.Context, read func() (T, error)) (content T, err error) {
	done := make(chan struct{})
	var got T
	var failed error
	go func() {
		defer close(done)
		got, failed = read()
	}()
	select {
	case <-done:
		return got, failed
	case <-ctx.Done():
		return content, ctx.Err()
	}
}

// withoutPath returns the system's error, for a message that names the path itself.
func withoutPath(err error) error {
	if p := new(fs.PathError); errors.As(err, &p) {
		return p.Err
	}
	return err
}

// parseLines reads "A:B", lines counted from 1, inclusive. A or B may be
// omitted; an empty spec means all lines.
func parseLines(spec string) (l answer.Lines, err error) {
	if spec == "" {
		return l, nil
	}
	from, to, ok := strings.Cut(spec, ":")
	var errFrom, errTo error
	l.From, errFrom = lineNumber(from, 1)
	l.To, errTo = lineNumber(to, 0)
	if !ok || errFrom != nil || errTo != nil || l.To != 0 && l.To < l.From {
		return l, fmt.Errorf("--lines is %q: use A:B, lines counted from 1, such as 120:160", spec)
	}
	return l, nil
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

// questionLines returns the lines of the question in its file. It returns none if the index has the
// source.
func questionLines(d chaffinch.Document) answer.Lines {
	source, _ := d.Text() // it was checked
	last := bytes.Count(bytes.TrimSuffix(source, []byte("\n")), []byte("\n")) + 1
	asked := answer.Lines{From: max(1, d.Lines.From), To: last}
	switch {
	case len(d.Source) == 0:
		return answer.Lines{}
	case d.Lines.To > 0:
		asked.To = min(asked.To, d.Lines.To)
	}
	return asked
}

// isStream reports whether a name stands for standard input.
func isStream(name string) bool {
	kind, _ := corpus.AddressKind(name)
	return kind.Stream
}
