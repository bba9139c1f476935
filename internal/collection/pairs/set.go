// Package pairs finds the pairs of documents that share fingerprints, without comparing all pairs.
// Collect the fingerprints in a [Set] and make a [Table] of it. The table contains the fingerprints
// that occur in two documents or more, both by document and by fingerprint. [Table.Candidates]
// lists the pairs that share enough; the list is exact.
//
// Memory is linear in the number of fingerprints: 12 bytes each while they are collected, and 8 to
// 12 for each shared one afterwards. It does not depend on the number of pairs.
package pairs

import (
	"sync"

	"github.com/chaffinch-search/chaffinch/analyzer"
)

// Set collects the fingerprints of documents, which the caller numbers from 0. Add is safe for
// concurrent use.
type Set struct {
	mu      sync.Mutex
	buckets [buckets][]posting // by the upper bits of the hash
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
// several texts; a fingerprint counts once for each document.
func (s *Set) Add(doc int, n *analyzer.Analysis) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for r, prints := range n.Fingerprints {
		for _, f := range prints {
			p := newPosting(analyzer.Representation(r), f.Hash, doc)
			b := bucketOf(p.key())
			s.buckets[b] = append(s.buckets[b], p)
		}
	}
}
