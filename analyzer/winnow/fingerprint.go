package winnow

import "slices"

// Fingerprint is the hash of a selected k-gram with its position.
type Fingerprint struct {
	Hash  uint64 // levelled: evenly distributed over all 64-bit values
	Token uint32 // index of the k-gram's first symbol
}

// Winnower makes fingerprints by one scheme. It holds no state between calls. Several goroutines
// may use it, each with its own [Memory].
type Winnower struct {
	k         int
	gram      int // length of the grams whose hashes the selection reads: k, or less
	selection selection
}

// New returns a winnower. Its error names the value of the scheme that is out of range.
func New(s Scheme) (*Winnower, error) {
	selection, err := s.selection()
	if err != nil {
		return nil, err
	}
	return newWinnower(s.K, selection), nil
}

func newWinnower(k int, s selection) *Winnower {
	w := &Winnower{k: k, gram: k, selection: s}
	if o, ok := s.(openClosed); ok {
		w.gram = o.gram()
	}
	return w
}

// K returns the number of symbols in a k-gram.
func (w *Winnower) K() int { return w.k }

// Memory holds the buffers of a [Winnower]. The zero value is ready to use. The buffers grow to the
// longest sequence.
type Memory struct {
	hashes   []uint64
	selected []int
}

// hashesPerSelection is a low estimate for the first allocation. The default settings have 5.3 and
// 5.7.
const hashesPerSelection = 5

// AppendFingerprints appends the fingerprints of a sequence to dst, by ascending Token, and returns
// it. sums are the polynomials of all prefixes, the empty one first: see [Base]. They are only
// read. Once dst and m have grown, nothing is allocated.
func (w *Winnower) AppendFingerprints(dst []Fingerprint, sums []uint64, m *Memory) []Fingerprint {
	m.hashes = hashGrams(m.hashes[:0], sums, w.gram)
	m.selected = slices.Grow(m.selected[:0], len(m.hashes)/hashesPerSelection)
	m.selected = w.selection.choose(m.selected, m.hashes)
	dst = slices.Grow(dst, len(m.selected))
	k, out := w.k, power(w.k)
	for _, i := range m.selected {
		h := mix(sums[i+k] - sums[i]*out)
		dst = append(dst, Fingerprint{level(h), uint32(i)})
	}
	return dst
}

// AppendGrams appends a fingerprint for every k-gram to dst, selected or not.
func (w *Winnower) AppendGrams(dst []Fingerprint, sums []uint64, m *Memory) []Fingerprint {
	m.hashes = hashGrams(m.hashes[:0], sums, w.k)
	for i, h := range m.hashes {
		dst = append(dst, Fingerprint{level(h), uint32(i)})
	}
	return dst
}
