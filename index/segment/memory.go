package segment

import (
	"bufio"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"

	"github.com/RoaringBitmap/roaring/v2"
	api "github.com/blevesearch/scorch_segment_api/v2"
	zap "github.com/blevesearch/zapx/v17"
)

// memory is a segment that is not on disk yet. Zap's segment implements the methods that are not
// defined here.
type memory struct {
	*zap.SegmentBase
	part   *part
	footer footer
	sum    uint32 // CRC-32C of the part when it was built
}

var _ api.UnpersistedSegment = (*memory)(nil)

// Dictionary implements [api.Segment].
func (m *memory) Dictionary(name string) (api.TermDictionary, error) {
	return m.part.dictionary(name, m.SegmentBase)
}

// DocNumbers implements [api.Segment].
func (m *memory) DocNumbers(ids []string) (*roaring.Bitmap, error) {
	return m.part.docNumbers(ids, m.SegmentBase)
}

// Fields implements [api.Segment].
func (m *memory) Fields() []string { return m.part.allFields(m.SegmentBase) }

// Size implements [api.Segment].
func (m *memory) Size() int { return m.SegmentBase.Size() + len(m.part.raw) }

// Close implements [api.Segment] and does nothing. Bleve closes the segment of a batch that it
// failed to write, but keeps it in its state, where later readers would use a closed segment.
func (m *memory) Close() error { return nil }

// Persist implements [api.UnpersistedSegment].
func (m *memory) Persist(path string) error {
	return writeFile(path, func(w io.Writer) error {
		_, err := m.WriteTo(w)
		return err
	})
}

// WriteTo writes the content of the segment file. It returns an error if the memory has changed
// since the segment was built: wrong bytes get no valid checksum.
func (m *memory) WriteTo(w io.Writer) (int64, error) {
	var sums pageSums
	var zap zapSum
	n, err := m.SegmentBase.WriteTo(io.MultiWriter(w, &sums, &zap))
	if err != nil {
		return n, err
	}
	if !zap.right() || crc32.Checksum(m.part.raw, castagnoli) != m.sum {
		return n, errors.New("the segment changed in memory before it was written: " +
			"test the memory of this computer")
	}
	k, err := io.MultiWriter(w, &sums).Write(m.part.raw)
	n += int64(k)
	if err != nil {
		return n, err
	}
	k, err = sums.writeTo(w, m.footer)
	return n + int64(k), err
}

// writeFile creates a file. After an error it leaves no file.
func writeFile(path string, write func(w io.Writer) error) error {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	return finish(f, write)
}

// finish writes, syncs and closes a file. After an error it removes the file.
func finish(f *os.File, write func(w io.Writer) error) error {
	w := bufio.NewWriterSize(f, 1<<20)
	err := write(w)
	if err == nil {
		err = w.Flush()
	}
	if err == nil {
		err = f.Sync()
	}
	if e := f.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = canOpen(f.Name())
	}
	if err != nil {
		os.Remove(f.Name())
		return fmt.Errorf("writing segment %s: %w", f.Name(), err)
	}
	return nil
}

// canOpen returns an error if the file cannot be opened. Scorch removes older segments once a new
// one is written, so the new one must be readable.
func canOpen(path string) error {
	s, err := openFile(path, nil)
	if err != nil {
		return err
	}
	return s.Close()
}
