package index

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
)

// bbolt trusts the bytes of its files. It follows the numbers of pages wherever they lead: a page that is below itself
// makes it go on until the stack or the memory is full, and one outside of the file is a fault in whatever
// goroutine that is. None of these can be recovered from. So a list of segments is read here first, without bbolt:
// all that it relies on is checked, and every page is looked at once. What the bytes mean is said in bbolt's
// internal/common, and its own check (tx_check.go) has the rules for the order of keys; numbers are in the machine's
// byte order.

const (
	boltMagic, boltVersion = 0xED0CDAED, 2
	// The sizes of what stands before the elements of a page, of an element, of what stands for a bucket in its
	// parent, and of a meta page's content, the checksum in its last 8 bytes.
	pageHeader, pageElement, bucketHeader, metaSize = 16, 16, 16, 64
	// The kinds of pages.
	branchPage, leafPage, freePage = 0x01, 0x02, 0x10
	// leastPage and mostPage are between which sizes bbolt looks for pages.
	leastPage, mostPage = 1 << 10, 1 << 24
	// noFreePages stands in place of the page that lists the free ones, if there is none.
	noFreePages = 1<<64 - 1
	// mostNested is deeper than buckets of Bleve's are in one another.
	mostNested = 8
)

// boltFile is a file of bbolt's, in memory.
type boltFile struct {
	data     []byte
	pageSize uint64
	end      uint64          // where bbolt puts the next new page: all that are in use lie before it
	met      map[uint64]bool // whether a page, of those that were come across, is in use; else it is free
	visit    func(path [][]byte, value []byte)
}

// visitBolt calls visit for every bucket and every key of a file of bbolt's, in order: path is its name below those of
// the buckets around it, value nil for a bucket. Both are valid during the call only. An error says that the file is
// damaged.
func visitBolt(data []byte, visit func(path [][]byte, value []byte)) error {
	f := &boltFile{data: data, met: map[uint64]bool{}, visit: visit}
	return f.run()
}

func (f *boltFile) run() error {
	meta, err := f.newestMeta()
	if err != nil {
		return err
	}
	// bbolt makes the file longer before it says that there are more pages.
	if f.end = meta.end; f.end > uint64(len(f.data))/f.pageSize {
		return fmt.Errorf("it is cut off: there should be %d pages", f.end)
	}
	if err := f.tree(meta.root, span{}, nil); err != nil {
		return err
	}
	return f.free(meta)
}

// boltMeta is what a meta page says.
type boltMeta struct{ pageSize, root, free, end, transaction uint64 }

func parseMeta(page []byte) (m boltMeta, ok bool) {
	if len(page) < pageHeader+metaSize {
		return m, false
	}
	b, order := page[pageHeader:pageHeader+metaSize], binary.NativeEndian
	sum := fnv.New64a()
	sum.Write(b[:metaSize-8])
	m = boltMeta{pageSize: uint64(order.Uint32(b[8:])), root: order.Uint64(b[16:]), free: order.Uint64(b[32:])}
	m.end, m.transaction = order.Uint64(b[40:]), order.Uint64(b[48:])
	ok = order.Uint32(b) == boltMagic && order.Uint32(b[4:]) == boltVersion && order.Uint64(b[metaSize-8:]) == sum.Sum64()
	return m, ok && m.pageSize >= leastPage && m.pageSize <= mostPage && m.pageSize&(m.pageSize-1) == 0
}

// newestMeta returns that one of the two by which bbolt goes: the later one that is whole.
func (f *boltFile) newestMeta() (boltMeta, error) {
	first, ok := parseMeta(f.data)
	for size := uint64(leastPage); !ok && size <= mostPage && size < uint64(len(f.data)); size *= 2 {
		if first, ok = parseMeta(f.data[size:]); ok && first.pageSize != size {
			ok = false
		}
	}
	if !ok {
		return first, errors.New("neither of its first two pages is whole")
	}
	f.pageSize = first.pageSize
	if f.pageSize < uint64(len(f.data)) {
		if second, ok := parseMeta(f.data[f.pageSize:]); ok && second.transaction > first.transaction {
			return second, nil
		}
	}
	return first, nil
}

// page returns a page with all that overflows from it, and notes that these are in use.
func (f *boltFile) page(id uint64) (boltPage, error) {
	if id < 2 || id >= f.end {
		return nil, fmt.Errorf("page %d is not one of the file's", id)
	}
	p := boltPage(f.data[id*f.pageSize:])
	last := id + p.overflow()
	if p.id() != id || last >= f.end {
		return nil, fmt.Errorf("page %d has another number, or is cut off", id)
	}
	for n := id; n <= last; n++ {
		if _, again := f.met[n]; again {
			return nil, fmt.Errorf("page %d is reached in two ways", n)
		}
		f.met[n] = true
	}
	return p[:(last-id+1)*f.pageSize], nil
}

// span is where keys may lie: not before from, and before to. Where one is nil it does not count.
type span struct{ from, to []byte }

func (s span) holds(key []byte) bool {
	return bytes.Compare(key, s.from) >= 0 && (s.to == nil || bytes.Compare(key, s.to) < 0)
}

