//go:build !js

// Not in a browser: it starts no programs.

// Package pdf extracts the text of PDF files, by the program pdftotext of Poppler.
//
// A PDF may be made to waste memory or time, or to break its reader. So pdftotext runs with bounds:
// on its time, on its output, on Linux also on its memory and on the files that it writes. It gets
// the path of a copy with a fixed name, and no environment. At most two run at a time.
package pdf

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// MostSize is the size in bytes of the largest PDF that is read.
const MostSize = 32 << 20

// Bounds of a run of pdftotext. It needs about 20 MB and 50 ms for an essay of ten pages.
const (
	mostTime   = 20 * time.Second
	mostMemory = 1 << 30
	mostStderr = 4 << 10
)

// Errors of [Text]: what is wrong with the file, or with this machine.
var (
	ErrMissing   = errors.New("a PDF: install pdftotext, of poppler-utils, and it is read")
	ErrNoText    = errors.New("it has no text: its pages may be pictures")
	ErrEncrypted = errors.New("it needs a password, or forbids to take its text")
	ErrTooLarge  = errors.New("its text is too large")
	errDamaged   = errors.New("pdftotext cannot read it: get it again")
	errBounds    = fmt.Errorf("pdftotext needed more than %v, or %d MB", mostTime, mostMemory>>20)
)

// HasName reports whether a file is a PDF by its name.
func HasName(name string) bool { return strings.EqualFold(filepath.Ext(name), ".pdf") }

// Is reports whether a file is a PDF by its name and its first bytes. A reader ignores 1,024 bytes
// before the mark.
func Is(name string, head []byte) bool {
	return HasName(name) && bytes.Contains(head[:min(len(head), 1024)], []byte("%PDF-"))
}

// slots bounds the processes.
var slots = make(chan struct{}, 2)

// Text returns the text of a PDF in UTF-8, at most most bytes.
func Text(content []byte, most int64) ([]byte, error) {
	program, err := exec.LookPath("pdftotext")
	if err != nil {
		return nil, ErrMissing
	}
	slots <- struct{}{}
	defer func() { <-slots }()
	dir, err := os.MkdirTemp("", "chaffinch-pdf-*")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "in.pdf")
	if err := os.WriteFile(file, content, 0o600); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), mostTime)
	defer cancel()
	return run(ctx, exec.CommandContext(ctx, program, "-enc", "UTF-8", "-eol", "unix", "-nopgbrk", file, "-"), dir, most)
}

func run(ctx context.Context, cmd *exec.Cmd, dir string, most int64) ([]byte, error) {
	var said limited
	cmd.Dir, cmd.Stderr, cmd.WaitDelay = dir, &said, time.Second
	cmd.Env = []string{"LC_ALL=C", "SYSTEMROOT=" + os.Getenv("SYSTEMROOT")} // without the latter Windows starts nothing
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("starting pdftotext: %w", errors.Unwrap(err))
	}
	limit(cmd.Process)
	text, readErr := io.ReadAll(io.LimitReader(out, most+1))
	if int64(len(text)) > most {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		return nil, ErrTooLarge
	}
	err = cmp.Or(cmd.Wait(), readErr)
	const notPermitted = 3 // exit status of pdftotext
	switch failed := new(exec.ExitError); {
	case ctx.Err() != nil, errors.As(err, &failed) && !failed.Exited():
		return nil, errBounds
	case err != nil && (cmd.ProcessState.ExitCode() == notPermitted || bytes.Contains(said.text, []byte("password"))):
		return nil, ErrEncrypted
	case err != nil && bytes.Contains(said.text, []byte("memory")):
		return nil, errBounds
	case err != nil:
		return nil, errDamaged
	case len(bytes.TrimSpace(text)) == 0:
		return nil, ErrNoText
	}
	return text, nil
}

// limited keeps the end of what is written, which has the error.
type limited struct{ text []byte }

func (l *limited) Write(b []byte) (int, error) {
	l.text = append(l.text, b[max(0, len(b)-mostStderr):]...)
	l.text = l.text[max(0, len(l.text)-mostStderr):]
	return len(b), nil
}
