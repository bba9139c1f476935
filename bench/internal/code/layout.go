package code

import (
	"math/rand/v2"
	"strings"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// Relaid removes comments and blank lines, and indents in another way. ok is false if that would
// change a token.
func Relaid(rng *rand.Rand, lang *lex.Language, src string) (out string, ok bool) {
	unit := commonUnit(lang, src)
	to := []string{"\t", "  ", "   ", "    "}[rng.IntN(4)]
	if to == strings.Repeat(" ", unit) || to == "\t" && unit == 8 {
		to = "     "
	}
	return ReplaceGaps(lang, src, func(gap string) string { return relayGap(gap, unit, to) })
}

// relayGap returns the white space of a gap between two tokens, without the comments.
func relayGap(gap string, unit int, to string) string {
	at := strings.LastIndexByte(gap, '\n')
	switch {
	case strings.Contains(gap, `\`):
		return gap
	case at >= 0:
		return "\n" + strings.Repeat(to, Column(gap[at+1:])/unit)
	case strings.TrimSpace(gap) != "":
		return " "
	}
	return gap
}

// ReplaceGaps replaces the text between tokens. ok is false if that would change a token.
func ReplaceGaps(lang *lex.Language, src string, change func(gap string) string) (out string, ok bool) {
	var b strings.Builder
	at := 0
	for _, t := range Whole(lang, []byte(src)) {
		gap := src[at:t.Start]
		if at > 0 || strings.TrimSpace(gap) != "" {
			gap = change(gap)
		}
		b.WriteString(gap + src[t.Start:t.End])
		at = int(t.End)
	}
	out = strings.TrimLeft(b.String()+change(src[at:]), "\n")
	return out, SameTokens(lang.Lex(nil, []byte(src)), lang.Lex(nil, []byte(out)))
}

// commonUnit is the greatest common divisor of the columns at which lines start.
func commonUnit(lang *lex.Language, src string) int {
	unit, at := 0, 0
	for _, t := range Whole(lang, []byte(src)) {
		gap := src[at:t.Start]
		at = int(t.End)
		if i := strings.LastIndexByte(gap, '\n'); i >= 0 {
			for a := Column(gap[i+1:]); a > 0; {
				unit, a = a, unit%a
			}
		}
	}
	return max(unit, 1)
}
