package align

import (
	"context"
	"slices"
	"sync"
)

// Tile is a run of tokens that agree: Length of them, from A on in one document and from B on in
// the other.
type Tile struct{ A, B, Length int }

// Match is a pair of spans that agree but for the gaps between its tiles.
type Match struct {
	// A and B are the spans, from the first tile to the last.
	A, B Span
	// Tiles are in order in both documents and do not overlap.
	Tiles []Tile
	// Tokens is the number of tokens in the tiles, Identical that of those with the same text.
	Tokens, Identical int
}

// Align returns the matches of a and b in the order of a. No two overlap, on either side. The
// matches of b and a are the same with the sides exchanged.
func Align(a, b *Document) []Match {
	matches, _ := AlignContext(context.Background(), a, b) // which is never done
	return matches
}

// AlignContext returns what [Align] does, or the error of the context soon after that is done: tens of
// milliseconds with documents of ten million tokens.
func AlignContext(ctx context.Context, a, b *Document) ([]Match, error) {
	if compare(ctx, a, b) <= 0 {
		return align(ctx, a, b)
	}
	matches, err := align(ctx, b, a)
	for i := range matches {
		matches[i] = matches[i].Mirrored()
	}
	slices.SortFunc(matches, func(x, y Match) int { return x.A.From - y.A.From })
	return matches, err
}

// compare puts the shorter document first. Where several alignments are equally good, choosing
// always from the same side makes the outcome the same whichever document was named first. When ctx is done it is any.
func compare(ctx context.Context, a, b *Document) int {
	order := a.Len() - b.Len()
	for from := 0; order == 0 && from < a.Len() && ctx.Err() == nil; from += part {
		to := min(a.Len(), from+part)
		order = slices.Compare(a.symbols[from:to], b.symbols[from:to])
	}
	return order
}

// scanners are kept from one alignment to the next for their memory.
var scanners = sync.Pool{New: func() any { return new(scanner) }}

func align(ctx context.Context, a, b *Document) ([]Match, error) {
	if a.seed != b.seed {
		return nil, ctx.Err() // prose and code
	}
	s := scanners.Get().(*scanner)
	s.begin(ctx.Err, a, b)
	matches, err := s.matches(), s.stop
	s.a, s.b, s.seeds, s.texts, s.done = nil, nil, nil, nil, nil
	scanners.Put(s)
	if err != nil {
		return nil, err
	}
	return matches, nil
}

// matches returns the matches of the documents, or some of them if it was stopped.
func (s *scanner) matches() (all []Match) {
	groups := s.join(s.tiles())
	if s.stopped() {
		return nil
	}
	for _, group := range s.settle(groups) {
		if s.stopped() {
			break
		}
		all = append(all, s.match(s.fill(group)))
	}
	return all
}

// begin makes the scanner ready for two documents of which only what is ignored is taken. done returns an
// error when nobody waits any more.
func (s *scanner) begin(done func() error, a, b *Document) {
	s.a, s.b, s.seed, s.diagonal, s.steps = a, b, b.seed, 0, 0
	s.done, s.asked = done, 0
	s.hits = s.hits[:0]
	if s.stop = done(); s.stop == nil {
		s.seeds, s.texts = a.table(s.ask), nil
		s.pass(a.Len())
	}
	if s.stop == nil {
		s.hits = s.seeds.lookUp(s.hits, b.symbols, b.seed, s.ask)
		s.pass(b.Len())
		s.places = s.affordable()
	}
	s.freeA, s.freeB = copied(s.freeA, a.symbols, s.ask), copied(s.freeB, b.symbols, s.ask)
	eachIgnored(a, b, s.take)
	s.open = s.countOpen()
	s.pass(a.Len())
}

// pass counts a pass over so many tokens or runs, and asks whether to stop.
func (s *scanner) pass(n int) bool {
	s.steps += n
	return s.stopped()
}

// ask asks whether to stop.
func (s *scanner) ask() bool {
	if s.stop == nil {
		s.stop = s.done()
	}
	return s.stop != nil
}

// stopped says whether to stop, and asks every so many steps.
func (s *scanner) stopped() bool {
	const between = 1 << 16 // steps, some 0.1 ms
	if s.stop == nil && s.steps-s.asked >= between {
		s.asked = s.steps
		s.ask()
	}
	return s.stop != nil
}

// eachIgnored calls f with the spans of tokens that are to agree with nothing.
func eachIgnored(a, b *Document, f func(a, b Span)) {
	for _, span := range a.ignored {
		f(span, Span{})
	}
	for _, span := range b.ignored {
		f(Span{}, span)
	}
}

// cleared returns n values that are false, in the memory of used if that is large enough.
func cleared(used []bool, n int) []bool {
	if cap(used) < n {
		return make([]bool, n)
	}
	used = used[:n]
	clear(used)
	return used
}

func (s *scanner) match(tiles []run) Match {
	first, last := tiles[0], tiles[len(tiles)-1]
	m := Match{A: Span{first.a, last.endA()}, B: Span{first.b, last.endB()}}
	for _, t := range tiles {
		s.steps += t.length
		m.Tokens += t.length
		m.Identical += s.textsShared(t)
		if n := len(m.Tiles) - 1; n >= 0 && m.Tiles[n].A+m.Tiles[n].Length == t.a && m.Tiles[n].B+m.Tiles[n].Length == t.b {
			m.Tiles[n].Length += t.length // cut in two while tiles were chosen
			continue
		}
		m.Tiles = append(m.Tiles, Tile{t.a, t.b, t.length})
	}
	return m
}

// textsShared returns how many tokens of the run have the same text, whatever their hashes were made to be; some of these if
// it was stopped.
func (s *scanner) textsShared(r run) int {
	n := 0
	for i := range r.length {
		if uint(i)%part == part-1 && s.ask() {
			break
		}
		if s.a.sameText(r.a+i, s.b, r.b+i) {
			n++
		}
	}
	return n
}

// Mirrored returns the match of the same documents named the other way round.
func (m Match) Mirrored() Match {
	m.A, m.B = m.B, m.A
	tiles := make([]Tile, len(m.Tiles))
	for i, t := range m.Tiles {
		tiles[i] = Tile{t.B, t.A, t.Length}
	}
	m.Tiles = tiles
	return m
}
