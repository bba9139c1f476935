package index

import (
	"errors"

	"github.com/blevesearch/bleve/v2"
)

// Where nothing is published yet, or cannot be, readers open the store. What a killed update has left there is a part
// of what was asked for, and nobody should take it for all: so every batch that is written while nothing is published
// leaves a mark with it. Publishing makes the mark void, and where that cannot be, takes it away.

// partMark stands in the index from the first batch that is written while nothing is published.
var partMark = []byte("chaffinch.part")

// ErrUnfinished says that an index holds a part of what its first update was to bring in, because that was killed or
// has failed. Whoever writes may open it, and so may who asks for what is unpublished.
var ErrUnfinished = errors.New("it was not completed: run chaffinch index again, which goes on from there")

// declareIncomplete makes the batch leave the mark, if readers would see it.
func (x *Index) declareIncomplete(b *bleve.Batch) {
	if all, err := generationsOf(x.path); err != nil || len(all) == 0 {
		b.SetInternal(partMark, []byte{1})
	}
}

// declareComplete takes the mark away.
func (x *Index) declareComplete() error {
	if err := x.complete(); !errors.Is(err, ErrUnfinished) {
		return err
	}
	b := x.bleve.NewBatch()
	b.DeleteInternal(partMark)
	return x.writeBatch(b)
}

// complete returns ErrUnfinished if the store's state has the mark.
func (x *Index) complete() error {
	mark, err := x.bleve.GetInternal(partMark)
	if err == nil && mark != nil {
		err = ErrUnfinished
	}
	return err
}
