package segment

import "encoding/binary"

// A long list with an eighth of all documents or more is a bitmap. Otherwise its documents are
// coded in blocks of blockDocs. Every block but the last has an entry in a skip table at the front,
// so that one block can be read without decoding the others:
//
//	4 bytes   the block's last document
//	4 bytes   where the block ends, from the end of the table
//
// little-endian. Every block begins on a byte boundary. The last document of a block that has an
// entry is not coded again.
const blockDocs = 128

const skipSize = 8

// isBitmap reports whether a list of df of the segment's documents is a bitmap.
func isBitmap(df int, docs uint32) bool { return uint64(df)*8 >= uint64(docs) }

func bitmapSize(docs uint32) int { return (int(docs) + 7) / 8 }

// writeLong appends a long list, in ascending order.
func (w *bitWriter) writeLong(list []uint32, docs uint32) {
	if isBitmap(len(list), docs) {
		w.writeBitmap(list, docs)
		return
	}
	table := len(w.buf)
	w.buf = append(w.buf, make([]byte, (blocksOf(len(list))-1)*skipSize)...)
	begin := len(w.buf)
	least := uint32(0)
	for len(list) > blockDocs {
		last := list[blockDocs-1]
		w.interpolate(list[:blockDocs-1], least, last-1)
		w.pad()
		binary.LittleEndian.PutUint32(w.buf[table:], last)
		binary.LittleEndian.PutUint32(w.buf[table+4:], uint32(len(w.buf)-begin))
		table += skipSize
		least, list = last+1, list[blockDocs:]
	}
	w.interpolate(list, least, docs-1)
	w.pad()
}

func blocksOf(df int) int { return (df + blockDocs - 1) / blockDocs }

func (w *bitWriter) writeBitmap(list []uint32, docs uint32) {
	begin := len(w.buf)
	w.buf = append(w.buf, make([]byte, bitmapSize(docs))...)
	for _, d := range list {
		w.buf[begin+int(d>>3)] |= 1 << (d & 7)
	}
}

// longReader reads a long list. newLongReader makes it; it is used once.
type longReader struct {
	data []byte
	df   int
	docs uint32
}

// newLongReader verifies that data is large enough for the table or the bitmap.
func newLongReader(data []byte, df int, docs uint32) (longReader, error) {
	least := bitmapSize(docs)
	if !isBitmap(df, docs) {
		least = (blocksOf(df) - 1) * skipSize
	}
	if len(data) < least || uint32(df) > docs {
		return longReader{}, ErrDamaged
	}
	return longReader{data, df, docs}, nil
}

// appendDocs appends all documents to dst.
func (l longReader) appendDocs(dst []uint32) ([]uint32, error) {
	if isBitmap(l.df, l.docs) {
		return l.appendBitmap(dst)
	}
	for i := range blocksOf(l.df) {
		var err error
		if dst, err = l.appendBlock(dst, i); err != nil {
			return dst, err
		}
	}
	return dst, nil
}

func (l longReader) appendBitmap(dst []uint32) ([]uint32, error) {
	from := len(dst)
	for i := 0; i < bitmapSize(l.docs); i++ {
		for b := l.data[i]; b != 0; b &= b - 1 {
			dst = append(dst, uint32(i*8)+lowest[b])
		}
	}
	if n := len(dst) - from; n != l.df || dst[len(dst)-1] >= l.docs {
		return dst[:from], ErrDamaged
	}
	return dst, nil
}

// skip returns the skip entry of block i. For the last block it computes one.
func (l longReader) skip(i int) (last, end uint32) {
	table := (blocksOf(l.df) - 1) * skipSize
	if i*skipSize >= table {
		return l.docs - 1, uint32(len(l.data) - table)
	}
	at := l.data[i*skipSize:]
	return binary.LittleEndian.Uint32(at), binary.LittleEndian.Uint32(at[4:])
}

// appendBlock appends the documents of block i to dst.
func (l longReader) appendBlock(dst []uint32, i int) ([]uint32, error) {
	least, begin := uint32(0), uint32(0)
	if i > 0 {
		least, begin = l.skip(i - 1)
		least++
	}
	last, end := l.skip(i)
	blocks := blocksOf(l.df)
	n := min(l.df-i*blockDocs, blockDocs) // documents in the block
	table := uint64(blocks-1) * skipSize
	if begin > end || table+uint64(end) > uint64(len(l.data)) || last >= l.docs ||
		uint64(last)+1 < uint64(least)+uint64(n) {
		return dst, ErrDamaged
	}
	most := last
	if i < blocks-1 {
		n, most = n-1, last-1
	}
	from := len(dst)
	dst = append(dst, zeros[:n]...)
	r := bitReader{data: l.data[table : table+uint64(end)], pos: uint(begin) * 8}
	r.interpolate(dst[from:], least, most)
	if r.bad {
		return dst, ErrDamaged
	}
	if i < blocks-1 {
		dst = append(dst, last)
	}
	return dst, nil
}

// probe calls hit with the index of each wanted document in the list. wanted is in ascending order.
func (l longReader) probe(wanted []uint32, hit func(i int)) error {
	if isBitmap(l.df, l.docs) {
		for i, d := range wanted {
			if d < l.docs && l.data[d>>3]>>(d&7)&1 == 1 {
				hit(i)
			}
		}
		return nil
	}
	var buf [blockDocs]uint32
	block := 0
	for i := 0; i < len(wanted); {
		block = l.blockOf(wanted[i], block)
		docs, err := l.appendBlock(buf[:0], block)
		if err != nil {
			return err
		}
		last := docs[len(docs)-1]
		for _, d := range docs {
			for i < len(wanted) && wanted[i] < d {
				i++
			}
			if i < len(wanted) && wanted[i] == d {
				hit(i)
				i++
			}
		}
		for i < len(wanted) && wanted[i] <= last {
			i++
		}
		if block++; block == blocksOf(l.df) {
			return nil
		}
	}
	return nil
}

// blockOf returns the first block from from on that ends at d or later.
func (l longReader) blockOf(d uint32, from int) int {
	lo, hi := from, blocksOf(l.df)-1
	for lo < hi {
		mid := (lo + hi) / 2
		if last, _ := l.skip(mid); last < d {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}

// zeros extends a slice by append without an allocation.
var zeros [blockDocs]uint32

// lowest gives the index of the lowest set bit of a byte.
var lowest = func() (t [256]uint32) {
	for b := 1; b < len(t); b++ {
		for b>>t[b]&1 == 0 {
			t[b]++
		}
	}
	return t
}()
