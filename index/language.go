package index

import (
	"cmp"
	"fmt"

	"github.com/chaffinch-search/chaffinch/analyzer/detect"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// A reading is how an occurrence wants its content lexed. Names decide that, so the same bytes
// at several paths may have several; the content is lexed as the first of them in an order that
// knows nothing of time. Whichever worker or update came first, the index is the same.
type reading struct {
	language string
	forced   bool // by [Source.Language]
}

// compareReadings puts what was asked for before what was guessed, code before prose, and the
// rest by name.
func compareReadings(a, b reading) int {
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

// reading returns how the source wants the file lexed, of which the text is given.
func (s Source) reading(path string, text []byte) (*lex.Language, reading) {
	if s.Language != nil {
		return s.Language, reading{s.Language.Name, true}
	}
	l := detect.Language(path, text)
	return l, reading{l.Name, false}
}

// outdated says whether an unchanged file that left this record is to be lexed in another way.
func (s Source) outdated(o Occurrence) bool {
	switch {
	case o.Skipped != "" && o.Skipped != ReasonTooShort:
		return false // it was never lexed
	case s.Language == nil:
		return o.reading.forced
	}
	return o.reading != reading{s.Language.Name, true}
}

// lookup returns the reading's language.
func (r reading) lookup() (*lex.Language, error) {
	l, ok := lex.Lookup(r.language)
	if !ok {
		return nil, fmt.Errorf("unknown language %q", r.language)
	}
	return l, nil
}
