package align

import (
	"bytes"
	"strconv"
	"unicode/utf8"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
)

// Shapes measures how repetitive matches are. A table of one macro's calls is one shape, however
// long. A shape is a run of shapeTokens tokens, each by its text if both documents have that, else
// by its symbol. A number that continues a sequence has no text of its own: any two programs count
// alike. The zero value is ready for use.
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
	first := uint64(1) // the factor of the first token of a shape
	for range shapeTokens {
		first *= base
	}
	var numbers sequence
	var last [shapeTokens]uint64
	for _, t := range m.Tiles {
		sum := uint64(0)
		for i := range t.Length {
			h := a.symbols[t.A+i]
			if a.hashes[t.A+i] == b.hashes[t.B+i] && !numbers.continuedBy(a, t.A+i) {
				h = a.hashes[t.A+i]
			}
			sum = sum*base + h
			if i >= shapeTokens {
				sum -= first * last[i%shapeTokens]
			}
			if last[i%shapeTokens] = h; i >= shapeTokens-1 {
				s.seen[sum] = struct{}{}
				s.places++
			}
		}
	}
}

// sequence has the last numbers of a document, the latest first.
type sequence struct {
	values [4]float64
	count  int
}

// continuedBy adds a token if it is a number or a character. It reports whether the token is as far
// from the one before as that from the one before it. Rows may have two numbers, each in a
// sequence.
func (s *sequence) continuedBy(d *Document, token int) (continued bool) {
	v, ok := d.value(token)
	if !ok {
		return false
	}
	for lag := 1; 2*lag <= min(s.count, len(s.values)); lag++ {
		step, before := v-s.values[lag-1], s.values[lag-1]-s.values[2*lag-1]
		continued = continued || float32(step) == float32(before) // fractions are not exact
	}
	copy(s.values[1:], s.values[:])
	s.values[0], s.count = v, s.count+1
	return continued
}

// value returns the value of a token that is a number, or one character.
func (d *Document) value(token int) (v float64, ok bool) {
	switch d.tokens[token].Kind {
	case lex.Number:
		text := d.text(token)
		if bytes.IndexByte(text, '.') < 0 {
			if n, err := strconv.ParseInt(string(bytes.TrimRight(text, "uUlL")), 0, 64); err == nil {
				return float64(n), true
			}
		}
		v, err := strconv.ParseFloat(string(bytes.TrimRight(text, "fFlLdD")), 64)
		return v, err == nil
	case lex.Char:
		text := bytes.Trim(d.text(token), "'")
		r, size := utf8.DecodeRune(text)
		return float64(r), size > 0 && size == len(text)
	}
	return 0, false
}

// Share returns the part of a weight that is evidence of an origin. It is all of the weight, unless
// few of the shapes in the matches differ.
func (s *Shapes) Share() float64 {
	if s.places == 0 {
		return 1
	}
	different := float64(len(s.seen))
	return min(1, max(different/float64(s.places)/threshold.DistinctShapes, different/threshold.EnoughShapes))
}

// Length returns the number of a document's tokens that are evidence. These are all tokens, unless
// few of the shapes in the matches differ.
func (s *Shapes) Length(tokens int) int {
	if s.places == 0 {
		return tokens
	}
	return int(float64(tokens) * min(1, float64(len(s.seen))/float64(s.places)/threshold.DistinctShapes))
}
