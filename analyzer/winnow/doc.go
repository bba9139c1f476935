// Package winnow chooses the fingerprints of a sequence of symbols, such that two sequences which
// share a run of t symbols share a fingerprint. It knows no tokens and no languages: a symbol is a
// 64-bit hash.
//
//	symbols -> sums of prefixes -> hashes of k-grams -> selection -> fingerprints -> terms
//
//	w, err := winnow.New(winnow.Scheme{K: 10, W: 8, Selection: winnow.SelectOpenClosed})
//	...
//	var m winnow.Memory // to be used again for the next sequence
//	sums := winnow.AppendSums(nil, symbols)
//	for _, f := range w.AppendFingerprints(nil, sums, &m) {
//		term := winnow.AppendTerm(nil, f.Hash)
//		...
//	}
//
// What t is, and why, stands at the top of guarantee.go.
package winnow
