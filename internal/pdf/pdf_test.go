//go:build unix

package pdf

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chaffinch-search/chaffinch/internal/filetest"
)

func installed(t *testing.T) {
	if _, err := exec.LookPath("pdftotext"); err != nil {
		t.Skip("pdftotext is not installed")
	}
}

func TestText_OfPages(t *testing.T) {
	installed(t)
	for _, before := range []string{"", "some bytes\n"} {
		content := []byte(before + filetest.PDF("The harbour was (built)", "by merchants"))
		text, err := Text(content, 1<<20)
		if err != nil || string(text) != "The harbour was (built)\nby merchants\n\n" && string(text) != "The harbour was (built)\nby merchants\n" {
			t.Errorf("%q, %v", text, err)
		}
		if !Is("essay.PDF", content) || Is("essay.txt", content) {
			t.Error("the file is known by its name and its first bytes")
		}
	}
}

func TestText_SaysWhatIsWrong(t *testing.T) {
	installed(t)
	whole := []byte(filetest.PDF("words"))
	page := func(lines ...string) []byte { return []byte(filetest.PDF(lines...)) }
	for want, content := range map[error][]byte{
		ErrNoText: page(), errDamaged: []byte("%PDF-1.7\n\x00 nothing"), ErrTooLarge: page(slices.Repeat([]string{strings.Repeat("many words ", 6)}, 40)...),
		ErrEncrypted: bytes.Replace(whole, []byte("trailer\n<<"), []byte("trailer\n<< /ID [(0123456789abcdef) (0123456789abcdef)] /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 "+
			"/O (01234567890123456789012345678901) /U (01234567890123456789012345678901) >>"), 1),
	} {
		if text, err := Text(content, 2000); !errors.Is(err, want) {
			t.Errorf("%q, %v, want %v", text, err, want)
		}
	}
}

// No byte of a PDF makes the program of this package fail otherwise.
func TestText_OfBrokenFiles(t *testing.T) {
	installed(t)
	whole := []byte(filetest.PDF("The harbour was built", "by merchants"))
	for i := 0; i < len(whole); i += 97 {
		for _, content := range [][]byte{whole[:i], append(append(bytes.Clone(whole[:i]), "\xff[[<<"...), whole[i:]...)} {
			if text, err := Text(content, 1<<20); err != nil && !errors.Is(err, errDamaged) && !errors.Is(err, ErrNoText) {
				t.Errorf("at %d: %q, %v", i, text, err)
			}
		}
	}
}

func TestText_WithoutTheProgram(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	if _, err := Text([]byte(filetest.PDF("words")), 1<<20); !errors.Is(err, ErrMissing) {
		t.Error(err)
	}
}

// A script stands for pdftotext that a hostile file has broken.
func TestRun_IsBounded(t *testing.T) {
	dir := t.TempDir()
	script := filepath.Join(dir, "pdftotext")
	for body, want := range map[string]error{
		"while :; do echo word; done": ErrTooLarge, "exec sleep 1000": errBounds, "kill -SEGV $$": errBounds, "sleep 1000 & echo word; sleep 1000": errBounds,
		"exit 3": ErrEncrypted, "yes x | head -c 100000 >&2; exit 1": errDamaged, "echo $SECRET$HOME": ErrNoText, "echo 'Out of memory' >&2; exit 99": errBounds,
	} {
		t.Setenv("SECRET", "a token")
		if err := os.WriteFile(script, []byte(fmt.Sprintf("#!/bin/sh\nPATH=/bin:/usr/bin\n%s\n", body)), 0o700); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
		text, err := run(ctx, exec.CommandContext(ctx, script), dir, 1<<20)
		if cancel(); !errors.Is(err, want) {
			t.Errorf("%s: %q, %v, want %v", body, text, err, want)
		}
	}
}
