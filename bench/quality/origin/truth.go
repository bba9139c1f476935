package origin

import (
	"fmt"
	"runtime"
	"slices"
	"sync"

	"github.com/cespare/xxhash/v2"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/detect"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
	"github.com/chaffinch-search/chaffinch/bench/internal/code"
)

// A question is fair only if all right answers are known. So the corpus is read once, and each
// document is compared with the pieces cut from it: some thousands, held in memory as a table of
// their grams. The memory does not depend on the size of the corpus.

// piece is a run of code that is looked for in the indexed part of the corpus.
type piece struct {
	symbols []uint64
	// origin is the hash of the content that the piece was cut from. Copies of that content do not
	// count for overlap. It is 0 for a held-out piece, for which every content counts.
	origin uint64

	// holders are the names of the documents that contain the whole sequence, sorted.
	holders []string
	// overlap is the largest share of the piece's set of grams found in one other content.
	overlap float64
}

// gramTable maps the grams of all pieces to the pieces that hold them.
type gramTable struct {
	ids      map[uint64]int32
	postings [][]int32 // by gram id
	sizes    []int     // distinct grams of each piece
}

func newGramTable(pieces []*piece) *gramTable {
	t := &gramTable{ids: make(map[uint64]int32)}
	for i, p := range pieces {
		set := winnow.Grams(nil, p.symbols, gramLength)
		slices.Sort(set)
		set = slices.Compact(set)
		t.sizes = append(t.sizes, len(set))
		for _, gram := range set {
			id, ok := t.ids[gram]
			if !ok {
				id = int32(len(t.postings))
				t.ids[gram] = id
				t.postings = append(t.postings, nil)
			}
			t.postings[id] = append(t.postings[id], int32(i))
		}
	}
	return t
}

// findHolders fills in holders and overlap of all pieces, whose symbols are of the representation,
// from the documents. The result does not depend on the order in which documents are read.
func findHolders(pieces []*piece, documents []listed, r analyzer.Representation) error {
	var group sync.WaitGroup
	found := &holders{table: newGramTable(pieces), pieces: pieces}
	work := make(chan listed)
	for range runtime.NumCPU() {
		c := &counter{
			table: found.table, representation: r,
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

// holders collects the results of the workers of findHolders.
type holders struct {
	table *gramTable

	sync.Mutex
	pieces []*piece
	err    error // the first one
}

// visit compares one document with the pieces.
func (s *holders) visit(d listed, c *counter) {
	content, err := d.read()
	if err != nil {
		s.Lock()
		if s.err == nil {
			s.err = fmt.Errorf("reading %s: %w", d.name, err)
		}
		s.Unlock()
	}
	if content == nil || code.IsBinary(content) {
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

// counter counts, for one document at a time, how many grams of each piece it holds.
type counter struct {
	table          *gramTable
	representation analyzer.Representation

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
	c.symbols = symbols(c.representation, c.tokens)
	c.grams = winnow.Grams(c.grams[:0], c.symbols, gramLength)
	for _, g := range c.grams {
		id, ok := c.table.ids[g]
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
