package main

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/chaffinch-search/chaffinch/index"
	files "github.com/chaffinch-search/chaffinch/index/corpus"
	chaff "github.com/chaffinch-search/chaffinch/internal/answer"
	"github.com/chaffinch-search/chaffinch/query"
)

func init() { openEngine = openChaffinch }

// chaffinch is the engine of this project, asked through the library as the program asks it.
type chaffinch struct {
	dir   string
	index *index.Index
	asker *chaff.Asker
}

// asked is how many answers to a question are wanted.
const asked = 10

// openChaffinch indexes the kept files of the roots into a temporary folder.
func openChaffinch(roots []string, keep func(path string) bool) (engine, error) {
	dir, err := os.MkdirTemp("", "chaffinch-origin-")
	if err != nil {
		return nil, err
	}
	c := &chaffinch{dir: dir}
	if err := c.build(roots, keep); err != nil {
		c.Close()
		return nil, err
	}
	return c, nil
}

func (c *chaffinch) build(roots []string, keep func(path string) bool) error {
	ctx := context.Background()
	var err error
	if c.index, err = index.Create(filepath.Join(c.dir, "index"), index.DefaultSettings()); err != nil {
		return err
	}
	for _, root := range roots {
		exclude, err := excluded(root, keep)
		if err != nil {
			return err
		}
		o := index.UpdateOptions{Corpus: files.Options{NoIgnore: true, Exclude: exclude}}
		if _, err := c.index.Update(ctx, index.Source{Root: root, Collection: root}, o); err != nil {
			return err
		}
	}
	c.asker, err = chaff.New(c.index)
	return err
}

// excluded returns a pattern for every file of the root that is held out.
func excluded(root string, keep func(path string) bool) ([]string, error) {
	var patterns []string
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() || keep(path) {
			return err
		}
		rel, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		patterns = append(patterns, "/"+files.EscapePattern(filepath.ToSlash(rel)))
		return nil
	})
	return patterns, err
}

// Ask implements [engine].
func (c *chaffinch) Ask(name string, src []byte) ([]answer, error) {
	a, err := c.asker.Ask(context.Background(), chaff.Request{
		Name: name, Source: src, Evidence: true, Measure: query.Containment, Top: asked,
	})
	if err != nil {
		return nil, err
	}
	var found []answer
	for _, h := range a.Hits {
		one := answer{Path: h.Occurrences[0].File(), Score: h.Score, Evidence: evidenceOf(&h)}
		for _, o := range h.Occurrences[1:] {
			one.Same = append(one.Same, o.File())
		}
		found = append(found, one)
	}
	return found, nil
}

// evidenceOf returns what the hit shows, nil if its content could not be read.
func evidenceOf(h *chaff.Hit) *evidence {
	if !h.Aligned {
		return nil
	}
	e := &evidence{coverage: h.Coverage}
	for _, m := range h.Matches {
		e.matches = append(e.matches, match{lineRange(m.Question), lineRange(m.Document), m.Tokens})
	}
	return e
}

// Close implements [io.Closer].
func (c *chaffinch) Close() error {
	defer os.RemoveAll(c.dir)
	if c.asker != nil {
		c.asker.Close()
	}
	if c.index != nil {
		return c.index.Close()
	}
	return nil
}
