package winnow

import (
	"fmt"
	"slices"
)

const (
	// TermSize is the length of an index term in bytes.
	TermSize = 8
	// TermBits is the number of bits of a hash in a term: the upper ones. An index may keep fewer,
	// so that the last letters are 0.
	TermBits = 5 * TermSize
	// TermMask selects these bits.
	TermMask = ^uint64(1<<(64-TermBits) - 1)
)

// DistinctTerms returns the distinct bits that terms keep of hashes, ascending, in a new slice.
func DistinctTerms(hashes []uint64) []uint64 {
	terms := make([]uint64, len(hashes))
	for i, h := range hashes {
		terms[i] = h & TermMask
	}
	slices.Sort(terms)
	return slices.Compact(terms)
}

// TermAlphabet holds the letters of terms in ASCII order, so terms sort like their hashes.
const TermAlphabet = "0123456789abcdefghijklmnopqrstuv"

// AppendTerm appends the index term of a fingerprint to dst. The term is the upper 40 bits of its
// hash, five bits per byte, in letters that need no escaping anywhere.
//
// 40 bits are enough for two terabytes of source: a random hash collides with one of its terms once
// in 32 times. A collision costs a wrong candidate, which the alignment rejects, because it
// compares tokens.
func AppendTerm(dst []byte, hash uint64) []byte {
	for shift := 59; shift >= 64-TermBits; shift -= 5 {
		dst = append(dst, TermAlphabet[hash>>shift&31])
	}
	return dst
}

// ParseTerm returns the hash of a term: its upper 40 bits. The lower 24 are zero.
func ParseTerm(term []byte) (uint64, error) {
	if len(term) != TermSize {
		return 0, fmt.Errorf("term %q has %d bytes, not %d", term, len(term), TermSize)
	}
	var h uint64
	for _, c := range term {
		v := termValues[c]
		if v == 0 {
			return 0, fmt.Errorf("term %q has the byte %q, which no term has", term, c)
		}
		h = h<<5 | uint64(v-1)
	}
	return h << (64 - TermBits), nil
}

// termValues maps a letter of the alphabet to its value plus one.
var termValues = func() (t [256]uint8) {
	for i := range len(TermAlphabet) {
		t[TermAlphabet[i]] = uint8(i + 1)
	}
	return t
}()
