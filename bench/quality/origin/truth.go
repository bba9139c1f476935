package origin

import (
	"slices"

	"github.com/cespare/xxhash/v2"

	"github.com/chaffinch-search/chaffinch/analyzer"
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

// findHolders fills in holders and overlap of all pieces, whose symbols are of the representation,
// from the documents.
func findHolders(pieces []*piece, documents []listed, r analyzer.Representation) error {
	byGram := map[uint64][]*piece{}
	sizes := map[*piece]int{} // distinct grams
	for _, p := range pieces {
		grams := code.Grams(p.symbols)
		sizes[p] = len(grams)
		for gram := range grams {
			byGram[gram] = append(byGram[gram], p)
		}
	}
	for _, d := range documents {
		src, err := d.read()
		if err != nil {
			return err
		}
		if src == nil {
			continue
		}
		own, counts := code.Symbols(r, src.tokens), map[*piece]int{}
		for gram := range code.Grams(own) {
			for _, p := range byGram[gram] {
				counts[p]++
			}
		}
		hash := xxhash.Sum64(src.content)
		for p, n := range counts {
			if hash != p.origin {
				p.overlap = max(p.overlap, float64(n)/float64(sizes[p]))
			}
			if n == sizes[p] && containsRun(own, p.symbols) {
				p.holders = append(p.holders, d.name)
			}
		}
	}
	for _, p := range pieces {
		slices.Sort(p.holders)
	}
	return nil
}

// containsRun reports whether needle is a consecutive run of symbols.
func containsRun(symbols, needle []uint64) bool {
	for i := range max(0, len(symbols)-len(needle)+1) {
		if slices.Equal(symbols[i:i+len(needle)], needle) {
			return true
		}
	}
	return false
}
