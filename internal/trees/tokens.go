package trees

import "github.com/chaffinch-search/chaffinch/query/align"

// tokens says of each token of a file whether a match holds it.
type tokens []bool

// startOf returns where the tile starts on that side.
func startOf(t align.Tile, side int) int {
	if side == 0 {
		return t.A
	}
	return t.B
}

// add marks a run of tokens.
func (t tokens) add(from, length int) {
	for i := from; i < from+length; i++ {
		t[i] = true
	}
}

// addMatch marks what the match holds on that side.
func (t tokens) addMatch(m *linkMatch, side int) {
	for _, tile := range m.tiles {
		t.add(startOf(tile, side), tile.Length)
	}
}

// addLink marks what the link holds on that side.
func (t tokens) addLink(l *link, side int) {
	for i := range l.matches {
		t.addMatch(&l.matches[i], side)
	}
}

// missing counts the tokens of a run that are not marked.
func (t tokens) missing(from, length int) (n int) {
	for _, held := range t[from : from+length] {
		if !held {
			n++
		}
	}
	return n
}

// held counts those that are marked.
func (t tokens) held() int { return len(t) - t.missing(0, len(t)) }
