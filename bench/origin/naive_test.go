package main

import (
	"cmp"
	"slices"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer/detect"
)

// naiveEngine keeps the set of structure grams of every document. It answers with all documents
// that share one, ranked by the share of the question's grams that they contain.
type naiveEngine struct {
	names []string
	sets  []map[uint64]bool
}

// openNaive opens a naiveEngine.
func openNaive(c *corpus) (engine, error) {
	e := &naiveEngine{}
	for _, d := range c.documents {
		if d.held {
			continue
		}
		content, err := d.read()
		if err != nil {
			return nil, err
		}
		e.names = append(e.names, d.name)
		e.sets = append(e.sets, gramSet(d.name, content))
	}
	return e, nil
}

func (e *naiveEngine) Close() error { return nil }

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
			answers = append(answers, answer{Names: e.names[i : i+1], Score: float64(shared) / float64(len(asked))})
		}
	}
	slices.SortFunc(answers, func(a, b answer) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Names[0], b.Names[0]))
	})
	return answers, nil
}

func TestNaiveEngine_FindsAFile(t *testing.T) {
	c := openTestCorpus(t, writeCorpus(t))
	c.documents[10].held = false
	e, err := openNaive(c)
	if err != nil {
		t.Fatal(err)
	}
	d := c.documents[10]
	content, err := d.read()
	if err != nil {
		t.Fatal(err)
	}
	answers, err := e.Ask(d.name, content)
	if err != nil || len(answers) == 0 || answers[0].Names[0] != d.name || answers[0].Score != 1 {
		t.Errorf("asked for %s, got %v, %v", d.name, answers[:min(len(answers), 2)], err)
	}
}
