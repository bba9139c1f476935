// Command build makes the engine of the browser edition: go generate ./web runs it, in the folder web. It
// compiles the engine to WebAssembly, puts it into a script with the source of its worker, and compresses
// that.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/andybalholm/brotli"

	"github.com/chaffinch-search/chaffinch/internal/newfile"
)

func main() {
	quality := flag.Int("quality", brotli.BestCompression, "`LEVEL` of brotli, 0 to 11; 11 takes minutes")
	plain := flag.String("plain", "", "write the script to this `FILE`, not compressed, and nothing else")
	flag.Parse()
	if err := build(*quality, *plain); err != nil {
		fmt.Fprintln(os.Stderr, "build:", err)
		os.Exit(1)
	}
}

// output is the file that the program embeds.
const output = "dist/engine.js.br"

func build(quality int, plain string) error {
	dir, err := os.MkdirTemp("", "chaffinch-web-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	root, err := goRoot()
	if err != nil {
		return err
	}
	worker, err := workerSource(root)
	if err != nil {
		return err
	}
	wasm, err := compile(filepath.Join(dir, "engine.wasm"))
	if err != nil {
		return err
	}
	license, err := os.ReadFile(filepath.Join(root, "LICENSE"))
	if err != nil {
		return err
	}
	script, err := engineScript(worker, string(license), wasm)
	if err != nil {
		return err
	}
	if plain != "" {
		return os.WriteFile(plain, script, 0o644)
	}
	packed, err := compress(script, quality)
	if err != nil {
		return err
	}
	err = newfile.Replace(output, func(out io.Writer) error {
		_, err := out.Write(packed)
		return err
	})
	if err == nil {
		fmt.Printf("%s: %.2f MB, of %.1f MB of WebAssembly\n", output, float64(len(packed))/1e6, float64(len(wasm))/1e6)
	}
	return err
}

// goRoot returns the folder of Go.
func goRoot() (string, error) {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return "", fmt.Errorf("asking Go where it is: %w", err)
	}
	return strings.TrimSpace(string(root)), nil
}

// compile compiles the engine, without what only debuggers read.
func compile(file string) ([]byte, error) {
	c := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-o", file, "./engine")
	c.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0")
	c.Stderr = os.Stderr
	if err := c.Run(); err != nil {
		return nil, fmt.Errorf("compiling the engine: %w", err)
	}
	return os.ReadFile(file)
}

// workerSource returns the source of the worker: the file system, Go's own support for WebAssembly, and the
// messages.
func workerSource(root string) (string, error) {
	var b strings.Builder
	for _, name := range []string{"src/fs.js", filepath.Join(root, "lib", "wasm", "wasm_exec.js"), "src/worker.js"} {
		text, err := os.ReadFile(name)
		if err != nil {
			return "", err
		}
		b.WriteString(compact(string(text)))
	}
	return b.String(), nil
}

// compact removes indentation, empty lines, and lines that are a comment, except those of Go's licence. No text of the
// scripts goes over a line.
func compact(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		line = strings.TrimLeft(line, "\t")
		if line != "\n" && (!strings.HasPrefix(line, "//") || strings.Contains(line, "BSD-style") || strings.Contains(line, "Copyright")) {
			b.WriteString(line)
		}
	}
	return b.String()
}

func compress(content []byte, quality int) ([]byte, error) {
	var packed bytes.Buffer
	w := brotli.NewWriterOptions(&packed, brotli.WriterOptions{Quality: quality, LGWin: 24})
	if _, err := w.Write(content); err != nil {
		return nil, err
	}
	err := w.Close()
	return packed.Bytes(), err
}
