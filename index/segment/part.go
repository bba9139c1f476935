package segment

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"sync"
)

// The fingerprints of a segment form a part of the file, behind the bytes that zap writes for all
// other fields. docs/format.md describes it byte by byte. It is written front to back:
//
//	for every field: its blocks, with their long lists, then its directory
//	numbers: for every document that has fingerprints its number in the segment, 4 bytes each
//	the table of the fields
//	the checksums of all pages of the file, see pages.go
//	the footer
//
// Numbers wider than a byte are little-endian.

const (
	partMagic   = "chaffseg"
	partVersion = 2
	footerSize  = 68
)

// partWriter writes a part and counts its bytes.
type partWriter struct {
	w      io.Writer
	size   uint64
	fields []writtenField
}

// writtenField is a row of the table of fields.
type writtenField struct {
	name           string
	kind           kind
	blocks, dir    uint64 // offsets in the part
	blockSize      uint64
	dirEntries     uint64
	terms, posting uint64
}

// kind says what a field contains, and how its postings refer to documents.
type kind uint8

const (
	// kindPrints marks fingerprints. Postings use the rank of a document among those that have
	// fingerprints; the numbers section maps ranks to document numbers. Half of the documents of an
	// index have no content of their own, so this saves about one bit a posting.
	kindPrints kind = iota
	// kindKeys marks hashes of keys, about one in every document. Postings use document numbers.
	kindKeys
)

func (p *partWriter) Write(b []byte) (int, error) {
	n, err := p.w.Write(b)
	p.size += uint64(n)
	return n, err
}

// fieldWriter writes a field one partition at a time.
type fieldWriter struct {
	p   *partWriter
	row writtenField
	dir []byte
}

func (p *partWriter) field(name string, k kind) *fieldWriter {
	return &fieldWriter{p: p, row: writtenField{name: name, kind: k, blocks: p.size}}
}

// add writes the blocks of a partition, whose hashes follow those of earlier ones.
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

// end writes the numbers and the table, and returns the footer without checksum. all is the number
// of documents of the segment.
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

// footer is the footer of a segment file.
type footer struct {
	size    uint64 // of the part
	numbers uint64 // offset of the numbers in the part
	docs    uint64 // number of documents with fingerprints
	all     uint64 // documents of the segment
	table   uint64
	fields  uint64
	sum     uint32 // CRC-32C of the table of page checksums
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
		return footer{}, fmt.Errorf("the file is truncated: %w", ErrDamaged)
	}
	b := file[len(file)-footerSize:]
	at := func(i int) uint64 { return binary.LittleEndian.Uint64(b[i*8:]) }
	f := footer{size: at(0), numbers: at(1), docs: at(2), all: at(3), table: at(4), fields: at(5)}
	f.sum = binary.LittleEndian.Uint32(b[48:])
	if !bytes.Equal(b[56:64], []byte(partMagic)) {
		return f, fmt.Errorf("the file does not end with a footer: %w", ErrDamaged)
	}
	if sum := binary.LittleEndian.Uint32(b[64:]); sum != crc32.Checksum(b[:64], castagnoli) {
		return f, fmt.Errorf("the checksum of the footer is wrong: %w", ErrDamaged)
	}
	if v := binary.LittleEndian.Uint32(b[52:]); v != partVersion {
		return f, fmt.Errorf("the segment has version %d, this program reads %d: %w",
			v, partVersion, errOther)
	}
	return f, nil
}

// part is an open part. It is immutable; the file owns its memory.
type part struct {
	fields  map[string]*field
	names   []string
	numbers []byte
	all     uint32 // documents of the segment
	raw     []byte
	at      uint64 // offset in the file
	pages   *pages
	idCache *idCache // of ids; nil in an index opened for reading

	rankOnce sync.Once
	rank     ranks
}

// openPart reads the part at the end of body, the bytes before the page checksums. It verifies the
// pages of the numbers and of the table; those of fields are verified when they are read.
func openPart(body []byte, f footer, pages *pages) (*part, error) {
	size := uint64(len(body))
	if f.size > size || f.numbers > f.size || f.all >= 1<<32 || f.docs > f.all {
		return nil, ErrDamaged
	}
	at := size - f.size
	if err := pages.check(at+f.numbers, size); err != nil {
		return nil, err
	}
	p := &part{fields: map[string]*field{}, raw: body[at:], at: at, pages: pages,
		all: uint32(f.all)}
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

// numbered reports whether the numbers are in ascending order and less than the number of
// documents.
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

// readField reads a row of the table, whose field must begin at offset at, and returns its end.
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

// tableReader reads the table. rest is nil once the table was found to be too short.
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

// docs returns the number of documents with fingerprints.
func (p *part) docs() int { return len(p.numbers) / 4 }

// numberAt returns the i-th of the numbers of documents.
func numberAt(numbers []byte, i int) uint32 { return binary.LittleEndian.Uint32(numbers[4*i:]) }
