// Package analyzer turns documents into fingerprints.
//
//	detect.Language   which language a document is in       analyzer/detect
//	Language.Lex      tokens: kind, place, hash of the text analyzer/lex
//	Representation    a symbol for every token              this package
//	Winnower          k-grams of symbols, selected          analyzer/winnow
//
//	a, err := analyzer.New(analyzer.DefaultSettings())
//	...
//	var n analyzer.Analysis // to be used again for the next document
//	a.Analyze(detect.Language(name, content), content, &n)
//	for _, f := range n.Fingerprints[analyzer.Structure] {
//		...
//	}
//
// A document is fingerprinted in two representations. [Structure] puts the class of a token in
// place of names and literals, so that renaming changes nothing; [Exact] takes every token's own
// text. [DefaultSettings] has how many tokens make a k-gram and how many of those a window.
//
// What it promises: any run of t = k+w-1 tokens that two documents share, under the same settings,
// gives them a fingerprint in common ([Analyzer.Guarantee]; winnow/guarantee.go says why). White
// space and comments change no fingerprint, and renaming none of Structure. Any bytes can be
// analysed, in linear time, without a panic. What is computed depends on the document and the
// settings only, and changes only with [Version].
//
// Importing the package registers an analyzer for Bleve under the type [Name], except for GOOS=js:
// Bleve's registry does not compile there.
package analyzer
