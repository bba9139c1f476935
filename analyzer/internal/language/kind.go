package language

// Kind says what a name or a span becomes. The numbers are those of lex.Kind, which documents them;
// as the Kind of a span, zero is a comment.
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
