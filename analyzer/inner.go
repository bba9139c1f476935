package analyzer

// InnerSelection is a [Selection] that chooses k-grams by the shorter grams inside of them.
//
// Its Select takes the hashes of all grams of Inner tokens of the document, and still appends
// positions of k-grams. It may overwrite hashes, which are its only memory.
type InnerSelection interface {
	Selection
	// Inner is the length of the grams whose hashes Select takes, in tokens, 1 to k.
	Inner() int
}

// fingerprintInner is fingerprint for a selection that looks inside. Only the k-grams that are
// selected are hashed.
func (n *Analysis) fingerprintInner(r Representation, k int, s InnerSelection) {
	n.hashes = Grams(n.hashes[:0], n.Tokens, r, s.Inner())
	n.selected = s.Select(n.selected[:0], n.hashes)
	symbols := r.symbols()
	for _, i := range n.selected {
		h := gram(n.Tokens[i:i+k], symbols)
		n.Fingerprints[r] = append(n.Fingerprints[r], Fingerprint{level(h), uint32(i)})
	}
}

// gram returns the hash that [Grams] has for all of the tokens as one gram.
func gram(tokens []Token, symbols *symbols) uint64 {
	var h uint64
	for i := range tokens {
		h = h*gramBase + symbols.of(&tokens[i])
	}
	return mix(h)
}
