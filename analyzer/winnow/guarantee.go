package winnow

// The guarantee
//
// A sequence of n symbols has n-k+1 k-grams, and a fingerprint is the hash of a selected k-gram.
// Let t = k+w-1. A run of t symbols holds w consecutive k-grams: one window. The guarantee is:
//
//	Two sequences that share a run of t symbols share a fingerprint, made of a k-gram of the run.
//
// A run of fewer than k symbols holds no k-gram and cannot match: k is the noise threshold. Runs of
// k to t-1 symbols are found sometimes. [Scheme.Guarantee] returns t.
//
// # Winnowing
//
// Select the smallest hash of every window (Schleimer, Wilkerson and Aiken, "Winnowing: Local
// Algorithms for Document Fingerprinting", SIGMOD 2003, Definition 1). Proof: a shared run of t
// symbols is one window with the same w hashes in both sequences. Its minimum depends on nothing
// outside of the window, so both sequences select a k-gram with that hash (section 3, Lemma 1).
// Neither selection depends on the other sequence, so fingerprints can be indexed. Neighbouring
// windows mostly have the same minimum, so 2/(w+1) of random hashes are kept (section 3.1).
//
// # Robust winnowing
//
// If several hashes of a window are equally small, Definition 3 keeps the one that the window
// before selected, if it is among them. So the position may depend on symbols before the window.
// The guarantee holds all the same, because it is about values: every position that the rule allows
// holds the minimum of the window, which is the same value in both sequences. The gain: of a run of
// one repeated symbol, one k-gram in w is kept instead of all (section 5.1).
//
// # Mod-minimizers
//
// A window can select by the position of its smallest m-gram, for an m below k (Groot Koerkamp and
// Pibiri, "The mod-minimizer: a simple and efficient sampling algorithm for long k-mers", WABI
// 2024, section 3; the papers write t for m). A window of w k-grams spans w+k-1 symbols, so it
// holds w+k-m m-grams, at the positions 0 to w+k-m-1. If the smallest is at x, the k-gram at x mod
// w is selected. m is such that k-m is a multiple of w. While the window slides and that m-gram
// stays the smallest, x decreases by one at each step. x mod w then means the same k-gram, until it
// jumps by w. So the selected k-grams are as far apart as the guarantee allows. With j = (k-m)/w
// the density is (j+2)/(w(j+1)+1) on random input, 3/(2w+1) for j=1. For k below w+2 the only such
// m is k, and the selection is robust winnowing.
//
// Proof: x depends on nothing outside of the window, so two sequences that share the window select
// the same k-gram. This includes ties, because of several smallest m-grams the rightmost counts. It
// would be wrong to keep the m-gram of the window before, as robust winnowing keeps a k-gram: an
// equal m-gram at another position selects a k-gram of another value. Keeping a k-gram is right. If
// the k-gram selected last lies in the window and equals the one that the window selects, it counts
// also for this window. Both have the same value.
//
// # Open-closed mod-minimizers, the default
//
// The proof holds for any order of the m-grams that depends on the m-gram alone. The open-closed
// order puts the smallest further apart (Groot Koerkamp, Liu and Pibiri, "The open-closed
// mod-minimizer algorithm", Algorithms for Molecular Biology 20:4, 2025; openclosed.go). No scheme
// whose selections only move forward keeps fewer than
// ceil((w+k)/w)/(w+k) (Kille and others, "A near-tight lower bound on the density of forward
// sampling schemes", 2024), 16.7% at k=10, w=8. Of the k-grams of Go's library this keeps 17.5%,
// robust winnowing 21.4%.
//
// # Rejected as the default
//
// docs/decisions/representations.md has the measurements.
//
// Earlier versions, up to 53fdbcea, had the first three as options.
//
//   - 0 mod p is simpler and as sparse, but has no guarantee: tables and repeated lines have
//     arbitrarily long parts without a fingerprint (section 4 of the winnowing paper).
//   - Safe 0 mod p closes those gaps, at a density of about (1+ln w)/w.
//   - A sketch of the s smallest hashes has a fixed size, but may miss a short passage of a long
//     document.
//   - Plain mod-minimizers keep at least as many fingerprints as open-closed ones for every k and w
//     that was measured. They have fewer postings for one of these: Java at k=10, w=8. Earlier
//     versions had them as an option.
//   - Robust winnowing of windows whose smallest m-gram is not unique kept more. Most windows of
//     code repeat an m-gram, and each change between the two rules costs a k-gram.

// Guarantee returns the threshold t = w+k-1, in symbols. Any run of t or more symbols that two
// sequences share is found. It returns 0 if the scheme is off or not valid.
func (s Scheme) Guarantee() int {
	selection, err := s.selection()
	if err != nil {
		return 0
	}
	return s.K + selection.window() - 1
}
