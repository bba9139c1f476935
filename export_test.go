package chaffinch

// MarkNew is markNew, for a result that was not computed.
func (r *Result) MarkNew(earlier *Result) { r.markNew(earlier, "known.json") }
