package language

// Kind is the kind of the token that a name or span becomes. The numbers are those of lex.Kind,
// which documents them. For a span, zero is a comment.
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
