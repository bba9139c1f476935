package segment

import (
	"encoding/binary"
	"fmt"
	"sync"
	"sync/atomic"

	bindex "github.com/blevesearch/bleve_index_api"
	api "github.com/blevesearch/scorch_segment_api/v2"
	"github.com/klauspost/compress/zstd"
)

// Zap compresses the stored values of each document alone. Ids and records are short, and resemble
// their neighbours, so here the documents of a group are compressed together, in 43 bytes a
// document instead of 100.

const (
	// groupDocs is the number of documents in a group. The last group of a segment may have fewer.
	// Groups of 32 are 6% larger.
	groupDocs = 64
	// mostInline is the longest value, in bytes, that is compressed with its group. Longer ones are
	// sources, which are compressed already. They stand before their group as they are.
	mostInline = 256
	// mostGroup bounds a group before it is compressed, in bytes.
	mostGroup = 1 << 20
	// cachedGroups is how many decoded groups a segment keeps in memory, of some 10 kB each.
	cachedGroups = 64
)

// packer and unpacker compress groups. They are safe for concurrent use.
var (
	packer = sync.OnceValue(func() *zstd.Encoder {
		e, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderCRC(false), zstd.WithSingleSegment(true))
		if err != nil {
			panic(err) // wrong options
		}
		return e
	})
	unpacker = sync.OnceValue(func() *zstd.Decoder {
		d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(0), zstd.WithDecoderMaxMemory(mostGroup))
		if err != nil {
			panic(err) // wrong options
		}
		return d
	})
)

// storedValue is a stored value of a document.
type storedValue struct {
	field string
	typ   byte
	value []byte
}

// storedWriter writes the stored values of documents, in the order of their numbers.
type storedWriter struct {
	*fieldWriter
	group []byte // the documents of the open group
	large []byte // their long values
}

// stored begins the stored values.
func (p *partWriter) stored() *storedWriter {
	return &storedWriter{fieldWriter: p.field("", kindStored, 0)}
}

// add adds the next document. It keeps nothing.
func (w *storedWriter) add(id []byte, values []storedValue) error {
	w.text(id)
	w.group = binary.AppendUvarint(w.group, uint64(len(values)))
	for _, v := range values {
		w.group = binary.AppendUvarint(w.group, uint64(len(v.field)))
		w.group = append(append(w.group, v.field...), v.typ)
		w.text(v.value)
	}
	if w.row.terms++; w.row.terms%groupDocs == 0 {
		return w.flush()
	}
	return nil
}

// copy adds a document of another segment.
func (w *storedWriter) copy(from *stored, n uint64) error {
	d, err := from.doc(n)
	if err != nil {
		return err
	}
	id, err := from.value(d.id)
	if err != nil {
		return err
	}
	values := make([]storedValue, len(d.values))
	for i, t := range d.values {
		values[i] = t.storedValue
		if values[i].value, err = from.value(t); err != nil {
			return err
		}
	}
	return w.add(id, values)
}

// text appends an id or a value: its length, and the bytes or, of a long one, nothing.
func (w *storedWriter) text(b []byte) {
	if w.group = binary.AppendUvarint(w.group, uint64(len(b))); len(b) > mostInline {
		w.large = append(w.large, b...)
		return
	}
	w.group = append(w.group, b...)
}

func (w *storedWriter) flush() error {
	if len(w.group) > mostGroup {
		return fmt.Errorf("the stored values of %d documents take %d bytes, and %d are the most", groupDocs, len(w.group), mostGroup)
	}
	packed := packer().EncodeAll(w.group, w.large)
	at := w.p.size - w.row.blocks
	w.dir = appendDirEntry(w.dir, dirEntry{at, at + uint64(len(w.large))})
	w.group, w.large = w.group[:0], packed[:0]
	_, err := w.p.Write(packed)
	return err
}

// end writes the last group and the directory.
func (w *storedWriter) end() error {
	if len(w.group) > 0 {
		if err := w.flush(); err != nil {
			return err
		}
	}
	return w.fieldWriter.end()
}

// stored reads the stored values of a segment. It is safe for concurrent use.
type stored struct {
	field
	cache [cachedGroups]atomic.Pointer[storedGroup]
}

// storedGroup is a decoded group. Immutable.
type storedGroup struct {
	number int
	docs   []storedDoc
}

type storedDoc struct {
	id     storedBytes
	values []storedBytes // in memory that documents of a group share
}

// storedBytes is an id or a value: inline, or a long one, in a range of the blocks.
type storedBytes struct {
	storedValue
	from, to uint64 // of a long value; else 0
}

