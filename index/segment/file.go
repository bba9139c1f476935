package segment

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync/atomic"
	"syscall"

	"github.com/RoaringBitmap/roaring/v2"
	mmap "github.com/blevesearch/mmap-go"
	api "github.com/blevesearch/scorch_segment_api/v2"

	"github.com/chaffinch-search/chaffinch/internal/durable"
)

// File is a segment on disk, mapped into memory. Zap's segment implements the methods that are not
// defined here.
type File struct {
	zapPart
	part *part
	path string
	file *os.File
	mem  mmap.MMap
	refs atomic.Int64

	passes passes
}

var _ api.PersistedSegment = (*File)(nil)

// openFile opens a file. It verifies the checksums of the pages that it reads; other pages are
// verified when they are read.
func openFile(path string, config map[string]any) (*File, error) {
	return loadFile(path, config, true)
}

// openUnverified opens a damaged file as far as possible. It verifies no checksums of pages.
func openUnverified(path string) (*File, error) { return loadFile(path, nil, false) }

func loadFile(path string, config map[string]any, verify bool) (*File, error) {
	s, err := mapFile(path)
	if err != nil {
		return nil, err
	}
	if err := s.load(config, verify); err != nil {
		s.release()
		return nil, fmt.Errorf("opening segment %s: %w", path, err)
	}
	s.pages.name = "segment " + path + ": "
	return s, nil
}

// mapFile maps a file into memory.
func mapFile(path string) (*File, error) {
	info, err := os.Stat(path) // opening a pipe would block
	switch {
	case errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ELOOP):
		return nil, fmt.Errorf("opening a segment: %w: %w", err, ErrDamaged)
	case err != nil:
		return nil, fmt.Errorf("opening a segment: %w", err)
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("opening segment %s: not a regular file: %w", path, ErrDamaged)
	case info.Size() < footerSize: // an empty file cannot be mapped
		return nil, fmt.Errorf("opening segment %s: the file is truncated: %w", path, ErrDamaged)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("opening a segment: %w", err)
	}
	mem, err := mmap.Map(f, mmap.RDONLY, 0)
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("opening segment %s: %w", path, err)
	}
	advise(mem, random)
	s := &File{path: path, file: f, mem: mem}
	s.refs.Store(1)
	return s, nil
}

// load parses the footer and opens both parts.
func (s *File) load(config map[string]any, verify bool) error {
	f, err := readFooter(s.mem)
	if err != nil {
		return err
	}
	pages, err := openPages(s.mem[:len(s.mem)-footerSize], f.sum)
	if err != nil {
		return err
	}
	if !verify {
		pages.trust()
	} else if err := pages.verifyTable(); err != nil {
		return err
	}
	if s.part, err = openPart(pages.mem, f, pages); err != nil {
		return err
	}
	s.part.idCache = idCacheOf(config)
	if s.zapPart, err = openZap(pages.mem[:s.part.at], pages, config); err != nil {
		return err
	}
	if s.Count() != uint64(s.part.docs) {
		return fmt.Errorf("zap's part has %d documents, the fingerprints have %d: %w",
			s.Count(), s.part.docs, ErrDamaged)
	}
	return nil
}

// Path implements [api.PersistedSegment].
func (s *File) Path() string { return s.path }

// CRC returns the checksum of the page checksums. It distinguishes the file from other files of the
// same name.
func (s *File) CRC() uint32 { return s.pages.sum }

// ReadCRC returns the [File.CRC] of a file of that size. It reads the footer only.
func ReadCRC(file io.ReaderAt, size int64) (uint32, error) {
	var b [footerSize]byte
	if _, err := file.ReadAt(b[:], max(0, size-footerSize)); err != nil {
		return 0, fmt.Errorf("reading the footer of a segment: %w", err)
	}
	f, err := readFooter(b[:])
	return f.sum, err
}

// Dictionary implements [api.Segment].
func (s *File) Dictionary(name string) (api.TermDictionary, error) {
	return s.part.dictionary(name, &s.zapPart)
}

// DocNumbers implements [api.Segment].
func (s *File) DocNumbers(ids []string) (*roaring.Bitmap, error) {
	return s.part.docNumbers(ids)
}

// VisitStoredFields implements [api.Segment].
func (s *File) VisitStoredFields(doc uint64, visit api.StoredFieldValueVisitor) error {
	return s.part.visitStored(doc, visit)
}

// DocID implements [api.Segment].
func (s *File) DocID(doc uint64) ([]byte, error) { return s.part.docID(doc) }

// Fields implements [api.Segment].
func (s *File) Fields() []string { return s.part.allFields(s.SegmentBase) }

// Size implements [api.Segment]. Mapped memory does not count.
func (s *File) Size() int { return s.SegmentBase.Size() - (len(s.bytes) - zapFooterSize) }

// AddRef implements [api.Segment].
func (s *File) AddRef() { s.refs.Add(1) }

// DecRef implements [api.Segment]. It closes the segment with the last reference.
func (s *File) DecRef() error {
	if s.refs.Add(-1) > 0 {
		return nil
	}
	return s.release()
}

// Close implements [api.Segment].
func (s *File) Close() error { return s.DecRef() }

func (s *File) release() error {
	var err error
	if s.SegmentBase != nil {
		err = s.SegmentBase.Close() // its caches refer to the mapping
	}
	return errors.Join(err, s.mem.Unmap(), s.file.Close())
}

// writeFile creates a file. After an error it leaves no file.
func writeFile(path string, write func(w io.Writer) error) error {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o666)
	if err != nil {
		return err
	}
	return finish(f, write)
}

// writeEmpty creates an empty file, which package zap then writes to. Zap would create one that
// only its owner may read, whatever the umask.
func writeEmpty(path string) error {
	return os.WriteFile(path, nil, 0o666)
}

// finish writes, syncs and closes a file, and syncs its name. Scorch lists the segment next, and
// syncs the list. After an error it removes the file.
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
		err = syncDir(filepath.Dir(f.Name()))
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

var syncDir = durable.Sync // except in tests

// canOpen returns an error if the file cannot be opened. Scorch opens a new segment, which never
// returns an error (see [Broken]), and then removes the older ones.
func canOpen(path string) error {
	s, err := openFile(path, nil)
	if err != nil {
		return err
	}
	return s.Close()
}
