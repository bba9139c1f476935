package align

import (
	"math/bits"
	"slices"
	"sync"

	"github.com/chaffinch-search/chaffinch/analyzer"
)

// A document may have the same material several times. Tiles use each token of the other document once, so they match one of
// these duplicates. The others match the same tokens, by their places in the duplicate.

// leastDuplicate is the least length of a duplicate, in seeds.
const leastDuplicate = 3

// duplicates returns, for each token, the first token with its material: itself if it is the first of several, -1 if there is
// one only. It is nil if nothing occurs twice. It takes linear time.
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

// mostProbes bounds the places that are tried for a hash: hashes can be forged.
const mostProbes = 16

// lookUp returns the place of a hash in the table, or the place that it may take.
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

// counterparts pools the memory of [Duplicates].
var counterparts = sync.Pool{New: func() any { return new([]int32) }}

// Duplicates returns further matches, in the order of a: a has material of the matches at other places, which match the same
// tokens of b. The further matches do not overlap the others in a. Their Duplicate is set. Duplicates among the matches have none.
func Duplicates(a, b *Document, matches []Match) (further []Match) {
	firsts := a.duplicates()
	if firsts == nil || !slices.ContainsFunc(matches, func(m Match) bool {
		return !m.Duplicate && slices.ContainsFunc(m.Tiles, func(t Tile) bool { return slices.Max(firsts[t.A:t.endA()]) >= 0 })
	}) {
		return nil
	}
	memory := counterparts.Get().(*[]int32)
	defer counterparts.Put(memory)
	*memory = slices.Grow((*memory)[:0], a.Len())[:a.Len()]
	inB := *memory // by first token: the token of b, from 1 on
	clear(inB)
	taken := bitset(nil).emptied(a.Len())
	heaviest := slices.Clone(matches)
	slices.SortStableFunc(heaviest, func(x, y Match) int { return y.Tokens - x.Tokens })
	for _, m := range heaviest {
		if taken.mark(m.A.From, m.A.To); m.Duplicate {
			continue
		}
		for _, t := range m.Tiles {
			for i, first := range firsts[t.A:t.endA()] {
				if first >= 0 && inB[first] == 0 {
					inB[first] = int32(t.B + i + 1)
				}
			}
		}
	}
	var tiles []Tile // of one match
	end := func() {
		if m := a.duplicate(b, tiles, matches[0].mapping); m.Tokens >= leastDuplicate*a.seedAt(m.A.From) {
			further = append(further, m)
		}
		tiles = nil
	}
	free := func(i, at int) bool {
		return i < a.Len() && at < b.Len() && a.symbols[i] == b.symbols[at] && !taken.has(i, i+1) &&
			!a.ignores(span(i, i+1)) && !b.ignores(span(at, at+1))
	}
	for i := 0; i < a.Len(); {
		if firsts[i] < 0 || inB[firsts[i]] == 0 || !free(i, int(inB[firsts[i]])-1) {
			i++
			continue
		}
		t := Tile{A: i, B: int(inB[firsts[i]]) - 1, Length: 1}
		for free(t.endA(), t.endB()) { // a duplicate may have others in itself
			t.Length++
		}
		i = t.endA()
		if n := len(tiles); n > 0 && (taken.has(tiles[n-1].endA(), t.A) || !linkable(a, b, tiles[n-1], t)) {
			end()
		}
		tiles = append(tiles, t)
	}
	if len(tiles) > 0 {
		end()
	}
	return further
}

// duplicate returns a match of these tiles.
func (d *Document) duplicate(b *Document, tiles []Tile, mapping *mapping) Match {
	last := tiles[len(tiles)-1]
	m := Match{A: span(tiles[0].A, last.endA()), B: span(tiles[0].B, last.endB()), Tiles: tiles, Duplicate: true, mapping: mapping}
	for _, t := range tiles {
		m.Tokens += t.Length
		for i := range t.Length {
			if d.sameText(t.A+i, b, t.B+i) {
				m.Identical++
			}
		}
	}
	return m
}