// doc returns a document.
func (s *stored) doc(n uint64) (*storedDoc, error) {
	if n >= s.terms {
		return nil, fmt.Errorf("document %d of %d: %w", n, s.terms, ErrDamaged)
	}
	at := int(n / groupDocs)
	slot := &s.cache[at%cachedGroups]
	g := slot.Load()
	if g == nil || g.number != at {
		var err error
		if g, err = s.read(at); err != nil {
			return nil, fmt.Errorf("reading the stored values of document %d: %w", n, err)
		}
		slot.Store(g)
	}
	return &g.docs[n%groupDocs], nil
}

// read decodes a group.
func (s *stored) read(at int) (*storedGroup, error) {
	if err := s.verifyDir(at, min(at+2, s.dirLen())); err != nil {
		return nil, err
	}
	e, end := s.entry(at), uint64(len(s.blocks))
	if at+1 < s.dirLen() {
		end = s.entry(at + 1).hash
	}
	if e.hash > e.offset || e.offset > end || end > uint64(len(s.blocks)) {
		return nil, ErrDamaged
	}
	if err := s.verifyBlocks(e.offset, end); err != nil {
		return nil, err
	}
	raw, err := unpacker().DecodeAll(s.blocks[e.offset:end], nil)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	r := storedReader{tableReader: tableReader{raw}, large: e.hash, end: e.offset, values: make([]storedBytes, 0, groupDocs)}
	g := &storedGroup{number: at, docs: make([]storedDoc, min(groupDocs, s.terms-uint64(at)*groupDocs))}
	for i := range g.docs {
		g.docs[i] = r.doc()
	}
	if r.rest == nil || len(r.rest) > 0 || r.large != r.end {
		return nil, ErrDamaged
	}
	return g, nil
}

// value returns the bytes of an id or a value. They belong to the segment.
func (s *stored) value(t storedBytes) ([]byte, error) {
	if t.to == 0 {
		return t.value, nil
	}
	return s.blocks[t.from:t.to], s.verifyBlocks(t.from, t.to)
}

// storedReader decodes the documents of a group.
type storedReader struct {
	tableReader
	large, end uint64 // the range of the long values
	values     []storedBytes
	field      string // of the last value
}

func (r *storedReader) doc() (d storedDoc) {
	d.id = r.text()
	from := len(r.values)
	for n := r.number(); n > 0 && r.rest != nil; n-- {
		if field := r.bytes(r.number()); string(field) != r.field { // mostly it is the same
			r.field = string(field)
		}
		typ := r.bytes(1)
		v := r.text()
		if v.field = r.field; len(typ) == 1 {
			v.typ = typ[0]
		}
		r.values = append(r.values, v)
	}
	d.values = r.values[from:len(r.values):len(r.values)]
	return d
}

func (r *storedReader) text() (t storedBytes) {
	n := r.number()
	if n <= mostInline {
		t.value = r.bytes(n)
		return t
	}
	if n > r.end-r.large {
		r.rest = nil
		return t
	}
	t.from, t.to = r.large, r.large+n
	r.large += n
	return t
}

// docID implements DocID of both segment types.
func (p *part) docID(doc uint64) ([]byte, error) {
	d, err := p.stored.doc(doc)
	if err != nil {
		return nil, err
	}
	return p.stored.value(d.id)
}

// visitStored implements VisitStoredFields of both segment types. Like zap's it visits nothing of a
// document that is not there.
func (p *part) visitStored(doc uint64, visit api.StoredFieldValueVisitor) error {
	if doc >= uint64(p.docs) {
		return nil
	}
	d, err := p.stored.doc(doc)
	if err != nil {
		return err
	}
	id, err := p.stored.value(d.id)
	if err != nil || !visit(idField, 't', id, nil) {
		return err
	}
	for _, t := range d.values {
		v, err := p.stored.value(t)
		if err != nil || !visit(t.field, t.typ, v, nil) {
			return err
		}
	}
	return nil
}

// unstored is a field as zap gets it. zap stores no value, and of an id an empty one, which it
// needs.
type unstored struct{ bindex.Field }

func (f unstored) Options() bindex.FieldIndexingOptions {
	if f.Name() == idField {
		return bindex.StoreField
	}
	return f.Field.Options() &^ bindex.StoreField
}

func (f unstored) Value() []byte {
	if f.Name() == idField {
		return nil
	}
	return f.Field.Value()
}

func (f unstored) AnalyzedTokenFrequencies() bindex.TokenFrequencies {
	if f.Name() == idField {
		return nil
	}
	return f.Field.AnalyzedTokenFrequencies()
}
