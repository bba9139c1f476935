package disk

import "github.com/chaffinch-search/chaffinch/index"

// NewWriter returns a writer for one change, and a function that releases it.
func (x *Index) NewWriter() (w index.Writer, release func()) {
	b := x.writer()
	return b, b.close
}
