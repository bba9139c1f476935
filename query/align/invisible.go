package align

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// Between tokens, a lexer takes control and format characters for white space. A copy that differs
// in them looks the same and is not: they can reverse the order in which a line is shown (Boucher
// and Anderson, Trojan Source, 2021), carry a watermark, or keep a text search from finding it.

// invisible returns the match's invisible characters that one document lacks, in ascending order.
// They are inside and between tokens.
func (m Match) invisible(a, b *Document) []rune {
	var found []rune
	for _, t := range m.Tiles {
		if !a.mayHideIn(t.A, t.endA()) && !b.mayHideIn(t.B, t.endB()) {
			continue
		}
		for i := range t.Length {
			x, y := a.hidden(t.A+i, i > 0), b.hidden(t.B+i, i > 0)
			if !slices.Equal(x, y) {
				found = append(append(found, x...), y...)
			}
		}
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// mayHideIn reports whether a range of tokens may have a character that isHidden accepts. It looks
// at the bytes of the tokens and between them.
func (d *Document) mayHideIn(from, to int) bool {
	for _, c := range d.source[d.tokens[from].Start:d.tokens[to-1].End] {
		if c >= utf8.RuneSelf || c < ' ' && !isSpace(rune(c)) || c == 0x7f {
			return true
		}
	}
	return false
}

// hidden returns the invisible characters in a name or word, in order. With before it adds those
// between the word and the token before it. Soft hyphens and joiners in words are ordinary.
func (d *Document) hidden(token int, before bool) []rune {
	var found []rune
	t := &d.tokens[token]
	if before {
		for _, r := range string(d.source[d.tokens[token-1].End:t.Start]) {
			if isHidden(r) {
				found = append(found, r)
			}
		}
	}
	if t.Kind == lex.String || t.Kind == lex.Char {
		return found
	}
	for _, r := range string(d.source[t.Start:t.End]) {
		if isHidden(r) && !(t.Kind == lex.Word && strings.ContainsRune("\u00AD\u200C\u200D\u2060", r)) {
			found = append(found, r)
		}
	}
	return found
}

// isSpace reports whether a character is white space of ASCII.
func isSpace(r rune) bool { return r == ' ' || '\t' <= r && r <= '\r' }

// isHidden reports whether a character shows nothing, or a space other than ASCII's. Such are
// control and format characters, characters not assigned or for private use, broken bytes, and
// fillers, selectors and other letters and marks that fonts leave blank.
func isHidden(r rune) bool {
	const braillePatternBlank = 0x2800
	return !isSpace(r) && (!unicode.IsGraphic(r) || r == utf8.RuneError || r == braillePatternBlank ||
		unicode.In(r, unicode.Z, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector))
}
