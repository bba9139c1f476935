package disk

import (
	"strings"

	"github.com/blevesearch/bleve/v2/document"
	"github.com/chaffinch-search/chaffinch/index"
)

// EachBoilerplate calls f for all boilerplate, in no order, until f's first error.
func (s *Snapshot) EachBoilerplate(f func(index.Boilerplate) error) error {
	return s.each(fieldKind, kindBoilerplate, func(documentID string, stored storedValues) error {
		b, err := storedBoilerplate(documentID, stored)
		if err != nil {
			return err
		}
		return f(b)
	})
}

// storedBoilerplate decodes boilerplate.
func storedBoilerplate(documentID string, stored storedValues) (index.Boilerplate, error) {
	b := index.Boilerplate{ID: strings.TrimPrefix(documentID, boilerplatePrefix), Packed: stored.source}
	return b, b.SetRecord(stored.record)
}

// boilerplateDocument returns the Bleve document. It has no fields in which fingerprints or
// contents are counted.
func boilerplateDocument(b *index.Boilerplate) (*document.Document, error) {
	record, err := b.Record()
	if err != nil {
		return nil, err
	}
	doc := document.NewDocument(boilerplatePrefix + b.ID)
	doc.AddField(termField(fieldKind, kindBoilerplate))
	doc.AddField(storedField(fieldRecord, record))
	doc.AddField(storedField(fieldSource, b.Packed))
	return doc, nil
}
