package main

import (
	"errors"
	"io"
)

// engine is what is measured: something that tells where code came from.
type engine interface {
	// Ask returns the documents that share material with src, best first. The extension of name
	// tells the language. An engine with nothing to say returns no answers and no error.
	Ask(name string, src []byte) ([]answer, error)
}

// answer is one document, or several with identical bytes.
type answer struct {
	// Path of the document: absolute, as on the command line, or relative to the corpus's root.
	Path string
	// Score is higher for better answers, and comparable between questions.
	Score float64
	// Same are further paths that hold identical bytes.
	Same []string
	// Evidence is what the engine shows of the copy; nil if it shows nothing.
	Evidence *evidence
}

// opener builds an engine over the files below the roots for which keep is true. An engine that
// is an io.Closer is closed at the end.
type opener func(roots []string, keep func(path string) bool) (engine, error)

// openEngine is the engine measured without -command.
var openEngine opener = func([]string, func(string) bool) (engine, error) {
	return nil, errors.New("no engine is built in: name one with -command, or use -dry")
}

// closeEngine closes e if it can be closed.
func closeEngine(e engine) error {
	if closer, ok := e.(io.Closer); ok {
		return closer.Close()
	}
	return nil
}
