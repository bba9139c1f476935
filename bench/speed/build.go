package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/analysis/analyzer/custom"
	"github.com/blevesearch/bleve/v2/analysis/tokenizer/whitespace"
	"github.com/blevesearch/bleve/v2/mapping"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/corpus"
	"github.com/chaffinch-search/chaffinch/internal/answer"
)

// build is what making an index took.
type build struct {
	Engine  string  `json:"engine"`
	Runs    int     `json:"runs"`
	Seconds float64 `json:"seconds"` // from nothing to a closed index
	CPU     float64 `json:"cpuSeconds"`
	PeakMB  float64 `json:"peakMB"` // resident, the mapped index included
	IndexMB float64 `json:"indexMB"`
}

func buildChaffinch(c config) (*build, error) {
	ctx := context.Background()
	start := time.Now()
	settings := index.DefaultSettings()
	if c.engine == structureEngine {
		settings.Analyzer.Exact = analyzer.Scheme{}
	}
	x, err := index.Create(c.dir, settings)
	if err != nil {
		return nil, err
	}
	_, err = x.Update(ctx, index.Source{Root: c.corpus}, index.UpdateOptions{})
	if err != nil {
		return nil, err
	}
	b := &build{}
	if err := x.Close(); err != nil {
		return nil, err
	}
	b.Seconds = time.Since(start).Seconds()
	return b, b.size(c.dir)
}

func (b *build) size(dir string) error {
	size, err := answer.FolderSize(dir)
	b.IndexMB = float64(size) / 1e6
	return err
}

// plainBatch is how many documents plain Bleve gets at once.
const plainBatch = 500

// buildBleve gives plain Bleve the same documents with the same fingerprints.
func buildBleve(c config) (*build, error) {
	start := time.Now()
	m, err := plainMapping()
	if err != nil {
		return nil, err
	}
	x, err := bleve.New(c.dir, m)
	if err != nil {
		return nil, err
	}
	b := &build{}
	if err := fill(x, c.corpus); err != nil {
		return nil, err
	}
	if err := x.Close(); err != nil {
		return nil, err
	}
	b.Seconds = time.Since(start).Seconds()
	return b, b.size(c.dir)
}

func fill(x bleve.Index, root string) error {
	a, err := analyzer.New(analyzer.DefaultSettings())
	if err != nil {
		return err
	}
	batch := x.NewBatch()
	var n analyzer.Analysis
	seen := map[string]bool{}
	err = eachFile(root, func(path string, content []byte) error {
		id := index.BlobID(content)
		if seen[id] {
			return nil
		}
		seen[id] = true
		a.Analyze(analyzer.Detect(path, content), content, &n)
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
	return x.Batch(batch)
}

func words(prints []analyzer.Fingerprint) string {
	var text strings.Builder
	for _, p := range prints {
		text.Write(analyzer.AppendTerm(nil, p.Hash))
		text.WriteByte(' ')
	}
	return text.String()
}

func plainMapping() (mapping.IndexMapping, error) {
	m := bleve.NewIndexMapping()
	err := m.AddCustomAnalyzer("words", map[string]any{"type": custom.Name, "tokenizer": whitespace.Name})
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
	var o corpus.Options
	err := corpus.Walk(context.Background(), root, o, func(file corpus.File) error {
		content, reason, err := corpus.Read(file, o, buf)
		buf = content
		if reason != corpus.Kept || err != nil {
			return nil
		}
		return f(file.Path, content)
	}, nil)
	if err != nil {
		return fmt.Errorf("reading the corpus: %w", err)
	}
	return nil
}
