package detect

import (
	"bytes"
	"strings"
	"sync"

	"github.com/chaffinch-search/chaffinch/analyzer/internal/language"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// Fortran is written in two forms that share their extensions: fixed, in which columns 1 to 6 of a line are for
// comments, labels and continuation, and free. Which one a source is in shows at the beginning of its lines.

// pickFortran returns Fortran in the form that a content shows, and usual if it shows none.
func pickFortran(content []byte, usual *lex.Language) *lex.Language {
	free, fixed := knownAs("Fortran"), knownAs("Fortran Fixed Form")
	votes := 0 // for the free form
	for line := range bytes.Lines(headOf(content, detectHead)) {
		votes += freeFormVote(bytes.TrimRight(line, " \t\r\n"))
	}
	switch {
	case votes > 0:
		return free
	case votes < 0:
		return fixed
	}
	return usual
}

// freeFormVote returns 1 for a line that only the free form has, -1 for one that only the fixed form has, and 0
// for one that says nothing. A word in column one is a comment to the fixed form if it starts with C or D, and
// most likely a statement if it is a keyword.
func freeFormVote(line []byte) int {
	if len(line) == 0 || line[0] == '\t' {
		return 0
	}
	text := bytes.TrimLeft(line, " ")
	column := len(line) - len(text) + 1
	letter := lower(text[0])-'a' < 26
	switch {
	case column == 1 && text[0] == '*', column == 6 && isContinuation(text[0]):
		return -1
	case column == 1 && (lower(text[0]) == 'c' || lower(text[0]) == 'd'):
		if word := text[:wordEndAt(text, 0)]; fortranKeywords()[strings.ToLower(string(word))] {
			return 1
		} else if len(word) == 1 && len(text) > 1 && bytes.IndexByte([]byte("=(%"), bytes.TrimLeft(text[1:], " ")[0]) < 0 {
			return -1
		}
	case column < 6 && letter, text[0] != '!' && line[len(line)-1] == '&':
		return 1
	}
	return 0
}

// isContinuation reports whether c in column six continues the line before, and hardly starts a statement.
func isContinuation(c byte) bool {
	return c >= '1' && c <= '9' || bytes.IndexByte([]byte("&$*+>.:x#|-"), c) >= 0
}

// fortranKeywords are in lower case.
var fortranKeywords = sync.OnceValue(func() map[string]bool {
	words := map[string]bool{}
	for word := range strings.FieldsSeq(language.ByName("Fortran").Keywords) {
		words[word] = true
	}
	return words
})
