package corpus

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/text/transform"

	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/lazyregexp"
)

// Stdin is the name of standard input as a source.
const Stdin = "-"

// stdinRoot is the root of what standard input has.
const stdinRoot = "stdin://"

// lineFile is a file, or standard input, that has documents in its lines and may be compressed.
type lineFile struct {
	name    string // see Source.Name
	path    string // absolute, without links; or Stdin
	options document.Options
	parse   lineParser // nil for standard input that tells by its content
	users   *users     // of a dump
}

// lineParser visits the documents of a line.
type lineParser func(l *lineFile, v Visitor, n int, line []byte) error

func (l *lineFile) Name() string { return l.name }

func (l *lineFile) Root() string {
	if l.path == Stdin {
		return stdinRoot
	}
	return l.path
}

func (l *lineFile) Has(string) bool { return true }

func (l *lineFile) Close() error { return nil }

// mostLine bounds a line. A post has 30,000 characters, and a file of a corpus in lines is of a few
// megabytes.
const mostLine = 64 << 20

// headLength is how much of a file is read to determine its format. It suffices for the header of a
// tar, or for the first lines.
const headLength = 64 << 10

// formats are the prefixes that name the format of a file or standard input: jsonl:FILE.
var formats = []string{"jsonl:", "stackexchange:"}

// cutFormat splits a name into prefix, file name, and query after a question mark.
func cutFormat(name string) (format, file string, query url.Values, err error) {
	for _, f := range formats {
		if rest, ok := strings.CutPrefix(name, f); ok {
			file, text, _ := strings.Cut(rest, "?")
			query, err := url.ParseQuery(text)
			if err != nil {
				return "", "", nil, fmt.Errorf("wrong name %q: after ? comes NAME=VALUE", name)
			}
			return f, file, query, nil
		}
	}
	return "", name, nil, nil
}

// isStream reports whether the name stands for standard input, also with a prefix.
func isStream(name string) bool {
	_, file, _, _ := cutFormat(name)
	return file == Stdin
}

// hasFormat reports whether the name begins with a prefix that names a format.
func hasFormat(name string) bool {
	format, _, _, _ := cutFormat(name)
	return format != ""
}

// pathOfLines returns the path between the prefix and the query of a name.
func pathOfLines(name string) (before, path, after string) {
	format, path, _, _ := cutFormat(name)
	return format, path, name[len(format)+len(path):]
}

// openLines opens a file with documents in its lines, or returns nil. It tells by a prefix, the
// name, or the first lines.
func openLines(name string, o document.Options) (Source, error) {
	format, file, query, err := cutFormat(name)
	if err != nil {
		return nil, err
	}
	l := &lineFile{path: file, options: o}
	if file != Stdin {
		abs, info, err := resolve(file)
		if err != nil {
			return nil, rootError(file, err)
		}
		if !info.Mode().IsRegular() {
			if format != "" {
				return nil, fmt.Errorf("reading %s: it is not a regular file", name)
			}
			return nil, nil
		}
		l.path = abs
	}
	switch format {
	case "jsonl:":
		l.parse, err = jsonParser(query)
	case "stackexchange:":
		l.parse, err = dumpParser(l.path, query)
	default:
		if l.path != Stdin {
			l.parse = l.told()
		}
	}
	if err != nil {
		return nil, fmt.Errorf("wrong name %q: %w", name, err)
	}
	if l.parse == nil && l.path != Stdin {
		return nil, nil
	}
	l.name = l.path
	if format != "" {
		l.name = format + l.path
		if len(query) > 0 {
			l.name += "?" + query.Encode()
		}
	}
	return l, nil
}

// told returns the parser for a file by its name. A file that may have lines or a dump is judged by
// its beginning.
func (l *lineFile) told() lineParser {
	base := plainBase(l.path)
	switch extension := filepath.Ext(base); {
	case extension == ".jsonl", extension == ".ndjson":
		return parseObject(nil)
	case base == "posts.xml", base == "posthistory.xml":
		return parseRowOf(siteOf(l.path))
	case extension == ".xml", extension == ".json":
		return parserOf(headOf(l.path), l.path, true)
	}
	return nil
}

// isDump reports whether a file is one of a dump, by its name.
func (l *lineFile) isDump() bool {
	base := plainBase(l.path)
	return base == "posts.xml" || base == "posthistory.xml" || strings.HasPrefix(l.name, "stackexchange:")
}

