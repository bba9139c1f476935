package chaffinch

import (
	"fmt"

	"github.com/chaffinch-search/chaffinch/index"
)

// Errors that a caller can act on. Use [errors.Is].
var (
	// ErrUnfinished: the first update of the index was killed, or failed. Repeat it.
	ErrUnfinished = index.ErrUnfinished
	// ErrSourceGone: the file of a content was deleted or changed.
	ErrSourceGone = index.ErrSourceGone
)

// optionError is the error for an option, or for one that contradicts another. The text has options
// by their full names, such as SearchOptions.MinScore, so that a command can put its flags in their
// place.
type optionError struct{ option, text string }

func wrongOption(option, format string, values ...any) error {
	return &optionError{option, fmt.Sprintf(format, values...)}
}

// Error starts with the name of the option.
func (e *optionError) Error() string { return e.option + " " + e.text }

// Option returns the full name of the option.
func (e *optionError) Option() string { return e.option }
