package segment

import "slices"

// Postings are brought into order one stretch of the dictionary after the other: a stretch are the
// terms whose hashes agree in their uppermost bits, few enough of them to be sorted within a
// processor's cache. What is left of a hash and the number of the document make one word, and as
// hashes are spread evenly, so are the stretches.

const (
	// leastTop bits leave 32 of a hash.
	leastTop = hashBits - 32
	mostTop  = 16
	// stretchSize is how many postings a stretch should have.
	stretchSize = 1 << 15
)

// topBits returns by how many of their uppermost bits to part that many postings.
func topBits(postings uint64) uint {
	top := uint(leastTop)
	for top < mostTop && postings>>top > stretchSize {
		top++
	}
	return top
}

// stretch holds postings: the lowest 32 bits of a hash above the number of a document.
type stretch struct {
	postings, spare []uint64
	docs            []uint32 // scratch
}

func posting(hash uint64, doc uint32) uint64 { return hash<<32 | uint64(doc) }

// writeTo sorts the postings and writes them. Equal ones count once. high are the bits that all
// hashes of the stretch share, in their place.
func (s *stretch) writeTo(w *blockWriter, high uint64) {
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

// smallSort is the number of postings under which counting digits costs more than comparing.
const smallSort = 1 << 10

const (
	digit  = 11
	digits = 3 // of 11 bits: a hash has 32 bits here
)

// sort orders the postings by hash and then by document. Those of a hash have to rise already.
func (s *stretch) sort() {
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

// scatter moves the postings to their places by the digit that begins at bit shift.
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
