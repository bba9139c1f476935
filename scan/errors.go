package scan

import (
	"errors"
	"fmt"
)

// ErrIrregular is the error for a device or a folder in place of a file: a device may have no end.
var ErrIrregular = errors.New("it is neither a regular file nor a pipe")

// optionError is an error about an option, which its text names: see Option.
type optionError struct{ option, text string }

func (e *optionError) Error() string { return e.option + " " + e.text }

// Option returns the name of the option, such as "Options.MinScore".
func (e *optionError) Option() string { return e.option }

func wrongOption(option, format string, args ...any) error {
	return &optionError{option, fmt.Sprintf(format, args...)}
}
