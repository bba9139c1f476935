package language

// Kind is the kind of the token that a name or span becomes. lex.Kind has the
// same values and documents them. For a span, zero is a comment.
type Kind uint8

// The kinds of tokens.
const (
	Keyword Kind = iota + 1
	Operator
	Identifier
	Number
	String
	Char
	Word
)
