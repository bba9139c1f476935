package segment

import (
	"encoding/binary"
	"fmt"
	"io"
	"sync"
)

// partWriter writes a part and counts its bytes.
type partWriter struct {
	w      io.Writer
	size   uint64
	fields []tableRow
}

// Write implements [io.Writer].
func (p *partWriter) Write(b []byte) (int, error) {
	n, err := p.w.Write(b)
	p.size += uint64(n)
	return n, err
}

// fieldWriter writes a field one partition at a time.
type fieldWriter struct {
	p   *partWriter
	row tableRow
	dir []byte
}

// field begins a field. All of its hashes end in that many zeros.
func (p *partWriter) field(name string, k kind, zeros uint) *fieldWriter {
	return &fieldWriter{p: p, row: tableRow{name: name, kind: k, zeros: zeros, blocks: p.size}}
}

// add writes the blocks of a partition, whose hashes follow the hashes of earlier partitions.
func (f *fieldWriter) add(w *blockWriter) error {
	at := f.p.size - f.row.blocks
	for _, e := range w.dir {
		f.dir = appendDirEntry(f.dir, dirEntry{e.hash, at + e.offset})
	}
	f.row.terms += w.terms
	f.row.postings += w.postings
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

// end writes the numbers, the classes and the table, and returns the footer without checksum. code
// is of the numbered documents. docs is the number of documents of the segment.
func (p *partWriter) end(numbers []uint32, code *docCode, docs int) (footer, error) {
	f := footer{printDocs: uint64(len(numbers)), docs: uint64(docs), numbers: p.size}
	raw := make([]byte, 0, 5*len(numbers)+docClasses)
	for _, n := range numbers {
		raw = binary.LittleEndian.AppendUint32(raw, n)
	}
	raw = append(append(raw, code.classes...), code.lengths[:]...)
	if _, err := p.Write(raw); err != nil {
		return f, err
	}
	f.table, f.fields = p.size, uint64(len(p.fields))
	var table []byte
	for _, row := range p.fields {
		table = row.append(table)
	}
	_, err := p.Write(table)
	f.size = p.size
	return f, err
}

// part is an open part. It is immutable; the file owns its memory.
type part struct {
	fields  map[string]*field
	names   []string
	stored  *stored
	numbers []byte
	classes []byte // of the numbered documents
	docs    uint32 // documents of the segment
	raw     []byte
	at      uint64 // offset in the file
	pages   *pages
	idCache *idCache // of ids; nil in an index opened for reading

	// Built on first use; panic again if that did.
	ranks func() *ranks
	code  func() *docCode // of the numbered documents
}

// openPart reads the part at the end of body, the bytes before the page checksums. It verifies the
// pages of the numbers and of the table; pages of fields are verified when they are read.
func openPart(body []byte, f footer, pages *pages) (*part, error) {
	size := uint64(len(body))
	if f.size > size || f.numbers > f.size || f.docs >= 1<<32 || f.printDocs > f.docs {
		return nil, ErrDamaged
	}
	at := size - f.size
	if err := pages.verify(at+f.numbers, size); err != nil {
		return nil, err
	}
	p := &part{fields: map[string]*field{}, raw: body[at:], at: at, pages: pages,
		docs: uint32(f.docs)}
	p.ranks = sync.OnceValue(p.newRanks)
	return p, p.load(f)
}

// load parses the sections of the part, which must follow each other without gaps.
func (p *part) load(f footer) (err error) {
	if p.numbers, err = p.slice(f.numbers, f.printDocs, 4); err != nil {
		return err
	}
	lengths, err := p.slice(f.numbers+5*f.printDocs, docClasses, 1)
	if err != nil {
		return err
	}
	p.classes = p.raw[f.numbers+4*f.printDocs : f.numbers+5*f.printDocs]
	if f.table != f.numbers+5*f.printDocs+docClasses || !p.numbered() || !validClasses(p.classes, lengths) {
		return ErrDamaged
	}
	p.code = sync.OnceValue(func() *docCode { return newDocCode(p.classes, [docClasses]byte(lengths)) })
	table := tableReader{p.raw[f.table:]}
	at := uint64(0)
	for range f.fields {
		row, err := table.row()
		if err != nil {
			return err
		}
		if at, err = p.addField(row, at); err != nil {
			return err
		}
	}
	if at != f.numbers || len(table.rest) > 0 || p.docs > 0 && p.fields[idField] == nil || !p.hasStored() {
		return ErrDamaged
	}
	return nil
}

// hasStored reports whether all documents have stored values.
func (p *part) hasStored() bool {
	return p.stored != nil && p.stored.terms == uint64(p.docs) &&
		uint64(p.stored.dirLen()) == (p.stored.terms+groupDocs-1)/groupDocs
}

// numbered reports whether the numbers ascend and are below the number of documents.
func (p *part) numbered() bool {
	least := uint64(0)
	for n := p.numbers; len(n) > 0; n = n[4:] {
		number := uint64(binary.LittleEndian.Uint32(n))
		if number < least {
			return false
		}
		least = number + 1
	}
	return least <= uint64(p.docs)
}

func (p *part) slice(offset, n, size uint64) ([]byte, error) {
	all := uint64(len(p.raw))
	if offset > all || n > (all-offset)/size {
		return nil, ErrDamaged
	}
	return p.raw[offset : offset+n*size], nil
}

// addField adds the field of a row of the table. The field must begin at offset at; addField
// returns its end.
func (p *part) addField(row tableRow, at uint64) (end uint64, err error) {
	f := &field{name: row.name, kind: row.kind, counts: row.counts, zeros: row.zeros, pages: p.pages, begin: p.at + row.blocks}
	switch row.kind {
	case kindPrints:
		f.numbers, f.docs, f.code = p.numbers, uint32(p.printDocs()), p.code
	case kindKeys:
		f.docs, f.code = p.docs, func() *docCode { return equalCode(p.docs) }
	}
	if f.blocks, err = p.slice(row.blocks, row.blockSize, 1); err != nil {
		return 0, err
	}
	if f.dir, err = p.slice(row.dir, row.dirEntries, dirSize); err != nil {
		return 0, err
	}
	if row.blocks != at || row.dir != at+row.blockSize || p.fields[f.name] != nil || p.stored != nil {
		return 0, ErrDamaged
	}
	if row.kind == kindStored {
		p.stored = &stored{field: *f}
		return row.dir + row.dirEntries*dirSize, nil
	}
	p.fields[f.name] = f
	p.names = append(p.names, f.name)
	return row.dir + row.dirEntries*dirSize, nil
}

// printDocs returns the number of documents that have fingerprints.
func (p *part) printDocs() int { return len(p.numbers) / 4 }

// numberAt returns the i-th of the numbers of documents.
func numberAt(numbers []byte, i int) uint32 { return binary.LittleEndian.Uint32(numbers[4*i:]) }
