package origin

import (
	"bytes"
	"slices"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// symbols returns the symbols of the tokens. Two pieces of code with equal exact symbols differ at
// most in comments and white space; with equal symbols of structure, also in names and literals.
func symbols(r analyzer.Representation, tokens []lex.Token) []uint64 {
	all := make([]uint64, len(tokens))
	for i, t := range tokens {
		all[i] = r.Symbol(t)
	}
	return all
}

// gramLength is the number of symbols in the grams by which snippets are looked up in the corpus.
const gramLength = 12

// containsRun reports whether needle is a consecutive run of symbols.
func containsRun(symbols, needle []uint64) bool {
	if len(needle) == 0 {
		return true
	}
	for i := 0; i+len(needle) <= len(symbols); i++ {
		if symbols[i] == needle[0] && slices.Equal(symbols[i:i+len(needle)], needle) {
			return true
		}
	}
	return false
}

// splitLines cuts src after each line break; the last line may be without one.
func splitLines(src []byte) [][]byte {
	lines := bytes.SplitAfter(src, []byte("\n"))
	if n := len(lines); len(lines[n-1]) == 0 {
		lines = lines[:n-1]
	}
	return lines
}

func blank(line []byte) bool { return len(bytes.TrimSpace(line)) == 0 }
