package align

import (
	"math/bits"
	"slices"
)

// A seed is the shortest run of equal tokens that is searched for. So it is the shortest tile found
// on its own. Shorter runs of code are common. Words of prose are rarer than tokens, so phrases of
// four words are seeds in prose.
const (
	codeSeed  = 8 // tokens
	proseSeed = 4
	// wholeSeed replaces codeSeed where whole documents are compared: chance matches matter less
	// there.
	wholeSeed = 7
)

// seedFor returns the length of seeds for a use. kind is codeSeed or proseSeed.
func seedFor(kind int, use Use) int {
	if kind == codeSeed && use == ForSimilarity {
		return wholeSeed
	}
	return kind
}

// seedTable finds the places of a document at which a seed begins. A bucket contains, in ascending
// order, the places of all runs whose hashes fall into it, so places must still be compared.
type seedTable struct {
	shift  uint
	starts []int32 // by bucket: index of its first entry in places; one more entry than buckets
	places []int32
	filter []uint64 // a Bloom filter of 1<<filterBits bits for every bucket
}

// filterBits is the size of the filter. At most one of 16 seeds passes it by chance. A question's
// filter fits in the first-level cache.
const filterBits = 3

// hit is a seed of another document that the table may contain. It has the seed's place there, and
// its bucket.
type hit struct{ at, bucket int32 }

const seedBase = 0x9E3779B97F4A7C15

// seedHashes returns the rolling hash of every run of seed symbols. It uses the polynomial of the
// analyzer's k-grams. Only the high bits are used; they depend on every symbol.
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

// beginSeed returns the hash of all but the last of the first symbols. It also returns the factor
// of a symbol that leaves the window.
func beginSeed(symbols []uint64, seed int) (h, out uint64) {
	out = 1
	for _, s := range symbols[:seed-1] {
		h = h*seedBase + s
		out *= seedBase
	}
	return h, out
}

// lookUp returns the symbols' seeds that pass the filter, in order, in used memory. Few of a long
// document pass, so the memory grows by steps.
func (t *seedTable) lookUp(used []hit, symbols []uint64, seed int) []hit {
	if len(symbols) < seed {
		return used[:0]
	}
	const step = 1 << 12
	hits := used[:0]
	h, out := beginSeed(symbols, seed)
	shift, filter := t.shift-filterBits, t.filter
	for from, most := 0, len(symbols)-seed+1; from < most; from += step {
		leaving, entering := symbols[from:min(from+step, most)], symbols[from+seed-1:]
		n := len(hits)
		hits = slices.Grow(hits, len(leaving))[:n+len(leaving)]
		for i, s := range leaving {
			h = h*seedBase + entering[i]
			bit := h >> shift
			hits[n] = hit{int32(from + i), int32(bit >> filterBits)}
			n += int(filter[bit/64] >> (bit % 64) & 1) // without a branch, which would often be mispredicted
			h -= s * out
		}
		hits = hits[:n]
	}
	return hits
}

// seedTable returns the document's seeds of that length.
func (d *Document) seedTable(seed int) *seedTable {
	d.tablesMu.Lock()
	defer d.tablesMu.Unlock()
	table := &d.seeds[tableOf(seed)]
	if *table == nil {
		*table = newSeedTable(seedHashes(d.symbols, seed))
	}
	return *table
}

// kindOf returns the index of the tables for seeds of that length.
func tableOf(seed int) int {
	if seed == proseSeed {
		return 1
	}
	return 0
}

// textTable returns the document's seeds by their texts.
func (d *Document) textTable(seed int) *seedTable {
	d.tablesMu.Lock()
	defer d.tablesMu.Unlock()
	table := &d.byText[tableOf(seed)]
	if *table == nil {
		*table = newSeedTable(seedHashes(d.hashes, seed))
	}
	return *table
}

// textHash returns the hash of a seed's texts, as [seedHashes] would.
func textHash(hashes []uint64) uint64 {
	h := uint64(0)
	for _, t := range hashes {
		h = h*seedBase + t
	}
	return h
}

func newSeedTable(hashes []uint64) *seedTable {
	size := bits.Len(uint(2*len(hashes) + 1)) // at most half of the buckets are used
	t := &seedTable{
		shift:  uint(64 - size),
		starts: make([]int32, 1<<size+2),
		places: make([]int32, len(hashes)),
		filter: make([]uint64, max(1, 1<<(size+filterBits)/64)),
	}
	// A counting sort. The counts are shifted by two buckets, so that the starts are shifted by
	// one, and filling the buckets moves each start to its place.
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
func (t *seedTable) bucket(hash uint64) int32 { return int32(hash >> t.shift) }

// in returns the places of a bucket.
func (t *seedTable) in(bucket int32) []int32 {
	return t.places[t.starts[bucket]:t.starts[bucket+1]]
}

// only returns a table of the places from which at least that many tokens are free. It has the same
// buckets but no filter, so lookUp does not work on it.
func (t *seedTable) only(free []int32, least int32) *seedTable {
	o := &seedTable{shift: t.shift, starts: make([]int32, len(t.starts)), places: make([]int32, len(t.places))}
	from, kept := 0, int32(0)
	for b, to := range t.starts[1:] {
		for _, p := range t.places[from:to] {
			if free[p] >= least {
				o.places[kept] = p
				kept++
			}
		}
		from = int(to)
		o.starts[b+1] = kept
	}
	o.places = o.places[:kept]
	return o
}
