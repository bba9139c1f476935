// Package web is the browser edition of chaffinch: its page, and the engine in it. README.md
// describes them.
//
//	index.js    what the page calls: it starts workers and passes files
//	engine/     the engine: the library as WebAssembly
//	src/        the worker that the engine runs in, and its file system
//	internal/   builds dist/ from these, and from the parts of the page in internal/report/html
//	dist/       the page, written by go generate ./web
//
// The program embeds dist/. Before go generate, dist/ has only a note, and Page returns
// [ErrNotBuilt].
package web

import (
	"bytes"
	"compress/gzip"
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"github.com/andybalholm/brotli"
)

//go:generate go run internal/build/main.go

//go:embed dist
var dist embed.FS

// ErrNotBuilt means that the program was built without the browser edition.
var ErrNotBuilt = errors.New("this program was built without the browser edition: " +
	"in a checkout, run go generate ./web and build again")

// Page returns the page, compressed with brotli: a self-contained HTML file in UTF-16.
func Page() ([]byte, error) {
	packed, err := dist.ReadFile("dist/index.html.br")
	if errors.Is(err, fs.ErrNotExist) {
		err = ErrNotBuilt
	}
	return packed, err
}

// Unpack decompresses the page that [Page] returned.
func Unpack(page []byte) io.Reader { return brotli.NewReader(bytes.NewReader(page)) }

// Files returns the files of the page by name. They are index.html and, for web servers that send
// compressed files, index.html.br and index.html.gz.
func Files() (map[string][]byte, error) {
	packed, err := Page()
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(Unpack(packed))
	if err != nil {
		return nil, fmt.Errorf("unpacking the page: %w", err)
	}
	var zipped bytes.Buffer
	z, err := gzip.NewWriterLevel(&zipped, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	_, err = z.Write(text)
	if err := errors.Join(err, z.Close()); err != nil {
		return nil, err
	}
	return map[string][]byte{"index.html": text, "index.html.br": packed, "index.html.gz": zipped.Bytes()}, nil
}
