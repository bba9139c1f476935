package detect

import (
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// codeLanguages returns all languages but prose.
func codeLanguages() []*lex.Language {
	return slices.DeleteFunc(lex.Languages(), func(l *lex.Language) bool { return l == lex.Prose })
}

// fixturePath returns the path of a language's fixture, which is the lexer's.
func fixturePath(l *lex.Language) string {
	name := strings.NewReplacer("+", "p", "#", "sharp", " ", "-", "/", "-").Replace(l.Name)
	return "../lex/testdata/lang/" + strings.ToLower(name) + ".src"
}
