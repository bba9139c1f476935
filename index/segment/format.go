package segment

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
)

// The fingerprints of a segment form a part of the file, behind the bytes that zap writes for all
// other fields. docs/format.md describes it byte by byte. It is written front to back:
//
//	for every field: its blocks, with their long lists, then its directory
//	numbers: for every document that has fingerprints its number in the segment, 4 bytes each
//	the table of the fields
//	the checksums of all pages of the file, see checksum.go
//	the footer
//
// Numbers wider than a byte are little-endian.

const (
	partMagic   = "chaffseg"
	partVersion = 2
	footerSize  = 68
)

// ErrDamaged says that a segment is damaged: no writer of this package wrote these bytes.
var ErrDamaged = errors.New("the segment is damaged: chaffinch check says what to do")

// errOther says that another program, or another version, wrote the segment.
var errOther = errors.New("index again with this program")

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

// footer is the footer of a segment file.
type footer struct {
	size      uint64 // of the part
	numbers   uint64 // offset of the numbers in the part
	printDocs uint64 // documents that have fingerprints
	docs      uint64 // documents of the segment
	table     uint64
	fields    uint64
	sum       uint32 // CRC-32C of the table of page checksums
}

func (f footer) append(dst []byte) []byte {
	from := len(dst)
	for _, v := range []uint64{f.size, f.numbers, f.printDocs, f.docs, f.table, f.fields} {
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
	f := footer{size: at(0), numbers: at(1), printDocs: at(2), docs: at(3), table: at(4), fields: at(5)}
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

// writtenField is a row of the table of fields.
type writtenField struct {
	name           string
	kind           kind
	blocks, dir    uint64 // offsets in the part
	blockSize      uint64
	dirEntries     uint64
	terms, posting uint64
}

func (p *partWriter) Write(b []byte) (int, error) {
	n, err := p.w.Write(b)
	p.size += uint64(n)
	return n, err
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

// dirEntry locates a block.
type dirEntry struct {
	hash   uint64
	offset uint64 // in the field's blocks
}

// dirSize is the size of an entry of the directory: 5 bytes of the hash, 5 of the offset.
const dirSize = 10

func appendDirEntry(dst []byte, e dirEntry) []byte {
	dst = append40(dst, e.hash)
	return append40(dst, e.offset)
}

func append40(dst []byte, v uint64) []byte {
	return append(dst, byte(v), byte(v>>8), byte(v>>16), byte(v>>24), byte(v>>32))
}

func read40(b []byte) uint64 {
	return uint64(binary.LittleEndian.Uint32(b)) | uint64(b[4])<<32
}
