package winnow

import "slices"

// Base is the base B of the polynomials that hash k-grams.
//
// The hash of a k-gram of symbols s[0..k-1] is this polynomial, mixed:
//
//	s[0]*B^(k-1) + s[1]*B^(k-2) + ... + s[k-1]   modulo 2^64
//
// B is odd and fixed. The hash rolls: one multiplication adds a symbol and one removes a symbol,
// for any k (Karp and Rabin 1987; section 2 of the winnowing paper). Over small alphabets such
// polynomials have weak low bits. Symbols are 64-bit hashes, so this does not happen here. The
// polynomial is mixed all the same, because selection compares whole values.
//
// The sum of a prefix is its polynomial before mixing: sum = sum*Base + symbol, from 0. The sums of
// all prefixes give the hash of any gram by one multiplication.
const Base = 0x9E3779B97F4A7C15

// appendSums appends the polynomials of all the symbols' prefixes, the empty one first:
// len(symbols)+1 values.
func appendSums(dst, symbols []uint64) []uint64 {
	dst = append(slices.Grow(dst, len(symbols)+1), 0)
	var sum uint64
	for _, s := range symbols {
		sum = sum*Base + s
		dst = append(dst, sum)
	}
	return dst
}

// Grams appends the hash of every k-gram of the symbols to dst and returns it. There are max(0,
// len(symbols)-k+1) hashes, the i-th of symbols[i:i+k]. k is at least 1.
func Grams(dst, symbols []uint64, k int) []uint64 { return hashGrams(dst, appendSums(nil, symbols), k) }

// hashGrams appends the hash of every k-gram to dst, given the symbols' sums. In memory, dst may
// end where the sums begin.
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
		out *= Base
	}
	return out
}

// mix is a bijection of 64-bit values: every input bit affects all output bits. (Steele, Lea and
// Flood, "Fast splittable pseudorandom number generators", 2014, with Stafford's constants.)
func mix(h uint64) uint64 {
	h = (h ^ h>>30) * 0xBF58476D1CE4E5B9
	h = (h ^ h>>27) * 0x94D049BB133111EB
	return h ^ h>>31
}

// level maps the hash of a selected k-gram to the hash of its fingerprint. Selection prefers small
// hashes, so their upper bits are mostly zero, and a term of the upper 40 bits would distinguish
// few. level distributes them evenly. It is a bijection and loses nothing.
func level(h uint64) uint64 {
	return mix(h + Base)
}
