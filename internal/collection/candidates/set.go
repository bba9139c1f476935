// Package candidates finds the pairs of documents that share fingerprints, without comparing all pairs.
// Collect the fingerprints in a [Set] and make a [Table] of it. The table contains the fingerprints
// that occur in two documents or more, both by document and by fingerprint. [Table.Candidates]
// lists the pairs that share enough; the list is exact.
//
// Memory is linear in the number of different fingerprints of each text: 12 bytes each while they
// are collected, and 8 to 12 for each shared one afterwards. It does not depend on the number of
// pairs.
package candidates

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"sync"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// Set collects the fingerprints of documents, which the caller numbers from 0. Add is safe for
// concurrent use.
type Set struct {
	mu      sync.Mutex
	buckets [buckets][]posting // by the upper bits of the hash
	seen    seen               // keys of the current text
}

// buckets is a power of two. The table is built bucket by bucket, so that each fits in a cache.
const (
	bucketBits = 8
	buckets    = 1 << bucketBits
)

// posting is a fingerprint of a document. It keeps 48 bits of the hash, 8 more than the terms of an
// index, and the representation below them.
type posting struct {
	high, low uint32
	doc       uint32
}

func newPosting(r analyzer.Representation, hash uint64, doc int) posting {
	key := keyOf(r, hash)
	return posting{uint32(key >> 32), uint32(key), uint32(doc)}
}

func (p posting) key() uint64 { return uint64(p.high)<<32 | uint64(p.low) }

// keyOf returns the key of a fingerprint of a representation.
func keyOf(r analyzer.Representation, hash uint64) uint64 {
	return hash&^0xffff | uint64(r)
}

func bucketOf(key uint64) int { return int(key >> (64 - bucketBits)) }

// NewSet returns an empty set.
func NewSet() *Set { return new(Set) }

// Add adds the fingerprints of an analysed text to the document. A document may have
// several texts; a fingerprint counts once for each document. Repeats within a text are not kept: a
// highly compressed archive can contain millions of them.
func (s *Set) Add(doc int, n *analyzer.Analysis) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for r, prints := range n.Fingerprints {
		s.seen.reset(len(prints))
		for _, f := range prints {
			s.add(newPosting(analyzer.Representation(r), f.Hash, doc))
		}
	}
}

// Drop drops the fingerprints added to some documents.
func (s *Set) Drop(drop func(doc int) bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for b, list := range s.buckets {
		s.buckets[b] = slices.DeleteFunc(list, func(p posting) bool { return drop(int(p.doc)) })
	}
}

// Mark sets the values of the keys that a document has: see [Keys].
func (s *Set) Mark(keys map[uint64]bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, list := range s.buckets {
		for _, p := range list {
			if _, wanted := keys[p.key()]; wanted {
				keys[p.key()] = true
			}
		}
	}
}

// Keys returns the keys of the fingerprints of an analysed text, by which a set knows them.
func Keys(n *analyzer.Analysis) (keys []uint64) {
	for r, prints := range n.Fingerprints {
		for _, f := range prints {
			keys = append(keys, keyOf(analyzer.Representation(r), f.Hash))
		}
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

// AddNames adds an analysis's names and literals instead of fingerprints. It leaves out
// boilerplate.
func (s *Set) AddNames(doc int, n *analyzer.Analysis, boilerplate []analyzer.Span) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seen.reset(len(n.Tokens))
	from := 0
	for _, common := range boilerplate {
		s.addNames(doc, n.Tokens[from:common.From])
		from = common.To
	}
	s.addNames(doc, n.Tokens[from:])
}

func (s *Set) addNames(doc int, tokens []lex.Token) {
	for _, t := range tokens {
		switch t.Kind {
		case lex.Identifier, lex.Number, lex.String, lex.Char:
			s.add(newPosting(analyzer.Exact, t.Hash, doc))
		}
	}
}

// add adds a posting of the current text, unless it has it already.
func (s *Set) add(p posting) {
	if s.seen.add(p.key()) {
		b := bucketOf(p.key())
		s.buckets[b] = append(s.buckets[b], p)
	}
}

// seen is a set of keys: a hash table with linear probing. Reading a collection takes no longer with
// it than without, because fewer postings are sorted.
type seen struct {
	slots []uint64 // keys plus one; 0 is empty
	shift int      // the upper 64-shift bits of a product are the slot
	// factor is random and odd, so that hashes cannot be forged to collide here.
	factor uint64
}

// reset empties the set and makes room for n keys.
func (s *seen) reset(n int) {
	if s.factor == 0 {
		s.factor = rand.Uint64() | 1
	}
	width := bits.Len(uint(2 * n)) // at most half full
	s.shift = 64 - width
	if cap(s.slots) < 1<<width {
		s.slots = make([]uint64, 1<<width)
		return
	}
	s.slots = s.slots[:1<<width]
	clear(s.slots)
}

// add adds a key and reports whether it is new.
func (s *seen) add(key uint64) bool {
	key++ // no key is the highest number
	for i := int(key * s.factor >> s.shift); ; i = (i + 1) & (len(s.slots) - 1) {
		switch s.slots[i] {
		case key:
			return false
		case 0:
			s.slots[i] = key
			return true
		}
	}
}
