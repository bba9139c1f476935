package query

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
)

// Weights hold, for every document of one snapshot, the number of its distinct terms and the
// length of its TF-IDF vector: what cosine and resemblance need of the documents. As every new
// document changes the df of its terms and N, and with that the vectors of others, they belong
// to that snapshot alone. Computing them reads all postings of the fields; they can be kept with
// MarshalBinary and loaded again as long as the snapshot is the same.
type Weights struct {
	state  uint64    // of what, but for the fields: see stateOf
	fields uint64    // hash of their names
	norms  []float32 // by document; a float32 rounds a score in the 7th digit
	sizes  []uint32
}

func (w *Weights) norm(doc int) float64 { return float64(w.norms[doc]) }
func (w *Weights) size(doc int) int     { return int(w.sizes[doc]) }

// weighed is one part's contribution to the documents: squares of term weights, and terms.
type weighed struct {
	squares []float64
	sizes   []uint32
}

// parts is in how many ranges of terms a field is read at the same time. Each costs 12 bytes of
// memory a document. It is fixed, so that sums are made in the same order on every machine.
const parts = 4

// ComputeWeights reads all postings of the fields in the snapshot. n is the number of documents
// that idf is based on.
func ComputeWeights(ctx context.Context, r bindex.IndexReader, fields []string, n int) (*Weights, error) {
	rd, err := newReader(r)
	if err != nil {
		return nil, fmt.Errorf("weighing documents: %w", err)
	}
	var shares [parts]weighed
	group, ctx := errgroup.WithContext(ctx)
	for i := range shares {
		group.Go(func() error {
			own, err := newReader(r) // a reader is not for several goroutines
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
	}
	if err := group.Wait(); err != nil {
		return nil, fmt.Errorf("weighing documents: %w", err)
	}
	w := gather(shares[:])
	w.state, w.fields = stateOf(rd, n), hashOf(fields)
	return w, nil
}

// part returns the i-th range of terms: they are hashes, so like parts of all that there can be
// hold like parts of them.
func part(i int) termRange {
	var r termRange
	if i > 0 {
		r.from = winnow.AppendTerm(nil, uint64(i)*(math.MaxUint64/parts+1))
	}
	if i < parts-1 {
		r.to = winnow.AppendTerm(nil, uint64(i+1)*(math.MaxUint64/parts+1))
	}
	return r
}

func (w *weighed) add(ctx context.Context, r *reader, field string, over termRange, n int) error {
	return r.sweep(ctx, field, over, func(_ []byte, docs [][]int) error {
		df := 0
		for _, d := range docs {
			df += len(d)
		}
		idf := IDF(n, df)
		for _, d := range docs {
			for _, doc := range d {
				w.squares[doc] += idf * idf
				w.sizes[doc]++
			}
		}
		return nil
	})
}

func gather(shares []weighed) *Weights {
	total := shares[0]
	for _, s := range shares[1:] {
		for i := range total.squares {
			total.squares[i] += s.squares[i]
			total.sizes[i] += s.sizes[i]
		}
	}
	w := &Weights{norms: make([]float32, len(total.squares)), sizes: total.sizes}
	for i, s := range total.squares {
		w.norms[i] = float32(math.Sqrt(s))
	}
	return w
}

// Fresh says whether the weights are those of the snapshot for the fields and n.
func (w *Weights) Fresh(r bindex.IndexReader, fields []string, n int) bool {
	return w.fields == hashOf(fields) && w.fit(r, n)
}

// fit says whether the weights are those of the snapshot and n, for whatever fields.
func (w *Weights) fit(r bindex.IndexReader, n int) bool {
	rd, err := newReader(r)
	return err == nil && len(w.norms) == rd.size && w.state == stateOf(rd, n)
}

func hashOf(fields []string) uint64 { return xxhash.Sum64String(fmt.Sprintf("%q", fields)) }

// stateOf identifies what weights depend on: the segments, and which documents are deleted from
// them. The name of a segment is not enough, because Bleve counts from 1 again once all are gone.
func stateOf(r *reader, n int) uint64 {
	h := xxhash.New()
	fmt.Fprintf(h, "%d\n", n)
	for _, s := range r.segments {
		fmt.Fprintf(h, "%s %d\n", nameOf(s.snapshot), s.snapshot.FullSize())
		if d := s.snapshot.Deleted(); d != nil {
			d.WriteTo(h) // a hash takes all that is written
		}
	}
	return h.Sum64()
}

// nameOf tells segments apart: those on disk by name and checksum, those in memory by a place
// that no other run knows.
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
