// Package option has the error for an option of the library.
package option

import "fmt"

// Error is the error for an option, or for one that contradicts another. The text has options
// by their full names, such as SearchOptions.MinScore, so that a command can put its flags in their
// place.
type Error struct{ option, text string }

// Errorf returns the error for an option, by its full name.
func Errorf(option, format string, values ...any) error {
	return &Error{option, fmt.Sprintf(format, values...)}
}

// Error starts with the name of the option.
func (e *Error) Error() string { return e.option + " " + e.text }

// Option returns the full name of the option.
func (e *Error) Option() string { return e.option }
