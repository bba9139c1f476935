package sketch

import "slices"

// Option says what becomes of a shingle that a document holds several times. The names are Broder's.
type Option uint8

const (
	// OptionA labels a shingle with the number of its occurrence: the first one of it is another element than the
	// second. A document is a bag then, and one that repeats itself is larger than one that does not.
	OptionA Option = iota
	// OptionB counts a shingle once, however often it occurs.
	OptionB
)

// Shingles returns the set S(D, w) of a document: hashes of the runs of w consecutive tokens, rising, each once. The
// tokens are given by their hashes, in their order, equal for equal tokens and different for different ones; they need
// not be mixed. A document of fewer than w tokens has no shingle, and none has one of fewer than 1 token. Under
// [OptionA] there is one hash for every place of a run, len(tokens)-w+1 in all, and under [OptionB] one for every
// different run. Hashes of one option mean nothing to the other. It takes O(n log n) time, whatever w is.
func Shingles(tokens []uint64, w int, o Option) []uint64 {
	hashes := runs(tokens, w)
	slices.Sort(hashes)
	if o == OptionA {
		label(hashes)
		slices.Sort(hashes)
	}
	return slices.Compact(hashes)
}

// runs returns the hashes of all runs of w tokens: polynomials of the mixed tokens modulo 2^64, which roll (Karp and
// Rabin, "Efficient randomized pattern-matching algorithms", 1987), mixed again.
func runs(tokens []uint64, w int) []uint64 {
	if w < 1 || len(tokens) < w {
		return nil
	}
	out := uint64(1) // step^w
	for range w {
		out *= step
	}
	hashes := make([]uint64, 0, len(tokens)-w+1)
	var h uint64
	for i, token := range tokens {
		h = h*step + finish(token)
		if i >= w {
			h -= finish(tokens[i-w]) * out
		}
		if i >= w-1 {
			hashes = append(hashes, finish(h))
		}
	}
	return hashes
}

// label makes different hashes of equal ones, which stand beside each other: the n-th of them is mixed with n.
func label(hashes []uint64) {
	var last, n uint64
	for i, h := range hashes {
		if i == 0 || h != last {
			n = 0
		}
		last = h
		n++
		hashes[i] = Mix(h, n)
	}
}

// set returns the different hashes, rising, in memory of its own.
func set(hashes []uint64) []uint64 {
	sorted := slices.Clone(hashes)
	slices.Sort(sorted)
	return slices.Compact(sorted)
}
