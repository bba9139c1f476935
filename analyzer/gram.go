package analyzer

import "slices"

// The hash of a k-gram of symbols s[0..k-1] is the polynomial
//
//	s[0]*B^(k-1) + s[1]*B^(k-2) + ... + s[k-1]   modulo 2^64
//
// for a fixed odd B, so it rolls: one multiplication takes a token in, one takes a token out,
// whatever k is (Karp and Rabin 1987; section 2 of the winnowing paper). The symbols are 64-bit
// hashes already, so the weakness of low bits that such polynomials have over small alphabets
// does not arise; all the same the result is mixed, because selection compares whole values.
const gramBase = 0x9E3779B97F4A7C15

// Grams appends the hash of every k-gram of the tokens in the given representation to dst and
// returns it: max(0, len(tokens)-k+1) hashes, the i-th of tokens[i:i+k]. k is at least 1.
func Grams(dst []uint64, tokens []Token, r Representation, k int) []uint64 {
	if len(tokens) < k {
		return dst
	}
	from := len(dst)
	dst = r.appendSums(dst, tokens)
	return hashGrams(dst[:from], dst[from:], k)
}

// hashGrams appends to dst the hash of every k-gram of what the sums are of, which [Representation.appendSums]
// has made. dst may end where the sums begin.
func hashGrams(dst, sums []uint64, k int) []uint64 {
	if len(sums) <= k {
		return dst
	}
	n := len(sums) - k
	dst = slices.Grow(dst, n)
	hashes, out, last := dst[len(dst):len(dst)+n], power(k), sums[k:]
	for i := range hashes {
		hashes[i] = mix(last[i] - sums[i]*out)
	}
	return dst[:len(dst)+n]
}

// power returns B^k.
func power(k int) uint64 {
	out := uint64(1)
	for range k {
		out *= gramBase
	}
	return out
}

// mix is a bijection of 64-bit values that spreads every input bit over the output (Steele, Lea
// and Flood, "Fast splittable pseudorandom number generators", 2014, with Stafford's constants).
func mix(h uint64) uint64 {
	h = (h ^ h>>30) * 0xBF58476D1CE4E5B9
	h = (h ^ h>>27) * 0x94D049BB133111EB
	return h ^ h>>31
}

// level maps the hash that selection compared to the one that is kept. Selection prefers small
// values, so the kept ones crowd at the low end: stored as they are, a prefix of them would tell
// little apart. Being a bijection, level loses nothing.
func level(h uint64) uint64 {
	return mix(h + gramBase)
}
