package disk

import (
	"context"
	"maps"
	"slices"

	"github.com/blevesearch/bleve/v2/index/scorch"
	api "github.com/blevesearch/scorch_segment_api/v2"

	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/segment"
)

// Errors say what to index again. The folders come from the ids of occurrences, which
// are the same in all versions of the format.

// sampledRoots bounds the occurrences that are read of each collection in each segment.
const sampledRoots = 1000

// roots returns the roots that a sample of the occurrences names. If the index is damaged, some may
// be missing.
func (x *Index) roots() []index.Root { return rootsOf(x.bleve) }

// roots returns the roots of the store and of the published state.
func (r *repair) roots(ctx context.Context, x *Index) []index.Root {
	b, err := r.dir.openPublished(ctx)
	if b == nil || err != nil {
		return x.roots()
	}
	defer b.Close()
	return rootsOf(x.bleve, b)
}

func rootsOf(all ...bleveIndex) []index.Root {
	found := map[index.Root]bool{}
	for _, b := range all {
		reader, err := scorchReader(b)
		if err != nil {
			continue
		}
		for _, s := range reader.Segments() {
			addRoots(found, s)
		}
		reader.Close()
	}
	return slices.SortedFunc(maps.Keys(found), index.Root.Compare)
}

// addRoots adds the roots in a segment, as far as it can be read.
func addRoots(found map[index.Root]bool, s *scorch.SegmentSnapshot) {
	defer func() { _ = recover() }() // zap panics on some damaged bytes
	from, done := untrusted(s)
	if from == nil {
		return
	}
	defer done()
	dict, err := from.Dictionary(fieldCollection)
	if err != nil {
		return
	}
	names := dict.AutomatonIterator(nil, nil, nil)
	for e, err := names.Next(); e != nil && err == nil; e, err = names.Next() {
		list, err := dict.PostingsList([]byte(e.Term), s.Deleted(), nil)
		if err != nil {
			return
		}
		it := list.Iterator(false, false, false, nil)
		for range sampledRoots {
			p, err := it.Next()
			if p == nil || err != nil {
				break
			}
			id, err := from.DocID(p.Number())
			if o, wrong := parseOccurrenceID(string(id)); err == nil && wrong == nil {
				found[index.Root{Collection: o.Collection, Path: o.Root}] = true
			}
		}
	}
}

// untrusted returns a segment even if broken, or nil if it is unreadable. Call done after use.
func untrusted(s *scorch.SegmentSnapshot) (from api.Segment, done func()) {
	broken, ok := s.Segment().(*segment.Broken)
	if !ok {
		return s.Segment(), func() {}
	}
	file := broken.Untrusted()
	if file == nil {
		return nil, nil
	}
	return file, func() { file.Close() }
}

// again returns how to index everything again.
func (x *Index) again() index.Remedy { return x.againFrom(x.roots()...) }

// againFrom returns how to index the roots.
func (x *Index) againFrom(roots ...index.Root) index.Remedy {
	return index.Remedy{Kind: index.RemedyUpdate, Index: x.path, Roots: roots}
}
