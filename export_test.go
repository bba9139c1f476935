package chaffinch

import "github.com/chaffinch-search/chaffinch/index"

// IndexOf returns an index of any kind, for questions.
func IndexOf(o index.Opened) *Index { return &Index{opened: o} }
