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

// Segments are merged one partition at a time. The terms of a partition are read from all segments,
// sorted and written. Memory is one partition for each processor, the directory, and some bytes for
// each document, whatever the number of terms.

// dropped is zap's number of a document that is not kept.
const dropped = math.MaxUint64

// MergeUsing implements [scorch.SegmentPlugin].
func (p *plugin) MergeUsing(segments []api.Segment, drops []*roaring.Bitmap, path string,
	closeCh chan struct{}, s api.StatsReporter, config map[string]any) ([][]uint64, uint64, error) {
	var numbers [][]uint64
	var size uint64
	err := sequentially(segments, func() (err error) {
		numbers, size, err = p.merge(segments, drops, path, closeCh, s, config)
		return err
	})
	if errors.Is(err, api.ErrClosed) {
		return nil, 0, api.ErrClosed // scorch compares with ==, and would otherwise start again
	}
	if err != nil {
		return nil, 0, fmt.Errorf("merging segments: %w", err)
	}
	return numbers, size, nil
}

func (p *plugin) merge(segments []api.Segment, drops []*roaring.Bitmap, path string,
	closeCh chan struct{}, s api.StatsReporter, config map[string]any) ([][]uint64, uint64, error) {
	bases, parts, err := inputs(segments, closeCh)
	if err != nil {
		return nil, 0, err
	}
	if err := writeEmpty(path); err != nil {
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

// mergeZap merges the parts of zap.
func (p *plugin) mergeZap(bases []api.Segment, drops []*roaring.Bitmap, path string,
	closeCh chan struct{}, s api.StatsReporter, config map[string]any) (
	numbers [][]uint64, size uint64, err error) {
	defer func() {
		if err != nil {
			os.Remove(path) // zap does not do this after a panic
		}
	}()
	defer guard(&err)
	return p.zap.MergeUsing(bases, drops, path, closeCh, s, config)
}

// appendTo writes everything after zap's part, which has that size. It reads zap's part again to
// compute the checksums.
func (m *merge) appendTo(w io.Writer, zap io.ReaderAt, size uint64) (written uint64, err error) {
	var sums pageSums
	if err := sums.readZap(io.NewSectionReader(zap, 0, int64(size)), int64(size)); err != nil {
		return 0, err
	}
	part := &partWriter{w: io.MultiWriter(w, &sums)}
	f, err := m.writeTo(part)
	if err != nil {
		return 0, err
	}
	n, err := sums.writeTo(w, f)
	return part.size + uint64(n), err
}

// inputs returns zap's part and our part of each segment. It verifies all pages first; otherwise a
// merge would give damaged bytes a valid checksum.
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
		case *unpersisted:
			bases[i], parts[i] = x.SegmentBase, x.part
		case *File:
			err := x.pages.verifyAll(ctx)
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
			return nil, nil, fmt.Errorf("one segment is a %T: all must be of type chaffinch", x)
		}
	}
	return bases, parts, nil
}

// merge is the state of one merge. Goroutines that write partitions only read it.
type merge struct {
	parts   []*part
	moved   [2][][]uint32 // by kind, part and document: the new document number, or gone
	numbers []uint32      // the numbers section of the merged part
	code    *docCode      // of the documents in numbers
	docs    int           // number of documents of the merged segment
	closeCh chan struct{}
}

// gone marks a document that is not kept.
const gone = math.MaxUint32

func newMerge(parts []*part, renumbered [][]uint64, closeCh chan struct{}) *merge {
	m := &merge{parts: parts, closeCh: closeCh}
	var classes []byte
	for i, p := range parts {
		all := make([]uint32, p.docs)
		for d := range all {
			all[d] = gone
			if len(renumbered) > 0 && renumbered[i][d] != dropped { // empty if no document is kept
				all[d] = uint32(renumbered[i][d])
				m.docs++
			}
		}
		prints := make([]uint32, p.printDocs())
		for d := range prints {
			prints[d] = gone
			if n := all[numberAt(p.numbers, d)]; n != gone {
				prints[d] = uint32(len(m.numbers))
				m.numbers, classes = append(m.numbers, n), append(classes, p.classes[d])
			}
		}
		m.moved[kindKeys] = append(m.moved[kindKeys], all)
		m.moved[kindPrints] = append(m.moved[kindPrints], prints)
	}
	m.code = newDocCode(classes, classLengths(classes))
	return m
}

func (m *merge) writeTo(out *partWriter) (footer, error) {
	fields := fieldKinds(m.parts)
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if err := m.writeField(out, name, fields[name]); err != nil {
			return footer{}, fmt.Errorf("merging field %s: %w", name, err)
		}
	}
	if err := m.writeStored(out); err != nil {
		return footer{}, fmt.Errorf("merging stored values: %w", err)
	}
	return out.end(m.numbers, m.code, m.docs)
}

// writeStored writes the stored values of the documents that are kept, whose new numbers ascend.
func (m *merge) writeStored(out *partWriter) error {
	w := out.stored()
	for i, p := range m.parts {
		if isClosed(m.closeCh) {
			return api.ErrClosed
		}
		for d, to := range m.moved[kindKeys][i] {
			if to == gone {
				continue
			}
			if uint64(to) != w.row.terms {
				return fmt.Errorf("document %d becomes %d, not %d", d, to, w.row.terms)
			}
			if err := w.copy(p.stored, uint64(d)); err != nil {
				return err
			}
		}
	}
	return w.end()
}

// fieldKinds returns the fields of all parts. The kind of a field is the same in all segments of an
// index, so parts agree.
func fieldKinds(parts []*part) kinds {
	k := kinds{}
	for _, p := range parts {
		for _, n := range p.names {
			k[n] = p.fields[n].kind
		}
	}
	return k
}

// writeField writes as many partitions at a time as there are processors.
func (m *merge) writeField(out *partWriter, name string, k kind) error {
	zeros := m.zeros(name)
	f := out.field(name, k, zeros)
	var mergers []*merger
	for range runtime.GOMAXPROCS(0) {
		g := m.newMerger(name, k)
		g.out.zeros = zeros
		mergers = append(mergers, g)
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

// zeros returns how many low bits of hashes are 0 in all terms of the field.
func (m *merge) zeros(name string) uint {
	least := uint(hashBits)
	for _, p := range m.parts {
		if f := p.fields[name]; f != nil {
			least = min(least, f.zeros)
		}
	}
	return least
}

func (m *merge) postings(name string) (n uint64) {
	for _, p := range m.parts {
		if f := p.fields[name]; f != nil {
			n += f.postings
		}
	}
	return n
}

// merger writes one partition after another.
type merger struct {
	readers []*reader
	moved   [][]uint32 // by reader
	order   partition
	docs    []uint32
	out     blockWriter
}

func (m *merge) newMerger(name string, k kind) *merger {
	g := &merger{}
	g.out.docs, g.out.code = uint32(len(m.numbers)), m.code
	if k == kindKeys {
		g.out.docs, g.out.code = uint32(m.docs), equalCode(uint32(m.docs))
	}
	for i, p := range m.parts {
		if f := p.fields[name]; f != nil {
			g.readers = append(g.readers, newReader(f))
			g.moved = append(g.moved, m.moved[k][i])
		}
	}
	return g
}

// write leaves the i-th of 1<<top partitions in out.
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
