package segment

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync/atomic"
	"syscall"

	"github.com/RoaringBitmap/roaring/v2"
	mmap "github.com/blevesearch/mmap-go"
	api "github.com/blevesearch/scorch_segment_api/v2"
)

// File is a segment on disk, mapped into memory. What it does not do itself, zap's does.
type File struct {
	zapPart
	part *part
	path string
	file *os.File
	mem  mmap.MMap
	refs atomic.Int64
}

var _ api.PersistedSegment = (*File)(nil)

// openFile opens a file. What that reads is compared with its checksums, and all else when it is
// read.
func openFile(path string, config map[string]any) (*File, error) {
	return mapFile(path, func(s *File) error { return s.load(config, false) })
}

// openUntrusted opens what is left of a damaged file. Checksums of pages are not compared.
func openUntrusted(path string) (*File, error) {
	return mapFile(path, func(s *File) error { return s.load(nil, true) })
}

// mapFile maps a file into memory and loads it.
func mapFile(path string, load func(*File) error) (*File, error) {
	info, err := os.Stat(path) // opening a pipe would wait
	switch {
	case errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ELOOP):
		return nil, fmt.Errorf("opening a segment: %w: %w", err, ErrDamaged)
	case err != nil:
		return nil, fmt.Errorf("opening a segment: %w", err)
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("opening segment %s: it is no regular file: %w", path, ErrDamaged)
	case info.Size() < footerSize: // nothing at all cannot be mapped
		return nil, fmt.Errorf("opening segment %s: it ends too soon: %w", path, ErrDamaged)
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
	s := &File{path: path, file: f, mem: mem}
	s.refs.Store(1)
	if err := load(s); err != nil {
		s.release()
		return nil, fmt.Errorf("opening segment %s: %w", path, err)
	}
	s.pages.name = "segment " + path + ": "
	return s, nil
}

func (s *File) load(config map[string]any, trusted bool) error {
	f, err := readFooter(s.mem)
	if err != nil {
		return err
	}
	pages, err := openPages(s.mem[:len(s.mem)-footerSize], f.sum)
	if err != nil {
		return err
	}
	if trusted {
		pages.trust()
	} else if err := pages.compareTable(); err != nil {
		return err
	}
	if s.part, err = openPart(pages.mem, f, pages); err != nil {
		return err
	}
	s.part.lookups = lookupsOf(config)
	if s.zapPart, err = openZap(pages.mem[:s.part.at], pages, config); err != nil {
		return err
	}
	if s.Count() != uint64(s.part.all) {
		return fmt.Errorf("it holds %d documents, and fingerprints of %d: %w", s.Count(), s.part.all, ErrDamaged)
	}
	return nil
}

// Path implements [api.PersistedSegment].
func (s *File) Path() string { return s.path }

// CRC tells the file from others that may have had its name: it is the checksum of the checksums of
// its pages.
func (s *File) CRC() uint32 { return s.pages.sum }

// Dictionary implements [api.Segment].
func (s *File) Dictionary(name string) (api.TermDictionary, error) {
	return s.part.dictionary(name, &s.zapPart)
}

// DocNumbers implements [api.Segment].
func (s *File) DocNumbers(ids []string) (*roaring.Bitmap, error) {
	return s.part.docNumbers(ids, &s.zapPart)
}

// Fields implements [api.Segment].
func (s *File) Fields() []string { return s.part.allFields(s.SegmentBase) }

// Size implements [api.Segment]. What is mapped does not count.
func (s *File) Size() int { return s.SegmentBase.Size() - (len(s.bytes) - zapFooterSize) }

// AddRef implements [api.Segment].
func (s *File) AddRef() { s.refs.Add(1) }

// DecRef implements [api.Segment]: when nobody refers to the segment any more, it is closed.
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

// Check reads the whole segment and returns an error if a checksum is wrong, or the order of terms
// or documents, or ctx's error when it is done. Nothing is decoded before the checksums are known
// to be right.
func (s *File) Check(ctx context.Context) error {
	if err := s.pages.compareAll(ctx); err != nil {
		return err
	}
	if err := s.part.check(ctx, s.Count()); err != nil {
		return fmt.Errorf("segment %s: %w", s.path, err)
	}
	return nil
}
