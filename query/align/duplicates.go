package align

import (
	"math/bits"
	"slices"
	"sync"

	"github.com/chaffinch-search/chaffinch/analyzer"
)

// A document may have the same material several times. Tiles use each token of the other document
// once, so they match one of these duplicates. The others match the same tokens, by their
// counterparts in the duplicate.

// leastDuplicate is the least length of a duplicate, in seeds.
const leastDuplicate = 3

// leastRepeated is the minimum length, in seeds, of tiles searched for duplicates. Searching
// shorter ones costs time and changes no score.
const leastRepeated = 5

// duplicates returns, for each token, the first token with its material. It is the token itself if
// it is the first of several, and -1 if there is one only. It is nil if nothing occurs twice. It
// takes linear time.
func (d *Document) duplicates() []int32 {
	d.firstsOnce.Do(func() {
		var table []int32 // of starts of runs, by hash, from 1 on; open addressing
		var shift int
		var hashes []uint64
		d.eachOwn(func(part analyzer.Span) {
			least := leastDuplicate * d.seedAt(part.From)
			if part.Len() < least {
				return
			}
			if table == nil {
				size := bits.Len(uint(2 * d.Len()))
				table, shift, hashes = make([]int32, 1<<size), 64-size, make([]uint64, d.Len())
			}
			filled := part.From
			copy(hashes[part.From:], seedHashes(d.symbols[part.From:part.To], least))
			for from := part.From; from+least <= part.To; from++ {
				at, known := lookUp(hashes, table, hashes[from], shift)
				if !known {
					table[at] = int32(from + 1)
					continue
				}
				if d.firsts == nil {
					d.firsts = slices.Repeat([]int32{-1}, d.Len())
				}
				earlier := int(table[at]) - 1 - from
				for filled = max(filled, from); filled < from+least; filled++ {
					first := &d.firsts[filled+earlier]
					if *first < 0 {
						*first = int32(filled + earlier)
					}
					d.firsts[filled] = *first
				}
			}
		})
	})
	return d.firsts
}

// mostProbes bounds the counterparts that are tried for a hash: hashes can be forged.
const mostProbes = 16

// lookUp returns a hash's place in the table, or the place that it may take.
func lookUp(hashes []uint64, table []int32, hash uint64, shift int) (at uint64, known bool) {
	at = hash >> shift
	for range mostProbes {
		if table[at] == 0 {
			return at, false
		}
		if hashes[table[at]-1] == hash {
			return at, true
		}
		at = (at + 1) & uint64(len(table)-1)
	}
	return at, false
}

// counterpartOf describes a token of a. It has the weight of the match with the token; and, if it
// is a first token, its token of b, from 1 on, and their match.
type counterpartOf struct {
	held     float64
	b, match int32
}

// counterparts pools the memory of [duplicates].
var counterparts = sync.Pool{New: func() any { return new([]counterpartOf) }}

// setCounterparts returns the counterparts of the matches with these weights, in the memory.
func (d *Document) setCounterparts(memory []counterpartOf, matches []Match, weights []float64, in exchanged) []counterpartOf {
	all := slices.Grow(memory[:0], d.Len())[:d.Len()]
	clear(all)
	for n := range matches {
		m := &matches[n]
		held := in.span(m)
		for i := held.From; i < held.To; i++ {
			all[i].held = max(all[i].held, weights[n])
		}
		if m.Duplicate {
			continue
		}
		for _, t := range m.Tiles {
			from, there := in.of(t)
			for i, first := range d.firsts[from : from+t.Length] {
				if first < 0 {
					continue
				}
				if p := &all[first]; p.b == 0 || weights[n] > weights[p.match] {
					p.b, p.match = int32(there+i+1), int32(n)
				}
			}
		}
	}
	return all
}

// exchanged means that a document's tokens are in B of matches, not in A.
type exchanged bool

// of returns the start of a tile on the side, and on the other one.
func (in exchanged) of(t Tile) (here, there int) {
	if in {
		return t.B, t.A
	}
	return t.A, t.B
}

func (in exchanged) span(m *Match) analyzer.Span {
	if in {
		return m.B
	}
	return m.A
}

// duplicates returns further matches, in the order of a, given matches with their weights. a has
// material of the matches at other counterparts, which match the same tokens of b. Their Duplicate
// is set. They overlap no other match in a that weighs as much as they do, as far as their lengths
// tell: see [Document.displaced]. Duplicates among the matches have none.
func duplicates(a, b *Document, matches []Match, weights []float64) (further []Match) {
	if !a.repeats(matches, false, 1) {
		return nil
	}
	return a.duplicatesIn(b, matches, weights, false)
}

