package mcp

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/chaffinch-search/chaffinch/internal/serve"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
)

// CorpusInfo is the input of corpus_info.
type CorpusInfo struct {
	Index string `json:"index,omitempty" jsonschema:"only this index"`
}

// Corpus is the output of corpus_info.
type Corpus struct {
	Indexes []IndexInfo `json:"indexes"`
	More    int         `json:"more,omitempty" jsonschema:"number of further indexes"`
}

// IndexInfo describes an index.
type IndexInfo struct {
	Name        string           `json:"name"`
	Documents   int              `json:"documents" jsonschema:"distinct documents"`
	AsOf        string           `json:"asOf" jsonschema:"date of the index"`
	Guarantee   int              `json:"guarantee" jsonschema:"any shared run of this many tokens is found"`
	HashesOnly  bool             `json:"hashesOnly,omitempty" jsonschema:"the index has no sources, so document lines are unknown"`
	Collections []CollectionInfo `json:"collections" jsonschema:"the largest"`
	More        int              `json:"more,omitempty" jsonschema:"further collections"`
}

// CollectionInfo is a collection with its number of files, copies included.
type CollectionInfo struct {
	Name  string `json:"name"`
	Files int    `json:"files"`
}

// Limits on the output of corpus_info.
const (
	mostIndexes     = 8
	mostCollections = 6
	nameWidth       = 24
)

func (s *Server) corpusInfo(ctx context.Context, q CorpusInfo) (*sdk.CallToolResult, Corpus, error) {
	names := s.indexes.Names()
	if q.Index != "" {
		names = []string{q.Index}
	}
	c := Corpus{Indexes: []IndexInfo{}, More: max(0, len(names)-mostIndexes)}
	for _, name := range names[:min(len(names), mostIndexes)] {
		i, err := s.describe(ctx, name)
		if err != nil {
			return nil, Corpus{}, err
		}
		c.Indexes = append(c.Indexes, i)
	}
	return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: c.String()}}}, c, nil
}

// describe describes the index of that name.
func (s *Server) describe(ctx context.Context, name string) (i IndexInfo, err error) {
	h, err := s.indexes.Acquire(name)
	if err != nil {
		return i, err
	}
	defer h.Close()
	i = IndexInfo{Name: h.Name, AsOf: asOf(h), Guarantee: h.Settings().Analyzer.Guarantee(), HashesOnly: h.Settings().HashOnly}
	if i.Documents, err = h.Contents(); err != nil {
		return i, err
	}
	i.Collections, err = collections(ctx, h)
	if n := len(i.Collections); n > mostCollections {
		i.Collections, i.More = i.Collections[:mostCollections], n-mostCollections
	}
	return i, err
}

// collections returns the collections of an index, the largest first.
func collections(ctx context.Context, h *serve.Held) ([]CollectionInfo, error) {
	list, err := h.CollectionList(ctx)
	if err != nil {
		return nil, err
	}
	all := []CollectionInfo{}
	for _, c := range list.Collections { // sorted by name, one for each root
		if n := len(all); n > 0 && all[n-1].Name == c.Collection {
			all[n-1].Files += c.Documents
			continue
		}
		all = append(all, CollectionInfo{c.Collection, c.Documents})
	}
	for i := range all {
		all[i].Name = clean(all[i].Name, nameWidth)
	}
	slices.SortStableFunc(all, func(x, y CollectionInfo) int { return cmp.Compare(y.Files, x.Files) })
	return all, nil
}

// String describes the indexes, one a line.
func (c Corpus) String() string {
	var lines []string
	for _, i := range c.Indexes {
		var of []string
		for _, c := range i.Collections {
			of = append(of, fmt.Sprintf("%s (%s)", c.Name, terminal.Plural(c.Files, "file", "files")))
		}
		if i.More > 0 {
			of = append(of, fmt.Sprintf("%d more", i.More))
		}
		lines = append(lines, fmt.Sprintf("%s: %s as of %s, guarantee %d tokens; collections: %s",
			i.Name, terminal.Plural(i.Documents, "document", "documents"), i.AsOf, i.Guarantee, strings.Join(of, ", ")))
	}
	if c.More > 0 {
		lines = append(lines, fmt.Sprintf("and %d more indexes, which the argument index names one by one", c.More))
	}
	return strings.Join(lines, "\n")
}
