package segment

import (
	"cmp"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
	bindex "github.com/blevesearch/bleve_index_api"
	api "github.com/blevesearch/scorch_segment_api/v2"
	"github.com/cespare/xxhash/v2"
)

// idField is Bleve's name for the field of document ids.
const idField = "_id"

// Ids are looked up by hash. Bleve looks up every document of a batch in every segment. Terms have
// 40 bits of a hash, so different ids may collide. Each hit is therefore compared with the stored
// id.

func hashID(id string) uint64 { return xxhash.Sum64String(id) }

// ids is the dictionary of ids. It is not safe for concurrent use.
type ids struct {
	part   *part
	reader *reader
}

// numbers calls found for each id in the segment, in ascending order of the documents.
func (d *ids) numbers(w *idBatch, found func(doc uint32)) error {
	type pair struct {
		doc uint32
		key int
	}
	var pairs []pair
	next := 0
	var docs []uint32
	err := d.reader.sweep(w.hashes, func(i int, l *list) (err error) {
		if docs, err = d.reader.appendDocs(docs[:0], l); err != nil {
			return err
		}
		for w.keys[next].hash < w.hashes[i] {
			next++
		}
		for k := next; k < len(w.keys) && w.keys[k].hash == w.hashes[i]; k++ {
			for _, doc := range docs {
				pairs = append(pairs, pair{doc, k})
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	// In the order of documents each group of ids is decoded once.
	slices.SortFunc(pairs, func(a, b pair) int { return cmp.Compare(a.doc, b.doc) })
	for _, p := range pairs {
		id, err := d.part.docID(uint64(p.doc))
		if err != nil {
			return err
		}
		if string(id) == w.keys[p.key].id {
			found(p.doc)
		}
	}
	return nil
}

// docNumbers implements DocNumbers of both segment types.
func (p *part) docNumbers(wanted []string) (*roaring.Bitmap, error) {
	found := roaring.New()
	f := p.fields[idField]
	if f == nil { // a segment without documents
		return found, nil
	}
	d := &ids{part: p, reader: newReader(f)}
	return found, d.numbers(p.idCache.of(wanted), found.Add)
}

// PostingsList implements [api.TermDictionary].
func (d *ids) PostingsList(term []byte, except *roaring.Bitmap,
	_ api.PostingsList) (api.PostingsList, error) {
	p := &postingsList{}
	err := d.numbers(newIDBatch([]string{string(term)}), func(doc uint32) {
		if except == nil || !except.Contains(doc) {
			p.docs = append(p.docs, doc)
		}
	})
	return p, err
}

// Contains implements [api.TermDictionary].
func (d *ids) Contains(term []byte) (bool, error) {
	found := false
	err := d.numbers(newIDBatch([]string{string(term)}), func(uint32) { found = true })
	return found, err
}

// Cardinality implements [api.TermDictionary].
func (d *ids) Cardinality() int { return int(d.reader.docs) }

// AutomatonIterator implements [api.TermDictionary]. It reads and sorts all ids first. Chaffinch
// does not call it.
func (d *ids) AutomatonIterator(a api.Automaton, start, end []byte) api.DictionaryIterator {
	it := &idIterator{}
	for doc := range uint64(d.reader.docs) {
		id, err := d.part.docID(doc)
		if err != nil {
			it.err = err
			break
		}
		text := string(id)
		if text >= string(start) && (end == nil || text < string(end)) && accepts(a, id) {
			it.ids = append(it.ids, text)
		}
	}
	slices.Sort(it.ids)
	return it
}

type idIterator struct {
	ids   []string
	err   error
	entry bindex.DictEntry
}

// Next implements [api.DictionaryIterator].
func (i *idIterator) Next() (*bindex.DictEntry, error) {
	if i.err != nil || len(i.ids) == 0 {
		return nil, i.err
	}
	i.entry = bindex.DictEntry{Term: i.ids[0], Count: 1}
	i.ids = i.ids[1:]
	return &i.entry, nil
}
