package index

import (
	"slices"

	"github.com/chaffinch-search/chaffinch/index/document"
)

// Boilerplate is material that questions ignore: starter code, licences, generated parts. The
// index keeps its source, so its file may be removed. Boilerplate is neither a content nor an
// occurrence, and counts in no document frequency. A question may choose not to ignore it.
//
// The same bytes added under several names are one Boilerplate. It is removed with its last name.
type Boilerplate struct {
	// ID is the git blob id.
	ID string
	// Names are the absolute paths that it was added from, sorted. There is at least one.
	Names []string
	// Language is the name of the language that it is lexed in.
	Language string
	// Size is in bytes. Tokens counts tokens of Language.
	Size   int64
	Tokens int

	// Packed is the source compressed by zstd.
	Packed []byte

	choices map[string]document.LanguageChoice // by name
}

// Source returns the bytes, compared with the id. The caller may change them.
func (b Boilerplate) Source() ([]byte, error) { return decompress(b.ID, b.Packed) }

// named adds a name or changes its choice of language. It reports whether anything changed.
func (b *Boilerplate) named(name string, r document.LanguageChoice) bool {
	had, known := b.choices[name]
	b.choices[name] = r
	if !known {
		at, _ := slices.BinarySearch(b.Names, name)
		b.Names = slices.Insert(b.Names, at, name)
	}
	return !known || had != r
}

// unnamed removes a name.
func (b *Boilerplate) unnamed(name string) {
	delete(b.choices, name)
	b.Names = slices.DeleteFunc(b.Names, func(n string) bool { return n == name })
}

// choice returns the first of the choices, in the order of compareChoices.
func (b *Boilerplate) choice() document.LanguageChoice {
	first := b.choices[b.Names[0]]
	for _, name := range b.Names[1:] {
		if r := b.choices[name]; compareChoices(r, first) < 0 {
			first = r
		}
	}
	return first
}

// boilerplateName returns the absolute path of a file, or its address in a repository. The file is
// below root.
func boilerplateName(root, path string) string { return Occurrence{Root: root, Path: path}.File() }
