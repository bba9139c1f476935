package answer

// Warning describes a possible gap, or a surprise, in a result. JSON has its text.
type Warning struct {
	// Code names the kind of warning; it is stable. Faces may add warnings of their own, without
	// one.
	Code string
	// Args are the values in the text, in their order.
	Args []any
	// Text is the warning in the words of the library or of a face.
	Text string
}

// String returns the text.
func (w Warning) String() string { return w.Text }

// MarshalText returns the text.
func (w Warning) MarshalText() ([]byte, error) { return []byte(w.Text), nil }

// UnmarshalText sets the text. The code is not known.
func (w *Warning) UnmarshalText(text []byte) error {
	*w = Warning{Text: string(text)}
	return nil
}
