package analyzer

import "slices"

// Span is a run of tokens of a document, from From on, before To.
type Span struct{ From, To int }

// Len returns the number of tokens.
func (s Span) Len() int { return s.To - s.From }

// MergeSpans sorts the spans and joins those that touch or overlap, in place.
func MergeSpans(spans []Span) []Span {
	slices.SortFunc(spans, func(x, y Span) int { return x.From - y.From })
	out := spans[:0]
	for _, s := range spans {
		if n := len(out) - 1; n >= 0 && s.From <= out[n].To {
			out[n].To = max(out[n].To, s.To)
			continue
		}
		out = append(out, s)
	}
	return out
}
