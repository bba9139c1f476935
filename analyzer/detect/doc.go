// Package detect tells in which language a file or a snippet is written.
//
//	l := detect.Language("main.go", content) // by name, then by content
//	all := detect.Candidates("", snippet, 3) // the three best guesses
//
// The name decides wherever it can. Where it belongs to several languages, linguist's rules are
// asked, and then a classifier with the rows of the languages and counted profiles. The results
// depend on name and content only.
package detect
