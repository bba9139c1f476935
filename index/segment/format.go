package segment

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"

	"github.com/chaffinch-search/chaffinch/internal/option"
)

// # Why a segment type
//
// A document has hundreds of fingerprints. Each is 28 to 40 bits of a hash, and five in six occur
// in one document only. Zap, Bleve's own segment type, stores terms in an automaton that shares
// prefixes and suffixes. Hashes share none: plain Bleve takes 18 times the CPU time to index Linux
// 6.1 and 4.7 times the space. Here terms are numbers, sorted and evenly distributed:
//
//   - The gaps of evenly distributed numbers are geometrically distributed, and Rice's code is best
//     for these: a term of b bits takes b - log2(terms) + 1.5 bits. 128 terms form a block. Gaps
//     cannot be decoded from the middle, so a look-up decodes one block: 1.6 us, half of that with
//     blocks of 64, which make the index 1.3% larger.
//   - The first term of a block is at about its share of the range. The directory is therefore
//     searched by interpolation; a tree or a hash table would add nothing.
//   - Files of a folder are neighbours and share the most. Lists of documents are coded by binary
//     interpolation, which takes no bits for a run of neighbours: 15.6 MB for lists that take 18.0
//     in Elias's delta code.
//   - A posting is a document. There are no term frequencies, norms or positions.
//
// # The file
//
// Everything else, such as keywords, is left to zap. A file consists of
//
//	zap's part          a complete file of zap, with its footer           zap.go
//	fingerprints' part  for each field: blocks, directory                 block.go, field.go
//	                    stored values of the documents: groups, directory stored.go
//	                    numbers of the documents with fingerprints        part.go
//	                    table of the fields                               tableRow
//	page checksums      CRC-32C of each 4096 bytes of both parts          checksum.go
//	footer              68 bytes                                          footer
//
// Numbers wider than a byte are little-endian, except in zap's part. All of it is written front to
// back, so a merge needs memory for one partition of the terms for each processor, whatever the
// size of the segments. docs/format.md describes every byte. TestFile_MatchesFormatDocument decodes
// files by that page alone.
//
// A file is mapped into memory. Opening it reads the footer, the numbers, the table and zap's
// tables. Every page is verified before its first use.

const (
	partMagic   = "chaffseg"
	partVersion = 4
	footerSize  = 68
)

// ErrDamaged is the error for bytes that no writer of this package can have written.
var ErrDamaged = option.Fail(option.SegmentDamaged)

// errOther is the error for a segment that another program, or another version, wrote.
var errOther = errors.New("index again with this program")

// kind is the kind of a field: its contents, and how its postings refer to documents.
type kind uint8

const (
	// kindPrints marks fingerprints. Postings use the rank of a document among those that have
	// fingerprints; the numbers section maps ranks to document numbers. Half of the documents of an
	// index have no content of their own, so this saves about one bit a posting.
	kindPrints kind = iota
	// kindKeys marks hashes of keys, about one in every document. Postings use document numbers.
	kindKeys
	// kindStored marks the stored values of all documents, which are no field: see stored.go. There
	// is one such row, the last.
	kindStored
)

// footer is the footer of a segment file:
//
//	8 bytes each   size to fields, in the order of the struct
//	4 bytes        sum
//	4 bytes        partVersion
//	8 bytes        partMagic
//	4 bytes        CRC-32C of the 64 bytes before
type footer struct {
	size      uint64 // of the fingerprints' part
	numbers   uint64 // offset of the numbers in the part
	printDocs uint64 // number of documents that have fingerprints
	docs      uint64 // number of documents of the segment
	table     uint64 // offset of the table in the part
	fields    uint64 // number of rows of the table
	sum       uint32 // CRC-32C of the page checksums
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

// tableRow is a row of the table of fields.
type tableRow struct {
	name  string
	kind  kind
	zeros uint // low bits of hashes that are 0 in all terms
	counts
	blocks     uint64 // offset in the part
	blockSize  uint64
	dir        uint64 // offset in the part
	dirEntries uint64
}

func (r tableRow) append(dst []byte) []byte {
	dst = binary.AppendUvarint(dst, uint64(len(r.name)))
	dst = append(dst, r.name...)
	dst = append(dst, byte(r.kind), byte(r.zeros))
	for _, v := range []uint64{r.terms, r.postings, r.blocks, r.blockSize, r.dir, r.dirEntries} {
		dst = binary.AppendUvarint(dst, v)
	}
	return dst
}

// tableReader reads the table. rest is nil once the table was found to be too short.
type tableReader struct{ rest []byte }

// row reads the next row.
func (t *tableReader) row() (tableRow, error) {
	r := tableRow{name: t.text()}
	k, zeros := t.number(), t.number()
	for _, v := range []*uint64{&r.terms, &r.postings, &r.blocks, &r.blockSize, &r.dir, &r.dirEntries} {
		*v = t.number()
	}
	if t.rest == nil || k > uint64(kindStored) || zeros > hashBits {
		return r, ErrDamaged
	}
	r.kind, r.zeros = kind(k), uint(zeros)
	return r, nil
}

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
	return string(t.bytes(t.number()))
}

// bytes returns the next n bytes, which belong to the table.
func (t *tableReader) bytes(n uint64) []byte {
	if n > uint64(len(t.rest)) {
		t.rest = nil
		return nil
	}
	b := t.rest[:n:n]
	t.rest = t.rest[n:]
	return b
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
