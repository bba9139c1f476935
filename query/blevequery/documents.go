package blevequery

import (
	"context"
	"fmt"

	bindex "github.com/blevesearch/bleve_index_api"

	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
)

// mostInverted is the number of postings that [EachDocument] keeps in memory at a time. These take
// 512 MiB. It is a variable for tests.
var mostInverted = 1 << 26

// EachDocument calls f for every document that has a term in one of the fields. The terms of each
// field are hashes, in ascending order: the upper bits of a hash are the term, the others are 0. It
// inverts the index in memory, part by part, and reads all postings once more than there are parts.
// The hashes are valid during the call only. It returns the first error of f.
func EachDocument(ctx context.Context, r bindex.IndexReader, fields []string,
	f func(id string, hashes [][]uint64) error) error {
	rd, err := newReader(r)
	if err != nil {
		return fmt.Errorf("reading documents: %w", err)
	}
	v := &inversion{reader: rd, fields: fields, sizes: make([][]uint32, len(fields))}
	for i := range fields {
		v.sizes[i] = make([]uint32, rd.size)
		err := rd.sweep(ctx, fields[i], termRange{}, func(_ []byte, docs [][]int) error {
			for _, d := range docs {
				for _, doc := range d {
					v.sizes[i][doc]++
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	for from := 0; from < rd.size; {
		to := v.end(from)
		if err := v.part(ctx, from, to, f); err != nil {
			return err
		}
		from = to
	}
	return nil
}

// inversion lists the terms of documents.
type inversion struct {
	*reader
	fields []string
	sizes  [][]uint32 // number of terms, by field and document
}

// end returns the end of the part that begins at a document.
func (v *inversion) end(from int) int {
	sum, to := 0, from
	for ; to < v.size; to++ {
		for i := range v.sizes {
			sum += int(v.sizes[i][to])
		}
		if sum > mostInverted && to > from {
			break
		}
	}
	return to
}

// part calls f for the documents from from (inclusive) to to (exclusive).
func (v *inversion) part(ctx context.Context, from, to int, f func(id string, hashes [][]uint64) error) error {
	lists := make([][][]uint64, len(v.fields)) // by field and document
	for i, field := range v.fields {
		lists[i] = allocated(v.sizes[i][from:to])
		err := v.sweep(ctx, field, termRange{}, func(term []byte, docs [][]int) error {
			hash, err := winnow.ParseTerm(term)
			if err != nil {
				return err
			}
			for _, d := range docs {
				for _, doc := range d {
					if from <= doc && doc < to {
						lists[i][doc-from] = append(lists[i][doc-from], hash)
					}
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	hashes := make([][]uint64, len(v.fields))
	for doc := from; doc < to; doc++ {
		n := 0
		for i := range lists {
			hashes[i] = lists[i][doc-from]
			n += len(hashes[i])
		}
		if n == 0 {
			continue
		}
		id, err := v.id(doc)
		if err != nil {
			return err
		}
		if err := f(id, hashes); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// allocated returns empty lists with room for numbers of hashes, in one allocation.
func allocated(sizes []uint32) [][]uint64 {
	total := 0
	for _, n := range sizes {
		total += int(n)
	}
	room := make([]uint64, total)
	lists := make([][]uint64, len(sizes))
	for i, n := range sizes {
		lists[i], room = room[:0:n], room[n:]
	}
	return lists
}
