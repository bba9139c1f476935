package segment

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"sync"
)

// The fingerprints of a segment are a part of its own, behind the bytes that zap has written for
// all other fields. Docs/format.md describes it byte by byte. It is written from front to back:
//
//	for every field: its blocks, with their long lists, then its directory
//	numbers: for every document that has fingerprints its number in the segment, 4 bytes each
//	the table of the fields
//	the checksums of all pages of the file, see pages.go
//	the footer
//
// Whatever is wider than a byte is little-endian.

const (
	partMagic   = "chaffseg"
	partVersion = 2
	footerSize  = 68
)

// partWriter writes a part and knows where it is.
type partWriter struct {
	w      io.Writer
	size   uint64
	fields []writtenField
}

// writtenField is a row of the table.
type writtenField struct {
	name           string
	kind           kind
	blocks, dir    uint64 // where they begin
	blockSize      uint64
	dirEntries     uint64
	terms, posting uint64
}

// kind says what a field holds, and how its postings name documents.
type kind uint8

const (
	// kindPrints are fingerprints. Their documents are counted apart from those that have none,
	// and numbers tells which they are: half of the documents of an index are no contents, and
	// a posting takes a bit less so.
	kindPrints kind = iota
	// kindKeys are hashes of keys, one or so in every document. Documents are named by their
	// numbers in the segment.
	kindKeys
)

func (p *partWriter) Write(b []byte) (int, error) {
	n, err := p.w.Write(b)
	p.size += uint64(n)
	return n, err
}

// fieldWriter writes a field stretch by stretch.
type fieldWriter struct {
	p   *partWriter
	row writtenField
	dir []byte
}

func (p *partWriter) field(name string, k kind) *fieldWriter {
	return &fieldWriter{p: p, row: writtenField{name: name, kind: k, blocks: p.size}}
}

// add writes the blocks of a stretch, all of whose hashes are after those before.
func (f *fieldWriter) add(w *blockWriter) error {
	at := f.p.size - f.row.blocks
	for _, e := range w.dir {
		f.dir = appendDirEntry(f.dir, dirEntry{e.hash, at + e.offset})
	}
	f.row.terms += w.terms
	f.row.posting += w.postings
	if w.err != nil {
		return fmt.Errorf("field %s: %w", f.row.name, w.err)
	}
	_, err := f.p.Write(w.bits.buf)
	return err
}

// end writes the directory.
func (f *fieldWriter) end() error {
	f.row.blockSize = f.p.size - f.row.blocks
	f.row.dir = f.p.size
	f.row.dirEntries = uint64(len(f.dir) / dirSize)
	f.p.fields = append(f.p.fields, f.row)
	_, err := f.p.Write(f.dir)
	return err
}

// end writes what stands behind the fields, and returns what the footer says of the part. all is
// the number of documents of the segment.
func (p *partWriter) end(numbers []uint32, all int) (footer, error) {
	f := footer{docs: uint64(len(numbers)), all: uint64(all), numbers: p.size}
	raw := make([]byte, 0, 4*len(numbers))
	for _, n := range numbers {
		raw = binary.LittleEndian.AppendUint32(raw, n)
	}
	if _, err := p.Write(raw); err != nil {
		return f, err
	}
	f.table, f.fields = p.size, uint64(len(p.fields))
	_, err := p.Write(appendTable(nil, p.fields))
	f.size = p.size
	return f, err
}

func appendTable(dst []byte, fields []writtenField) []byte {
	for _, f := range fields {
		dst = binary.AppendUvarint(dst, uint64(len(f.name)))
		dst = append(dst, f.name...)
		dst = append(dst, byte(f.kind))
		for _, v := range []uint64{f.terms, f.posting, f.blocks, f.blockSize, f.dir, f.dirEntries} {
			dst = binary.AppendUvarint(dst, v)
		}
	}
	return dst
}

// footer is what stands at the end of a file.
type footer struct {
	size    uint64 // of the part
	numbers uint64 // where they begin in the part
	docs    uint64 // how many there are
	all     uint64 // documents of the segment
	table   uint64
	fields  uint64
	sum     uint32 // CRC-32C of the checksums of pages
}

func (f footer) append(dst []byte) []byte {
	from := len(dst)
	for _, v := range []uint64{f.size, f.numbers, f.docs, f.all, f.table, f.fields} {
		dst = binary.LittleEndian.AppendUint64(dst, v)
	}
	dst = binary.LittleEndian.AppendUint32(dst, f.sum)
	dst = binary.LittleEndian.AppendUint32(dst, partVersion)
	dst = append(dst, partMagic...)
	return binary.LittleEndian.AppendUint32(dst, crc32.Checksum(dst[from:], castagnoli))
}

