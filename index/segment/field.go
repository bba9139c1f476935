package segment

import "slices"

// field reads one field of a segment. Immutable.
type field struct {
	name    string
	kind    kind
	docs    uint32          // documents that postings can refer to
	numbers []byte          // document numbers by rank; nil if postings use document numbers
	code    func() *docCode // of documents in short lists
	blocks  []byte
	dir     []byte // directly after the blocks
	begin   uint64 // offset of the blocks in the file
	pages   *pages
	zeros   uint // low bits of hashes that are 0 in all terms
	counts
}

// verifyBlocks verifies the pages of a range of the blocks.
func (f *field) verifyBlocks(from, to uint64) error { return f.pages.verify(f.begin+from, f.begin+to) }

// verifyDir verifies the pages of a range of directory entries.
func (f *field) verifyDir(from, to int) error {
	at := uint64(len(f.blocks))
	return f.verifyBlocks(at+uint64(from*dirSize), at+uint64(to*dirSize))
}

// number returns the document number that d in a posting refers to.
func (f *field) number(d uint32) uint32 {
	if f.numbers == nil {
		return d
	}
	return numberAt(f.numbers, int(d))
}

func (f *field) dirLen() int { return len(f.dir) / dirSize }

func (f *field) entry(i int) dirEntry {
	e := f.dir[i*dirSize:]
	return dirEntry{read40(e), read40(e[5:])}
}

// blockOf returns the last block from i on that begins at or below hash. Hashes are uniformly
// distributed, so the search starts at the expected place and continues in doubling steps.
func (f *field) blockOf(hash uint64, i int) int {
	n := f.dirLen()
	lo, hi := i, n // the result is in [lo, hi)
	at := max(lo, min(n-1, int(hash>>8*uint64(n)>>(hashBits-8))))
	if read40(f.dir[at*dirSize:]) <= hash {
		lo = at
		for step := 1; at+step < n; step *= 2 {
			if read40(f.dir[(at+step)*dirSize:]) > hash {
				hi = at + step
				break
			}
			lo = at + step
		}
	} else {
		hi = at
		for step := 1; at-step > lo; step *= 2 {
			if read40(f.dir[(at-step)*dirSize:]) <= hash {
				lo = at - step
				break
			}
			hi = at - step
		}
	}
	for lo+1 < hi {
		mid := (lo + hi) / 2
		if read40(f.dir[mid*dirSize:]) <= hash {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo
}

// reader reads the terms of a field in order. It is not safe for concurrent use.
type reader struct {
	*field
	at    int // the open block, -1 for none
	block blockReader
}

func newReader(f *field) *reader {
	r := &reader{field: f, at: -1}
	r.block.docs, r.block.code, r.block.zeros = f.docs, f.code(), f.zeros
	return r
}

// place locates block i.
func (f *field) place(i int) blockPlace {
	p := blockPlace{dirEntry: f.entry(i), end: uint64(len(f.blocks)), endHash: 1 << hashBits}
	if i > 0 {
		p.least = f.entry(i-1).offset + 1
	}
	if i+1 < f.dirLen() {
		next := f.entry(i + 1)
		p.end, p.endHash = next.offset, next.hash
	}
	p.end = min(p.end, p.offset+mostBlock) // long lists of the next block may be in between
	return p
}

// open opens block i. It first verifies the pages of the block, of its directory entry and of the
// neighbouring entries. This also covers the search in the directory, which passes over unverified
// entries: the search ends between an entry at most the hash and one above it, and these are the
// entries of this block and the next.
func (r *reader) open(i int) error {
	r.at = -1
	if err := r.verifyDir(max(i-1, 0), min(i+2, r.dirLen())); err != nil {
		return err
	}
	p := r.place(i)
	if err := r.verifyBlocks(p.offset, p.end); err != nil {
		return err
	}
	if err := r.block.open(r.blocks, p); err != nil {
		return err
	}
	r.at = i
	return nil
}

// sweep calls found for each hash that is a term of the field. hashes must be in ascending order.
// The list is valid during the call.
func (r *reader) sweep(hashes []uint64, found func(i int, l *list) error) error {
	if r.dirLen() == 0 {
		return nil
	}
	block := 0
	r.at = -1
	for i, h := range hashes {
		block = r.blockOf(h, block)
		if block != r.at {
			if err := r.open(block); err != nil {
				return err
			}
		}
		term, ok := slices.BinarySearch(r.block.hashes[:r.block.n], h)
		if !ok {
			continue
		}
		l, err := r.block.list(term)
		if err != nil {
			return err
		}
		if err := found(i, l); err != nil {
			return err
		}
	}
	return nil
}

// cursor iterates over the terms of a range of hashes in ascending order.
type cursor struct {
	reader     *reader
	block, at  int // the next term
	least, end uint64
}

// from returns a cursor over the terms from hash least up to hash end (exclusive).
func (r *reader) from(least, end uint64) cursor {
	c := cursor{reader: r, least: least, end: end}
	if r.dirLen() > 0 {
		c.block = r.blockOf(least, 0)
	}
	return c
}

// next returns the next term and its documents, in a reused buffer. l is nil at the end.
func (c *cursor) next() (hash uint64, l *list, err error) {
	for c.block < c.reader.dirLen() {
		if c.at == 0 {
			if err := c.reader.open(c.block); err != nil {
				return 0, nil, err
			}
		}
		b, at := &c.reader.block, c.at
		if c.at++; c.at == b.n {
			c.block, c.at = c.block+1, 0
		}
		switch hash = b.hashes[at]; {
		case hash < c.least:
			continue
		case hash >= c.end:
			c.block = c.reader.dirLen()
			return 0, nil, nil
		}
		l, err = b.list(at)
		return hash, l, err
	}
	return 0, nil, nil
}

// each calls f for the terms with hashes from least up to end, ascending. end is excluded.
func (r *reader) each(least, end uint64, f func(hash uint64, l *list) error) error {
	c := r.from(least, end)
	for {
		hash, l, err := c.next()
		if err != nil || l == nil {
			return err
		}
		if err := f(hash, l); err != nil {
			return err
		}
	}
}

// long returns a reader of a long list.
func (f *field) long(df int, offset, size uint64) (longReader, error) {
	if offset > uint64(len(f.blocks)) || size > uint64(len(f.blocks))-offset {
		return longReader{}, ErrDamaged
	}
	if err := f.verifyBlocks(offset, offset+size); err != nil {
		return longReader{}, err
	}
	return newLongReader(f.blocks[offset:offset+size], df, f.docs)
}

// appendDocs appends the documents of a list to dst.
func (f *field) appendDocs(dst []uint32, l *list) ([]uint32, error) {
	if l.df < longList {
		return append(dst, l.short...), nil
	}
	long, err := f.long(l.df, l.offset, l.size)
	if err != nil {
		return dst, err
	}
	return long.appendDocs(dst)
}
