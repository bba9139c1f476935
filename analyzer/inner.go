package analyzer

import "slices"

// InnerSelection is a [Selection] that chooses k-grams by the shorter grams inside of them.
//
// Its Select takes the hashes of all grams of Inner tokens of the document, and still appends
// positions of k-grams. It may overwrite hashes, which are its only memory.
type InnerSelection interface {
	Selection
	// Inner is the length of the grams whose hashes Select takes, in tokens, 1 to k.
	Inner() int
}

// hashesPerSelection is a low estimate, used to make room at once: with the default settings it is 5.3 and 5.7.
const hashesPerSelection = 5

// fingerprintInner is fingerprint for a selection that looks inside. Only the k-grams that are
// selected are hashed.
func (n *Analysis) fingerprintInner(r Representation, k int, s InnerSelection) {
	n.sums = r.appendSums(n.sums[:0], n.Tokens)
	n.hashes = hashGrams(n.hashes[:0], n.sums, s.Inner())
	n.selected = s.Select(slices.Grow(n.selected[:0], len(n.hashes)/hashesPerSelection), n.hashes)
	prints, out := slices.Grow(n.Fingerprints[r], len(n.selected)), power(k)
	for _, i := range n.selected {
		h := mix(n.sums[i+k] - n.sums[i]*out)
		prints = append(prints, Fingerprint{level(h), uint32(i)})
	}
	n.Fingerprints[r] = prints
}
