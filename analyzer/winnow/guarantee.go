package winnow

// The guarantee
//
// A sequence of n symbols has n-k+1 k-grams, and a fingerprint is the hash of a selected k-gram.
// Let t = k+w-1. A run of t symbols holds w consecutive k-grams: one window. The guarantee is:
//
//	Two sequences that share a run of t symbols share a fingerprint, made of a k-gram of the run.
//
// Nothing shorter than k symbols can match, because no k-gram is shorter: k is the noise threshold.
// Runs of k to t-1 symbols are found sometimes. [Guarantee] returns t.
//
// # Winnowing
//
// Select the smallest hash of every window (Schleimer, Wilkerson and Aiken, "Winnowing: Local
// Algorithms for Document Fingerprinting", SIGMOD 2003, Definition 1). Proof: a shared run of t
// symbols is one window with the same w hashes in both sequences. Its minimum depends on nothing
// outside of the window, so both sequences select a k-gram with that hash (section 3, Lemma 1). The
// sequences need not know of each other, which makes an index possible. Neighbouring windows mostly
// agree on their minimum, so on random input 2/(w+1) of the hashes are kept (section 3.1).
//
// # Robust winnowing
//
// Where several hashes of a window are equally small, Definition 3 keeps the one that the window
// before selected, if it is among them. So the position may depend on what is before the window.
// The guarantee survives, because it speaks of values: every position that the rule may choose
// holds the minimum of the window, and that is the same value in both sequences. The gain is that
// of a run of one repeated symbol one k-gram in w is kept instead of all (section 5.1).
//
// # Mod-minimizers
//
// A window can select by the place of its smallest m-gram, for an m below k (Groot Koerkamp and
// Pibiri, "The mod-minimizer: a simple and efficient sampling algorithm for long k-mers", WABI
// 2024, section 3; the papers call m t). A window of w k-grams spans w+k-1 symbols and therefore
// holds w+k-m m-grams, at the places 0 to w+k-m-1. If the smallest is at x, the k-gram at x mod w
// is selected. m is chosen such that k-m is a multiple of w. While the window slides and that
// m-gram stays the smallest, x falls by one at each step, and x mod w goes on to mean the same
// k-gram, until it jumps by w. So the selected k-grams lie as far apart as the guarantee allows.
// With j = (k-m)/w the density is (j+2)/(w(j+1)+1) on random input, 3/(2w+1) for j=1. For k below
// w+2 there is no such m but k, and the choice is that of robust winnowing.
//
// Proof: x depends on nothing outside of the window, so two sequences that share the window call
// for the same k-gram. Ties do not matter: of several smallest m-grams the rightmost counts, which
// is a property of the window alone, too. What must not be done is to stay with the m-gram that the
// window before took, as robust winnowing does with a k-gram: another m-gram of equal value leads
// to a k-gram of another value. So what is remembered is the k-gram. If the one selected last lies
// in the window and equals the one that the window calls for, it stands for it: values are equal
// again.
//
// # Open-closed mod-minimizers, the default
//
// The order of the m-grams is free, as long as it depends on the m-gram alone: the proof above does
// not ask what "smallest" means. [OpenClosed] orders them such that the smallest lie further apart
// (Groot Koerkamp, Liu and Pibiri, "The open-closed mod-minimizer algorithm", Algorithms for
// Molecular Biology 20:4, 2025). No scheme that only moves forward can keep fewer than
// ceil((w+k)/w)/(w+k) (Kille and others, "A near-tight lower bound on the density of forward
// sampling schemes", 2024), 16.7% at k=10, w=8. Of the k-grams of Go's library this keeps 17.5%,
// robust winnowing 21.4%.
//
// # Rejected as the default
//
// 0 mod p is simpler and as sparse. It has no guarantee: tables and repeated lines yield
// arbitrarily long stretches without a fingerprint (section 4 of the winnowing paper). Safe 0 mod p
// closes those gaps at a density of about (1+ln w)/w. A sketch of the s smallest hashes has a fixed
// size, but says nothing of a short passage in a long document. Plain mod-minimizers keep more than
// open-closed ones for every k and w; they were an option of earlier versions. Robust winnowing for
// windows whose smallest m-gram is not unique was tried: most windows of code repeat an m-gram, and
// each change between the two rules costs a k-gram, so more were kept
// (docs/decisions/selection.md).

// Guarantee returns the threshold t = w+k-1, in symbols: any run of t or more symbols that two
// sequences share is found. 0 says that the scheme guarantees nothing, or is no valid scheme.
func (s Scheme) Guarantee() int {
	selection, err := s.New()
	if err != nil || selection.Window() == 0 {
		return 0
	}
	return s.K + selection.Window() - 1
}
