// Package analyzer turns documents into fingerprints: it lexes source code and prose into tokens,
// hashes every k consecutive tokens, and selects a small part of the hashes by winnowing or a successor of it.
//
//	a, err := analyzer.New(analyzer.DefaultSettings())
//	...
//	var n analyzer.Analysis // to be used again for the next document
//	a.Analyze(analyzer.Detect(name, content), content, &n)
//	for _, f := range n.Fingerprints[analyzer.Structure] {
//		...
//	}
//
// A document is fingerprinted in two representations. [Structure] puts the class of a token in
// place of names and literals, so that renaming changes nothing; [Exact] takes every token's own
// text. [DefaultSettings] has how many tokens make a k-gram and how many of those a window.
//
// What it promises: any run of t = k+w-1 tokens that two documents share, under the same settings,
// gives them a fingerprint in common ([Scheme.Guarantee]); white space and comments change no
// fingerprint, and renaming none of Structure; any bytes can be lexed, in linear time, without a
// panic; and what is computed depends on the document and the settings only, and changes only
// with [Version].
//
// Importing the package registers an analyzer for Bleve under the type [Name], except for GOOS=js:
// Bleve's registry does not compile there.
package analyzer
