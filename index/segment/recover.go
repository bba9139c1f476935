package segment

import (
	"fmt"
	"os"

	"github.com/RoaringBitmap/roaring/v2"
	api "github.com/blevesearch/scorch_segment_api/v2"
)

// Zap trusts its input, and panics on many wrong values. Checksums detect damage, but not a file
// that was written with false content. Cheap checks come first. A panic becomes an error where zap
// opens a file, reads a stored field, looks up a term or merges. Zap's iterators are not guarded,
// because they read only bitmaps.

// guard turns a panic of zap into an error. It is deferred.
func guard(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("zap cannot read its part of the segment: %v: %w", r, ErrDamaged)
	}
}

// guardedDictionary wraps a dictionary of zap.
type guardedDictionary struct{ api.TermDictionary }

func (d guardedDictionary) PostingsList(term []byte, except *roaring.Bitmap,
	old api.PostingsList) (l api.PostingsList, err error) {
	defer guard(&err)
	return d.TermDictionary.PostingsList(term, except, old)
}

func (d guardedDictionary) Contains(term []byte) (ok bool, err error) {
	defer guard(&err)
	return d.TermDictionary.Contains(term)
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
