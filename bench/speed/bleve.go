package main

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/analysis/analyzer/custom"
	"github.com/blevesearch/bleve/v2/analysis/tokenizer/whitespace"
	"github.com/blevesearch/bleve/v2/mapping"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/detect"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
)

// plainBatch is how many documents plain Bleve gets at once.
const plainBatch = 500

// buildBleve gives plain Bleve the same documents with the same fingerprints as the index in the
// folder of path, whose size decides the bits of a term.
func buildBleve(root, path string) error {
	ours, err := chaffinch.Open(context.Background(), filepath.Join(filepath.Dir(path), "index"), index.Options{ReadOnly: true})
	if err != nil {
		return err
	}
	a := ours.Analyzer()
	if err := ours.Close(); err != nil {
		return err
	}
	m, err := plainMapping()
	if err != nil {
		return err
	}
	x, err := bleve.New(path, m)
	if err != nil {
		return err
	}
	batch := x.NewBatch()
	var n analyzer.Analysis
	err = eachContent(root, func(id, path string, content []byte) error {
		a.Analyze(detect.Language(path, content), content, &n)
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
	if err != nil {
		return err
	}
	if err := x.Batch(batch); err != nil {
		return err
	}
	return x.Close()
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

// eachFile calls f for every file that chaffinch would index. content is valid during the call.
func eachFile(root string, f func(path string, content []byte) error) error {
	var buf []byte
	var o document.Options
	err := corpus.Walk(context.Background(), root, o, func(file corpus.File) error {
		content, reason, err := corpus.Read(file, o, buf)
		buf = content
		if reason != document.Kept || err != nil {
			return nil // what cannot be read is skipped, as an index does
		}
		return f(file.Path, content)
	}, nil)
	if err != nil {
		return fmt.Errorf("reading the corpus: %w", err)
	}
	return nil
}

// eachContent is eachFile with the id of the content, once for files of the same bytes.
func eachContent(root string, f func(id, path string, content []byte) error) error {
	seen := map[string]bool{}
	return eachFile(root, func(path string, content []byte) error {
		id := index.BlobID(content)
		if seen[id] {
			return nil
		}
		seen[id] = true
		return f(id, path, content)
	})
}
