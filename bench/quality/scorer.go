package main

import (
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/chaffinch-search/chaffinch/analyzer"
)

// scorer gives scores to the pairs of a task by calling its add. Scores must be comparable across
// pairs; what is not added scores 0. It returns ctx's error when ctx is done.
type scorer func(ctx context.Context, t *task) error

// scorers are those that -scorer knows by name. Each has a file that adds it here.
var scorers = map[string]scorer{}

func scorerNames() []string { return slices.Sorted(maps.Keys(scorers)) }

// task is what a scorer is given.
type task struct {
	// documents are what to look in, questions what to look for, as paths for read, sorted. In a
	// pair set they are the same.
	documents, questions []string
	// pairs are what has to be scored in a pair set; where directions do not count, in one of
	// them. It is nil in a search set: there all documents may answer a question.
	pairs [][2]string
	// analyzer is how fingerprints are to be made.
	analyzer analyzer.Settings
	// add notes a score: in a search set that of a question and a document, in this order. Of
	// several for one pair the highest counts. Not for several goroutines.
	add func(a, b string, score float64)
	// notes is where to say what a user should know, in lines.
	notes io.Writer

	data string // the folder that paths are below
}

func newTask(s *set, settings analyzer.Settings, c *scores, notes io.Writer) (*task, error) {
	documents, err := s.documents()
	if err != nil {
		return nil, err
	}
	return &task{
		documents: documents, questions: s.questions(), pairs: s.pairs(), analyzer: settings,
		add: c.add, notes: notes, data: filepath.Join(s.folder, dataFolder),
	}, nil
}

// read returns the content of a question or document.
func (t *task) read(path string) ([]byte, error) {
	name := filepath.FromSlash(path)
	if !filepath.IsLocal(name) {
		return nil, fmt.Errorf("the path %s leads out of %s", path, t.data)
	}
	return os.ReadFile(filepath.Join(t.data, name))
}
