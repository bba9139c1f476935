// Package candidates finds the pairs of documents that share fingerprints, without comparing all
// pairs. Collect the fingerprints in a [Set] and make a [Table] of it. The table contains the
// fingerprints that occur in two documents or more, both by document and by fingerprint.
// [Table.Candidates] lists the pairs that share enough; the list is exact.
//
// Memory is linear in the number of different fingerprints of each text: 12 bytes each while they
// are collected, and 8 to 12 for each shared one afterwards. It does not depend on the number of
// pairs.
package candidates

import (
	"bytes"
	"cmp"
	"context"
	"math/bits"
	"math/rand/v2"
	"slices"
	"sync"
	"unicode/utf8"

	"github.com/cespare/xxhash/v2"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
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
	key := Key(r, hash)
	return posting{uint32(key >> 32), uint32(key), uint32(doc)}
}

func (p posting) key() uint64 { return uint64(p.high)<<32 | uint64(p.low) }

// Key returns the key of a fingerprint of a representation, by which a set knows it.
func Key(r analyzer.Representation, hash uint64) uint64 {
	return hash&^0xffff | uint64(r)
}

func representationOf(key uint64) analyzer.Representation {
	return analyzer.Representation(key & 0xffff)
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

// Holders returns a function that reports whether a document that is accepted has the key. See
// [Keys]. No fingerprint may be added while it is used.
func (s *Set) Holders(ctx context.Context) (func(key uint64, accept func(doc int) bool) bool, error) {
	if err := s.sort(ctx, nil); err != nil {
		return nil, err
	}
	f := s.filter()
	return func(key uint64, accept func(doc int) bool) bool {
		if !f.has(key) {
			return false
		}
		list := s.buckets[bucketOf(key)]
		i, _ := slices.BinarySearchFunc(list, key, func(p posting, key uint64) int { return cmp.Compare(p.key(), key) })
		for ; i < len(list) && list[i].key() == key; i++ {
			if accept(int(list[i].doc)) {
				return true
			}
		}
		return false
	}, nil
}

// keyFilter is a Bloom filter of keys. At most one of eight keys passes it by chance.
type keyFilter struct {
	shift uint
	bits  []uint64
}

// filter returns the filter of a set's keys. Most keys that are looked up are of no document.
func (s *Set) filter() keyFilter {
	n := 0
	for _, list := range s.buckets {
		n += len(list)
	}
	log := max(6, bits.Len(uint(n))+3)
	f := keyFilter{uint(64 - log), make([]uint64, 1<<log/64)}
	for _, list := range s.buckets {
		for _, p := range list {
			at := f.of(p.key())
			f.bits[at/64] |= 1 << (at % 64)
		}
	}
	return f
}

// of returns the bit of a key. It depends on the representation, too, in the key's low bits.
func (f keyFilter) of(key uint64) uint64 { return key * 0x9E3779B97F4A7C15 >> f.shift }

func (f keyFilter) has(key uint64) bool {
	at := f.of(key)
	return f.bits[at/64]&(1<<(at%64)) != 0
}

// Usual returns the keys of exact fingerprints that at least half documents have. At least most
// documents must have a good part of these. Only documents that count, and have fingerprints of
// their own, are counted. Keys in weightless are left out.
func (s *Set) Usual(ctx context.Context, half, most int, counts []bool, weightless map[uint64]bool) (map[uint64]bool, error) {
	kept := make([]bool, len(counts))
	for doc := range kept {
		kept[doc] = true
	}
	if err := s.sort(ctx, kept); err != nil {
		return nil, err
	}
	all, usual, _ := s.usual(half, counts, weightless)
	counts = slices.Clone(counts)
	for doc := range counts {
		counts[doc] = counts[doc] && (all[doc]-usual[doc])*threshold.StarterOwn > all[doc]
	}
	_, usual, keys := s.usual(half, counts, weightless)
	having := 0
	for doc, n := range usual {
		if counts[doc] && n*threshold.StarterUsual >= len(keys) {
			having++
		}
	}
	if having < most {
		return nil, nil
	}
	return keys, nil
}

// usual returns the keys that at least so many documents have, of those that count. For each
// document it also returns the number of its keys, and of its usual ones.
func (s *Set) usual(least int, counts []bool, weightless map[uint64]bool) (all, usual []int, keys map[uint64]bool) {
	all, usual, keys = make([]int, len(counts)), make([]int, len(counts)), map[uint64]bool{}
	for _, list := range s.buckets {
		each(list, func(key uint64, holders []posting) {
			if representationOf(key) != analyzer.Exact || weightless[key] {
				return
			}
			n := 0
			for _, p := range holders {
				all[p.doc]++
				if counts[p.doc] {
					n++
				}
			}
			if n < least {
				return
			}
			keys[key] = true
			for _, p := range holders {
				usual[p.doc]++
			}
		})
	}
	return all, usual, keys
}

// Keys returns the keys of the fingerprints of an analysed text.
func Keys(n *analyzer.Analysis) (keys []uint64) {
	for r, prints := range n.Fingerprints {
		for _, f := range prints {
			keys = append(keys, Key(analyzer.Representation(r), f.Hash))
		}
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

// AddNames adds an analysis's names and literals instead of fingerprints. It leaves out
// boilerplate.
func (s *Set) AddNames(doc int, n *analyzer.Analysis, boilerplate []analyzer.Span) {
	s.addNames(doc, n, boilerplate, func(t *lex.Token) uint64 { return t.Hash })
}

// AddSpellings is [Set.AddNames] for names and literals by their [Spelling], which a translation
// into another language keeps.
func (s *Set) AddSpellings(doc int, text []byte, n *analyzer.Analysis, boilerplate []analyzer.Span) {
	s.addNames(doc, n, boilerplate, func(t *lex.Token) uint64 { return Spelling(text, *t) })
}

// Spelling hashes the letters, in lower case, and the digits of a name or literal. Without any it
// hashes all of it. So maxDepth is max_depth, and 'a' is "a".
func Spelling(text []byte, t lex.Token) uint64 {
	var memory [64]byte
	spelling, own := memory[:0], text[t.Start:t.End]
	if t.Kind == lex.String { // without a prefix, as of f"..."
		const longest = 3
		own = own[1+bytes.IndexAny(own[:min(len(own), longest)], "\"'`"):]
	}
	for _, c := range own {
		switch {
		case 'A' <= c && c <= 'Z':
			spelling = append(spelling, c+'a'-'A')
		case 'a' <= c && c <= 'z', '0' <= c && c <= '9', c >= utf8.RuneSelf:
			spelling = append(spelling, c)
		}
	}
	if len(spelling) == 0 {
		return t.Hash
	}
	return xxhash.Sum64(spelling)
}

func (s *Set) addNames(doc int, n *analyzer.Analysis, boilerplate []analyzer.Span, hash func(*lex.Token) uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seen.reset(len(n.Tokens))
	add := func(tokens []lex.Token) {
		for i := range tokens {
			if t := &tokens[i]; IsName(t.Kind) && s.seen.add(Key(analyzer.Exact, t.Hash)) {
				s.keep(newPosting(analyzer.Exact, hash(t), doc))
			}
		}
	}
	from := 0
	for _, common := range boilerplate {
		add(n.Tokens[from:common.From])
		from = common.To
	}
	add(n.Tokens[from:])
}

// IsName reports whether tokens of the kind are names or literals.
func IsName(k lex.Kind) bool {
	switch k {
	case lex.Identifier, lex.Number, lex.String, lex.Char:
		return true
	}
	return false
}

// add adds a posting of the current text, unless it has it already.
func (s *Set) add(p posting) {
	if s.seen.add(p.key()) {
		s.keep(p)
	}
}

func (s *Set) keep(p posting) {
	b := bucketOf(p.key())
	s.buckets[b] = append(s.buckets[b], p)
}

// seen is a set of keys: a hash table with linear probing. Reading a collection takes no longer
// with
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
