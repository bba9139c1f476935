package chaffinch

// MarkNew is markNew, for a result that was not computed.
func (c *Result) MarkNew(earlier *Result) { c.markNew(earlier, "known.json") }
