package scan

import "errors"

// ErrIrregular is the error for a device or a folder instead of a file: a device may have no end.
var ErrIrregular = errors.New("it is neither a regular file nor an open pipe")
