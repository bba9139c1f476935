package index

import (
	"time"

	"github.com/chaffinch-search/chaffinch/analyzer"
)

// Options specify how an index is opened. The zero value opens it for writing.
type Options struct {
	// ReadOnly opens the last published state. Other readers and a writer may have the index open.
	// Open it again to see a later state.
	ReadOnly bool
	// Unpublished, with ReadOnly, opens the latest state, published or not. A killed update leaves
	// an unpublished one. It excludes writers.
	Unpublished bool
	// Wait bounds how long to wait for other processes. With 0, a busy index is an error that names
	// them.
	Wait time.Duration
	// Waiting is called once before the first wait. It may be nil.
	Waiting func()
	// Key is the key that the index was made with. Without it, an index that has one answers only
	// questions of fingerprints. The error of another key wraps [ErrKey].
	Key *analyzer.Key
}
