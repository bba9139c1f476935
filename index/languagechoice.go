package index

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/chaffinch-search/chaffinch/analyzer/detect"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/index/corpus"
)

// languageChoice is the language that an occurrence suggests. It depends on the file name, so the
// occurrences of one content may differ. The content is lexed in the first of their choices, in the
// order of compareChoices. The index therefore does not depend on the order of workers and updates.
type languageChoice struct {
	language string
	forced   bool // by [Source.Language]
}

// compareChoices orders forced choices before detected ones, code before prose, and then by name.
func compareChoices(a, b languageChoice) int {
	return cmp.Or(cmp.Compare(a.rank(), b.rank()), cmp.Compare(a.language, b.language))
}

func (r languageChoice) rank() (n int) {
	if !r.forced {
		n = 2
	}
	if r.language == lex.Prose.Name {
		n++
	}
	return n
}

// choice returns the language of a file with this text. It is the language set for all files,
// otherwise a language that the source names, otherwise the language that name and text suggest.
func (s Source) choice(f corpus.File, text []byte) (*lex.Language, languageChoice) {
	if s.Language != nil {
		return s.Language, languageChoice{s.Language.Name, true}
	}
	l := likely(f, text)
	return l, languageChoice{l.Name, false}
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
	case o.Skipped != "" && o.Skipped != ReasonTooShort:
		return false // it was never lexed
	case s.Language == nil:
		return o.choice.forced
	}
	return o.choice != languageChoice{s.Language.Name, true}
}

func (r languageChoice) lookup() (*lex.Language, error) {
	l, ok := lex.Lookup(r.language)
	if !ok {
		return nil, fmt.Errorf("unknown language %q", r.language)
	}
	return l, nil
}
