// Package detect detects the language of a file or snippet.
//
//	l := detect.Language("main.go", content) // by name, then by content
//	all := detect.Candidates("", snippet, 3) // the three best guesses
//
// These rules apply in turn, until one decides:
//
//   - a file's name and extension, by linguist's tables (detect.go),
//   - marks in the content, such as a shebang (detect.go),
//   - for .h and Fortran, rules of our own (header.go, fortran.go),
//   - for other ambiguous extensions, linguist's rules,
//   - a naive Bayes classifier (classify.go). It counts keywords, operators, comments and habits of
//     lines (features.go, habits.go), and rates them by tables (lexicon.go). These are made of the
//     rows of the languages and of counted frequencies (model_test.go).
//
// A content that is a program without doubt overrules a name of a language that few programs are in
// (unnamed.go).
//
// Results depend on name and content only.
package detect
