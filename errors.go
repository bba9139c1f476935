package chaffinch

import "github.com/chaffinch-search/chaffinch/index"

// The errors that a caller can act on; each says what to do. Use [errors.Is].
var (
	// ErrNotIndex says that a path holds no index.
	ErrNotIndex = index.ErrNotIndex
	// ErrUnfinished says that the first update of an index was interrupted: update it again.
	ErrUnfinished = index.ErrUnfinished
	// ErrDamaged says that files of an index are damaged: repair it, or index again.
	ErrDamaged = index.ErrDamaged
	// ErrSourceGone says that the file of a content is gone or has changed.
	ErrSourceGone = index.ErrSourceGone
)

// BusyError says which processes have the index open: try again later. Use [errors.As].
type BusyError = index.BusyError

// MismatchError says that an index was made by another version, or with other settings.
type MismatchError = index.MismatchError
