package lex

import (
	"cmp"
	"math/bits"
	"slices"
)

// word is an entry of a wordTable. It is free if mark is zero.
type word struct {
	hash  uint64
	mark  wordMark
	spans segment // in program.wordSpans
}

type wordMark uint8

const (
	markUsed       wordMark = 1 << iota // the entry is not free
	markKeyword                         // is a keyword
	markValue                           // is a keyword and a value
	markSpan                            // opens spans
	markCondition                       // is a keyword, and a condition in parentheses follows it
	markCode                            // takes code in strings: see quotedcode.go
	markCodeLast                        // takes code in its last argument
	markCodeOption                      // takes code after an option -c
)

// wordTable finds words by their hash, with one probe. It is a perfect hash table, though not a
// minimal one, after Fox, Heath, Chen and Daoud ("Practical minimal perfect hash functions for
// large databases", CACM 1992). The lowest bits of a hash select a bucket. Each bucket has a shift
// that maps its words to free slots. The largest buckets are placed first. A name with the 64-bit
// hash of a keyword counts as the keyword.
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

// marks returns a word's marks, or 0 if the table lacks the word. It has no branch, because a
// processor cannot predict which names are keywords.
func (t *wordTable) marks(hash uint64) uint32 {
	w := t.at(hash)
	marks := uint32(w.mark)
	if w.hash != hash {
		marks = 0
	}
	return marks
}

// newWordTable returns a table of words, which must have different hashes.
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

// place gives every word a slot and reports whether it could.
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

// placeBucket tries one shift after the other and reports whether one fits.
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
