package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/corpus"
)

// update is what indexing again takes when few files have changed.
type update struct {
	Files   int     `json:"files"`
	Changed int     `json:"changed"`
	Full    float64 `json:"fullSeconds"`   // of the first time
	Seconds float64 `json:"updateSeconds"` // of the second
	Nothing float64 `json:"nothingSeconds"`
}

// one file in so many is changed.
const changedEvery = 100

func measureUpdate(c config) (update, error) {
	var u update
	tree, err := os.MkdirTemp(c.dir, "tree-")
	if err != nil {
		return u, err
	}
	defer os.RemoveAll(tree)
	files, err := layOut(c.corpus, tree)
	if err != nil {
		return u, fmt.Errorf("laying out the corpus again: %w", err)
	}
	u.Files = len(files)
	path := filepath.Join(c.dir, "updated")
	defer os.RemoveAll(path)
	x, err := index.Create(path, index.DefaultSettings())
	if err != nil {
		return u, err
	}
	if err := x.Close(); err != nil {
		return u, err
	}
	if u.Full, err = bring(path, tree); err != nil {
		return u, err
	}
	if u.Nothing, err = bring(path, tree); err != nil {
		return u, err
	}
	for i := 0; i < len(files); i += changedEvery {
		if err := change(filepath.Join(tree, files[i])); err != nil {
			return u, err
		}
		u.Changed++
	}
	u.Seconds, err = bring(path, tree)
	return u, err
}

// bring opens the index, updates it and closes it.
func bring(path, tree string) (float64, error) {
	ctx := context.Background()
	start := time.Now()
	x, err := index.Open(ctx, path, index.Options{})
	if err != nil {
		return 0, err
	}
	_, err = x.Update(ctx, index.Source{Root: tree, Collection: "tree"}, index.UpdateOptions{})
	if e := x.Close(); err == nil {
		err = e
	}
	return time.Since(start).Seconds(), err
}

// layOut makes a tree of the corpus's files, and returns their paths in it.
func layOut(root, tree string) ([]string, error) {
	var files []string
	err := corpus.Walk(context.Background(), root, corpus.Options{}, func(f corpus.File) error {
		to := filepath.Join(tree, filepath.FromSlash(f.Path))
		if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
			return err
		}
		files = append(files, f.Path)
		from := filepath.Join(root, filepath.FromSlash(f.Path))
		if os.Link(from, to) == nil {
			return nil
		}
		content, err := os.ReadFile(from)
		if err != nil {
			return err
		}
		return os.WriteFile(to, content, 0o600)
	}, nil)
	return files, err
}

// change replaces a file by one with a line more. It does not write to the file, which may be the
// corpus's own by another name.
func change(path string) error {
	content, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if err := os.Remove(path); err != nil {
		return err
	}
	return os.WriteFile(path, append(content, "int changed = 1;\n"...), 0o600)
}
