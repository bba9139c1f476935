package chaffinch

import "github.com/chaffinch-search/chaffinch/index"

// Errors that a caller can act on. Use [errors.Is].
var (
	// ErrUnfinished: the first update of the index was killed, or failed. Repeat it.
	ErrUnfinished = index.ErrUnfinished
	// ErrSourceGone: the file of a content was deleted or changed.
	ErrSourceGone = index.ErrSourceGone
)
