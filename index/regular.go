package index

import (
	"errors"
	"fmt"
	"math"
	"os"
)

// An index may come from somebody else, and be made so that whoever opens it waits for a pipe without end, reads a device
// that has no end, or takes all memory. So its files are looked at before they are opened.

// mostList is how large a list of segments may be, in bytes, and mostSmall each of the other files that are read whole.
const (
	mostList  = 1 << 30
	mostSmall = 1 << 20
)

// errIrregular says that a file of an index is something else, or larger than it can be.
var errIrregular = errors.New("is no file of an index")

// regular returns an error unless the file, or what a link leads to, can be opened and read without end or harm.
func regular(name string, most int64) error {
	info, err := os.Stat(name)
	switch {
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s %w: %s", name, errIrregular, info.Mode())
	case info.Size() > most:
		return fmt.Errorf("%s %w: it has %d bytes", name, errIrregular, info.Size())
	}
	return nil
}

func openRegular(name string) (*os.File, error) {
	if err := regular(name, math.MaxInt64); err != nil {
		return nil, err
	}
	return os.Open(name)
}

// readFile reads a regular file of no more than most bytes.
func readFile(name string, most int64) ([]byte, error) {
	if err := regular(name, most); err != nil {
		return nil, err
	}
	return os.ReadFile(name)
}
