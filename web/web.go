// Package web is chaffinch in the browser: its page, the engine that it runs, and the JavaScript interface
// to it. README.md describes them.
//
//	index.js    the JavaScript interface, with types in index.d.ts
//	engine/     the engine: the library as WebAssembly
//	src/        the worker that the engine runs in, and its file system
//	build/      makes dist/ and lib/ of these, and of the page's parts in internal/report/html
//	dist/       the page: go generate ./web
//	lib/        the engine, for programs in JavaScript
//
// The program embeds dist/. Without go generate it holds a note only, and there is no page.
package web

import (
	"bytes"
	"compress/gzip"
	"embed"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/andybalholm/brotli"

	"github.com/chaffinch-search/chaffinch/internal/newfile"
)

//go:generate go run ./build

//go:embed dist
var dist embed.FS

// ErrNotBuilt means that the program was built without the browser edition.
var ErrNotBuilt = errors.New("this program was built without the browser edition: " +
	"in a checkout, run go generate ./web and build again")

// Page returns the page, compressed by brotli. It is one file of HTML in windows-1252 that needs nothing else.
func Page() ([]byte, error) {
	packed, err := dist.ReadFile("dist/index.html.br")
	if errors.Is(err, fs.ErrNotExist) {
		err = ErrNotBuilt
	}
	return packed, err
}

// Unpack returns a reader of the page that Page has returned.
func Unpack(page []byte) io.Reader { return brotli.NewReader(bytes.NewReader(page)) }

// Write writes the page to a folder, which is created if necessary: index.html and, for web servers that send
// compressed files, index.html.br and index.html.gz. It returns their names. Files are replaced once they are complete.
func Write(folder string) ([]string, error) {
	page, err := Page()
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return nil, err
	}
	names := []string{"index.html", "index.html.br", "index.html.gz"}
	writers := []func(io.Writer) error{
		func(out io.Writer) error {
			_, err := io.Copy(out, Unpack(page))
			return err
		},
		func(out io.Writer) error {
			_, err := out.Write(page)
			return err
		},
		func(out io.Writer) error {
			z, err := gzip.NewWriterLevel(out, gzip.BestCompression)
			if err != nil {
				return err
			}
			_, err = io.Copy(z, Unpack(page))
			return errors.Join(err, z.Close())
		},
	}
	for i, name := range names {
		if err := newfile.Replace(filepath.Join(folder, name), writers[i]); err != nil {
			return nil, err
		}
	}
	return names, nil
}
