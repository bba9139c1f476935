package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"

	chaff "github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/index"
	files "github.com/chaffinch-search/chaffinch/index/corpus"
)

// This file is all that origin needs of the index and of search.

// chaffinch asks the library as the program does.
type chaffinch struct {
	dir   string
	index *chaff.Index
}

// openChaffinch indexes the documents that are not held out in a temporary folder.
func openChaffinch(c *corpus) (engine, error) {
	dir, err := os.MkdirTemp("", "chaffinch-origin-")
	if err != nil {
		return nil, err
	}
	e := &chaffinch{dir: dir}
	if err := e.build(c); err != nil {
		return nil, errors.Join(err, e.Close())
	}
	return e, nil
}

func (e *chaffinch) build(c *corpus) error {
	o := index.UpdateOptions{Corpus: files.Options{NoIgnore: true}}
	for _, d := range c.documents {
		if d.held {
			o.Corpus.Exclude = append(o.Corpus.Exclude, "/"+files.EscapePattern(d.name))
		}
	}
	var err error
	e.index, err = chaff.Create(filepath.Join(e.dir, "index"), index.DefaultSettings())
	if err != nil {
		return err
	}
	_, err = e.index.Update(context.Background(), index.Source{Root: c.dir}, o)
	return err
}

// Ask implements [engine].
func (e *chaffinch) Ask(name string, src []byte) ([]answer, error) {
	found, err := e.index.Search(context.Background(), chaff.Document{Name: name, Source: src}, chaff.SearchOptions{})
	if err != nil {
		return nil, err
	}
	var answers []answer
	for _, h := range found.Hits {
		a := answer{Score: h.Score}
		for _, o := range h.Occurrences {
			a.Names = append(a.Names, o.Path)
		}
		if h.Aligned { // its content could be read
			a.Evidence = &evidence{coverage: h.Coverage}
			for _, m := range h.Matches {
				a.Evidence.matches = append(a.Evidence.matches,
					match{lineRange(m.Question), lineRange(m.Document), m.Tokens})
			}
		}
		answers = append(answers, a)
	}
	return answers, nil
}

// Close implements [io.Closer].
func (e *chaffinch) Close() error {
	var errs []error
	if e.index != nil {
		errs = append(errs, e.index.Close())
	}
	return errors.Join(append(errs, os.RemoveAll(e.dir))...)
}