// tree visits what is below a page of a bucket. above are the names of that bucket and of those around it.
func (f *boltFile) tree(id uint64, in span, above [][]byte) error {
	p, err := f.page(id)
	if err != nil {
		return err
	}
	if p.kind() == leafPage {
		return f.leaf(p, in, above)
	}
	if p.kind() != branchPage || p.count() == 0 {
		return fmt.Errorf("page %d is no branch and no leaf", id)
	}
	elements, err := p.elements(in)
	if err != nil {
		return fmt.Errorf("page %d: %w", id, err)
	}
	for i, e := range elements {
		below := span{e.key, in.to}
		if i+1 < len(elements) {
			below.to = elements[i+1].key
		}
		if err := f.tree(e.child, below, above); err != nil {
			return err
		}
	}
	return nil
}

func (f *boltFile) leaf(p boltPage, in span, above [][]byte) error {
	elements, err := p.elements(in)
	if err != nil {
		return fmt.Errorf("page %d: %w", p.id(), err)
	}
	for _, e := range elements {
		path := append(above[:len(above):len(above)], e.key)
		if !e.bucket {
			f.visit(path, e.value)
			continue
		}
		f.visit(path, nil)
		if err := f.bucket(e.value, path); err != nil {
			return err
		}
	}
	return nil
}

// bucket visits what is in a bucket: it has pages, or is small and stands where its name stands.
func (f *boltFile) bucket(value []byte, path [][]byte) error {
	if len(path) > mostNested || len(value) < bucketHeader {
		return errors.New("its buckets are nested too deep, or cut off")
	}
	if root := binary.NativeEndian.Uint64(value); root != 0 {
		return f.tree(root, span{}, path)
	}
	p := boltPage(value[bucketHeader:])
	if len(p) < pageHeader || p.kind() != leafPage {
		return errors.New("a small bucket is no leaf")
	}
	return f.leaf(p, span{}, path)
}

// free checks the list of free pages: bbolt writes there, so none of them may be in use.
func (f *boltFile) free(m boltMeta) error {
	if m.free == noFreePages {
		return nil
	}
	p, err := f.page(m.free)
	if err != nil {
		return err
	}
	count, ids := uint64(p.count()), p[pageHeader:]
	if count == 0xFFFF { // there are more, and the first number says how many
		count, ids = binary.NativeEndian.Uint64(ids), ids[8:]
	}
	if p.kind() != freePage || count > uint64(len(ids))/8 {
		return fmt.Errorf("page %d is no list of free pages", m.free)
	}
	for ; count > 0; count-- {
		id := binary.NativeEndian.Uint64(ids)
		ids = ids[8:]
		if _, again := f.met[id]; again || id < 2 || id >= m.end {
			return fmt.Errorf("page %d is not free", id)
		}
		f.met[id] = false
	}
	return nil
}

// boltPage is a page with its header.
type boltPage []byte

func (p boltPage) id() uint64       { return binary.NativeEndian.Uint64(p) }
func (p boltPage) kind() uint16     { return binary.NativeEndian.Uint16(p[8:]) }
func (p boltPage) count() int       { return int(binary.NativeEndian.Uint16(p[10:])) }
func (p boltPage) overflow() uint64 { return uint64(binary.NativeEndian.Uint32(p[12:])) }

// boltElement is a key of a branch, with the number of the page below it, or of a leaf, with its value.
type boltElement struct {
	key, value []byte
	child      uint64
	bucket     bool
}

// elements returns those of a branch or a leaf. Their keys rise, and lie in the span; together they are not longer
// than the page, as they could be if they shared bytes.
func (p boltPage) elements(in span) (all []boltElement, err error) {
	room := len(p) - pageHeader - p.count()*pageElement
	if room < 0 {
		return nil, errors.New("it is cut off")
	}
	for i := range p.count() {
		e, ok := p.element(pageHeader + i*pageElement)
		if !ok {
			return nil, errors.New("an element is cut off")
		}
		if !in.holds(e.key) || i > 0 && bytes.Compare(all[i-1].key, e.key) >= 0 {
			return nil, errors.New("its keys are not in order")
		}
		if room -= len(e.key) + len(e.value); room < 0 {
			return nil, errors.New("its elements share their bytes")
		}
		all = append(all, e)
	}
	return all, nil
}

// element returns the one that is described there.
func (p boltPage) element(at int) (e boltElement, ok bool) {
	word := func(i int) uint64 { return uint64(binary.NativeEndian.Uint32(p[at+4*i:])) }
	rest := uint64(len(p) - at)
	if p.kind() == branchPage {
		e.child = binary.NativeEndian.Uint64(p[at+8:])
		from, size := word(0), word(1)
		if from+size > rest {
			return e, false
		}
		e.key = p[uint64(at)+from:][:size]
		return e, true
	}
	flags, from, size, value := word(0), word(1), word(2), word(3)
	if flags > 1 || from+size+value > rest {
		return e, false
	}
	e.bucket = flags == 1
	e.key = p[uint64(at)+from:][:size]
	e.value = p[uint64(at)+from+size:][:value]
	return e, true
}
