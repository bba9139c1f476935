package segment

import (
	"errors"
	"math/bits"

	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
)

const (
	// hashBits is the number of bits of a hash in a term.
	hashBits = winnow.TermBits
	// blockTerms is the number of terms in a block. The last block of a partition may have fewer.
	// Larger blocks make the directory smaller and look-ups slower.
	blockTerms = 128
	// longList is the minimum length of a list that is stored outside its block. A reader can skip
	// such a list without decoding it.
	longList = 64
	// mostBlock bounds the bytes of a block without its long lists. It may have 127 gaps of at most
	// 65 bits, and 128 lists of at most 63 documents of 32 bits.
	mostBlock = 1 << 16
)

// A block contains the terms of a part of a partition. The hash of its first term is in the
// directory, not in the block:
//
//	7 bits       terms less one
//	gamma        bytes of the long lists, which are stored just before the block, plus one
//	6 bits       r, the parameter of Rice's code
//	rice         for every further term: its hash less the one before, without the field's low
//	             bits that are 0 in all terms, less one
//
// and then, for every term:
//
//	gamma        df
//	documents    under longList here: see doccode.go; otherwise, in gamma, the bytes of the long
//	             list
//
// Lists are coded relative to docs, the number of documents of the segment.

// blockWriter collects the terms of a block and appends full blocks to buf.
type blockWriter struct {
	bits   bitWriter
	dir    []dirEntry
	docs   uint32   // documents of the segment
	code   *docCode // of these documents
	zeros  uint     // low bits of hashes that are 0 in all terms of the field
	hashes []uint64
	dfs    []int
	lists  []uint32 // of all terms, concatenated
	sizes  []int    // scratch: bytes of the long lists
	err    error    // the first error, returned by fieldWriter.add
	counts
}

// mostLong bounds the bytes of long lists in front of a block.
const mostLong = 1 << 28

var errLong = errors.New("block exceeds its size limit: split the index")

// counts are the totals of a field.
type counts struct {
	terms, postings uint64
}

// add adds a term with its documents. Both the hashes of successive calls and docs are in ascending
// order.
func (w *blockWriter) add(hash uint64, docs []uint32) {
	w.hashes = append(w.hashes, hash)
	w.dfs = append(w.dfs, len(docs))
	w.lists = append(w.lists, docs...)
	if len(w.hashes) == blockTerms {
		w.flush()
	}
}

// flush ends the block. An empty block is not written.
func (w *blockWriter) flush() {
	n := len(w.hashes)
	if n == 0 {
		return
	}
	w.terms += uint64(n)
	w.postings += uint64(len(w.lists))
	long := w.writeLong()
	if long >= mostLong-1 {
		w.err = errLong
	}
	w.dir = append(w.dir, dirEntry{w.hashes[0], uint64(len(w.bits.buf))})
	w.bits.write(uint64(n-1), 7)
	w.bits.gamma(uint64(long) + 1)
	w.writeHashes()
	w.writeLists()
	w.bits.pad()
	w.hashes, w.dfs, w.lists = w.hashes[:0], w.dfs[:0], w.lists[:0]
}

func (w *blockWriter) writeHashes() {
	n := len(w.hashes)
	r := riceParameter((w.hashes[n-1]-w.hashes[0])>>w.zeros, n-1)
	w.bits.write(uint64(r), 6)
	for i := 1; i < n; i++ {
		w.bits.rice((w.hashes[i]-w.hashes[i-1])>>w.zeros-1, r)
	}
}

// riceParameter returns the best parameter for n geometrically distributed gaps with that sum.
func riceParameter(sum uint64, n int) uint {
	if n == 0 {
		return 0
	}
	mean := sum / uint64(n) * 11 / 16 // ln 2
	return uint(max(bits.Len64(mean), 1) - 1)
}

