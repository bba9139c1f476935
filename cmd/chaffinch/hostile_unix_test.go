//go:build unix

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Every file in a folder is indexed, or counted with its reason.
func TestIndex_CountsEveryHostileFile(t *testing.T) {
	c := newCommandLine(t)
	for i, name := range []string{"plain.go", "line\nbreak.go", "-rf.go", "\x1b[31m.go", "$(x).go"} {
		c.write("src/"+name, source(i))
	}
	c.write("src/breaks.c", strings.Repeat("\n", 1<<20))
	c.write("src/nul.c", "int x;\x00")
	c.write("src/empty.c", "")
	deep := "src/" + strings.Repeat(strings.Repeat("d", 100)+"/", 30)
	c.write(deep+"deep.go", source(5))
	for _, err := range []error{
		os.WriteFile("src/sparse.go", []byte("package a\n"), 0o644), os.Truncate("src/sparse.go", 10<<30),
		syscall.Mkfifo("src/pipe.go", 0o644),
		os.Symlink(".", "src/loop"), os.Symlink("self", "src/self"),
		os.Link("src/plain.go", "src/hard.go"),
	} {
		if err != nil {
			t.Skipf("not all of it can be made here: %v", err)
		}
	}
	want := map[string]int{"too-short": 1, "binary": 1, "empty": 1, "too-large": 1, "not-regular": 1, "symlink": 2}
	out, _ := c.run(exitFound, "index", "--index", "ix", "--json", "--max-size", "268435456", "src")
	var printed struct {
		Reports []struct {
			Added, Contents int
			Skipped         map[string]int
		}
	}
	if err := json.Unmarshal([]byte(out), &printed); err != nil || len(printed.Reports) != 1 {
		t.Fatalf("%v: %s", err, out)
	}
	if r := printed.Reports[0]; r.Added != 7 || r.Contents != 6 || !maps.Equal(r.Skipped, want) {
		t.Errorf("got %+v, want 7 files of 6 contents, and skipped %v", r, want)
	}
	out, _ = c.run(exitFound, "list", "--index", "ix")
	if name := "d/deep.go"; !strings.Contains(out, name) {
		t.Errorf("%s is not listed: %s", name, out)
	}
}

// Opening a pipe blocks until somebody writes to it. The command says so, and an interrupt ends it.
func TestQuestion_PipeEndsWithTheContext(t *testing.T) {
	c := newCommandLine(t)
	c.write("src/a.go", source(0))
	c.run(exitFound, "index", "src")
	if err := syscall.Mkfifo("pipe", 0o600); err != nil {
		t.Skip(err)
	}
	for _, args := range [][]string{
		{"search", "pipe"}, {"similar", "pipe"}, {"fingerprint", "pipe"}, {"compare", "src/a.go", "pipe"},
		{"search", "pipe", "src/a.go"}, {"similar", "src/a.go", "pipe"},
	} {
		ctx, stop := context.WithTimeout(t.Context(), 100*time.Millisecond)
		var out, errOut bytes.Buffer
		code := run(ctx, args, strings.NewReader(""), &out, &errOut)
		stop()
		if code != exitError || !strings.HasPrefix(errOut.String(), "reading pipe, a pipe: this waits until a program writes to it\n") ||
			!strings.Contains(errOut.String(), "context deadline exceeded") {
			t.Errorf("%q: %d, %s", args, code, &errOut)
		}
	}
	for _, args := range [][]string{
		{"pairs", "--baseline", "pipe", "src"}, {"pairs", "--min-match", "50", "--baseline", "pipe", "src"}, {"stats", "--config", "pipe"},
	} {
		if _, errOut := c.run(exitError, args...); !strings.Contains(errOut, "neither a regular file nor an open pipe") {
			t.Errorf("%q: %s", args, errOut)
		}
	}
	for _, args := range [][]string{{"index", "pipe"}, {"pairs", "pipe"}, {"boilerplate", "add", "pipe"}} {
		if _, errOut := c.run(exitError, args...); !strings.Contains(errOut, "it is neither a folder nor a regular file") {
			t.Errorf("%q: %s", args, errOut)
		}
	}
}

// With a pipe, device or folder in place of any index file, including caches, every command ends,
// with its output or with an error.
func TestIndex_IrregularFilesHangNoCommand(t *testing.T) {
	c := newCommandLine(t)
	c.write("src/a.go", source(0))
	c.write("src/b.go", source(1))
	c.run(exitFound, "index", "--index", "ix", "src")
	questions := [][]string{
		{"search", "--index", "bad", "src/a.go"},
		{"search", "--index", "bad", "--measure", "cosine", "src/a.go"},
		{"list", "--index", "bad"},
	}
	c.run(exitFound, "search", "--index", "ix", "--measure", "cosine", "src/a.go") // makes a cache
	var files []string
	err := fs.WalkDir(os.DirFS("ix"), ".", func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			files = append(files, path)
		}
		return err
	})
	if err != nil || !slices.Contains(files, "weights") {
		t.Fatalf("files %q, %v", files, err)
	}
	for _, name := range files {
		for kind, put := range map[string]func(string) error{
			"pipe":   func(name string) error { return syscall.Mkfifo(name, 0o600) },
			"device": func(name string) error { return os.Symlink("/dev/zero", name) },
			"folder": func(name string) error { return os.Mkdir(name, 0o700) },
			"loop":   func(name string) error { return os.Symlink(filepath.Base(name), name) },
		} {
			file := filepath.Join("bad", name)
			for _, err := range []error{
				os.RemoveAll("bad"), os.CopyFS("bad", os.DirFS("ix")), os.Remove(file), put(file),
			} {
				if err != nil {
					t.Skipf("%s as a %s: %v", name, kind, err)
				}
			}
			for _, args := range questions {
				good := slices.Replace(slices.Clone(args), 2, 3, "ix")
				want, _, _ := c.runIn(t.Context(), good...)
				got, _, code := c.runIn(t.Context(), args...)
				if code == exitFound && got != want {
					t.Errorf("%s is a %s: %q prints %s", name, kind, args, got)
				}
			}
			c.runIn(t.Context(), "check", "--index", "bad")
		}
	}
}

