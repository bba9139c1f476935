package trees

import "github.com/chaffinch-search/chaffinch/query/align"

// tokens is a set of tokens of a file, as flags by token.
type tokens []bool

// startOf returns the start of the tile on that side.
func startOf(t align.Tile, side int) int {
	if side == 0 {
		return t.A
	}
	return t.B
}

// add adds a run of tokens.
func (t tokens) add(from, length int) {
	for i := from; i < from+length; i++ {
		t[i] = true
	}
}

// addMatch adds the tokens of the match on that side.
func (t tokens) addMatch(m *linkMatch, side int) {
	for _, tile := range m.tiles {
		t.add(startOf(tile, side), tile.Length)
	}
}

// addLink adds the tokens of the link on that side.
func (t tokens) addLink(l *link, side int) {
	for i := range l.matches {
		t.addMatch(&l.matches[i], side)
	}
}

// missing returns the number of tokens of a run that are not in the set.
func (t tokens) missing(from, length int) (n int) {
	for _, held := range t[from : from+length] {
		if !held {
			n++
		}
	}
	return n
}

// held returns the size of the set.
func (t tokens) held() int { return len(t) - t.missing(0, len(t)) }
