package disk

import (
	"bytes"
	"context"
	"strings"

	bindex "github.com/blevesearch/bleve_index_api"

	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/option"
)

// If nothing is published, readers open the store. A killed first update leaves only a part of its
// files there, and readers must refuse that. So a new index has a mark, which the first update
// replaces by one that names its source. Only an update of that source, or a copy of that index,
// completes it; other calls that write are refused, because they would publish the part. Once
// something is published the mark has no meaning. If nothing can be published, calls that write set
// the mark again while they run.

// partMark is the key of that mark among Bleve's internal values. The value is markNew,
// markRemoval, or the source of the update: collection, NUL, path. The collection of a copy is
// empty.
var partMark = []byte("chaffinch.part")

var (
	markNew     = []byte{1} // no update has begun
	markRemoval = []byte{2} // nothing can be published, and a removal has not finished
)

// unfinished returns the error for an index with the mark.
func (x *Index) unfinished(mark []byte) error {
	return option.Fail(option.Advised, index.ErrUnfinished, x.completion(mark))
}

// completion returns how to complete the update.
func (x *Index) completion(mark []byte) index.Remedy {
	r := x.again()
	r.Completes = true
	if collection, path, ok := strings.Cut(string(mark), "\x00"); ok {
		if file, ok := strings.CutPrefix(path, index.ImportedFrom); ok && collection == "" {
			r.Kind, r.Files, r.Roots = index.RemedyImport, []string{file}, nil
		} else if collection == "" {
			r.Kind, r.Files, r.Roots = index.RemedyCopy, []string{path}, nil
		} else {
			r.Roots = []index.Root{{Collection: collection, Path: path}}
		}
	}
	return r
}

// partial returns the mark, or nil if the first update is complete or something is published.
func (x *Index) partial() ([]byte, error) {
	if all, err := x.dir.generations(); err != nil || len(all) > 0 {
		return nil, err
	}
	return x.bleve.GetInternal(partMark)
}

// partialForOthers is partial, but returns nil if this process has just created the index.
func (x *Index) partialForOthers() ([]byte, error) {
	mark, err := x.partial()
	if x.created && bytes.Equal(mark, markNew) {
		mark = nil
	}
	return mark, err
}

// requireFirst returns ErrUnfinished if the first update is not complete.
func (x *Index) requireFirst() error {
	mark, err := x.partialForOthers()
	if err != nil || mark == nil || bytes.Equal(mark, markRemoval) {
		return err
	}
	return x.unfinished(mark)
}

// Begin implements [index.Writer]. It sets the mark of the first update.
func (w *bleveWriter) Begin(_ context.Context, collection, root string) error {
	if root == "" {
		return w.x.requireFirst()
	}
	w.mark = []byte(collection + "\x00" + root)
	mark, err := w.x.partial()
	if err != nil || mark == nil || bytes.Equal(mark, w.mark) {
		return err
	}
	if bytes.ContainsRune(mark, 0) {
		return w.x.unfinished(mark)
	}
	return w.x.bleve.SetInternal(partMark, w.mark)
}

// declareIncomplete adds the mark to a batch if nothing is published.
func (w *bleveWriter) declareIncomplete(b *bindex.Batch) {
	if all, err := w.x.dir.generations(); err == nil && len(all) > 0 {
		return
	}
	if mark, err := w.x.bleve.GetInternal(partMark); err != nil || mark == nil {
		b.SetInternal(partMark, w.mark)
	}
}

// declareComplete removes the mark.
func (x *Index) declareComplete() error {
	if mark, err := x.bleve.GetInternal(partMark); err != nil || mark == nil {
		return err
	}
	b := bindex.NewBatch()
	b.DeleteInternal(partMark)
	return x.writeBatch(b)
}

// complete returns ErrUnfinished if the store has the mark.
func (x *Index) complete() error {
	mark, err := x.bleve.GetInternal(partMark)
	if err == nil && mark != nil {
		err = x.unfinished(mark)
	}
	return err
}
