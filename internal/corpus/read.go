package corpus

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"slices"

	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/escapes"
)

// sniffLen is where NUL bytes may mean binary: in so many first bytes. Git has the same.
const sniffLen = 8000

// appleDouble begins a file of metadata that macOS writes (RFC 1740, section 2.1). File systems and
// archives cannot store it. Its name, ._x, could be any file's.
var appleDouble = []byte{0x00, 0x05, 0x16, 0x07}

var errTooLarge = errors.New("file too large")

// Read reads the file f and judges it. If the content is worth indexing, reason is Kept and err is
// nil. For Unreadable and Vanished err is the operating system's error, otherwise nil.
//
// The content is in buf, or in a larger buffer, and is valid until that is reused. It is also
// returned for a skipped file, so that `buf = content` keeps a grown buffer. Read reads at most
// MaxSize+1 bytes: the extra byte shows whether the file grew.
//
// Read never blocks on a pipe or a device, and does not follow a link in the last element of f.Abs.
// It is safe for concurrent use, with a buffer for each goroutine.
func Read(f File, o document.Options, buf []byte) (content []byte, reason document.Reason, err error) {
	switch {
	case f.content != nil:
		return append(buf[:0], f.content.bytes...), document.Kept, nil
	case f.git != nil:
		return f.readBlob(o, buf)
	}
	if r := allow(o, judgeName(f.Path)); r != document.Kept {
		return buf[:0], r, nil
	}
	content, reason, err = readFile(o, f, buf)
	switch reason {
	case document.Kept:
		if isPointer(content) {
			return content, document.LFSPointer, nil
		}
		return textOf(o, f.Path, content, nil)
	case document.Symlink:
		err = nil
	}
	return content, reason, err
}

// readFile reads a regular file into buf. It reads only the beginning of a file that is not text.
func readFile(o document.Options, file File, buf []byte) ([]byte, document.Reason, error) {
	f, info, err := openRegular(file.Abs)
	if err != nil {
		return buf[:0], osReason(err), err
	}
	if f == nil {
		return buf[:0], document.NotRegular, nil
	}
	defer f.Close()
	switch size := info.Size(); {
	case size == 0:
		return buf[:0], document.Empty, nil
	case size > sizeLimit(o, file.Path):
		return buf[:0], document.TooLarge, nil
	default:
		return readText(o, f, file.Path, int(size), buf)
	}
}

// openRegular opens a regular file. The file is nil, without an error, if it is not regular.
func openRegular(path string) (*os.File, fs.FileInfo, error) {
	f, err := open(path)
	if err != nil {
		return nil, nil, err
	}
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		f.Close()
		return nil, nil, err
	}
	return f, info, nil
}

// readText reads r, which should have size bytes, into buf. Changed means that it has more or
// fewer. Only the beginning is read if that is neither text nor of a document.
func readText(o document.Options, r io.Reader, path string, size int, buf []byte) ([]byte, document.Reason, error) {
	buf = slices.Grow(buf[:0], size+1)[:size+1]
	head := min(sniffLen, size+1)
	n, err := fill(r, buf[:head], size)
	if err != nil {
		return buf[:n], osReason(err), err
	}
	if r := sniff(buf[:n]); r != document.Kept && !isDocument(o, path, buf[:n]) {
		return buf[:n], r, nil
	}
	if n == head {
		m, err := fill(r, buf[n:], size-n)
		if n += m; err != nil {
			return buf[:n], osReason(err), err
		}
	}
	if n != size {
		return buf[:n], document.Changed, nil
	}
	return buf[:n], document.Kept, nil
}

// fill reads until p is full, the input ends, or exactly want bytes came. In the last case the read
// was for more than want bytes, so there are no more, and one system call is saved.
func fill(r io.Reader, p []byte, want int) (n int, err error) {
	for n < len(p) && err == nil {
		var m int
		m, err = r.Read(p[n:])
		n += m
		if n == want {
			return n, nil
		}
	}
	if err == io.EOF {
		err = nil
	}
	return n, err
}

// sniff judges the start of a file: is it text? Whether it is UTF-16 or UTF-32 is decided by
// judgeContent, from the whole file.
func sniff(head []byte) document.Reason {
	head = head[:min(sniffLen, len(head))]
	switch {
	case isWide(head):
		return document.Kept
	case markCharset(head) != inUTF8:
		return document.Encoding
	case bytes.HasPrefix(head, appleDouble):
		return document.Metadata
	case bytes.HasPrefix(head, []byte("%PDF-1.")), bytes.HasPrefix(head, []byte("%PDF-2.")):
		return document.Binary // whose first bytes may be text
	case isBinary(head):
		return document.Binary
	case declaresOther(head), isEBCDIC(head):
		return document.Encoding
	}
	return document.Kept
}

// judgeContent judges the whole content of a file whose start is text.
func judgeContent(o document.Options, path string, content []byte) document.Reason {
	// The rules below look for ASCII, which is the same in all encodings but these.
	wide := isWide(content[:min(sniffLen, len(content))])
	if wide || escapes.In(content) {
		text := Decode(content)
		switch {
		case text.charset != inUTF8, !wide:
			content = text.UTF8
		case markCharset(content) != inUTF8:
			return document.Encoding
		default:
			return document.Binary
		}
	}
	return Judge(o, path, content)
}

// Judge returns Generated or Minified if a file looks so, unless the options keep such. It judges
// by the path or the decoded text. Otherwise it returns Kept.
func Judge(o document.Options, path string, text []byte) document.Reason {
	if r := allow(o, judgeName(path)); r != document.Kept {
		return r
	}
	switch {
	case !o.KeepGenerated && saysGenerated(text):
		return document.Generated
	case !o.KeepMinified && IsMinified(path, text):
		return document.Minified
	}
	return document.Kept
}

// readSmall reads an ignore file of at most limit bytes. It is an error if path is a link, or not a
// regular file.
func readSmall(path string, limit int64) ([]byte, error) {
	f, _, err := openRegular(path)
	if err != nil {
		return nil, err
	}
	if f == nil {
		return nil, &fs.PathError{Op: "read", Path: path, Err: fs.ErrInvalid}
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err == nil && int64(len(data)) > limit {
		err = &fs.PathError{Op: "read", Path: path, Err: errTooLarge}
	}
	return data, err
}
