package analyzer

// Span is a run of tokens of a document, from From on, before To.
type Span struct{ From, To int }

// Len returns the number of tokens.
func (s Span) Len() int { return s.To - s.From }
