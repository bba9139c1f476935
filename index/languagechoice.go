package index

import (
	"cmp"
	"fmt"

	"github.com/chaffinch-search/chaffinch/analyzer/detect"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// languageChoice is the language in which an occurrence wants its content lexed. The name of a file
// decides, so the same bytes at several paths may have several choices; the content is lexed as the
// first of them in a fixed order. So the index is the same whichever worker or update came first.
type languageChoice struct {
	language string
	forced   bool // by [Source.Language]
}

// compareChoices puts what was asked for before what was guessed, code before prose, and the
// rest by name.
func compareChoices(a, b languageChoice) int {
	return cmp.Or(
		first(a.forced, b.forced),
		first(a.language != lex.Prose.Name, b.language != lex.Prose.Name),
		cmp.Compare(a.language, b.language),
	)
}

// first orders what is true before what is not.
func first(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}

// choice returns the language for a file of the source with that text.
func (s Source) choice(path string, text []byte) (*lex.Language, languageChoice) {
	if s.Language != nil {
		return s.Language, languageChoice{s.Language.Name, true}
	}
	l := detect.Language(path, text)
	return l, languageChoice{l.Name, false}
}

// outdated says whether an unchanged file that left this record is to be lexed in another language.
func (s Source) outdated(o Occurrence) bool {
	switch {
	case o.Skipped != "" && o.Skipped != ReasonTooShort:
		return false // it was never lexed
	case s.Language == nil:
		return o.choice.forced
	}
	return o.choice != languageChoice{s.Language.Name, true}
}

// lookup returns the language.
func (r languageChoice) lookup() (*lex.Language, error) {
	l, ok := lex.Lookup(r.language)
	if !ok {
		return nil, fmt.Errorf("unknown language %q", r.language)
	}
	return l, nil
}
