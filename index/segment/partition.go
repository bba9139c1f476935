package segment

import "slices"

// Postings are sorted one partition of the dictionary at a time. A partition contains the terms
// whose hashes have the same uppermost bits. It is small enough to be sorted in a processor's
// cache. The remaining bits of the hash and the document number fit in one 64-bit word. Hashes are
// uniformly distributed, so partitions have similar sizes.

const (
	// leastTop leaves 32 bits of a hash.
	leastTop = hashBits - 32
	mostTop  = 16
	// partitionSize is the intended number of postings in a partition.
	partitionSize = 1 << 15
)

// topBits returns the number of upper bits to partition that many postings by.
func topBits(postings uint64) uint {
	top := uint(leastTop)
	for top < mostTop && postings>>top > partitionSize {
		top++
	}
	return top
}

// partition holds postings: the lowest 32 bits of a hash above the number of a document.
type partition struct {
	postings, spare []uint64
	docs            []uint32 // scratch
}

func posting(hash uint64, doc uint32) uint64 { return hash<<32 | uint64(doc) }

// writeTo sorts the postings and writes them, duplicates once. high holds the bits that all hashes
// of the partition share.
func (s *partition) writeTo(w *blockWriter, high uint64) {
	s.sort()
	p := s.postings
	for i := 0; i < len(p); {
		hash := p[i] >> 32
		docs := append(s.docs[:0], uint32(p[i]))
		for i++; i < len(p) && p[i]>>32 == hash; i++ {
			if p[i] != p[i-1] {
				docs = append(docs, uint32(p[i]))
			}
		}
		s.docs = docs
		w.add(high|hash, docs)
	}
	w.flush()
}

// smallSort is up to how many postings a comparison sort is faster. Above, a radix sort is.
const smallSort = 1 << 10

const (
	digit  = 11
	digits = 3 // of 11 bits: a hash has 32 bits left here
)

// sort orders the postings by hash, then by document. The postings of a hash must already be in
// ascending order of document.
func (s *partition) sort() {
	p := s.postings
	if len(p) < smallSort {
		slices.Sort(p)
		return
	}
	if cap(s.spare) < len(p) {
		s.spare = make([]uint64, cap(p))
	}
	var counts [digits][1 << digit]uint32
	for _, v := range p {
		v >>= 32
		counts[0][v&(1<<digit-1)]++
		counts[1][v>>digit&(1<<digit-1)]++
		counts[2][v>>(2*digit)]++
	}
	to := s.spare[:len(p)]
	for d := range counts {
		scatter(to, p, &counts[d], uint(32+d*digit))
		p, to = to, p
	}
	s.postings, s.spare = p, to
}

// scatter moves the postings to their places, by the digit that begins at bit shift.
func scatter(to, from []uint64, counts *[1 << digit]uint32, shift uint) {
	at := uint32(0)
	for i, n := range counts {
		counts[i] = at
		at += n
	}
	for _, v := range from {
		d := v >> shift & (1<<digit - 1)
		to[counts[d]] = v
		counts[d]++
	}
}
