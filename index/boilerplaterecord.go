package index

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/blevesearch/bleve/v2/document"
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

	choices map[string]languageChoice // by name
	packed  []byte                    // the compressed source
}

// Source returns the bytes, compared with the id. The caller may change them.
func (b Boilerplate) Source() ([]byte, error) { return decompress(b.ID, b.packed) }

// EachBoilerplate calls f for all boilerplate, in no particular order, and stops at f's first
// error.
func (s *Snapshot) EachBoilerplate(f func(Boilerplate) error) error {
	return s.each(fieldKind, kindBoilerplate, func(documentID string, stored storedValues) error {
		b, err := parseBoilerplate(documentID, stored)
		if err != nil {
			return err
		}
		return f(b)
	})
}

// boilerplateRecord is stored with the source. Names are byte slices, because a path may contain
// any bytes and a JSON string may not.
type boilerplateRecord struct {
	Language string             `json:"language"`
	Size     int64              `json:"size"`
	Tokens   int                `json:"tokens"`
	Names    []boilerplateNamed `json:"names"`
}

type boilerplateNamed struct {
	Name     []byte `json:"p"`
	Language string `json:"l"`
	Forced   bool   `json:"f,omitempty"`
}

func parseBoilerplate(documentID string, stored storedValues) (Boilerplate, error) {
	b := Boilerplate{ID: strings.TrimPrefix(documentID, boilerplatePrefix), choices: map[string]languageChoice{}}
	b.packed = stored.source
	var r boilerplateRecord
	if err := json.Unmarshal(stored.record, &r); err != nil {
		return b, fmt.Errorf("boilerplate %s: reading its record: %w", b.ID, err)
	}
	if len(r.Names) == 0 || r.Tokens < 0 || r.Size < int64(r.Tokens) {
		return b, fmt.Errorf("boilerplate %s: %w", b.ID, errRecord)
	}
	b.Language, b.Size, b.Tokens = r.Language, r.Size, r.Tokens
	for _, n := range r.Names {
		b.Names = append(b.Names, string(n.Name))
		b.choices[string(n.Name)] = languageChoice{n.Language, n.Forced}
	}
	return b, nil
}

// document returns the Bleve document. It has no fields in which fingerprints or contents are
// counted.
func (b *Boilerplate) document() (*document.Document, error) {
	r := boilerplateRecord{Language: b.Language, Size: b.Size, Tokens: b.Tokens}
	for _, name := range b.Names {
		was := b.choices[name]
		r.Names = append(r.Names, boilerplateNamed{[]byte(name), was.language, was.forced})
	}
	record, err := json.Marshal(r)
	if err != nil {
		return nil, fmt.Errorf("boilerplate %s: %w", b.ID, err)
	}
	doc := document.NewDocument(boilerplatePrefix + b.ID)
	doc.AddField(termField(fieldKind, kindBoilerplate))
	doc.AddField(storedField(fieldRecord, record))
	doc.AddField(storedField(fieldSource, b.packed))
	return doc, nil
}

// named adds a name or changes its choice of language. It reports whether anything changed.
func (b *Boilerplate) named(name string, r languageChoice) bool {
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
func (b *Boilerplate) choice() languageChoice {
	first := b.choices[b.Names[0]]
	for _, name := range b.Names[1:] {
		if r := b.choices[name]; compareChoices(r, first) < 0 {
			first = r
		}
	}
	return first
}

// boilerplateName returns the absolute path of a file below a root without links.
func boilerplateName(root, path string) string { return filepath.Join(root, filepath.FromSlash(path)) }
