package segment

import (
	"github.com/RoaringBitmap/roaring/v2"
	api "github.com/blevesearch/scorch_segment_api/v2"
)

// Broken is a segment whose file cannot be opened. If opening a segment returned an error, scorch
// would fall back to an older state of the index, or to none, and remove the files of the newer
// one. OpenUsing therefore returns a Broken, whose methods return the error. The index then cannot
// be searched, written or merged, and nothing is lost.
type Broken struct {
	uncounted
	path    string
	err     error
	foreign bool // it is not the segment that was published
}

var _ api.PersistedSegment = (*Broken)(nil)

// Err returns why the file cannot be opened. The error names the file.
func (b *Broken) Err() error { return b.err }

// Untrusted opens the file without verifying the checksums of its pages. It returns nil if that
// fails, too, or if it is another segment than the published one: that may be of another index.
// Anything in the file may be wrong. The caller closes the file.
func (b *Broken) Untrusted() *File {
	if b.foreign {
		return nil
	}
	s, err := openUnverified(b.path)
	if err != nil {
		return nil
	}
	return s
}

// Path implements [api.PersistedSegment].
func (b *Broken) Path() string { return b.path }

// Dictionary implements [api.Segment].
func (b *Broken) Dictionary(string) (api.TermDictionary, error) { return nil, b.err }

// VisitStoredFields implements [api.Segment].
func (b *Broken) VisitStoredFields(uint64, api.StoredFieldValueVisitor) error { return b.err }

// DocID implements [api.Segment].
func (b *Broken) DocID(uint64) ([]byte, error) { return nil, b.err }

// DocNumbers implements [api.Segment].
func (b *Broken) DocNumbers([]string) (*roaring.Bitmap, error) { return nil, b.err }

// Fields implements [api.Segment].
func (b *Broken) Fields() []string { return nil }

// Count is more than a merge plan accepts. It is not 0, because scorch drops empty segments.
func (b *Broken) Count() uint64 { return 1 << 31 }

// Size implements [api.Segment].
func (b *Broken) Size() int { return 0 }

// AddRef implements [api.Segment].
func (b *Broken) AddRef() {}

// DecRef implements [api.Segment].
func (b *Broken) DecRef() error { return nil }

// Close implements [api.Segment].
func (b *Broken) Close() error { return nil }
