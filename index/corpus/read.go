package corpus

import (
	"context"
	"errors"
	"io"
	"io/fs"

	"github.com/chaffinch-search/chaffinch/internal/piecewise"
)

// errTooLarge is why a small auxiliary file is refused.
var errTooLarge = errors.New("file too large")

// Read reads the file f and judges it. The content is to be indexed if and only if reason is Kept; err is then nil.
// Otherwise reason is why not, and err the operating system's error if it is Unreadable or Vanished.
//
// content lies in buf, or in a larger buffer in its place, and is valid until that is used again; it is returned even
// if the file is skipped, so that `buf = content` keeps what was grown. At most MaxSize+1 bytes are read: the one more
// than the size the open file claims to have shows that it grew.
//
// Read never waits for a pipe or a device, and is safe to call from several goroutines with a buffer each. It
// follows no link in the last element of f.Abs.
func Read(f File, o Options, buf []byte) (content []byte, reason Reason, err error) {
	return ReadContext(context.Background(), f, o, buf)
}

// ReadContext is [Read]. When ctx is done before, reason is Unreadable, and err ctx's.
func ReadContext(ctx context.Context, f File, o Options, buf []byte) (content []byte, reason Reason, err error) {
	if r := o.allow(named(f.Path)); r != Kept {
		return buf[:0], r, nil
	}
	content, reason, err = load(ctx, f.Abs, o.maxSize(), buf)
	if reason == Kept {
		reason, err = o.judge(ctx, f.Path, content)
	}
	if reason == Symlink {
		err = nil
	}
	return content, reason, err
}

// judge looks at the whole content of a text. The error is ctx's; then the reason is Unreadable.
func (o Options) judge(ctx context.Context, path string, content []byte) (Reason, error) {
	content, reason, err := decode(ctx, content)
	if reason != Kept {
		return reason, err
	}
	if !o.KeepGenerated && saysGenerated(content) {
		return Generated, nil
	}
	minified := !o.KeepMinified && isMinified(ctx, path, content)
	switch err := ctx.Err(); {
	case err != nil:
		return Unreadable, err
	case minified:
		return Minified, nil
	}
	return Kept, nil
}

// load reads the regular file at path, of at most limit bytes, into buf. Of a file that is no text it reads the
// beginning only.
func load(ctx context.Context, path string, limit int64, buf []byte) ([]byte, Reason, error) {
	f, err := open(path)
	if err != nil {
		return buf[:0], failed(err), err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return buf[:0], failed(err), err
	}
	switch size := info.Size(); {
	case !info.Mode().IsRegular():
		return buf[:0], NotRegular, nil
	case size == 0:
		return buf[:0], Empty, nil
	case size > limit:
		return buf[:0], TooLarge, nil
	default:
		return take(ctx, f, int(size), buf)
	}
}

// take reads the size bytes of r into buf, and finds out if there are more or fewer.
func take(ctx context.Context, r io.Reader, size int, buf []byte) ([]byte, Reason, error) {
	room, err := piecewise.Room(ctx, buf, size+1)
	if err != nil {
		return buf[:0], failed(err), err
	}
	buf, r = room[:size+1], piecewise.Reader(ctx, r)
	head := min(sniffLen, size+1)
	n, err := fill(r, buf[:head], size)
	if err != nil {
		return buf[:n], failed(err), err
	}
	if r := sniff(buf[:n]); r != Kept {
		return buf[:n], r, nil
	}
	if n == head {
		m, err := fill(r, buf[n:], size-n)
		if n += m; err != nil {
			return buf[:n], failed(err), err
		}
	}
	if n != size {
		return buf[:n], Changed, nil
	}
	return buf[:n], Kept, nil
}

// fill reads until p is full, the input ends, or a read ends exactly at want bytes: having been asked for more, the
// operating system has then said that there is no more, and a further call is saved.
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

// readSmall reads an auxiliary file (an ignore file, git's pointers) of at most limit bytes. It is an error if path is
// not a regular file.
func readSmall(path string, limit int64) ([]byte, error) {
	f, err := open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, &fs.PathError{Op: "read", Path: path, Err: fs.ErrInvalid}
	}
	data, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err == nil && int64(len(data)) > limit {
		err = &fs.PathError{Op: "read", Path: path, Err: errTooLarge}
	}
	return data, err
}