func readFooter(file []byte) (footer, error) {
	if len(file) < footerSize {
		return footer{}, fmt.Errorf("it ends too soon: %w", ErrDamaged)
	}
	b := file[len(file)-footerSize:]
	at := func(i int) uint64 { return binary.LittleEndian.Uint64(b[i*8:]) }
	f := footer{size: at(0), numbers: at(1), docs: at(2), all: at(3), table: at(4), fields: at(5)}
	f.sum = binary.LittleEndian.Uint32(b[48:])
	if !bytes.Equal(b[56:64], []byte(partMagic)) {
		return f, fmt.Errorf("its last bytes are not those of a footer: %w", ErrDamaged)
	}
	if sum := binary.LittleEndian.Uint32(b[64:]); sum != crc32.Checksum(b[:64], castagnoli) {
		return f, fmt.Errorf("its footer has another checksum: %w", ErrDamaged)
	}
	if v := binary.LittleEndian.Uint32(b[52:]); v != partVersion {
		return f, fmt.Errorf("the segment has version %d, and this program reads %d: %w", v, partVersion, errOther)
	}
	return f, nil
}

// part is an open part. Immutable; its memory is the file's.
type part struct {
	fields  map[string]*field
	names   []string
	numbers []byte
	all     uint32 // documents of the segment
	raw     []byte
	at      uint64 // where it begins in the file
	pages   *pages
	lookups *lookups // of ids; nil in an index that is only read

	rankOnce sync.Once
	rank     ranks
}

// openPart reads the part at the end of body, which is what stands before the checksums of its
// pages. Its numbers and its table are compared with these; fields are when they are read.
func openPart(body []byte, f footer, pages *pages) (*part, error) {
	size := uint64(len(body))
	if f.size > size || f.numbers > f.size || f.all >= 1<<32 || f.docs > f.all {
		return nil, ErrDamaged
	}
	at := size - f.size
	if err := pages.check(at+f.numbers, size); err != nil {
		return nil, err
	}
	p := &part{fields: map[string]*field{}, raw: body[at:], at: at, pages: pages, all: uint32(f.all)}
	return p, p.load(f)
}

// load parses the sections of the part, which must follow each other without gaps.
func (p *part) load(f footer) (err error) {
	if p.numbers, err = p.slice(f.numbers, f.docs, 4); err != nil {
		return err
	}
	if f.table != f.numbers+4*f.docs || !p.numbered() {
		return ErrDamaged
	}
	table := tableReader{p.raw[f.table:]}
	at := uint64(0)
	for range f.fields {
		if at, err = p.readField(&table, at); err != nil {
			return err
		}
	}
	if at != f.numbers || len(table.rest) > 0 || p.all > 0 && p.fields[idField] == nil {
		return ErrDamaged
	}
	return nil
}

// numbered says whether the numbers rise, and are documents of the segment.
func (p *part) numbered() bool {
	least := uint64(0)
	for n := p.numbers; len(n) > 0; n = n[4:] {
		number := uint64(binary.LittleEndian.Uint32(n))
		if number < least {
			return false
		}
		least = number + 1
	}
	return least <= uint64(p.all)
}

func (p *part) slice(offset, n, size uint64) ([]byte, error) {
	all := uint64(len(p.raw))
	if offset > all || n > (all-offset)/size {
		return nil, ErrDamaged
	}
	return p.raw[offset : offset+n*size], nil
}

// readField reads a row of the table, whose field begins at that place, and returns where it ends.
func (p *part) readField(t *tableReader, at uint64) (end uint64, err error) {
	f := &field{name: t.text(), numbers: p.numbers, docs: uint32(p.docs()), pages: p.pages}
	switch t.number() {
	case uint64(kindPrints):
	case uint64(kindKeys):
		f.kind, f.numbers, f.docs = kindKeys, nil, p.all
	default:
		return 0, ErrDamaged
	}
	f.terms, f.postings = t.number(), t.number()
	blocks, blockSize, dir, entries := t.number(), t.number(), t.number(), t.number()
	if t.rest == nil || p.fields[f.name] != nil {
		return 0, ErrDamaged
	}
	if f.blocks, err = p.slice(blocks, blockSize, 1); err != nil {
		return 0, err
	}
	if f.dir, err = p.slice(dir, entries, dirSize); err != nil {
		return 0, err
	}
	if blocks != at || dir != at+blockSize {
		return 0, ErrDamaged
	}
	f.begin = p.at + blocks
	p.fields[f.name] = f
	p.names = append(p.names, f.name)
	return dir + entries*dirSize, nil
}

// tableReader reads the table; rest is nil when it ended too soon.
type tableReader struct{ rest []byte }

func (t *tableReader) number() uint64 {
	v, n := binary.Uvarint(t.rest)
	if n <= 0 {
		t.rest = nil
		return 0
	}
	t.rest = t.rest[n:]
	return v
}

func (t *tableReader) text() string {
	n := t.number()
	if n > uint64(len(t.rest)) {
		t.rest = nil
		return ""
	}
	s := string(t.rest[:n])
	t.rest = t.rest[n:]
	return s
}

// docs is how many documents have fingerprints.
func (p *part) docs() int { return len(p.numbers) / 4 }

// numberAt returns the i-th of the numbers of documents.
func numberAt(numbers []byte, i int) uint32 { return binary.LittleEndian.Uint32(numbers[4*i:]) }
