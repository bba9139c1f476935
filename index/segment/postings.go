package segment

import (
	"bytes"
	"sort"
	"strings"
	"unsafe"

	"github.com/RoaringBitmap/roaring/v2"
	bindex "github.com/blevesearch/bleve_index_api"
	api "github.com/blevesearch/scorch_segment_api/v2"

	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
)

// uncounted implements the I/O counters of postings. Zap counts its own; mapped memory costs no
// read.
type uncounted struct{}

func (uncounted) BytesRead() uint64     { return 0 }
func (uncounted) ResetBytesRead(uint64) {}
func (uncounted) BytesWritten() uint64  { return 0 }

// postingsList is the list of documents of a term, for Bleve.
type postingsList struct {
	uncounted
	docs []uint32
}

// Iterator implements [api.PostingsList]. A fingerprint counts once in a document. It has no
// positions, which would double the index.
func (p *postingsList) Iterator(_, _, _ bool, _ api.PostingsIterator) api.PostingsIterator {
	return &postingsIterator{docs: p.docs, all: p.docs}
}

// Size implements [api.PostingsList].
func (p *postingsList) Size() int { return int(unsafe.Sizeof(*p)) + 4*len(p.docs) }

// Count implements [api.PostingsList].
func (p *postingsList) Count() uint64 { return uint64(len(p.docs)) }

type postingsIterator struct {
	uncounted
	docs   []uint32 // the rest of all
	all    []uint32
	bitmap *roaring.Bitmap
	hit    posted
}

var _ api.OptimizablePostingsIterator = (*postingsIterator)(nil)

// Next implements [api.PostingsIterator].
func (p *postingsIterator) Next() (api.Posting, error) {
	if len(p.docs) == 0 {
		return nil, nil
	}
	p.hit = posted(p.docs[0])
	p.docs = p.docs[1:]
	return &p.hit, nil
}

// Advance implements [api.PostingsIterator].
func (p *postingsIterator) Advance(doc uint64) (api.Posting, error) {
	p.docs = p.docs[sort.Search(len(p.docs), func(i int) bool { return uint64(p.docs[i]) >= doc }):]
	return p.Next()
}

// Size implements [api.PostingsIterator].
func (p *postingsIterator) Size() int { return int(unsafe.Sizeof(*p)) }

// ActualBitmap implements [api.OptimizablePostingsIterator]; Bleve intersects lists with it.
func (p *postingsIterator) ActualBitmap() *roaring.Bitmap {
	if p.bitmap == nil && len(p.all) > 0 {
		p.bitmap = roaring.BitmapOf(p.all...)
	}
	return p.bitmap
}

// DocNum1Hit implements [api.OptimizablePostingsIterator].
func (p *postingsIterator) DocNum1Hit() (uint64, bool) {
	if len(p.all) != 1 {
		return 0, false
	}
	return uint64(p.all[0]), true
}

// ReplaceActual implements [api.OptimizablePostingsIterator].
func (p *postingsIterator) ReplaceActual(b *roaring.Bitmap) {
	p.bitmap = b
	p.all = b.ToArray()
	p.docs = p.all
}

// posted is the number of a document that contains a term.
type posted uint32

func (p *posted) Number() uint64            { return uint64(*p) }
func (p *posted) Frequency() uint64         { return 1 }
func (p *posted) Norm() float64             { return 1 }
func (p *posted) Locations() []api.Location { return nil }
func (p *posted) Size() int                 { return int(unsafe.Sizeof(*p)) }

// iterator iterates over the terms that an automaton accepts, for Bleve. It decodes blocks lazily.
type iterator struct {
	cursor     cursor
	accepts    api.Automaton
	start, end []byte
	text       []byte
	entry      bindex.DictEntry
}

// AutomatonIterator implements [api.TermDictionary].
func (d *fieldDictionary) AutomatonIterator(a api.Automaton, start, end []byte) api.DictionaryIterator {
	c := newReader(d.reader.field).from(atLeast(start), 1<<hashBits)
	return &iterator{cursor: c, accepts: a, start: start, end: end}
}

// atLeast returns a lower bound of the hashes of all terms from start on.
func atLeast(start []byte) uint64 {
	term := []byte(strings.Repeat(winnow.TermAlphabet[:1], winnow.TermSize))
	for i := range min(len(start), len(term)) {
		if strings.IndexByte(winnow.TermAlphabet, start[i]) < 0 {
			break
		}
		term[i] = start[i]
	}
	h, _ := winnow.ParseTerm(term) // cannot fail
	return h >> shift
}

// Next implements [api.DictionaryIterator].
func (i *iterator) Next() (*bindex.DictEntry, error) {
	for {
		hash, l, err := i.cursor.next()
		if err != nil || l == nil {
			return nil, err
		}
		i.text = winnow.AppendTerm(i.text[:0], hash<<shift)
		if i.end != nil && bytes.Compare(i.text, i.end) >= 0 {
			i.cursor.end = 0
			return nil, nil
		}
		if bytes.Compare(i.text, i.start) >= 0 && accepts(i.accepts, i.text) {
			i.entry = bindex.DictEntry{Term: string(i.text), Count: uint64(l.df)}
			return &i.entry, nil
		}
	}
}

func accepts(a api.Automaton, text []byte) bool {
	if a == nil {
		return true
	}
	state := a.Start()
	for _, b := range text {
		state = a.Accept(state, b)
	}
	return a.IsMatch(state)
}
