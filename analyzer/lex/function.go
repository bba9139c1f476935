package lex

// Function is a function or method.
type Function struct {
	// Name is the name as the source spells it, such as Stack::push.
	Name string
	// From and To are its tokens, from its first word to the end of its body.
	From, To int
}

// IsHosted reports whether code in the language begins with a tag, as after <?php.
func (l *Language) IsHosted() bool { return l.row != nil && l.row.Host != "" }
