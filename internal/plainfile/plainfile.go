// Package plainfile opens files that the program reads by itself, or that settings of a project may
// name. It never waits for a pipe that nobody writes to, and never reads a device, which may have
// no end.
package plainfile

import (
	"errors"
	"io/fs"
	"os"

	"github.com/chaffinch-search/chaffinch/analyzer/detect"
)

// ErrIrregular is the error for a device, a folder, or a pipe with a name.
var ErrIrregular = errors.New("it is neither a regular file nor an open pipe")

// Open opens a regular file, or an open pipe, such as a shell's for <(...). Other files are
// [ErrIrregular].
func Open(name string) (*os.File, error) {
	// Opening a pipe with a name may wait for ever.
	if info, err := os.Stat(name); err == nil && info.Mode()&fs.ModeNamedPipe != 0 && !detect.IsNameless(name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: ErrIrregular}
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() && info.Mode()&fs.ModeNamedPipe == 0 {
		err = &fs.PathError{Op: "open", Path: name, Err: ErrIrregular}
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}
