//go:build !js

package index

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/blevesearch/bleve/v2/document"
)

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
