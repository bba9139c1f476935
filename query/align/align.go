package align

import (
	"cmp"
	"slices"
	"sync"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/internal/order"
)

// Tile is a run of Length matching tokens, at A and at B.
type Tile struct{ A, B, Length int }

func (t Tile) endA() int { return t.A + t.Length }
func (t Tile) endB() int { return t.B + t.Length }

// Match is a pair of spans that match except in the gaps between tiles.
type Match struct {
	// A and B are the spans from the first tile to the last.
	A, B analyzer.Span
	// Tiles are in order in both documents and do not overlap.
	Tiles []Tile
	// Tokens is the number of tokens in the tiles; Identical have the same text.
	Tokens, Identical int
	// Duplicate is set if another match has the same tokens of b. DuplicateB is set if another one
	// has the same of a: see [duplicates].
	Duplicate, DuplicateB bool

	mapping *mapping // of the names of all matches of the documents
}

func span(from, to int) analyzer.Span { return analyzer.Span{From: from, To: to} }

// Align returns the matches of a and b in the order of a. They do not overlap on either side,
// except duplicates for [ForSimilarity]: material that a document has several times matches each
// time. For [ForOrigin] see [duplicates]. Align(b, a) returns the same matches with the sides
// exchanged.
func Align(a, b *Document) []Match {
	if compare(a, b) <= 0 {
		return align(a, b)
	}
	matches := mirror(align(b, a))
	order.Short(matches, inOrder)
	return matches
}

func inOrder(x, y Match) int { return cmp.Or(x.A.From-y.A.From, x.B.From-y.B.From) }

// compare orders two documents, the shorter one first. If several alignments are equally good,
// choosing from the same side makes the result independent of the argument order.
func compare(a, b *Document) int {
	return cmp.Or(a.Len()-b.Len(), slices.Compare(a.symbols, b.symbols))
}

// scanners pools the memory of scanners.
var scanners = sync.Pool{New: func() any { return new(scanner) }}

func align(a, b *Document) (matches []Match) {
	for _, kind := range []int{codeSeed, proseSeed} {
		if a.has(kind) && b.has(kind) { // code is not aligned with prose
			matches = append(matches, alignSeeds(a, b, seedFor(kind, a.use))...)
		}
	}
	further := []Match(nil)
	if a.use == ForSimilarity {
		matches, further = withDuplicates(a, b, matches)
		mapNames(a, b, matches) // duplicates may have other names
		matches = append(matches, further...)
	}
	if a.parted != nil || len(further) > 0 {
		order.Short(matches, inOrder)
	}
	if len(a.light)+len(b.light) > 0 {
		matches = slices.DeleteFunc(matches, func(m Match) bool {
			n := m.Discounted(a, b)
			return n > 0 && m.Tokens-n < seedFor(a.seedAt(m.A.From), a.use)
		})
	}
	return matches
}

// Discounted returns the number of the match's tokens that a document discounts.
func (m Match) Discounted(a, b *Document) (n int) {
	if len(a.light)+len(b.light) == 0 {
		return 0
	}
	for _, t := range m.Tiles {
		for i := range t.Length {
			if a.Discounts(t.A+i) || b.Discounts(t.B+i) {
				n++
			}
		}
	}
	return n
}

// alignSeeds aligns the code of both documents, or their prose.
func alignSeeds(a, b *Document, seed int) []Match {
	s := scanners.Get().(*scanner)
	s.begin(a, b, seed)
	matches := s.matches()
	s.a, s.b, s.seeds, s.texts = nil, nil, nil, nil
	scanners.Put(s)
	return matches
}

// matches returns the matches of the documents.
func (s *scanner) matches() (all []Match) {
	groups := s.settle(s.join(s.tiles()))
	if len(groups) == 0 {
		return nil
	}
	all = make([]Match, 0, len(groups))
	for _, group := range groups {
		all = append(all, s.match(s.fill(group)))
	}
	return all
}

// begin prepares the scanner for two documents and seeds of that length. Only ignored tokens are
// taken, and those that are not of the kind with such seeds.
func (s *scanner) begin(a, b *Document, seed int) {
	s.a, s.b, s.seed, s.diagonal, s.steps = a, b, seed, 0, 0
	s.seeds, s.texts = a.seedTable(seed), nil
	s.hits = s.seeds.lookUp(s.hits, b.symbols, seed)
	s.places = s.affordable()
	s.freeA, s.freeB = append(s.freeA[:0], a.symbols...), append(s.freeB[:0], b.symbols...)
	s.tiledA, s.tiledB = s.tiledA.emptied(a.Len()), s.tiledB.emptied(b.Len())
	s.eachIgnored(s.take)
	s.open = s.countOpen()
	s.steps += 2*a.Len() + b.Len()
}

// eachIgnored calls f for the spans of tokens that are not aligned.
func (s *scanner) eachIgnored(f func(a, b analyzer.Span)) {
	for _, ignored := range s.a.ignoredFor(s.seed) {
		f(ignored, analyzer.Span{})
	}
	for _, ignored := range s.b.ignoredFor(s.seed) {
		f(analyzer.Span{}, ignored)
	}
}

func (s *scanner) match(tiles []run) Match {
	m := Match{Tiles: make([]Tile, 0, len(tiles))}
	m.A, m.B = hull(tiles)
	for _, t := range tiles {
		s.steps += t.length
		m.Tokens += t.length
		m.Identical += s.textsShared(t)
		if n := len(m.Tiles) - 1; n >= 0 && m.Tiles[n].endA() == t.a && m.Tiles[n].endB() == t.b {
			m.Tiles[n].Length += t.length // was split when tiles were chosen
			continue
		}
		m.Tiles = append(m.Tiles, Tile{t.a, t.b, t.length})
	}
	return m
}

// textsShared returns the number of tokens of the run with the same text. It compares texts,
// because hashes can be forged.
func (s *scanner) textsShared(r run) int {
	n := 0
	for i := range r.length {
		if s.a.sameText(r.a+i, s.b, r.b+i) {
			n++
		}
	}
	return n
}

// Mirrored returns the match with the documents exchanged.
func (m Match) Mirrored() Match {
	m.A, m.B = m.B, m.A
	m.Duplicate, m.DuplicateB = m.DuplicateB, m.Duplicate
	m.mapping = m.mapping.exchanged()
	tiles := make([]Tile, len(m.Tiles))
	for i, t := range m.Tiles {
		tiles[i] = Tile{t.B, t.A, t.Length}
	}
	m.Tiles = tiles
	return m
}
