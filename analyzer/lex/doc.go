// Package lex turns sources of many programming languages, and prose, into tokens.
//
//	l, ok := lex.Lookup("go")
//	...
//	tokens := l.Lex(nil, source)
//	for _, t := range tokens {
//		fmt.Println(t.Kind, string(source[t.Start:t.End]))
//	}
//
// A [Token] has a kind, a byte range and the hash of its text. Comments and white space are not
// tokens, so reformatting changes byte ranges only. Any bytes can be lexed, in linear time, without
// a panic. Strings that do not close are cut short. Control bytes and broken UTF-8 are skipped.
//
// Every language is a row of data in analyzer/internal/language. A row is compiled into tables when
// its language is first used (compile.go). One scanner reads all languages by these tables
// (scanner.go). A string, comment or character is a span (span.go). How a span is read is its form
// (forms.go), and every form has a file.
//
// Sources that were cut out of a file may begin or end inside a span: see cut.go.
package lex
