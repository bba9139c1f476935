package chaffinch

import "github.com/chaffinch-search/chaffinch/index"

// Errors that a caller can act on. Use [errors.Is].
var (
	// ErrNotIndex: the path holds no index.
	ErrNotIndex = index.ErrNotIndex
	// ErrUnfinished: the first update of the index was interrupted. Update it again.
	ErrUnfinished = index.ErrUnfinished
	// ErrDamaged: files of the index are damaged. Repair it, or index again.
	ErrDamaged = index.ErrDamaged
	// ErrSourceGone: the file of a content was deleted or changed.
	ErrSourceGone = index.ErrSourceGone
)

// BusyError lists the processes that have the index open. Try again later. Use [errors.As].
type BusyError = index.BusyError

// MismatchError: the index was made by another version, or with other settings.
type MismatchError = index.MismatchError
