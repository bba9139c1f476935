package segment

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"os"
	"sync/atomic"

	"github.com/RoaringBitmap/roaring/v2"
	mmap "github.com/blevesearch/mmap-go"
	api "github.com/blevesearch/scorch_segment_api/v2"
	zap "github.com/blevesearch/zapx/v17"
)

// File is a segment on disk, mapped into memory. What it does not do itself, zap's does.
type File struct {
	*zap.SegmentBase
	part *part
	path string
	file *os.File
	mem  mmap.MMap
	zap  []byte // what zap has written
	refs atomic.Int64
}

var _ api.PersistedSegment = (*File)(nil)

func openFile(path string, config map[string]any) (*File, error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("%w: %w", err, ErrDamaged)
	}
	if err != nil {
		return nil, fmt.Errorf("opening a segment: %w", err)
	}
	if info, err := f.Stat(); err == nil && info.Size() < footerSize { // nothing at all cannot be mapped
		f.Close()
		return nil, fmt.Errorf("opening segment %s: it ends too soon: %w", path, ErrDamaged)
	}
	mem, err := mmap.Map(f, mmap.RDONLY, 0)
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("opening segment %s: %w", path, err)
	}
	s := &File{path: path, file: f, mem: mem}
	s.refs.Store(1)
	if err := s.load(config); err != nil {
		s.release()
		return nil, fmt.Errorf("opening segment %s: %w", path, err)
	}
	return s, nil
}

func (s *File) load(config map[string]any) (err error) {
	if s.part, s.zap, err = openPart(s.mem); err != nil {
		return err
	}
	if s.SegmentBase, err = openZap(s.zap, config); err != nil {
		return err
	}
	if s.Count() != uint64(s.part.all) {
		return fmt.Errorf("it holds %d documents, and fingerprints of %d: %w", s.Count(), s.part.all, ErrDamaged)
	}
	return nil
}

// openZap opens what zap has written. Its footer is
//
//	n bytes   the name of what wrote the file, where that is not zap alone
//	4 bytes   n
//	8 bytes   documents
//	8 bytes   where the index of stored fields is
//	8 bytes   where the index of sections is
//	4 bytes   chunk mode
//	4 bytes   version
//	4 bytes   CRC-32 of all before
//
// big-endian.
func openZap(file []byte, config map[string]any) (*zap.SegmentBase, error) {
	const size = 40
	if len(file) < size {
		return nil, ErrDamaged
	}
	b := file[len(file)-size:]
	if v := binary.BigEndian.Uint32(b[32:]); v != zap.Version {
		return nil, fmt.Errorf("the segment was written by zap %d, and this program has %d: %w", v, zap.Version, errOther)
	}
	if binary.BigEndian.Uint32(b) != 0 {
		return nil, fmt.Errorf("the segment was written through callbacks of zap, which segments of this type do not have: %w", errOther)
	}
	f := zapFooter{
		docs: binary.BigEndian.Uint64(b[4:]), stored: binary.BigEndian.Uint64(b[12:]), sections: binary.BigEndian.Uint64(b[20:]),
		chunkMode: binary.BigEndian.Uint32(b[28:]), sum: binary.BigEndian.Uint32(b[36:]),
	}
	mem := file[:len(file)-size]
	if !f.plausible(mem) {
		return nil, fmt.Errorf("zap's footer points to nothing: %w", ErrDamaged)
	}
	return f.openBase(mem, config)
}

// Path implements [api.PersistedSegment].
func (s *File) Path() string { return s.path }

// CRC tells the file from others that may have had its name: it is made of the checksums in it.
func (s *File) CRC() uint32 { return binary.BigEndian.Uint32(s.zap[len(s.zap)-4:]) ^ s.part.sum }

// Dictionary implements [api.Segment].
func (s *File) Dictionary(name string) (api.TermDictionary, error) {
	return s.part.dictionary(name, guardedSegment{s.SegmentBase})
}

// DocNumbers implements [api.Segment].
func (s *File) DocNumbers(ids []string) (*roaring.Bitmap, error) {
	return s.part.docNumbers(ids, guardedSegment{s.SegmentBase})
}

// Fields implements [api.Segment].
func (s *File) Fields() []string { return s.part.allFields(s.SegmentBase) }

// Size implements [api.Segment]. What is mapped does not count.
func (s *File) Size() int { return s.SegmentBase.Size() - len(s.zap) }

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
// or documents, or ctx's error when it is done. Nothing is decoded before the checksums are known to be
// right.
func (s *File) Check(ctx context.Context) error {
	if err := s.verify(ctx); err != nil {
		return err
	}
	if err := s.part.check(ctx, s.Count()); err != nil {
		return fmt.Errorf("segment %s: %w", s.path, err)
	}
	return nil
}

// verify compares the checksums, which takes a fraction of the time of decoding.
func (s *File) verify(ctx context.Context) error {
	end := len(s.zap) - 4
	sum, err := Checksum(ctx, crc32.IEEETable, s.zap[:end])
	if err != nil {
		return err
	}
	if sum != binary.BigEndian.Uint32(s.zap[end:]) {
		return fmt.Errorf("segment %s: the checksum of zap's fields is wrong: %w", s.path, ErrDamaged)
	}
	if sum, err = Checksum(ctx, castagnoli, s.part.raw); err != nil {
		return err
	}
	if sum != s.part.sum {
		return fmt.Errorf("segment %s: the checksum of the fingerprints is wrong: %w", s.path, ErrDamaged)
	}
	return nil
}

// Checksum is the CRC-32 of b, or ctx's error when it is done before.
func Checksum(ctx context.Context, table *crc32.Table, b []byte) (sum uint32, err error) {
	const step = 16 << 20
	for len(b) > 0 && ctx.Err() == nil {
		n := min(step, len(b))
		sum = crc32.Update(sum, table, b[:n])
		b = b[n:]
	}
	return sum, ctx.Err()
}
