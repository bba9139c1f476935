package align

import (
	"math/bits"
	"slices"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// A seed is a run of tokens that is noticed when it agrees, and so the shortest tile that is not
// found beside another one. Shorter runs of code are in everything; words of prose are rarer than
// tokens, and phrases of four are what is indexed of it.
const (
	codeSeed  = 8 // tokens
	proseSeed = 4
)

// table finds the places of a document at which a seed begins. A bucket
// holds the places of all runs whose hashes fall into it, in rising order; what is found has to be
// compared.
type table struct {
	shift  uint
	starts []int32 // by bucket: its first entry in places; one more than there are buckets
	places []int32
	filter []uint64 // bits, 1<<filterBits for every bucket: those that are set have places
}

// filterBits is chosen so that one of 16 seeds or fewer passes the filter by chance, and that the
// filter of a question stays in the processor's first cache.
const filterBits = 3

// hit is a seed of another document that the table may have: where it stands there, and its bucket.
type hit struct{ at, bucket int32 }

const seedBase = 0x9E3779B97F4A7C15

// seedHashes returns the rolling hash of every run of as many symbols as a seed has. The polynomial
// is that of the analyzer's k-grams; the high bits, which are the ones used, depend on every
// symbol.
func seedHashes(symbols []uint64, seed int) []uint64 {
	if len(symbols) < seed {
		return nil
	}
	hashes := make([]uint64, len(symbols)-seed+1)
	h, out := beginSeed(symbols, seed)
	for i := range hashes {
		h = h*seedBase + symbols[i+seed-1]
		hashes[i] = h
		h -= symbols[i] * out
	}
	return hashes
}

// beginSeed returns the hash of the first symbols but the last one, and what a symbol counts that
// leaves.
func beginSeed(symbols []uint64, seed int) (h, out uint64) {
	out = 1
	for _, s := range symbols[:seed-1] {
		h = h*seedBase + s
		out *= seedBase
	}
	return h, out
}

// lookUp returns, in the memory of used, the seeds of the symbols that pass the filter, in order.
func (t *table) lookUp(used []hit, symbols []uint64, seed int) []hit {
	if len(symbols) < seed {
		return used[:0]
	}
	most := len(symbols) - seed + 1
	hits := slices.Grow(used[:0], most)[:most]
	n := 0
	h, out := beginSeed(symbols, seed)
	shift, filter := t.shift-filterBits, t.filter
	for i, s := range symbols[seed-1:] {
		h = h*seedBase + s
		bit := h >> shift
		hits[n] = hit{int32(i), int32(bit >> filterBits)}
		n += int(filter[bit/64] >> (bit % 64) & 1) // no branch: it would often be mispredicted
		h -= symbols[i] * out
	}
	return hits[:n]
}

// table returns the document's seeds.
func (d *Document) table() *table {
	d.tabling.Lock()
	defer d.tabling.Unlock()
	if d.seeds == nil {
		d.seeds = newTable(seedHashes(d.symbols, d.seed))
	}
	return d.seeds
}

// textTable returns the document's seeds by their texts.
func (d *Document) textTable() *table {
	d.tabling.Lock()
	defer d.tabling.Unlock()
	if d.texts == nil {
		texts := make([]uint64, len(d.tokens))
		for i, t := range d.tokens {
			texts[i] = t.Hash
		}
		d.texts = newTable(seedHashes(texts, d.seed))
	}
	return d.texts
}

// textHash returns what [seedHashes] says of a seed's texts.
func textHash(tokens []lex.Token) uint64 {
	h := uint64(0)
	for _, t := range tokens {
		h = h*seedBase + t.Hash
	}
	return h
}

func newTable(hashes []uint64) *table {
	size := bits.Len(uint(2*len(hashes) + 1)) // at most half of the buckets are in use
	t := &table{
		shift:  uint(64 - size),
		starts: make([]int32, 1<<size+2),
		places: make([]int32, len(hashes)),
		filter: make([]uint64, max(1, 1<<(size+filterBits)/64)),
	}
	// A counting sort. The counts stand two buckets too far, so that the beginnings of the buckets
	// stand one too far, and filling the buckets moves each to where it belongs.
	for _, h := range hashes {
		t.starts[h>>t.shift+2]++
		bit := h >> (t.shift - filterBits)
		t.filter[bit/64] |= 1 << (bit % 64)
	}
	sum := int32(0)
	for b, n := range t.starts {
		sum += n
		t.starts[b] = sum
	}
	for i, h := range hashes {
		next := &t.starts[h>>t.shift+1]
		t.places[*next] = int32(i)
		*next++
	}
	t.starts = t.starts[:1<<size+1]
	return t
}

// bucket returns the bucket of a hash.
func (t *table) bucket(hash uint64) int32 { return int32(hash >> t.shift) }

// in returns the places of a bucket.
func (t *table) in(bucket int32) []int32 { return t.places[t.starts[bucket]:t.starts[bucket+1]] }

// only returns a table of those places of the table that are kept, with the same buckets. It cannot
// look up.
func (t *table) only(kept func(place int32) bool) *table {
	o := &table{shift: t.shift, starts: make([]int32, len(t.starts))}
	for b := range len(t.starts) - 1 {
		for _, p := range t.in(int32(b)) {
			if kept(p) {
				o.places = append(o.places, p)
			}
		}
		o.starts[b+1] = int32(len(o.places))
	}
	return o
}
