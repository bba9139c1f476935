package detect

import (
	"bytes"
	"strings"
	"sync"

	"github.com/chaffinch-search/chaffinch/analyzer/internal/language"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// Fortran has two forms with the same extensions. Fixed form reserves columns 1 to 6 of a line for
// comments, labels and continuation marks; free form does not. The beginnings of lines show the
// form.

// pickFortran returns the form of Fortran that a content shows, or usual.
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

// freeFormVote returns 1 for a free-form line, -1 for a fixed-form one, otherwise 0. A C or D in
// column one starts a comment in fixed form. If its word is a keyword, it is most likely a
// statement of free form.
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
		} else if len(word) == 1 && len(text) > 1 &&
			bytes.IndexByte([]byte("=(%"), bytes.TrimLeft(text[1:], " ")[0]) < 0 {
			return -1
		}
	case column < 6 && letter, text[0] != '!' && line[len(line)-1] == '&':
		return 1
	}
	return 0
}

// isContinuation reports whether c in column six likely marks a continued line.
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
