package segment

import (
	"io"

	"github.com/RoaringBitmap/roaring/v2"
	api "github.com/blevesearch/scorch_segment_api/v2"
	zap "github.com/blevesearch/zapx/v17"
)

// unpersisted is a segment that is not on disk yet. Zap's segment implements the methods that are
// not defined here.
type unpersisted struct {
	*zap.SegmentBase
	part   *part
	footer footer
}

var _ api.UnpersistedSegment = (*unpersisted)(nil)

// Dictionary implements [api.Segment].
func (m *unpersisted) Dictionary(name string) (api.TermDictionary, error) {
	return m.part.dictionary(name, m.SegmentBase)
}

// DocNumbers implements [api.Segment].
func (m *unpersisted) DocNumbers(ids []string) (*roaring.Bitmap, error) {
	return m.part.docNumbers(ids)
}

// VisitStoredFields implements [api.Segment].
func (m *unpersisted) VisitStoredFields(doc uint64, visit api.StoredFieldValueVisitor) error {
	return m.part.visitStored(doc, visit)
}

// DocID implements [api.Segment].
func (m *unpersisted) DocID(doc uint64) ([]byte, error) { return m.part.docID(doc) }

// Fields implements [api.Segment].
func (m *unpersisted) Fields() []string { return m.part.allFields(m.SegmentBase) }

// Size implements [api.Segment].
func (m *unpersisted) Size() int { return m.SegmentBase.Size() + len(m.part.raw) }

// Close implements [api.Segment] and does nothing. Bleve closes the segment of a batch that it
// failed to write, but keeps it in its state, where later readers would use a closed segment.
func (m *unpersisted) Close() error { return nil }

// Persist implements [api.UnpersistedSegment].
func (m *unpersisted) Persist(path string) error {
	return writeFile(path, func(w io.Writer) error {
		_, err := m.WriteTo(w)
		return err
	})
}

// WriteTo writes the segment file. Scorch calls it to copy an index.
func (m *unpersisted) WriteTo(w io.Writer) (int64, error) {
	var sums pageSums
	both := io.MultiWriter(w, &sums)
	n, err := m.SegmentBase.WriteTo(both)
	if err != nil {
		return n, err
	}
	k, err := both.Write(m.part.raw)
	n += int64(k)
	if err != nil {
		return n, err
	}
	k, err = sums.writeTo(w, m.footer)
	return n + int64(k), err
}
