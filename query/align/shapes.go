package align

import "github.com/chaffinch-search/chaffinch/internal/threshold"

// Shapes tells how much of some matches is alike: a table of one macro's calls is one shape,
// however long. A shape is a run of shapeTokens tokens, each by its text if both documents have
// that, else by its symbol. The zero value is ready for use.
type Shapes struct {
	seen   map[uint64]struct{}
	places int
}

// shapeTokens is the length of a shape, some two short statements.
const shapeTokens = 8

// Add counts the shapes of a match of a and b.
func (s *Shapes) Add(a, b *Document, m Match) {
	const base = 0x9e3779b97f4a7c15
	if s.seen == nil {
		s.seen = map[uint64]struct{}{}
	}
	of := func(t Tile, i int) uint64 {
		if h := a.hashes[t.A+i]; h == b.hashes[t.B+i] {
			return h
		}
		return a.symbols[t.A+i]
	}
	first := uint64(1) // the factor of the first token of a shape
	for range shapeTokens {
		first *= base
	}
	for _, t := range m.Tiles {
		sum := uint64(0)
		for i := range t.Length {
			sum = sum*base + of(t, i)
			if i >= shapeTokens {
				sum -= first * of(t, i-shapeTokens)
			}
			if i >= shapeTokens-1 {
				s.seen[sum] = struct{}{}
				s.places++
			}
		}
	}
}

// enoughShapes is the number of different shapes from which repeats take nothing from the evidence
// of an origin: some 50 lines that differ. Set by hand.
const enoughShapes = 200

// Share returns how much of a weight is evidence of an origin: all of it, unless few of the shapes
// in the matches differ.
func (s *Shapes) Share() float64 {
	if s.places == 0 {
		return 1
	}
	different := float64(len(s.seen))
	return min(1, max(different/float64(s.places)/threshold.DistinctShapes, different/enoughShapes))
}

// Length returns how many of a document's tokens are evidence: all of them, unless few of the
// shapes in the matches differ.
func (s *Shapes) Length(tokens int) int {
	if s.places == 0 {
		return tokens
	}
	return int(float64(tokens) * min(1, float64(len(s.seen))/float64(s.places)/threshold.DistinctShapes))
}