func (w *blockWriter) writeLong() int {
	begin := len(w.bits.buf)
	w.sizes = w.sizes[:0]
	lists := w.lists
	for _, df := range w.dfs {
		if df >= longList {
			from := len(w.bits.buf)
			w.bits.writeLong(lists[:df], w.docs)
			w.sizes = append(w.sizes, len(w.bits.buf)-from)
		}
		lists = lists[df:]
	}
	return len(w.bits.buf) - begin
}

func (w *blockWriter) writeLists() {
	lists, sizes := w.lists, w.sizes
	for _, df := range w.dfs {
		w.bits.gamma(uint64(df))
		switch {
		case df < longList:
			w.bits.short(lists[:df], w.code, w.docs)
		default:
			w.bits.gamma(uint64(sizes[0]))
			sizes = sizes[1:]
		}
		lists = lists[df:]
	}
}

// blockReader decodes one block after another. It reuses its memory.
type blockReader struct {
	bits   bitReader
	n      int
	hashes [blockTerms]uint64

	docs    uint32   // documents of the segment
	zeros   uint     // low bits of hashes that are 0 in all terms of the field
	code    *docCode // of these documents
	next    int      // the term whose documents come next
	long    uint64   // offset in data of the next long list
	begin   uint64   // offset of the block, where its long lists end
	short   [longList]uint32
	current list
}

// blockPlace locates a block between its neighbours. No byte may belong to two blocks; otherwise a
// small crafted file could make a reader work for hours.
type blockPlace struct {
	least uint64 // offset of the block before, 0 for none
	dirEntry
	end     uint64 // at most the offset of the next block
	endHash uint64 // first hash of the next block
}

// open reads the hashes of the block at p.
func (b *blockReader) open(data []byte, p blockPlace) error {
	if p.offset < p.least || p.end <= p.offset || p.end > uint64(len(data)) {
		return ErrDamaged
	}
	b.bits = bitReader{data: data[p.offset:p.end]}
	b.n = int(b.bits.read(7)) + 1
	long := b.bits.gamma() - 1
	r := uint(b.bits.read(6))
	if long > p.offset-p.least || r > hashBits || p.hash>>b.zeros<<b.zeros != p.hash {
		return ErrDamaged
	}
	b.long, b.begin, b.next = p.offset-long, p.offset, 0
	b.hashes[0] = p.hash
	h := p.hash >> b.zeros // under 2^53, even if damaged
	for i := 1; i < b.n; i++ {
		h += b.bits.rice(r) + 1
		b.hashes[i] = h << b.zeros
	}
	if b.bits.bad || h > (p.endHash-1)>>b.zeros {
		return ErrDamaged
	}
	return nil
}

// list locates the documents of a term. A short list is in the block, and valid until the next
// call.
type list struct {
	df     int
	short  []uint32
	offset uint64 // of the long list, in data
	size   uint64 // of the long list, in bytes
}

// list returns the documents of term i in a reused buffer. Successive calls need ascending i.
func (b *blockReader) list(i int) (*list, error) {
	for b.next < i {
		if err := b.read(); err != nil {
			return nil, err
		}
	}
	return &b.current, b.read()
}

// read decodes the documents of the next term into current.
func (b *blockReader) read() error {
	l := &b.current
	df := b.bits.gamma()
	if df > uint64(b.docs) {
		return ErrDamaged
	}
	l.df = int(df)
	b.next++
	switch {
	case l.df < longList:
		l.short = b.short[:l.df]
		b.bits.short(l.short, b.code, b.docs)
	default:
		l.short, l.offset, l.size = nil, b.long, b.bits.gamma()
		if b.long += l.size; b.long > b.begin {
			return ErrDamaged
		}
	}
	if b.bits.bad {
		return ErrDamaged
	}
	return nil
}

// reset discards the written blocks.
func (w *blockWriter) reset() {
	w.bits.buf, w.dir, w.counts = w.bits.buf[:0], w.dir[:0], counts{}
}
