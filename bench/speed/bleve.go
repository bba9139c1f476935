package main

import (
	"errors"
	"strings"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/analysis/analyzer/custom"
	"github.com/blevesearch/bleve/v2/analysis/tokenizer/whitespace"
	"github.com/blevesearch/bleve/v2/mapping"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/detect"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
	"github.com/chaffinch-search/chaffinch/bench/internal/cli"
	"github.com/chaffinch-search/chaffinch/index"
)

// plainBatch is how many documents plain Bleve gets at once.
const plainBatch = 500

// buildBleve gives plain Bleve the same documents with the same fingerprints as an index of ours.
// The size of our index decides the bits of a term.
func buildBleve(b *cli.Bench) error {
	if err := b.Parse("CORPUS", "INDEX", "FOLDER"); err != nil {
		return err
	}
	ours, err := chaffinch.Open(b, b.Arg(1), index.Options{ReadOnly: true})
	if err != nil {
		return err
	}
	defer ours.Close()
	m, err := plainMapping()
	if err != nil {
		return err
	}
	x, err := bleve.New(b.Arg(2), m)
	if err != nil {
		return err
	}
	batch := x.NewBatch()
	var n analyzer.Analysis
	seen := map[string]bool{} // files of the same bytes count once
	err = eachFile(b, b.Arg(0), func(path string, content []byte) error {
		id := index.BlobID(content)
		if seen[id] {
			return nil
		}
		seen[id] = true
		ours.Analyzer().Analyze(detect.Language(path, content), content, &n)
		doc := map[string]string{}
		for r, prints := range n.Fingerprints {
			doc[analyzer.Representation(r).String()] = words(prints)
		}
		if err := batch.Index(id, doc); err != nil {
			return err
		}
		if batch.Size() < plainBatch {
			return nil
		}
		full := batch
		batch = x.NewBatch() // not Reset: a goroutine of Bleve may still read the old one
		return x.Batch(full)
	})
	return errors.Join(err, x.Batch(batch), x.Close())
}

func words(prints []winnow.Fingerprint) string {
	var text strings.Builder
	for _, p := range prints {
		text.Write(winnow.AppendTerm(nil, p.Hash))
		text.WriteByte(' ')
	}
	return text.String()
}

func plainMapping() (mapping.IndexMapping, error) {
	m := bleve.NewIndexMapping()
	err := m.AddCustomAnalyzer("words", map[string]any{
		"type": custom.Name, "tokenizer": whitespace.Name,
	})
	if err != nil {
		return nil, err
	}
	f := bleve.NewTextFieldMapping()
	f.Analyzer = "words"
	f.Store, f.IncludeTermVectors, f.IncludeInAll, f.DocValues = false, false, false, false
	m.DefaultMapping = bleve.NewDocumentStaticMapping()
	for r := range analyzer.Representation(analyzer.Representations) {
		m.DefaultMapping.AddFieldMappingsAt(r.String(), f)
	}
	return m, nil
}
