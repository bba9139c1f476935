package collection

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/corpus"
)

// findIndexed hands the occurrences of an index to the workers. Sources that are gone are skipped.
func (l *loader) findIndexed(ctx context.Context, s *index.Snapshot, collection string, jobs chan<- job) error {
	var all []index.Occurrence
	err := s.EachOccurrence(collection, func(o index.Occurrence) error {
		all = append(all, o)
		return nil
	})
	if err != nil {
		return err
	}
	slices.SortFunc(all, func(x, y index.Occurrence) int {
		return cmp.Or(cmp.Compare(x.Collection, y.Collection), cmp.Compare(x.Path, y.Path), cmp.Compare(x.Root, y.Root))
	})
	prefixes := prefixesOf(all)
	for _, o := range all {
		path := prefixes[o.Collection] + o.Path
		content, err := s.Source(o.Content)
		if err != nil {
			l.skip(path, corpus.Vanished.String(), err)
			continue
		}
		r := root{prefix: prefixes[o.Collection]}
		j := job{found: corpus.File{Path: o.Path}, content: content, path: path, source: &indexed{s, o.Content}}
		if j.language, err = l.languageOf(s, o.Content); err != nil {
			return err
		}
		if err := l.send(ctx, jobs, r, j); err != nil {
			return err
		}
	}
	return nil
}

// prefixesOf names the collections, where there are several.
func prefixesOf(all []index.Occurrence) map[string]string {
	prefixes := map[string]string{}
	for _, o := range all {
		prefixes[o.Collection] = o.Collection + "/"
	}
	if len(prefixes) == 1 {
		for name := range prefixes {
			prefixes[name] = ""
		}
	}
	return prefixes
}

// languageOf returns the language that the content was indexed as.
func (l *loader) languageOf(s *index.Snapshot, id string) (*analyzer.Language, error) {
	c, err := s.Content(id)
	if err != nil {
		return nil, err
	}
	language, ok := analyzer.Lookup(c.Language)
	if !ok {
		return nil, fmt.Errorf("content %s: unknown language %q", id, c.Language)
	}
	return language, nil
}
