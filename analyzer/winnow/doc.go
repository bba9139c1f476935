// Package winnow selects the fingerprints of a sequence of symbols. Two sequences that share a run
// of t symbols share a fingerprint. A symbol is any 64-bit hash; the package does not depend on
// tokens or languages.
//
//	symbols -> sums of prefixes -> hashes of k-grams -> selection -> fingerprints -> terms
//
//	w, err := winnow.New(winnow.Scheme{K: 10, W: 8, Selection: winnow.SelectOpenClosed})
//	...
//	var m winnow.Memory // reused for the next sequence
//	sums := []uint64{0} // the polynomials of all prefixes
//	for i, s := range symbols {
//		sums = append(sums, sums[i]*winnow.Base+s)
//	}
//	for _, f := range w.AppendFingerprints(nil, sums, &m) {
//		term := winnow.AppendTerm(nil, f.Hash)
//		...
//	}
//
// The top of guarantee.go defines t and proves the guarantee of every selection.
package winnow
