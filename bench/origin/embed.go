package main

import (
	"bytes"
	"math/rand/v2"
	"slices"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// embedAttempts is how many places of how many hosts are tried.
const embedAttempts = 6

// embed puts the snippet into the middle of one of the hosts, at a blank line if there is one.
func embed(rng *rand.Rand, s *snippet, hosts []*host) (mutant, reason) {
	if len(hosts) == 0 {
		return mutant{}, hasNoHost
	}
	order := rng.Perm(len(hosts))
	for _, at := range order[:min(embedAttempts, len(order))] {
		if m, ok := embedInto(s, hosts[at]); ok {
			return m, used
		}
	}
	return mutant{}, isFragile
}

func embedInto(s *snippet, h *host) (mutant, bool) {
	var middle bytes.Buffer
	writeLine(&middle, s.source)
	for _, at := range middleBorders(splitLines(h.content)) {
		out := slices.Concat(h.content[:at], middle.Bytes(), h.content[at:])
		if parted(s.lang.Lex(nil, out), h.tokens, s.tokens, at) {
			own := extent{at, at + middle.Len()}
			return mutant{out, []extent{own}, []extent{{0, len(s.source)}}}, true
		}
	}
	return mutant{}, false
}

// middleBorders returns offsets of line starts in the middle third, best first: behind blank lines
// before others, then the nearest to the middle.
func middleBorders(lines [][]byte) []int {
	offsets := lineOffsets(lines)
	n := len(lines)
	var borders []int
	for i := n / 3; i < n-n/3; i++ {
		borders = append(borders, i)
	}
	cost := func(i int) int {
		distance := max(i-n/2, n/2-i)
		if i > 0 && blank(lines[i-1]) {
			return distance
		}
		return distance + n
	}
	slices.SortFunc(borders, func(a, b int) int {
		if d := cost(a) - cost(b); d != 0 {
			return d
		}
		return a - b
	})
	borders = borders[:min(embedAttempts, len(borders))]
	for i, line := range borders {
		borders[i] = offsets[line]
	}
	return borders
}

// parted reports whether whole is the tokens of the host with those of the snippet put in at byte
// at, neither changing the other.
func parted(whole, host, snippet []lex.Token, at int) bool {
	if len(whole) != len(host)+len(snippet) {
		return false
	}
	n := 0
	for n < len(host) && int(host[n].End) <= at {
		n++
	}
	return sameTokens(whole[:n], host[:n]) && sameTokens(whole[n:n+len(snippet)], snippet) &&
		sameTokens(whole[n+len(snippet):], host[n:])
}