// host matches a folder or archive of a dump, which is named after the site.
var host = lazyregexp.New(`^([a-z0-9.-]+\.(com|net|org))(-Posts)?(\.7z)?$`)

// siteOf returns the site of a dump by the name of its folder, or "". Without a site posts have no
// URL, because one of another site would name a page and a user that have nothing to do with them.
func siteOf(path string) string {
	if m := host.FindStringSubmatch(strings.ToLower(filepath.Base(filepath.Dir(path)))); m != nil {
		return m[1]
	}
	return ""
}

// compressedBy are the suffixes of the compressions of lines, first no suffix.
var compressedBy = []string{"", ".gz", ".bz2", ".zst", ".xz"}

// plainBase returns a file's base name in lower case, without a compression suffix.
func plainBase(path string) string {
	base := strings.ToLower(filepath.Base(path))
	for _, suffix := range compressedBy[1:] {
		base = strings.TrimSuffix(base, suffix)
	}
	return base
}

// headOf returns the beginning of a file, decompressed; nothing if it cannot be read.
func headOf(path string) []byte {
	file, _, err := openRegular(path)
	if err != nil || file == nil {
		return nil
	}
	defer file.Close()
	in, err := inflate(file)
	if err != nil {
		return nil
	}
	defer in.close()
	head, _ := in.Peek(headLength)
	return inOneByte(head)
}

// charsetHead is how much of a text in lines is read to determine its encoding.
const charsetHead = 512

// charsetOfLines returns the encoding of a text in lines. Its byte order mark tells, or else the
// NUL bytes at its beginning.
func charsetOfLines(head []byte) charset {
	if c := markCharset(head); c != inUTF8 {
		return c
	}
	return wideCharset(head[:min(charsetHead, len(head))&^3])
}

// inOneByte returns a copy of a text's head in UTF-8, if it is wider.
func inOneByte(head []byte) []byte {
	c := charsetOfLines(head)
	if c == inUTF8 {
		return bytes.Clone(head)
	}
	text, _, _ := transform.Bytes(c.decoder(), head) // its end may be cut off
	return text
}

// withoutMark returns a text in UTF-8 without its byte order mark.
func withoutMark(in *bufio.Reader) *bufio.Reader {
	head, _ := in.Peek(charsetHead) // the next read returns the error
	if c := charsetOfLines(head); c != inUTF8 {
		in = bufio.NewReaderSize(transform.NewReader(in, c.decoder()), 1<<16)
		head, _ = in.Peek(len(byteOrderMark))
	}
	if bytes.HasPrefix(head, byteOrderMark) {
		_, _ = in.Discard(len(byteOrderMark))
	}
	return in
}

// linesByName reports whether a file's name says that it has documents in lines. The file is in a
// folder.
func linesByName(path string) bool {
	base := plainBase(path)
	return base == "posts.xml" || base == "posthistory.xml" || hasAnySuffix(base, ".jsonl", ".ndjson")
}

// linesIn returns the file's lines, or nil if its beginning has no documents.
func linesIn(f File, o document.Options) *lineFile {
	l := &lineFile{path: f.Abs, options: o}
	if l.parse = parserOf(headOf(f.Abs), f.Abs, false); l.parse == nil {
		return nil
	}
	return l
}

// inFolder visits the documents of a file that is in a folder. Their paths are below the path of
// the file.
func (l *lineFile) inFolder(ctx context.Context, v Visitor, f File) error {
	below := v
	below.Visit = func(doc File) error {
		doc.Path = f.Path + "/" + doc.Path
		return v.Visit(doc)
	}
	below.Skip = func(s Skip) {
		s.Path = strings.TrimSuffix(f.Path+"/"+s.Path, "/")
		v.skip(s)
	}
	of := func(whole File) File {
		whole.Path, whole.Abs = f.Path, f.Abs
		return whole
	}
	if v.Unchanged != nil {
		below.Unchanged = func(whole File) bool { return v.Unchanged(of(whole)) }
	}
	if v.Read != nil {
		below.Read = func(whole File) { v.Read(of(whole)) }
	}
	err := l.Each(ctx, below)
	if p := new(fs.PathError); errors.As(err, &p) && ctx.Err() == nil { // it has vanished since it was listed
		v.skip(Skip{Path: f.Path, Reason: osReason(err), Err: err})
		return nil
	}
	return err
}

