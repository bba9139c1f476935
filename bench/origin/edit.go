package main

import (
	"bytes"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

const (
	// dropShare is the share of the lines with text that an edit drops.
	dropShare = 0.10
	// addShare is the number of foreign lines an edit adds, per line with text.
	addShare = 0.15
)

// edit drops lines of the snippet and strews in foreign ones, each at a place of its own, never
// inside of a token or comment.
func edit(rng *rand.Rand, s *snippet, foreignLines [][]byte) (mutant, reason) {
	lines := splitLines(s.source)
	clean := cleanBorders(s.lang, lines)
	full, droppable := droppableLines(lines, clean)
	drops, adds := share(full, dropShare), share(full, addShare)
	if len(foreignLines) == 0 {
		return mutant{}, hasNoHost
	}
	var places []int
	for i, ok := range clean {
		if ok {
			places = append(places, i)
		}
	}
	if len(droppable) < drops || len(places) < adds {
		return mutant{}, isFragile
	}
	dropped := pick(rng, droppable, drops)
	added := pick(rng, places, adds)
	m := weave(rng, lines, dropped, added, foreignLines)
	if !closed(s.lang, m.source) {
		return mutant{}, isFragile
	}
	return m, used
}

func share(n int, of float64) int { return int(math.Round(of * float64(n))) }

// cleanBorders says of each border, before line i and behind the last, whether it lies outside of
// tokens and comments.
func cleanBorders(lang *lex.Language, lines [][]byte) []bool {
	clean := make([]bool, len(lines)+1)
	var prefix []byte
	clean[0] = true
	for i, line := range lines {
		prefix = append(prefix, line...)
		clean[i+1] = closed(lang, prefix)
	}
	return clean
}

// droppableLines counts the lines with text and returns those that stand between clean borders.
func droppableLines(lines [][]byte, clean []bool) (full int, droppable []int) {
	for i, line := range lines {
		if blank(line) {
			continue
		}
		full++
		if clean[i] && clean[i+1] {
			droppable = append(droppable, i)
		}
	}
	return full, droppable
}

// pick returns n of the values, in rising order.
func pick(rng *rand.Rand, values []int, n int) []int {
	chosen := make([]int, n)
	for i, at := range rng.Perm(len(values))[:n] {
		chosen[i] = values[at]
	}
	slices.Sort(chosen)
	return chosen
}

// weave writes lines without the dropped ones, a random foreign line before each border in added.
func weave(rng *rand.Rand, lines [][]byte, dropped, added []int, foreignLines [][]byte) mutant {
	var m mutant
	var out bytes.Buffer
	offsets := lineOffsets(lines)
	for i := 0; i <= len(lines); i++ {
		if _, ok := slices.BinarySearch(added, i); ok {
			writeLine(&out, foreignLines[rng.IntN(len(foreignLines))])
		}
		if _, ok := slices.BinarySearch(dropped, i); i < len(lines) && !ok {
			from := out.Len()
			writeLine(&out, lines[i])
			m.own = append(m.own, extent{from, out.Len()})
			m.kept = append(m.kept, extent{offsets[i], offsets[i+1]})
		}
	}
	m.source = out.Bytes()
	return m
}

// writeLine writes line and ends it if it has no end.
func writeLine(out *bytes.Buffer, line []byte) {
	out.Write(line)
	if !bytes.HasSuffix(line, []byte("\n")) {
		out.WriteByte('\n')
	}
}
