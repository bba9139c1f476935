package chaffinch

// IndexOf returns an index of any kind, for questions.
func IndexOf(o opened) *Index { return &Index{opened: o} }

// MarkNew is markNew, for a result that was not computed.
func (r *Result) MarkNew(earlier *Baseline) { r.markNew(earlier, "known.json") }
