package blevequery

import (
	"context"
	"fmt"
	"math"
	"path/filepath"

	"github.com/blevesearch/bleve/v2/index/scorch"
	bindex "github.com/blevesearch/bleve_index_api"
	segment "github.com/blevesearch/scorch_segment_api/v2"
	"github.com/cespare/xxhash/v2"
	"golang.org/x/sync/errgroup"

	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
	"github.com/chaffinch-search/chaffinch/internal/mapped"
	"github.com/chaffinch-search/chaffinch/query"
)

// weighed is the contribution of one range of terms to the documents: sums of squared weights, and
// numbers of terms.
type weighed struct {
	squares []float64
	sizes   []uint32
}

// ComputeWeights computes the weights from all postings of the fields. It reads ranges of terms of
// the snapshot in parallel. n is the number of documents that idf is based on. Memory is 12 bytes
// per document for each of 8 ranges of terms.
func ComputeWeights(ctx context.Context, r bindex.IndexReader, fields []string,
	n int) (*query.Weights, error) {
	rd, err := newReader(r)
	if err != nil {
		return nil, fmt.Errorf("weighing documents: %w", err)
	}
	var shares [query.NormParts]weighed
	group, ctx := errgroup.WithContext(ctx)
	for i := range shares {
		group.Go(func() error {
			return mapped.Read(func() error {
				own, err := newReader(r) // a reader is not safe for concurrent use
				if err != nil {
					return err
				}
				shares[i] = weighed{make([]float64, rd.size), make([]uint32, rd.size)}
				for _, field := range fields {
					if err := shares[i].add(ctx, own, field, part(i), n); err != nil {
						return err
					}
				}
				return nil
			})
		})
	}
	if err := group.Wait(); err != nil {
		return nil, fmt.Errorf("weighing documents: %w", err)
	}
	w := gather(shares[:])
	w.State, w.Fields = stateOf(rd, n), hashOf(fields)
	return w, nil
}

// part returns the i-th range of terms. Hashes are uniformly distributed, so the ranges have about
// the same number of terms.
func part(i int) termRange {
	var r termRange
	if i > 0 {
		r.from = winnow.AppendTerm(nil, uint64(i)*(math.MaxUint64/query.NormParts+1))
	}
	if i < query.NormParts-1 {
		r.to = winnow.AppendTerm(nil, uint64(i+1)*(math.MaxUint64/query.NormParts+1))
	}
	return r
}

func (w *weighed) add(ctx context.Context, r *reader, field string, over termRange, n int) error {
	return r.sweep(ctx, field, over, func(_ []byte, docs [][]int) error {
		df := 0
		for _, d := range docs {
			df += len(d)
		}
		idf := query.IDF(n, df)
		for _, d := range docs {
			for _, doc := range d {
				w.squares[doc] += idf * idf
				w.sizes[doc]++
			}
		}
		return nil
	})
}

func gather(shares []weighed) *query.Weights {
	total := shares[0]
	for _, s := range shares[1:] {
		for i := range total.squares {
			total.squares[i] += s.squares[i]
			total.sizes[i] += s.sizes[i]
		}
	}
	w := &query.Weights{Norms: make([]float32, len(total.squares)), Sizes: total.sizes}
	for i, s := range total.squares {
		w.Norms[i] = float32(math.Sqrt(s))
	}
	return w
}

// Fresh reports whether the weights belong to the snapshot, the fields and n.
func Fresh(w *query.Weights, r bindex.IndexReader, fields []string, n int) bool {
	return w.Fields == hashOf(fields) && fit(w, r, n)
}

// fit reports whether the weights belong to the snapshot and n, for any fields.
func fit(w *query.Weights, r bindex.IndexReader, n int) bool {
	rd, err := newReader(r)
	return err == nil && len(w.Norms) == rd.size && w.State == stateOf(rd, n)
}

func hashOf(fields []string) uint64 { return xxhash.Sum64String(fmt.Sprintf("%q", fields)) }

// StateOf identifies a scorch snapshot with n documents: its segments and their deleted documents.
// It is 0 for other indexes.
func StateOf(r bindex.IndexReader, n int) uint64 {
	rd, err := newReader(r)
	if err != nil {
		return 0
	}
	return stateOf(rd, n)
}

// stateOf identifies the state that weights depend on: the segments and their deleted documents.
// The name of a segment is not enough, because Bleve restarts its numbering once all segments are
// gone.
func stateOf(r *reader, n int) uint64 {
	h := xxhash.New()
	fmt.Fprintf(h, "%d\n", n)
	for _, s := range r.segments {
		fmt.Fprintf(h, "%s %d\n", nameOf(s.snapshot), s.snapshot.FullSize())
		if d := s.snapshot.Deleted(); d != nil {
			d.WriteTo(h) // a hash does not fail
		}
	}
	return h.Sum64()
}

// nameOf identifies a segment: on disk by name and checksum, in memory by address.
func nameOf(s *scorch.SegmentSnapshot) string {
	p, ok := s.Segment().(segment.PersistedSegment)
	if !ok {
		return fmt.Sprintf("%d at %p", s.Id(), s.Segment())
	}
	name := filepath.Base(p.Path())
	if sum, ok := p.(interface{ CRC() uint32 }); ok {
		name += fmt.Sprintf(" %08x", sum.CRC())
	}
	return name
}
