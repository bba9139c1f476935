// Package lex turns sources of 73 programming languages, and prose, into tokens.
//
//	l, ok := lex.Lookup("go")
//	...
//	tokens := l.Lex(nil, source)
//	for _, t := range tokens {
//		fmt.Println(t.Kind, string(source[t.Start:t.End]))
//	}
//
// A [Token] has a kind, a byte range and the hash of its text. Comments and white space are no
// tokens, so that reformatting changes none but their ranges. Any bytes can be lexed, in linear
// time, without a panic: what does not close is cut short, and control bytes and broken UTF-8 are
// skipped.
//
// Every language is a row of data in analyzer/internal/language. A row is compiled into tables when
// its language is first used (compile.go), and one scanner reads all languages by these tables
// (scanner.go). What is special about a string or comment is a form; each form has its file:
// delimited.go, heredoc.go, rawstring.go, quotelike.go, template.go, jsx.go, and so on.
package lex
