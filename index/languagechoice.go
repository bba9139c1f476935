package index

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/chaffinch-search/chaffinch/analyzer/detect"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
)

// The content of several occurrences is lexed in the first of their choices, in the order of
// compareChoices. The index therefore does not depend on the order of workers and updates.

// compareChoices orders forced choices before detected ones, code before prose, and then by name.
func compareChoices(a, b document.LanguageChoice) int {
	return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(a.Language, b.Language))
}

func rank(r document.LanguageChoice) (n int) {
	if !r.Forced {
		n = 2
	}
	if r.Language == lex.Prose.Name {
		n++
	}
	return n
}

// choice returns the language of a file with this text. It is the language set for all files,
// otherwise a language that the source names, otherwise the language that name and text suggest.
func (s Source) choice(f corpus.File, text []byte) (*lex.Language, document.LanguageChoice) {
	if s.Language != nil {
		return s.Language, document.LanguageChoice{Language: s.Language.Name, Forced: true}
	}
	l := likely(f, text)
	return l, document.LanguageChoice{Language: l.Name}
}

// likely returns the source's language that the text looks like.
func likely(f corpus.File, text []byte) *lex.Language {
	var said []*lex.Language
	for _, name := range f.Languages {
		if l, ok := lex.Lookup(name); ok && !slices.Contains(said, l) {
			said = append(said, l)
		}
	}
	switch {
	case len(said) > 1:
		for _, l := range detect.Candidates("", text, len(lex.Languages())) {
			if slices.Contains(said, l) {
				return l
			}
		}
		return said[0]
	case len(said) == 1:
		return said[0]
	case f.Nameless:
		return detect.Candidates("", text, 1)[0]
	}
	return detect.File(f.Path, text)
}

// outdated reports whether the occurrence's file needs reading again, in another language.
func (s Source) outdated(o Occurrence) bool {
	switch {
	case o.Skipped != "" && o.Skipped != document.TooShort:
		return false // it was never lexed
	case s.Language == nil:
		return o.Reading.Choice.Forced
	}
	return o.Reading.Choice != document.LanguageChoice{Language: s.Language.Name, Forced: true}
}

func lookUp(r document.LanguageChoice) (*lex.Language, error) {
	l, ok := lex.Lookup(r.Language)
	if !ok {
		return nil, fmt.Errorf("unknown language %q", r.Language)
	}
	return l, nil
}
