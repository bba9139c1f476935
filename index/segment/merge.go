package segment

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"runtime"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
	api "github.com/blevesearch/scorch_segment_api/v2"
	"golang.org/x/sync/errgroup"
)

// Segments are merged stretch by stretch: the terms of a stretch are read from all of them, in
// order, sorted and written, so that memory is a stretch for each processor, the directory and some
// bytes for each document, however many terms there are.

// dropped is the number that zap gives to a document which is not taken over.
const dropped = math.MaxUint64

func (p *plugin) merge(segments []api.Segment, drops []*roaring.Bitmap, path string, closeCh chan struct{},
	s api.StatsReporter, config map[string]any) ([][]uint64, uint64, error) {
	numbers, size, err := p.mergeParts(segments, drops, path, closeCh, s, config)
	if errors.Is(err, api.ErrClosed) {
		return nil, 0, api.ErrClosed // scorch compares, and would begin anew
	}
	if err != nil {
		return nil, 0, fmt.Errorf("merging segments: %w", err)
	}
	return numbers, size, nil
}

func (p *plugin) mergeParts(segments []api.Segment, drops []*roaring.Bitmap, path string, closeCh chan struct{},
	s api.StatsReporter, config map[string]any) ([][]uint64, uint64, error) {
	bases, parts, err := inputs(segments, closeCh)
	if err != nil {
		return nil, 0, err
	}
	numbers, size, err := p.mergeZap(bases, drops, path, closeCh, s, config)
	if err != nil {
		return nil, 0, err
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_APPEND, 0)
	if err != nil {
		os.Remove(path)
		return nil, 0, err
	}
	var written uint64
	err = finish(f, func(w io.Writer) (err error) {
		written, err = newMerge(parts, numbers, closeCh).appendTo(w, f, size)
		return err
	})
	if err != nil {
		return nil, 0, err
	}
	if s != nil {
		s.ReportBytesWritten(written)
	}
	return numbers, size + written, nil
}

// appendTo writes what stands behind zap's part, which has that size and is read again for its
// checksums.
func (m *merge) appendTo(w io.Writer, zap io.ReaderAt, size uint64) (written uint64, err error) {
	var sums pageSums
	var sum zapSum
	if _, err := io.Copy(io.MultiWriter(&sums, &sum), io.NewSectionReader(zap, 0, int64(size))); err != nil {
		return 0, err
	}
	if !sum.right() {
		return 0, fmt.Errorf("what was just written is read as something else: %w", ErrDamaged)
	}
	part := &partWriter{w: io.MultiWriter(w, &sums)}
	f, err := m.writeTo(part)
	if err != nil {
		return 0, err
	}
	n, err := sums.writeTo(w, f)
	return part.size + uint64(n), err
}

// inputs returns what zap and what we have of the segments. It reads their files, or what is
// damaged would get a new checksum.
func inputs(segments []api.Segment, closeCh chan struct{}) ([]api.Segment, []*part, error) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go func() {
		select {
		case <-closeCh:
			cancel()
		case <-ctx.Done():
		}
	}()
	bases := make([]api.Segment, len(segments))
	parts := make([]*part, len(segments))
	for i, x := range segments {
		if isClosed(closeCh) {
			return nil, nil, api.ErrClosed
		}
		switch x := x.(type) {
		case *memory:
			bases[i], parts[i] = x.SegmentBase, x.part
		case *File:
			err := x.pages.compareAll(ctx)
			if isClosed(closeCh) {
				err = api.ErrClosed
			}
			if err != nil {
				return nil, nil, err
			}
			bases[i], parts[i] = x.SegmentBase, x.part
		case *Broken:
			return nil, nil, x.err
		default:
			return nil, nil, fmt.Errorf("one is %T: they have to be of one type", x)
		}
	}
	return bases, parts, nil
}

