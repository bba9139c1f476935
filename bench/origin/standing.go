package main

import (
	"fmt"
	"runtime"
	"slices"
	"sync"

	"github.com/cespare/xxhash/v2"

	"github.com/chaffinch-search/chaffinch/analyzer/detect"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// A question is fair only if every document that deserves to be the answer is known. So the pieces
// cut from the corpus, some thousands, are held in memory as a table of their grams, and the
// corpus is read past them once: memory depends on the number of pieces, not on the size of the
// corpus. A bit filter in front of the table turns away most of the corpus's grams.

// piece is a run of code that is looked for in the indexed part of the corpus.
type piece struct {
	symbols []uint64
	// origin is the hash of the content it was cut from; copies of that content are no other
	// content. It is 0 for a held-out piece, for which any content is another one.
	origin uint64

	// holders are the names of the documents that contain the whole sequence, sorted.
	holders []string
	// overlap is the largest share of the piece's set of grams found in one other content.
	overlap float64
}

// gramTable maps the grams of all pieces to the pieces that hold them.
type gramTable struct {
	filter   []uint64
	ids      map[uint64]int32
	postings [][]int32 // by gram id
	sizes    []int     // distinct grams of each piece
}

// filterBits is the size of the filter: 8 MB, sparse up to some millions of grams.
const filterBits = 1 << 26

func newGramTable(pieces []*piece) *gramTable {
	t := &gramTable{filter: make([]uint64, filterBits/64), ids: make(map[uint64]int32)}
	for i, p := range pieces {
		set := grams(nil, p.symbols)
		slices.Sort(set)
		set = slices.Compact(set)
		t.sizes = append(t.sizes, len(set))
		for _, gram := range set {
			id, ok := t.ids[gram]
			if !ok {
				id = int32(len(t.postings))
				t.ids[gram] = id
				t.postings = append(t.postings, nil)
				t.filter[gram%filterBits/64] |= 1 << (gram % 64)
			}
			t.postings[id] = append(t.postings[id], int32(i))
		}
	}
	return t
}

func (t *gramTable) find(gram uint64) (int32, bool) {
	if t.filter[gram%filterBits/64]&(1<<(gram%64)) == 0 {
		return 0, false
	}
	id, ok := t.ids[gram]
	return id, ok
}

// findStanding fills in holders and overlap of all pieces, whose symbols are of the representation,
// from the documents. The result does not depend on the order in which documents are read.
func findStanding(pieces []*piece, documents []document, read representation) error {
	var group sync.WaitGroup
	found := &standing{table: newGramTable(pieces), pieces: pieces}
	work := make(chan document)
	for range runtime.NumCPU() {
		c := &counter{
			table: found.table, read: read,
			seen: make([]uint32, len(found.table.postings)), counts: make([]int, len(pieces)),
		}
		group.Go(func() {
			for d := range work {
				found.visit(d, c)
			}
		})
	}
	for _, d := range documents {
		work <- d
	}
	close(work)
	group.Wait()
	for _, p := range pieces {
		slices.Sort(p.holders)
	}
	return found.err
}

// standing collects what the workers of findStanding find.
type standing struct {
	table *gramTable

	sync.Mutex
	pieces []*piece
	err    error // the first one
}

// visit notes what one document says about the pieces.
func (s *standing) visit(d document, c *counter) {
	content, err := d.read()
	if err != nil {
		s.Lock()
		if s.err == nil {
			s.err = fmt.Errorf("reading %s: %w", d.name, err)
		}
		s.Unlock()
	}
	if content == nil || binary(content) {
		return
	}
	lang := detect.Language(d.name, content)
	if lang == lex.Prose {
		return
	}
	c.count(lang, content)
	hash := xxhash.Sum64(content)
	s.Lock()
	defer s.Unlock()
	for _, i := range c.touched {
		p, n, size := s.pieces[i], c.counts[i], s.table.sizes[i]
		if hash != p.origin {
			p.overlap = max(p.overlap, float64(n)/float64(size))
		}
		if n == size && containsRun(c.symbols, p.symbols) {
			p.holders = append(p.holders, d.name)
		}
	}
}

// counter counts, for one document at a time, how many grams of each piece stand in it.
type counter struct {
	table   *gramTable
	read    representation
	seen    []uint32 // gram id -> number of the last document that had it
	turn    uint32
	counts  []int   // by piece
	touched []int32 // pieces that share a gram with the document

	tokens  []lex.Token
	symbols []uint64
	grams   []uint64
}

func (c *counter) count(lang *lex.Language, content []byte) {
	for _, p := range c.touched {
		c.counts[p] = 0
	}
	c.touched = c.touched[:0]
	c.turn++
	c.tokens = lang.Lex(c.tokens[:0], content)
	c.symbols = c.read(c.symbols[:0], c.tokens)
	c.grams = grams(c.grams[:0], c.symbols)
	for _, g := range c.grams {
		id, ok := c.table.find(g)
		if !ok || c.seen[id] == c.turn {
			continue
		}
		c.seen[id] = c.turn
		for _, p := range c.table.postings[id] {
			if c.counts[p] == 0 {
				c.touched = append(c.touched, p)
			}
			c.counts[p]++
		}
	}
}
