package chaffinch

// IndexOf returns an index of any kind, for questions.
func IndexOf(o opened) *Index { return &Index{opened: o} }
