package main

import (
	"cmp"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer/detect"
)

// naiveEngine keeps the set of structure grams of every document and answers with all documents
// that share one, ranked by the share of the question's grams they hold.
type naiveEngine struct {
	paths []string
	sets  []map[uint64]bool
}

// openNaive is the opener of naiveEngine.
func openNaive(roots []string, keep func(string) bool) (engine, error) {
	e := &naiveEngine{}
	for _, root := range roots {
		err := filepath.WalkDir(root, func(file string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || !keep(file) {
				return err
			}
			return e.add(file)
		})
		if err != nil {
			return nil, err
		}
	}
	return e, nil
}

func (e *naiveEngine) add(file string) error {
	content, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	e.paths = append(e.paths, file)
	e.sets = append(e.sets, gramSet(file, content))
	return nil
}

func gramSet(name string, content []byte) map[uint64]bool {
	tokens := detect.Language(name, content).Lex(nil, content)
	set := make(map[uint64]bool)
	for _, g := range grams(nil, structure(nil, tokens)) {
		set[g] = true
	}
	return set
}

func (e *naiveEngine) Ask(name string, src []byte) ([]answer, error) {
	asked := gramSet(name, src)
	var answers []answer
	for i, set := range e.sets {
		shared := 0
		for g := range asked {
			if set[g] {
				shared++
			}
		}
		if shared > 0 {
			answers = append(answers, answer{Path: e.paths[i], Score: float64(shared) / float64(len(asked))})
		}
	}
	slices.SortFunc(answers, func(a, b answer) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Path, b.Path))
	})
	return answers, nil
}

func TestNaiveEngineFindsAFile(t *testing.T) {
	dir := writeCorpus(t)
	e, err := openNaive([]string{dir}, func(string) bool { return true })
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, "d03", "f1.go")
	content, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	answers, err := e.Ask("x.go", content)
	if err != nil || len(answers) == 0 || answers[0].Path != name || answers[0].Score != 1 {
		t.Errorf("asked for %s, got %v, %v", name, answers[:min(len(answers), 2)], err)
	}
}
