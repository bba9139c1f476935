// Package web is chaffinch in the browser: its page, the engine that it runs, and the JavaScript interface
// to it. README.md describes them.
//
//	index.js    the JavaScript interface, with types in index.d.ts
//	engine/     the engine: the library as WebAssembly
//	src/        the worker that the engine runs in, and its file system
//	build/      makes dist/ of these
//	dist/       what is built: go generate ./web
//
// The program embeds dist/. Without go generate it holds a note only, and [Engine] is an error.
package web

import (
	"embed"
	"errors"
	"io/fs"
)

//go:generate go run ./build

//go:embed dist
var dist embed.FS

// ErrNotBuilt means that the program was built without the browser edition.
var ErrNotBuilt = errors.New("this program was built without the browser edition: " +
	"in a checkout, run go generate ./web and build again")

// Engine returns the script with the engine, compressed by brotli.
func Engine() ([]byte, error) {
	packed, err := dist.ReadFile("dist/engine.js.br")
	if errors.Is(err, fs.ErrNotExist) {
		err = ErrNotBuilt
	}
	return packed, err
}
