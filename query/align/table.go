package align

import (
	"math/bits"
	"slices"
)

// A seed is a run of tokens that is noticed when it agrees, and so the shortest tile that is not found
// beside another one. Shorter runs of code are in everything; words of prose are rarer than
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
}

const seedBase = 0x9E3779B97F4A7C15

// seedHashes appends the rolling hash of every run of as many symbols as a seed has. The polynomial is that
// of the analyzer's k-grams; the high bits, which are the ones used, depend on every symbol.
func seedHashes(dst, symbols []uint64, seed int) []uint64 {
	if len(symbols) < seed {
		return dst
	}
	dst = slices.Grow(dst, len(symbols)-seed+1)
	out := uint64(1)
	for range seed {
		out *= seedBase
	}
	var h, gone uint64
	for _, s := range symbols[:seed-1] {
		h = h*seedBase + s
	}
	for i, s := range symbols[seed-1:] {
		h = h*seedBase + s - gone*out
		dst = append(dst, h)
		gone = symbols[i]
	}
	return dst
}

// table returns the document's seeds.
func (d *Document) table() *table {
	d.seeding.Do(func() { d.seeds = newTable(seedHashes(nil, d.symbols, d.seed)) })
	return d.seeds
}

func newTable(hashes []uint64) *table {
	size := bits.Len(uint(2*len(hashes) + 1)) // at most half of the buckets are in use
	t := &table{
		shift:  uint(64 - size),
		starts: make([]int32, 1<<size+1),
		places: make([]int32, len(hashes)),
	}
	for _, h := range hashes {
		t.starts[h>>t.shift+1]++
	}
	for b := range len(t.starts) - 1 {
		t.starts[b+1] += t.starts[b]
	}
	next := append([]int32(nil), t.starts[:len(t.starts)-1]...)
	for i, h := range hashes {
		b := h >> t.shift
		t.places[next[b]] = int32(i)
		next[b]++
	}
	return t
}

// at returns the places whose runs may have that hash.
func (t *table) at(hash uint64) []int32 {
	b := hash >> t.shift
	return t.places[t.starts[b]:t.starts[b+1]]
}
