package clones

import "math/bits"

// The numbers of places that are compared with one where the same run occurs. Most places of a run
// under other names may not be clones, because of too many renames.
const (
	samePlaces    = 4
	renamedPlaces = 8
)

// table maps hashes to places: numbers of tokens. It is a hash table with linear probing. A slot
// holds the upper bits of the hash, and the place. So a place of another hash may be found, once in
// some million times. Most runs occur once: used, which fits into the cache of a processor, shows
// that their slots are empty.
type table struct {
	slots []uint64
	used  []uint64 // a bit for each slot
	shift int
	most  int // places of a hash
}

// placeBits bounds the number of tokens: 2^40 - 1.
const placeBits = 40

// newTable makes a table of at most n places.
func newTable(n, most int) table {
	width := bits.Len(uint(n + n/2))
	return table{make([]uint64, 1<<width), make([]uint64, 1<<width/64+1), 64 - width, most}
}

// each calls f for the places of the hash.
func (t *table) each(hash uint64, f func(at int)) {
	for i := t.home(hash); t.isUsed(i); i = (i + 1) & (len(t.slots) - 1) {
		if t.slots[i]>>placeBits == tag(hash) {
			f(int(t.slots[i] & (1<<placeBits - 1)))
		}
	}
}

// add adds a place, unless the hash has the most already.
func (t *table) add(hash uint64, at int) {
	i, n := t.home(hash), 0
	for ; t.isUsed(i); i = (i + 1) & (len(t.slots) - 1) {
		if t.slots[i]>>placeBits == tag(hash) {
			if n++; n == t.most {
				return
			}
		}
	}
	t.slots[i] = tag(hash)<<placeBits | uint64(at)
	t.used[i/64] |= 1 << (i % 64)
}

func (t *table) isUsed(i int) bool { return t.used[i/64]>>(i%64)&1 != 0 }

// home and tag use different bits of the hash.
func (t *table) home(hash uint64) int { return int(hash >> t.shift) }

func tag(hash uint64) uint64 { return hash & (1<<(64-placeBits) - 1) }
