package align

import (
	"bytes"

	"github.com/cespare/xxhash/v2"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// renamedPieces reports whether two strings with code in them differ only in words behind the code.
// renamed must hold for the hashes of each two. A program that renames rows renames them in "${n}
// rows", too.
func renamedPieces(a *Document, at int, b *Document, bt int, renamed func(x, y uint64) bool) bool {
	x, y := &a.tokens[at], &b.tokens[bt]
	if x.Kind != lex.String || y.Kind != lex.String || x.Whole == 0 || y.Whole == 0 || !bytes.Equal(a.text(at), b.text(bt)) {
		return false
	}
	p, q := a.source[x.End:x.Whole], b.source[y.End:y.Whole]
	for len(p) > 0 && len(q) > 0 {
		n, m := wordLength(p), wordLength(q)
		switch {
		case n == 0 && m == 0 && p[0] == q[0]:
			n, m = 1, 1
		case n == 0 || m == 0:
			return false
		case bytes.Equal(p[:n], q[:m]), renamed(xxhash.Sum64(p[:n]), xxhash.Sum64(q[:m])):
		case !renamed(xxhash.Sum64String("$"+string(p[:n])), xxhash.Sum64String("$"+string(q[:m]))): // as in PHP
			return false
		}
		p, q = p[n:], q[m:]
	}
	return len(p) == len(q)
}

// wordLength returns the number of bytes of the name at the start of a text.
func wordLength(text []byte) int {
	n := 0
	for n < len(text) && (text[n]|0x20-'a' < 26 || text[n]-'0' < 10 || text[n] == '_' || text[n] >= 0x80) {
		n++
	}
	return n
}

// counterparts reports whether two names are counterparts of each other. The names must be chosen.
func (c *counter) counterparts(a, b uint64) bool {
	mask := uint64(len(c.slots) - 1)
	for i := c.slot(a, b); ; i++ {
		slot := c.slots[i&mask]
		if slot == 0 {
			return false
		}
		if n := &c.names[slot-1]; n.a == a && n.b == b {
			return n.meant
		}
	}
}
