package winnow

import "slices"

// Fingerprint is a selected k-gram hash with the place it was found.
type Fingerprint struct {
	Hash  uint64 // levelled: evenly spread over all 64-bit values
	Token uint32 // index of the k-gram's first symbol
}

// Winnower makes fingerprints by one scheme. It holds no state between calls and may be used from
// several goroutines, each with a [Memory] of its own.
type Winnower struct {
	k         int
	selection Selection
}

// New returns a winnower, or an error that says which value of the scheme is out of range.
func New(s Scheme) (*Winnower, error) {
	selection, err := s.New()
	if err != nil {
		return nil, err
	}
	return &Winnower{k: s.K, selection: selection}, nil
}

// K returns the number of symbols in a k-gram.
func (w *Winnower) K() int { return w.k }

// Memory is what a [Winnower] works in. The zero value is ready; it grows to the longest sequence.
type Memory struct {
	hashes   []uint64
	selected []int
}

// hashesPerSelection is a low estimate, used to make room at once: with the default settings it is
// 5.3 and 5.7.
const hashesPerSelection = 5

// AppendFingerprints appends the fingerprints of a sequence to dst, in rising order of Token, and
// returns it. sums are those of [AppendSums] and only read. It allocates nothing once dst and m
// have grown, except with [MinS].
func (w *Winnower) AppendFingerprints(dst []Fingerprint, sums []uint64, m *Memory) []Fingerprint {
	inner, looksInside := w.selection.(InnerSelection)
	if !looksInside {
		m.hashes = hashGrams(m.hashes[:0], sums, w.k)
		m.selected = w.selection.Select(m.selected[:0], m.hashes)
		for _, i := range m.selected {
			dst = append(dst, Fingerprint{level(m.hashes[i]), uint32(i)})
		}
		return dst
	}
	m.hashes = hashGrams(m.hashes[:0], sums, inner.Inner())
	m.selected = inner.Select(slices.Grow(m.selected[:0], len(m.hashes)/hashesPerSelection), m.hashes)
	// Only the k-grams that are selected are hashed.
	dst = slices.Grow(dst, len(m.selected))
	k, out := w.k, power(w.k)
	for _, i := range m.selected {
		h := mix(sums[i+k] - sums[i]*out)
		dst = append(dst, Fingerprint{level(h), uint32(i)})
	}
	return dst
}

// AppendGrams appends a fingerprint for every k-gram of a sequence, selected or not, to dst and
// returns it.
func (w *Winnower) AppendGrams(dst []Fingerprint, sums []uint64, m *Memory) []Fingerprint {
	m.hashes = hashGrams(m.hashes[:0], sums, w.k)
	for i, h := range m.hashes {
		dst = append(dst, Fingerprint{level(h), uint32(i)})
	}
	return dst
}