// parserOf returns the parser for a text by its beginning. It returns nil for texts without
// documents in their lines. A file, which may be a document itself, must have two objects.
func parserOf(head []byte, path string, isFile bool) lineParser {
	head = bytes.TrimSpace(bytes.TrimPrefix(head, []byte("\ufeff")))
	first, second, _ := bytes.Cut(head, []byte("\n"))
	switch {
	case isFile && !bytes.HasPrefix(bytes.TrimSpace(second), []byte("{")) && !bytes.HasPrefix(head, []byte("<")):
	case isObjectWithContent(first):
		return parseObject(nil)
	case bytes.HasPrefix(head, []byte("<")) && (bytes.Contains(head, []byte("<posts>")) || bytes.Contains(head, []byte("<posthistory>"))):
		return parseRowOf(siteOf(path))
	}
	return nil
}

func (l *lineFile) Each(ctx context.Context, v Visitor) error {
	if l.path == Stdin {
		return l.input(ctx, v)
	}
	file, info, err := openRegular(l.path)
	if err == nil && file == nil {
		err = errors.New("it is not a regular file")
	}
	if err != nil {
		return rootError(l.path, err)
	}
	defer file.Close()
	whole := File{Size: info.Size(), ModTime: info.ModTime()}
	if v.Unchanged != nil && v.Unchanged(whole) {
		return nil
	}
	in, err := inflate(file)
	if err != nil {
		return fmt.Errorf("reading %s: %w", l.path, err)
	}
	defer in.close()
	if l.isDump() {
		if l.users = usersBeside(ctx, l.path); ctx.Err() != nil {
			return ctx.Err()
		}
		defer func() { l.users = nil }()
	}
	complete, err := l.lines(ctx, v, in)
	if err == nil && complete && v.Read != nil {
		v.Read(whole)
	}
	return err
}

// errInput says what standard input may have.
var errInput = errors.New("standard input has neither a tar, nor JSON lines with content, nor posts of Stack Exchange: " +
	"name a file, or specify its format by jsonl:- or stackexchange:-")

// input reads standard input. Without a given format, its beginning decides.
func (l *lineFile) input(ctx context.Context, v Visitor) error {
	from := l.options.Input
	if from == nil {
		from = os.Stdin
	}
	in, err := inflate(&untilDone{ctx: ctx, r: from})
	if err != nil {
		return fmt.Errorf("reading standard input: %w", err)
	}
	defer in.close()
	if l.parse == nil {
		head, err := in.Peek(headLength)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case len(head) == 0 && err != nil && err != io.EOF:
			return fmt.Errorf("reading standard input: %w", err)
		case isTarHead(head):
			return v.streamed(ctx, in, l.options)
		}
		if l.parse = parserOf(inOneByte(head), "", false); l.parse == nil {
			return errInput
		}
	}
	_, err = l.lines(ctx, v, in)
	return err
}

// streamed visits the documents of a tar that is read once. So only they themselves tell their
// licences.
func (v Visitor) streamed(ctx context.Context, in *inflated, o document.Options) error {
	u, err := newUnpacker(ctx, o, limitsOf(o), v.member, v.Skip)
	if err != nil {
		return err
	}
	defer u.close()
	u.input = in
	var tar io.Reader = in
	if in.compressed {
		tar = u.metered(io.NopCloser(in))
	}
	return u.ended("", u.tarEntries(archive{depth: 1, included: u.includesFolders("")}, tar))
}

// isTarHead reports whether a tar begins so (POSIX.1-2024, pax, ustar Interchange Format).
func isTarHead(head []byte) bool {
	return len(head) > 262 && string(head[257:262]) == "ustar"
}

// untilDone reads until ctx ends, also while a read waits.
type untilDone struct {
	ctx  context.Context
	r    io.Reader
	buf  []byte
	done chan readResult // of the read that waits; nil if none does
}

type readResult struct {
	n   int
	err error
}