// A key or decisions in a pipe with a name are refused, as opening it may wait for ever. A pipe of
// <(...) is open.
func TestSaved_AreNoNamedPipes(t *testing.T) {
	c := newCommandLine(t)
	c.write("src/a.go", source(1))
	c.run(exitFound, "index", "--index", "ix", "src")
	if err := syscall.Mkfifo("pipe", 0o600); err != nil {
		t.Skip(err)
	}
	c.write("found/a.go", source(1))
	if err := errors.Join(syscall.Mkfifo("found/chaffinch-decisions.toml", 0o600), os.Mkdir("found/.git", 0o700)); err != nil {
		t.Skip(err)
	}
	for _, arguments := range [][]string{
		{"scan", "--index", "ix", "--decisions", "pipe", "src"}, {"scan", "--index", "ix", "--key-file", "pipe", "src"}, {"index", "--index", "new", "--key-file", "pipe", "src"},
		{"scan", "--index", "ix", "--baseline", "pipe", "src"}, {"scan", "--index", "ix", "--reuse", "pipe", "src"}, {"pairs", "--baseline", "pipe", "src"},
		{"list", "--index", "ix", "--config", "pipe"}, {"serve", "--index", "ix", "--token-file", "pipe"}, {"scan", "--index", "ix", "found"},
	} {
		ctx, stop := context.WithTimeout(t.Context(), 10*time.Second)
		done := make(chan string, 1)
		go func() {
			var errOut bytes.Buffer
			run(ctx, arguments, strings.NewReader(""), io.Discard, &errOut)
			done <- errOut.String()
		}()
		select {
		case text := <-done:
			if !strings.Contains(text, "neither a regular file nor an open pipe") {
				t.Errorf("%q: %s", arguments, text)
			}
		case <-ctx.Done():
			t.Errorf("%q waits", arguments)
		}
		stop()
	}
	if err := os.Rename("pipe", "chaffinch.toml"); err != nil {
		t.Fatal(err)
	}
	if _, text := c.run(exitError, "list", "--index", "ix"); !strings.Contains(text, "chaffinch.toml: it is neither a regular file") {
		t.Errorf("settings that are found: %s", text)
	}
	in, out, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	_, _ = out.WriteString(strings.Repeat("k", 40))
	out.Close()
	if _, err := readKey(fmt.Sprintf("/dev/fd/%d", in.Fd())); err != nil {
		t.Error(err)
	}
	in.Close()
}

// A file that settings may name is no device, which may have no end, and is not read beyond a
// bound.
func TestSaved_AreFilesOfBoundedSize(t *testing.T) {
	c := newCommandLine(t)
	c.write("src/a.go", source(1))
	c.run(exitFound, "index", "--index", "ix", "src")
	for _, err := range []error{os.WriteFile("large.json", []byte("{"), 0o644), os.Truncate("large.json", maxSaved+1), os.Symlink("/dev/zero", "link.json")} {
		if err != nil {
			t.Skipf("not all of it can be made here: %v", err)
		}
	}
	c.write("chaffinch.toml", "[pairs]\nbaseline = \"link.json\"\n[scan]\nbaseline = \"link.json\"\ndecisions = \"link.json\"\n")
	for _, arguments := range [][]string{
		{"scan", "--index", "ix", "src"}, {"scan", "--index", "ix", "--baseline", "", "src"}, {"pairs", "src"},
		{"scan", "--index", "ix", "--config", "", "--baseline", "/dev/zero", "src"}, {"scan", "--index", "ix", "--config", "", "--reuse", "/dev/zero", "src"},
		{"scan", "--index", "ix", "--config", "", "--decisions", "/dev/zero", "src"}, {"pairs", "--config", "", "--baseline", "/dev/zero", "src"},
		{"search", "--index", "ix", "--fingerprints", "/dev/zero"},
	} {
		if _, text := c.run(exitError, arguments...); !strings.Contains(text, "neither a regular file nor an open pipe") {
			t.Errorf("%q: %s", arguments, text)
		}
	}
	if _, text := c.run(exitError, "scan", "--index", "ix", "--config", "", "--baseline", "large.json", "src"); !strings.Contains(text, "larger than 256 MiB") {
		t.Errorf("a large baseline: %s", text)
	}
}