// merge is one merge under way. It is only read while goroutines write stretches.
type merge struct {
	parts   []*part
	moved   [2][][]uint32 // by kind, part and document: the document in what is written, or gone
	numbers []uint32      // of what is written
	all     int           // documents of what is written
	closeCh chan struct{}
}

// gone is in place of a document that is not taken over.
const gone = math.MaxUint32

func newMerge(parts []*part, renumbered [][]uint64, closeCh chan struct{}) *merge {
	m := &merge{parts: parts, closeCh: closeCh}
	for i, p := range parts {
		all := make([]uint32, p.all)
		for d := range all {
			all[d] = gone
			if len(renumbered) > 0 && renumbered[i][d] != dropped { // it is empty where nothing is left
				all[d] = uint32(renumbered[i][d])
				m.all++
			}
		}
		prints := make([]uint32, p.docs())
		for d := range prints {
			prints[d] = gone
			if n := all[numberAt(p.numbers, d)]; n != gone {
				prints[d] = uint32(len(m.numbers))
				m.numbers = append(m.numbers, n)
			}
		}
		m.moved[kindKeys] = append(m.moved[kindKeys], all)
		m.moved[kindPrints] = append(m.moved[kindPrints], prints)
	}
	return m
}

func (m *merge) writeTo(out *partWriter) (footer, error) {
	fields := fieldKinds(m.parts)
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if err := m.writeField(out, name, fields[name]); err != nil {
			return footer{}, fmt.Errorf("merging field %s: %w", name, err)
		}
	}
	return out.end(m.numbers, m.all)
}

// writeField writes as many stretches at a time as there are processors.
func (m *merge) writeField(out *partWriter, name string, k kind) error {
	f := out.field(name, k)
	var mergers []*merger
	for range runtime.GOMAXPROCS(0) {
		mergers = append(mergers, m.newMerger(name, k))
	}
	top := topBits(m.postings(name))
	for i := 0; i < 1<<top; i += len(mergers) {
		if isClosed(m.closeCh) {
			return api.ErrClosed
		}
		var group errgroup.Group
		for k, g := range mergers[:min(len(mergers), 1<<top-i)] {
			group.Go(func() error { return g.write(uint64(i+k), top) })
		}
		if err := group.Wait(); err != nil {
			return err
		}
		for _, g := range mergers[:min(len(mergers), 1<<top-i)] {
			if err := f.add(&g.out); err != nil {
				return err
			}
		}
	}
	return f.end()
}

func isClosed(c chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

func (m *merge) postings(name string) (n uint64) {
	for _, p := range m.parts {
		if f := p.fields[name]; f != nil {
			n += f.postings
		}
	}
	return n
}

// merger writes one stretch after the other.
type merger struct {
	readers []*reader
	moved   [][]uint32 // by reader
	order   stretch
	docs    []uint32
	out     blockWriter
}

func (m *merge) newMerger(name string, k kind) *merger {
	g := &merger{}
	g.out.docs = uint32(len(m.numbers))
	if k == kindKeys {
		g.out.docs = uint32(m.all)
	}
	for i, p := range m.parts {
		if f := p.fields[name]; f != nil {
			g.readers = append(g.readers, newReader(f))
			g.moved = append(g.moved, m.moved[k][i])
		}
	}
	return g
}

// write leaves the i-th stretch of 1<<top in out.
func (g *merger) write(i uint64, top uint) error {
	g.out.reset()
	g.order.postings = g.order.postings[:0]
	down := hashBits - top
	for k, r := range g.readers {
		moved := g.moved[k]
		err := r.each(i<<down, (i+1)<<down, func(hash uint64, l *list) error {
			docs := l.short
			if l.df >= longList {
				var err error
				if g.docs, err = r.appendDocs(g.docs[:0], l); err != nil {
					return err
				}
				docs = g.docs
			}
			low := hash & (1<<down - 1)
			for _, d := range docs {
				if at := moved[d]; at != gone {
					g.order.postings = append(g.order.postings, posting(low, at))
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	g.order.writeTo(&g.out, i<<down)
	return nil
}
