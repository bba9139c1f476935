package index

// NewWriter returns a writer for one change, and a function that releases it.
func (x *Index) NewWriter() (w Writer, release func()) {
	b := x.writer()
	return b, b.close
}
