package lex

// Functions are not told in a browser: telling them would make the engine 1% larger.

// TellsFunctions reports whether the functions of the language can be told.
func (*Language) TellsFunctions() bool { return false }

// Functions returns nothing.
func (*Language) Functions([]byte, []Token) []Function { return nil }