// duplicatesIn is [duplicates] for a document that is on that side of the matches. In the further
// matches it is A.
func (d *Document) duplicatesIn(b *Document, matches []Match, weights []float64, in exchanged) (further []Match) {
	memory := counterparts.Get().(*[]counterpartOf)
	defer counterparts.Put(memory)
	*memory = d.setCounterparts(*memory, matches, weights, in)
	all := *memory
	var tiles []Tile // of one match
	end := func() {
		if m := d.duplicate(b, tiles); m.Tokens > 0 {
			further = append(further, m)
		}
		tiles = tiles[:0]
	}
	add := func(t Tile, weight float64) {
		if n := len(tiles); n > 0 && (!linkable(d, b, tiles[n-1], t) ||
			slices.ContainsFunc(all[tiles[n-1].endA():t.A], func(p counterpartOf) bool { return p.held >= weight })) {
			end()
		}
		tiles = append(tiles, t)
	}
	for i := 0; i < d.Len(); {
		first := d.firsts[i]
		if first < 0 || all[first].b == 0 {
			i++
			continue
		}
		run := Tile{A: i, B: int(all[first].b) - 1}
		for run.endA() < d.Len() && run.endB() < b.Len() && d.symbols[run.endA()] == b.symbols[run.endB()] &&
			!d.ignoresAt(run.endA()) && !b.ignoresAt(run.endB()) { // it may have others in itself
			run.Length++
		}
		i += max(1, run.Length)
		source := all[first].match
		weight := weights[source] * min(1, float64(run.Length)/float64(matches[source].Tokens))
		for from, to := run.A, run.A; to <= run.endA(); to++ {
			if to < run.endA() && all[to].held < weight {
				continue
			}
			if to > from {
				add(Tile{from, run.B + from - run.A, to - from}, weight)
			}
			from = to + 1
		}
	}
	if len(tiles) > 0 {
		end()
	}
	return further
}

// displaced reports for each match whether one of the further ones overlaps it. The document is on
// that side of the matches, and on side A of the
// further ones.
func (d *Document) displaced(matches, further []Match, in exchanged) []bool {
	taken, of := bitset(nil).emptied(d.Len()), make([]bool, len(matches))
	for _, m := range further {
		taken.mark(m.A.From, m.A.To)
	}
	for i := range matches {
		s := in.span(&matches[i])
		of[i] = taken.has(s.From, s.To)
	}
	return of
}

// repeats reports whether the document, on that side, repeats a part of a match. The part has as
// many tokens in a tile.
func (d *Document) repeats(matches []Match, in exchanged, least int) bool {
	return slices.ContainsFunc(matches, func(m Match) bool {
		return !m.Duplicate && slices.ContainsFunc(m.Tiles, func(t Tile) bool {
			if t.Length < least {
				return false
			}
			from, _ := in.of(t)
			firsts := d.duplicates()
			return firsts != nil && slices.Max(firsts[from:from+t.Length]) >= 0
		})
	})
}

// withDuplicates returns the duplicates of both documents for [ForSimilarity], and the matches that
// are left. Duplicates take the place of lighter ones.
func withDuplicates(a, b *Document, matches []Match) (left, further []Match) {
	left = matches
	for _, in := range []exchanged{false, true} {
		d, other := a, b
		if in {
			d, other = b, a
		}
		if !d.repeats(left, in, leastRepeated*d.seed) {
			continue
		}
		more := d.duplicatesIn(other, left, d.lengths(left), in)
		if len(more) == 0 {
			continue
		}
		displaced := d.displaced(left, more, in)
		kept := left[:0]
		for i, m := range left {
			if !displaced[i] {
				kept = append(kept, m)
			}
		}
		left = kept
		if in {
			more = mirror(more)
		}
		further = append(further, more...)
	}
	return left, further
}

// lengths returns the lengths of the tiles of matches, each damped.
func (d *Document) lengths(matches []Match) []float64 {
	all, damping := make([]float64, len(matches)), d.damping(dampingOrigin)
	for i, m := range matches {
		for _, t := range m.Tiles {
			all[i] += float64(t.Length) * damped(t.Length, damping)
		}
	}
	return all
}

func mirror(matches []Match) (all []Match) {
	for _, m := range matches {
		all = append(all, m.Mirrored())
	}
	return all
}

// duplicate returns a match of these tiles, or none if they are too short.
func (d *Document) duplicate(b *Document, tiles []Tile) (m Match) {
	for _, t := range tiles {
		m.Tokens += t.Length
	}
	if m.Tokens < leastDuplicate*d.seedAt(tiles[0].A) {
		return Match{}
	}
	m.Duplicate, m.Tiles = true, slices.Clone(tiles)
	last := tiles[len(tiles)-1]
	m.A, m.B = span(tiles[0].A, last.endA()), span(tiles[0].B, last.endB())
	for _, t := range tiles {
		for i := range t.Length {
			if d.sameText(t.A+i, b, t.B+i) {
				m.Identical++
			}
		}
	}
	return m
}
