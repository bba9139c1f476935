package main

import (
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync"

	"github.com/cespare/xxhash/v2"

	"github.com/chaffinch-search/chaffinch/analyzer/detect"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// A question has an honest answer only if we know every place in the corpus that deserves to be
// the answer. So the pieces cut from the corpus (some thousands) are held in memory as a table of
// their grams, and the corpus goes past them once, a file at a time: memory depends on the number
// of pieces and not on the size of the corpus. A bit filter in front of the table turns away most
// of the corpus's grams.

// piece is a run of code whose standing in the indexed part of the corpus is asked for.
type piece struct {
	symbols []uint64
	// origin is the hash of the content it was cut from; copies of that content are no other
	// content. 0 for a piece from the holdout, for which any content is another one.
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
	postings [][]int32
	sizes    []int // distinct grams of each piece
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
		for _, g := range set {
			t.add(g, int32(i))
		}
	}
	return t
}

func (t *gramTable) add(gram uint64, piece int32) {
	id, ok := t.ids[gram]
	if !ok {
		id = int32(len(t.postings))
		t.ids[gram] = id
		t.postings = append(t.postings, nil)
		t.filter[gram%filterBits/64] |= 1 << (gram % 64)
	}
	t.postings[id] = append(t.postings[id], piece)
}

func (t *gramTable) find(gram uint64) (int32, bool) {
	if t.filter[gram%filterBits/64]&(1<<(gram%64)) == 0 {
		return 0, false
	}
	id, ok := t.ids[gram]
	return id, ok
}

// counter counts, for one document at a time, how many grams of each piece stand in it.
type counter struct {
	table   *gramTable
	read    representation
	seen    []uint32 // gram id -> number of the last document that had it
	turn    uint32
	counts  []int
	touched []int32

	tokens  []lex.Token
	symbols []uint64
	grams   []uint64
}

func newCounter(t *gramTable, read representation) *counter {
	return &counter{table: t, read: read, seen: make([]uint32, len(t.postings)), counts: make([]int, len(t.sizes))}
}

// count leaves in c.touched the pieces that share a gram with the document, in c.counts how many.
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
		c.raise(id)
	}
}

func (c *counter) raise(gram int32) {
	for _, p := range c.table.postings[gram] {
		if c.counts[p] == 0 {
			c.touched = append(c.touched, p)
		}
		c.counts[p]++
	}
}

// findStanding fills in holders and overlap of all pieces, whose symbols are of the representation,
// from the given documents. The result does not depend on the order in which the documents are read.
func findStanding(pieces []*piece, documents []document, read representation) error {
	table := newGramTable(pieces)
	work := make(chan document)
	scouts := make([]*scout, runtime.NumCPU())
	var group sync.WaitGroup
	for i := range scouts {
		s := newScout(newCounter(table, read), pieces)
		scouts[i] = s
		group.Go(func() {
			for d := range work {
				s.visit(d)
			}
		})
	}
	for _, d := range documents {
		work <- d
	}
	close(work)
	group.Wait()
	for _, s := range scouts {
		if s.err != nil {
			return s.err
		}
		s.tell()
	}
	for _, p := range pieces {
		slices.Sort(p.holders)
	}
	return nil
}

// scout is one worker of findStanding with what it has found so far.
type scout struct {
	counter *counter
	pieces  []*piece
	holders [][]string
	overlap []float64
	err     error // the first one
}

func newScout(c *counter, pieces []*piece) *scout {
	n := len(pieces)
	return &scout{counter: c, pieces: pieces, holders: make([][]string, n), overlap: make([]float64, n)}
}

// visit notes what one document says about the pieces.
func (s *scout) visit(d document) {
	content, err := d.read()
	if err != nil && s.err == nil {
		s.err = fmt.Errorf("reading %s: %w", d.name, err)
	}
	if content == nil || binary(content) {
		return
	}
	lang := detect.Language(d.name, content)
	if lang == lex.Prose {
		return
	}
	c := s.counter
	c.count(lang, content)
	hash := xxhash.Sum64(content)
	for _, i := range c.touched {
		if hash != s.pieces[i].origin {
			s.overlap[i] = math.Max(s.overlap[i], float64(c.counts[i])/float64(c.table.sizes[i]))
		}
		if c.counts[i] == c.table.sizes[i] && containsRun(c.symbols, s.pieces[i].symbols) {
			s.holders[i] = append(s.holders[i], d.name)
		}
	}
}

// tell adds the scout's findings to the pieces.
func (s *scout) tell() {
	for i, p := range s.pieces {
		p.holders = append(p.holders, s.holders[i]...)
		p.overlap = math.Max(p.overlap, s.overlap[i])
	}
}
