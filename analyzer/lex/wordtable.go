package lex

import (
	"cmp"
	"math/bits"
	"slices"
)

// word is an entry of a wordTable. Where mark is zero it is free.
type word struct {
	hash  uint64
	mark  wordMark
	spans segment // in program.wordSpans
}

type wordMark uint8

const (
	markUsed    wordMark = 1 << iota // the entry is not free
	markKeyword                      // is a keyword
	markValue                        // is a keyword and a value
	markSpan                         // opens spans
)

// wordTable finds words by their hash, with one look: it is a perfect hash table after Fox, Heath, Chen and
// Daoud ("Practical minimal perfect hash functions for large databases", CACM 1992), though not a minimal
// one. The lowest bits of a hash choose a bucket, and each bucket has been given a shift under which
// its words fall on slots that are not taken. The buckets of several words choose first.
// A 64-bit collision of a name with a keyword is taken for the keyword.
type wordTable struct {
	words  []word  // a power of two, at most half full
	shifts []uint8 // by bucket; a power of two
}

// find returns the entry for a hash, or nil.
func (t *wordTable) find(hash uint64) *word {
	if w := t.at(hash); w.hash == hash && w.mark != 0 {
		return w
	}
	return nil
}

// at returns the only entry that may be the one for a hash.
func (t *wordTable) at(hash uint64) *word {
	shift := t.shifts[hash&uint64(len(t.shifts)-1)]
	return &t.words[hash>>(shift%64)&uint64(len(t.words)-1)]
}

// marks returns the marks of a word, 0 if it is not there, without a branch: no processor predicts which name
// is a keyword.
func (t *wordTable) marks(hash uint64) uint32 {
	w := t.at(hash)
	marks := uint32(w.mark)
	if w.hash != hash {
		marks = 0
	}
	return marks
}

// newWordTable returns a table of words, whose hashes differ.
func newWordTable(words []word) wordTable {
	size := 1 << bits.Len(uint(2*len(words)))
	for {
		t := wordTable{words: make([]word, size), shifts: make([]uint8, size/4+1)}
		t.shifts = t.shifts[:1<<(bits.Len(uint(len(t.shifts)))-1)]
		if t.place(words) {
			return t
		}
		size *= 2
	}
}

// place gives every word a slot, and reports whether that was possible.
func (t *wordTable) place(words []word) bool {
	buckets := make([][]word, len(t.shifts))
	for _, w := range words {
		b := w.hash & uint64(len(buckets)-1)
		buckets[b] = append(buckets[b], w)
	}
	order := make([]int, len(buckets))
	for b := range order {
		order[b] = b
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(len(buckets[b]), len(buckets[a])) })
	for _, b := range order {
		if !t.placeBucket(b, buckets[b]) {
			return false
		}
	}
	return true
}

// placeBucket tries one shift after the other.
func (t *wordTable) placeBucket(b int, words []word) bool {
	for shift := range uint8(64) {
		t.shifts[b] = shift
		placed := 0
		for placed < len(words) && t.at(words[placed].hash).mark == 0 {
			*t.at(words[placed].hash) = words[placed]
			placed++
		}
		if placed == len(words) {
			return true
		}
		for _, w := range words[:placed] {
			*t.at(w.hash) = word{}
		}
	}
	return false
}
