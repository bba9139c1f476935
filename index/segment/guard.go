package segment

import (
	"fmt"
	"os"

	"github.com/RoaringBitmap/roaring/v2"
	api "github.com/blevesearch/scorch_segment_api/v2"
)

// Zap trusts its bytes, and panics on many that are wrong. Checksums tell what is damaged, but not
// what was written to be wrong. So cheap checks come first, and a panic becomes an error where zap
// opens a file, reads a stored field, looks a term up or merges. Iterators that zap returns are not
// guarded: they read bitmaps.

// guard turns a panic of zap's into an error. It is deferred.
func guard(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("what zap has written cannot be read: %v: %w", r, ErrDamaged)
	}
}

// guardedDictionary is one of zap's.
type guardedDictionary struct{ api.TermDictionary }

func (d guardedDictionary) PostingsList(term []byte, except *roaring.Bitmap, old api.PostingsList) (l api.PostingsList, err error) {
	defer guard(&err)
	return d.TermDictionary.PostingsList(term, except, old)
}

func (d guardedDictionary) Contains(term []byte) (ok bool, err error) {
	defer guard(&err)
	return d.TermDictionary.Contains(term)
}

// mergeZap lets zap merge its parts.
func (p *plugin) mergeZap(bases []api.Segment, drops []*roaring.Bitmap, path string, closeCh chan struct{},
	s api.StatsReporter, config map[string]any) (numbers [][]uint64, size uint64, err error) {
	defer func() {
		if err != nil {
			os.Remove(path) // after a panic zap has not done that
		}
	}()
	defer guard(&err)
	return p.zap.MergeUsing(bases, drops, path, closeCh, s, config)
}
