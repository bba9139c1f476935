package collection

import (
	"context"
	"fmt"
	"slices"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/corpus"
)

// indexedInput is what the index holds, of the collection of that name only if it has one.
func indexedInput(ctx context.Context, s *index.Snapshot, collection string) (input, error) {
	var all []index.Occurrence
	err := s.EachOccurrence(collection, func(o index.Occurrence) error {
		all = append(all, o)
		return ctx.Err()
	})
	if err != nil {
		return input{}, err
	}
	slices.SortFunc(all, index.Occurrence.Compare)
	parts := byRoot(all)
	roots := indexedRoots(parts)
	return input{roots: roots, snapshot: s, find: func(ctx context.Context, l *loader, jobs chan<- job) error {
		for i, part := range parts {
			for _, o := range part {
				if err := l.sendIndexed(ctx, s, o, roots[i], jobs); err != nil {
					return err
				}
			}
		}
		return nil
	}}, nil
}

// indexedRoots returns the roots of the parts. Where there are several, what is below one is named by the
// collection, and by the folder where the collection has several.
func indexedRoots(parts [][]index.Occurrence) []root {
	collections := map[string]int{}
	for _, part := range parts {
		collections[part[0].Collection]++
	}
	taken := map[string]bool{}
	var roots []root
	for _, part := range parts {
		name := part[0].Collection
		if collections[name] > 1 {
			name += "/" + baseName(part[0].Root)
		}
		r := root{path: part[0].Root}
		if len(parts) > 1 {
			r.prefix = distinct(taken, name) + "/"
		}
		roots = append(roots, r)
	}
	return roots
}

// distinct returns the name, or a variation of it that is not taken yet, and takes it.
func distinct(taken map[string]bool, name string) string {
	free := name
	for n := 2; taken[free]; n++ {
		free = fmt.Sprintf("%s~%d", name, n)
	}
	taken[free] = true
	return free
}

// byRoot parts the sorted occurrences by their collection and root.
func byRoot(all []index.Occurrence) (parts [][]index.Occurrence) {
	for len(all) > 0 {
		n := 1
		for n < len(all) && all[n].Collection == all[0].Collection && all[n].Root == all[0].Root {
			n++
		}
		parts = append(parts, all[:n])
		all = all[n:]
	}
	return parts
}

// sendIndexed hands an occurrence to the workers. If its source is gone, it is skipped.
func (l *loader) sendIndexed(ctx context.Context, s *index.Snapshot, o index.Occurrence, r root, jobs chan<- job) error {
	path := r.prefix + o.Path
	content, err := s.SourceContext(ctx, o.Content)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		l.skip(path, corpus.Vanished.String(), err)
		return nil
	}
	j := job{found: corpus.File{Path: o.Path}, content: content, path: path, source: &indexed{s, o.Content}}
	if j.language, err = l.languageOf(s, o.Content); err != nil {
		return err
	}
	return l.send(ctx, jobs, r, j)
}

// languageOf returns the language that the content was indexed as.
func (l *loader) languageOf(s *index.Snapshot, id string) (*lex.Language, error) {
	c, err := s.Content(id)
	if err != nil {
		return nil, err
	}
	language, ok := lex.Lookup(c.Language)
	if !ok {
		return nil, fmt.Errorf("content %s: unknown language %q", id, c.Language)
	}
	return language, nil
}
