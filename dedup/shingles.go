package dedup

import (
	"encoding/binary"
	"math"
	"slices"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// The set of a document has a number of 32 bits for each different shingle, ascending. The numbers
// are hashes, so the first ones are a random sample: a bottom sketch (A. Broder, 1997, section 3).
// Two different shingles of a document of 100,000 words have one number with a probability of 1 in
// 43,000 each, which changes no similarity by more than .0001.

// multiplier makes the rolling hash of shingles: odd, with as many ones as zeros.
const multiplier = 0x9e3779b97f4a7c15

// mix spreads the bits of a hash (the finalizer of MurmurHash3).
func mix(h uint64) uint64 {
	h ^= h >> 33
	h *= 0xff51afd7ed558ccd
	h ^= h >> 33
	h *= 0xc4ceb9fe1a85ec53
	return h ^ h>>33
}

// runs calls f with a hash of each run of k words. at is the number of its first word. A shorter
// text is one run.
func runs(words []lex.Token, k int, f func(at int, hash uint64)) {
	if len(words) == 0 {
		return
	}
	k = min(k, len(words))
	hash, power := uint64(0), uint64(1)
	for i := range k {
		hash = hash*multiplier + words[i].Hash
		if i > 0 {
			power *= multiplier
		}
	}
	f(0, mix(hash))
	for i := k; i < len(words); i++ {
		hash = (hash-words[i-k].Hash*power)*multiplier + words[i].Hash
		f(i-k+1, mix(hash))
	}
}

// shingles appends the set of a text to set.
func shingles(set []uint32, words []lex.Token, k int) []uint32 {
	runs(words, k, func(_ int, hash uint64) { set = append(set, uint32(hash>>32)) })
	slices.Sort(set)
	return slices.Compact(set)
}

// common returns how many numbers are in both sets, up to where one ends.
func common(a, b []uint32) (n int) {
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0] < b[0]:
			a = a[1:]
		case a[0] > b[0]:
			b = b[1:]
		default:
			n++
			a, b = a[1:], b[1:]
		}
	}
	return n
}

// jaccard returns the share of the numbers that are in both of two sets with n in common.
func jaccard(n, a, b int) float64 { return float64(n) / float64(a+b-n) }

// hopeless reports whether two sets that begin so have a Jaccard similarity below the threshold.
// It errs once in a billion times.
func hopeless(a, b []uint32, threshold float64) bool {
	const deviations = 6
	if len(a) == 0 || len(b) == 0 {
		return true
	}
	last := min(a[len(a)-1], b[len(b)-1]) // behind it, one of the beginnings is not known
	a, b = upTo(a, last), upTo(b, last)
	n := common(a, b)
	size := float64(len(a) + len(b) - n)
	deviation := math.Sqrt(threshold * (1 - threshold) / size)
	return float64(n)/size < threshold-deviations*deviation
}

// upTo returns the numbers of a set up to the last.
func upTo(set []uint32, last uint32) []uint32 {
	i, found := slices.BinarySearch(set, last)
	if found {
		i++
	}
	return set[:i]
}

func encode(buf []byte, set []uint32) []byte {
	buf = buf[:0]
	for _, n := range set {
		buf = binary.LittleEndian.AppendUint32(buf, n)
	}
	return buf
}

func decode(set []uint32, buf []byte) []uint32 {
	set = set[:0]
	for ; len(buf) >= 4; buf = buf[4:] {
		set = append(set, binary.LittleEndian.Uint32(buf))
	}
	return set
}
