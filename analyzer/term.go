package analyzer

import "fmt"

// TermSize is the length of an index term in bytes.
const TermSize = 8

// termAlphabet is in ASCII order, so that terms sort as their hashes do.
const termAlphabet = "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"

// AppendTerm appends the index term of a fingerprint to dst: the upper 48 bits of its hash, six
// bits a byte, in letters that need no escaping anywhere.
//
// 48 bits are enough to tell fingerprints apart: among the 16 million distinct ones of the Linux
// kernel a random hash is taken for one of them once in 17 million times. All 64 would make the
// index a fifth larger.
func AppendTerm(dst []byte, hash uint64) []byte {
	for shift := 58; shift >= 16; shift -= 6 {
		dst = append(dst, termAlphabet[hash>>shift&63])
	}
	return dst
}

// ParseTerm returns the upper 48 bits of the hash that the term was made from, the lower 16 zero.
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
		h = h<<6 | uint64(v-1)
	}
	return h << 16, nil
}

// termValues maps a letter of the alphabet to its value plus one.
var termValues = func() (t [256]uint8) {
	for i := range len(termAlphabet) {
		t[termAlphabet[i]] = uint8(i + 1)
	}
	return t
}()