func (u *untilDone) Read(p []byte) (int, error) {
	if u.done == nil {
		u.done = make(chan readResult, 1)
		u.buf = slices.Grow(u.buf[:0], len(p))[:len(p)]
		go func(buf []byte, done chan readResult) {
			n, err := u.r.Read(buf)
			done <- readResult{n, err}
		}(u.buf, u.done)
	}
	select {
	case r := <-u.done:
		u.done = nil
		return copy(p, u.buf[:r.n]), r.err
	case <-u.ctx.Done():
		return 0, u.ctx.Err()
	}
}

// lines visits the documents of each line. Lines that are too long are skipped. complete means that
// the input was read to its end.
func (l *lineFile) lines(ctx context.Context, v Visitor, in *inflated) (complete bool, err error) {
	from := in.Reader
	if in.compressed {
		b := budget{ctx: ctx, limits: lineLimits, input: in}
		from = bufio.NewReaderSize(b.metered(io.NopCloser(in)), 1<<16)
	}
	from = withoutMark(from)
	var line []byte
	for n := 1; ; n++ {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		var long bool
		line, long, err = readLine(from, line[:0])
		if long {
			v.skip(Skip{Path: strconv.Itoa(n), Reason: document.TooLarge})
		} else if text := bytes.TrimSpace(line); len(text) > 0 && (err == nil || err == io.EOF) {
			if err := l.parse(l, v, n, text); err != nil {
				return false, err
			}
		}
		switch {
		case err == io.EOF:
			return true, nil
		case ctx.Err() != nil:
			return false, ctx.Err()
		case err != nil:
			v.skip(Skip{Reason: faultReason(err), Err: err})
			return false, nil
		}
	}
}

// readLine appends a line to buf. It reads on after the most bytes and reports that the line is
// longer.
func readLine(in *bufio.Reader, buf []byte) (line []byte, long bool, err error) {
	for {
		part, err := in.ReadSlice('\n')
		if len(buf)+len(part) > mostLine {
			long, buf = true, buf[:0]
		} else if !long {
			buf = append(buf, part...)
		}
		if err != bufio.ErrBufferFull {
			return buf, long, err
		}
	}
}

// visit visits a document of a line, which belongs to it from now on. It skips a document whose
// path or content gives a reason.
func (l *lineFile) visit(v Visitor, f File, content []byte) error {
	f.Size = int64(len(content))
	reason := judgeListed(l.options, f.Path, f.Size)
	if reason == document.Kept {
		reason = sniff(content)
	}
	if reason == document.Kept {
		reason = judgeContent(l.options, f.Path, content)
	}
	if reason != document.Kept {
		v.skip(Skip{Path: f.Path, Reason: reason})
		return nil
	}
	f.content = &held{content}
	return v.Visit(f)
}

// parseDate returns a date written as RFC 3339 or as a number. The time and the zone may be
// missing: with 8, 12 or 14 digits by the calendar (20060102150405), otherwise in seconds (9 or 10
// digits), milliseconds (12 or 13), microseconds (15 or 16) or nanoseconds (18 or 19) since 1970.
// Any other text, such as a year alone, is not a date: a wrong date may make the wrong document the
// oldest. Dates are of the years 1 to 9999, as JSON has no others.
func parseDate(text string) time.Time {
	known := func(at time.Time) time.Time {
		if at = at.UTC().Truncate(time.Second); at.Year() < 1 || at.Year() > 9999 {
			return time.Time{}
		}
		return at
	}
	for _, form := range []string{time.RFC3339Nano, "2006-01-02T15:04:05.999999999", "2006-01-02 15:04:05.999999999", time.DateOnly} {
		if at, err := time.Parse(form, text); err == nil {
			return known(at)
		}
	}
	number, fraction, _ := strings.Cut(text, ".")
	if strings.Trim(number+fraction, "0123456789") != "" {
		return time.Time{}
	}
	for _, form := range []string{"20060102", "200601021504", "20060102150405"} {
		if at, err := time.Parse(form, number); err == nil && len(form) == len(number) && at.Year() >= 1970 && at.Year() < 2100 {
			return known(at)
		}
	}
	n, err := strconv.ParseInt(number, 10, 64)
	if err != nil || strings.HasPrefix(number, "0") {
		return time.Time{}
	}
	switch len(number) {
	case 9, 10:
		return known(time.Unix(n, 0))
	case 12, 13:
		return known(time.UnixMilli(n))
	case 15, 16:
		return known(time.UnixMicro(n))
	case 18, 19:
		return known(time.Unix(0, n))
	}
	return time.Time{}
}
