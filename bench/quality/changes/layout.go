package changes

import (
	"math/rand/v2"
	"strings"

	"github.com/chaffinch-search/chaffinch/bench/internal/code"
)

// These changes keep all tokens.

// commentsTranslated replaces the words of comments.
func commentsTranslated(rng *rand.Rand, f *file) (string, bool) {
	return f.replaceGaps(func(gap string) string { return replaceWords(rng, gap) })
}

// relaid removes comments and blank lines, and indents in another way.
func relaid(rng *rand.Rand, f *file) (string, bool) {
	unit := commonUnit(f)
	to := []string{"\t", "  ", "   ", "    "}[rng.IntN(4)]
	for width := unit; to == strings.Repeat(" ", width) || to == "\t" && width == 8; {
		to = "     "
	}
	return f.replaceGaps(func(gap string) string { return relayGap(gap, unit, to) })
}

// relayGap returns the white space of a gap between two tokens, without the comments.
func relayGap(gap string, unit int, to string) string {
	at := strings.LastIndexByte(gap, '\n')
	switch {
	case strings.Contains(gap, `\`):
		return gap
	case at >= 0:
		return "\n" + strings.Repeat(to, code.Column(gap[at+1:])/unit)
	case strings.TrimSpace(gap) != "":
		return " "
	}
	return gap
}

// replaceGaps replaces the text between tokens. ok is false if that would change a token.
func (f *file) replaceGaps(change func(gap string) string) (out string, ok bool) {
	src := f.String()
	var b strings.Builder
	at := 0
	for _, t := range code.Whole(f.lang, []byte(src)) {
		gap := src[at:t.Start]
		if at > 0 || strings.TrimSpace(gap) != "" {
			gap = change(gap)
		}
		b.WriteString(gap + src[t.Start:t.End])
		at = int(t.End)
	}
	out = strings.TrimLeft(b.String()+change(src[at:]), "\n")
	return out, code.SameTokens(f.lang.Lex(nil, []byte(src)), f.lang.Lex(nil, []byte(out)))
}

// commonUnit is the greatest common divisor of the columns at which lines start.
func commonUnit(f *file) int {
	unit := 0
	src := f.String()
	at := 0
	for _, t := range code.Whole(f.lang, []byte(src)) {
		gap := src[at:t.Start]
		at = int(t.End)
		if i := strings.LastIndexByte(gap, '\n'); i >= 0 {
			for a := code.Column(gap[i+1:]); a > 0; {
				unit, a = a, unit%a
			}
		}
	}
	return max(unit, 1)
}
