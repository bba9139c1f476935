package git

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"
)

// reader is a process that prints the objects whose ids it is sent.
type reader struct {
	stop func()
	cmd  *exec.Cmd
	in   io.WriteCloser
	out  *bufio.Reader
	errs *complaint
}

func (r *Repository) acquire() (*reader, error) {
	r.mu.Lock()
	if n := len(r.idle); n > 0 {
		p := r.idle[n-1]
		r.idle = r.idle[:n-1]
		r.mu.Unlock()
		return p, nil
	}
	r.mu.Unlock()
	return r.start(context.Background(), "cat-file", "--batch") // it outlasts the question for which it is started
}

// start starts a process that answers line by line.
func (r *Repository) start(ctx context.Context, arguments ...string) (*reader, error) {
	ctx, stop := context.WithCancel(ctx)
	p := &reader{stop: stop, cmd: r.command(ctx, arguments...), errs: new(complaint)}
	p.cmd.Stderr, p.cmd.WaitDelay = p.errs, time.Second
	var out io.ReadCloser
	var err error
	if p.in, err = p.cmd.StdinPipe(); err == nil {
		out, err = p.cmd.StdoutPipe()
	}
	if err == nil {
		err = p.cmd.Start()
	}
	if err != nil {
		stop()
		return nil, err
	}
	p.out = bufio.NewReaderSize(out, 1<<16)
	return p, nil
}

func (r *Repository) release(p *reader) {
	r.mu.Lock()
	r.idle = append(r.idle, p)
	r.mu.Unlock()
}

// end ends the process and returns its complaints.
func (p *reader) end() error {
	p.stop()
	p.in.Close()
	err := p.cmd.Wait()
	return gitError(context.Background(), err, p.errs)
}

// endIdle ends the processes that are not in use.
func (r *Repository) endIdle() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, p := range r.idle {
		_ = p.end()
	}
	r.idle = nil
}

var errNoBlob = errors.New("the object is not a file, or has another size")

// Read reads a blob of that size, if possible into buf's capacity. If ctx is done, the process
// ends.
func (r *Repository) Read(ctx context.Context, id string, size int64, buf []byte) ([]byte, error) {
	return r.readBlob(ctx, id, func(n int64) bool { return n == size }, buf)
}

// ReadAtMost is Read for a blob of at most that size. A larger blob is an error.
func (r *Repository) ReadAtMost(ctx context.Context, id string, size int64, buf []byte) ([]byte, error) {
	return r.readBlob(ctx, id, func(n int64) bool { return n <= size }, buf)
}

func (r *Repository) readBlob(ctx context.Context, id string, fits func(size int64) bool, buf []byte) ([]byte, error) {
	p, err := r.acquire()
	if err != nil {
		return buf[:0], err
	}
	stop := context.AfterFunc(ctx, p.stop)
	content, err := p.read(id, fits, buf)
	if stop() && (err == nil || errors.Is(err, ErrMissing)) {
		r.release(p)
		return content, err
	}
	said := p.end()
	switch {
	case ctx.Err() != nil:
		return buf[:0], ctx.Err()
	case errors.Is(err, errNoBlob) || said == nil:
		return buf[:0], err
	}
	return buf[:0], said
}

func (p *reader) read(id string, fits func(size int64) bool, buf []byte) ([]byte, error) {
	if _, err := io.WriteString(p.in, id+"\n"); err != nil {
		return buf[:0], err
	}
	kind, size, err := readHead(p.out)
	if err != nil {
		return buf[:0], err
	}
	if kind != "blob" || !fits(size) {
		return buf[:0], fmt.Errorf("%w: %s of %d bytes", errNoBlob, kind, size)
	}
	content := slices.Grow(buf[:0], int(size)+1)[:size+1] // with the line break that follows
	if _, err := io.ReadFull(p.out, content); err != nil {
		return buf[:0], err
	}
	return content[:size], nil
}

// readHead reads the line before an object: its type and its size. The error is [ErrMissing] if the
// repository lacks the object.
func readHead(out *bufio.Reader) (kind string, size int64, err error) {
	line, err := readLine(out, '\n')
	if err != nil {
		return "", 0, err
	}
	fields := strings.Fields(line)
	if len(fields) == 2 && fields[1] == "missing" {
		return "", 0, ErrMissing
	}
	if len(fields) == 3 {
		size, err = strconv.ParseInt(fields[2], 10, 64)
	}
	if len(fields) != 3 || err != nil || size < 0 {
		return "", 0, fmt.Errorf("%w: %.200q", errGitPrints, line)
	}
	return fields[1], size, nil
}

// mostLine is how many bytes of a line are kept: more than a path has.
const mostLine = 16 << 10

// readLine reads a line that ends with the byte end, which is left out. Bytes of a line over
// mostLine are dropped. After the last line it is io.EOF.
func readLine(in *bufio.Reader, end byte) (string, error) {
	var line []byte
	for {
		part, err := in.ReadSlice(end)
		if err == nil {
			part = part[:len(part)-1]
		}
		if err == nil && line == nil {
			return string(part[:min(len(part), mostLine)]), nil
		}
		line = append(line, part[:min(len(part), mostLine-len(line))]...)
		switch {
		case err == nil:
			return string(line), nil
		case err == io.EOF && len(line) > 0:
			return "", io.ErrUnexpectedEOF
		case !errors.Is(err, bufio.ErrBufferFull):
			return "", err
		}
	}
}
