// Package pdf reads no PDF in a browser, which starts no programs.
package pdf

import "errors"

// MostSize, and the errors, are as on other systems.
const MostSize = 0

var (
	ErrMissing   = errors.New("a PDF: pdftotext, of poppler-utils, makes a text of it")
	ErrNoText    = ErrMissing
	ErrEncrypted = ErrMissing
	ErrTooLarge  = ErrMissing
)

// HasName reports false: no file is read as a PDF.
func HasName(string) bool { return false }

// Is reports false.
func Is(string, []byte) bool { return false }

// Text returns [ErrMissing].
func Text([]byte, int64) ([]byte, error) { return nil, ErrMissing }
