package winnow

import "slices"

// Base is the base B of the polynomials that k-grams are hashed by.
//
// The hash of a k-gram of symbols s[0..k-1] is the mixed polynomial
//
//	s[0]*B^(k-1) + s[1]*B^(k-2) + ... + s[k-1]   modulo 2^64
//
// for a fixed odd B, so it rolls: one multiplication takes a symbol in, one takes a symbol out,
// whatever k is (Karp and Rabin 1987; section 2 of the winnowing paper). Such polynomials have weak
// low bits over small alphabets. That does not arise here, because symbols are 64-bit hashes. All
// the same the result is mixed, because selection compares whole values.
const Base = 0x9E3779B97F4A7C15

// AppendSums appends the polynomials of the first 0, 1, and so on to all of the symbols to dst and
// returns it: len(symbols)+1 values. From them the hash of any gram follows by one multiplication.
// A caller that computes its symbols one by one can sum them up itself: sum = sum*[Base] + symbol.
func AppendSums(dst, symbols []uint64) []uint64 {
	dst = append(slices.Grow(dst, len(symbols)+1), 0)
	var sum uint64
	for _, s := range symbols {
		sum = sum*Base + s
		dst = append(dst, sum)
	}
	return dst
}

// Grams appends the hash of every k-gram of the symbols to dst and returns it:
// max(0, len(symbols)-k+1) hashes, the i-th of symbols[i:i+k]. k is at least 1.
func Grams(dst, symbols []uint64, k int) []uint64 {
	if len(symbols) < k {
		return dst
	}
	from := len(dst)
	dst = AppendSums(dst, symbols)
	return hashGrams(dst[:from], dst[from:], k)
}

// hashGrams appends to dst the hash of every k-gram of the symbols that the sums are of. dst may
// end where the sums begin in memory.
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

// mix is a bijection of 64-bit values that spreads every input bit over the output (Steele, Lea
// and Flood, "Fast splittable pseudorandom number generators", 2014, with Stafford's constants).
func mix(h uint64) uint64 {
	h = (h ^ h>>30) * 0xBF58476D1CE4E5B9
	h = (h ^ h>>27) * 0x94D049BB133111EB
	return h ^ h>>31
}

// level maps a hash that was selected to the one that is kept. Selection prefers small values, so
// selected hashes crowd at the low end, and a prefix of them would tell few apart. level spreads
// them and, as a bijection, loses nothing.
func level(h uint64) uint64 {
	return mix(h + Base)
}
