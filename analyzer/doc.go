// Package analyzer turns documents into fingerprints.
//
//	detect.Language   which language a document is in       analyzer/detect
//	Language.Lex      tokens: kind, place, hash of the text analyzer/lex
//	                  the same for Markdown, diffs and such,
//	                  and for code inside comments          internal/parts
//	Representation    a symbol for every token              this package
//	Winnower          k-grams of symbols, selected          analyzer/winnow
//
//	a, err := analyzer.New(analyzer.DefaultSettings())
//	...
//	var n analyzer.Analysis // reused for the next document
//	a.Analyze(detect.Language(name, content), content, &n)
//	for _, f := range n.Fingerprints[analyzer.Structure] {
//		...
//	}
//
// A document is fingerprinted in two representations. [Structure] replaces names and literals by
// their class, so renaming changes nothing. [Exact] uses every token's own text. The settings have
// k, the number of tokens in a k-gram, and w, the number of k-grams in a window.
//
// The package promises: two documents that share a run of t = k+w-1 tokens, under the same
// settings, share a fingerprint ([Analyzer.Guarantee]; winnow/guarantee.go has the proof). White
// space and comments change no fingerprint; comments with code add some. Renaming changes none of
// Structure. Any bytes can be analysed, in linear time, without a panic. Fingerprints depend on the
// document and the settings only, and change only with [Version]. Which code is found inside
// comments and strings may change without it.
//
// Package bleveanalyzer makes a Bleve analyzer of it. This package links no Bleve.
package analyzer
