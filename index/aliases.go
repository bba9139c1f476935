package index

import "github.com/chaffinch-search/chaffinch/index/document"

// The documents of an index.
type (
	Content    = document.Content
	Occurrence = document.Occurrence
	Described  = document.Described
)
