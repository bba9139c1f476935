package chaffinch_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/asktest"
	"github.com/chaffinch-search/chaffinch/internal/memory"
	"github.com/chaffinch-search/chaffinch/internal/ringtest"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// inMemory is an index in memory, as it was published.
type inMemory struct {
	*memory.Index
	analyzer *analyzer.Analyzer
}

func (x inMemory) Path() string                 { return "memory" }
func (x inMemory) Analyzer() *analyzer.Analyzer { return x.analyzer }
func (x inMemory) ReadOnly() bool               { return true }
func (x inMemory) Close() error                 { return nil }
func (x inMemory) State() (index.State, error)  { return x.Published(), nil }

func (x inMemory) ExcludeFrom(_ string, patterns []string) []string { return patterns }

// newInMemory makes an index in memory of the folders, with boilerplate.
func newInMemory(t *testing.T, boilerplate string, roots ...string) *chaffinch.Index {
	t.Helper()
	s := index.DefaultSettings()
	x, err := memory.New(s)
	asktest.Must(t, err)
	for _, root := range roots {
		_, err := index.Update(t.Context(), x, index.Source{Root: root}, index.UpdateOptions{})
		asktest.Must(t, err)
	}
	_, err = index.AddBoilerplate(t.Context(), x, []string{boilerplate}, index.BoilerplateOptions{})
	asktest.Must(t, err)
	a, err := analyzer.New(s.Analyzer)
	asktest.Must(t, err)
	return chaffinch.IndexOf(inMemory{x, a})
}

// Whatever is asked, an index in memory gives the answer of one on disk, to the byte of the JSON.
// Each question is asked in one of the ways.
func TestMemory_AnswersAsOnDisk(t *testing.T) {
	if testing.Short() {
		t.Skip("it asks many questions")
	}
	corpus, questions := filepath.Join(rankingDir, "corpus"), filepath.Join(rankingDir, "questions")
	boilerplate := filepath.Join(corpus, "go", "ledger.go")
	memory := newInMemory(t, boilerplate, corpus, questions)
	disk := asktest.NewIndex(t, index.DefaultSettings(), corpus, questions)
	_, err := disk.AddBoilerplate(t.Context(), []string{boilerplate}, index.BoilerplateOptions{})
	asktest.Must(t, err)
	ways := []func(x *chaffinch.Index, d chaffinch.Document) (any, error){
		func(x *chaffinch.Index, d chaffinch.Document) (any, error) {
			return answered(x.Search(t.Context(), d, chaffinch.SearchOptions{Explain: true}))
		},
		func(x *chaffinch.Index, d chaffinch.Document) (any, error) {
			return answered(x.Search(t.Context(), d, chaffinch.SearchOptions{Cover: true, Collection: "corpus"}))
		},
		func(x *chaffinch.Index, d chaffinch.Document) (any, error) {
			return answered(x.Similar(t.Context(), d, chaffinch.SearchOptions{Top: 5}))
		},
		func(x *chaffinch.Index, d chaffinch.Document) (any, error) {
			return answered(x.Search(t.Context(), d, chaffinch.SearchOptions{Measure: "cosine", Top: -1}))
		},
		func(x *chaffinch.Index, d chaffinch.Document) (any, error) {
			return answered(x.Search(t.Context(), d, chaffinch.SearchOptions{Collection: "none", Measures: true}))
		},
	}
	for i, q := range readTruth(t) {
		if ringtest.Skips(i, 2) {
			continue
		}
		source, err := os.ReadFile(filepath.Join(questions, filepath.FromSlash(q.name)))
		asktest.Must(t, err)
		d := chaffinch.Document{Name: q.name, Source: source}
		way := i % len(ways)
		what := fmt.Sprintf("%s, way %d", q.name, way)
		sameJSON(t, what, memory, disk, func(x *chaffinch.Index) (any, error) { return ways[way](x, d) })
	}
	sameJSON(t, "pairs", memory, disk, func(x *chaffinch.Index) (any, error) {
		r, err := x.Pairs(t.Context(), "", pairs.Options{})
		if err == nil {
			r.Stats.Microseconds = 0
			err = r.Close()
		}
		return r, err
	})
	sameJSON(t, "collections", memory, disk, func(x *chaffinch.Index) (any, error) { return x.Collections(t.Context()) })
}

// answered returns an answer without its costs, which may differ.
func answered(a *answer.Answer, err error) (any, error) {
	if err == nil {
		a.Stats = answer.Stats{Terms: a.Stats.Terms, Aligned: a.Stats.Aligned}
	}
	return a, err
}

func sameJSON(t *testing.T, what string, a, b *chaffinch.Index, ask func(*chaffinch.Index) (any, error)) {
	t.Helper()
	var texts [2]string
	for i, x := range []*chaffinch.Index{a, b} {
		allAnswer, err := ask(x)
		asktest.Must(t, err)
		text, err := json.MarshalIndent(allAnswer, "", " ")
		asktest.Must(t, err)
		texts[i] = string(text)
	}
	if texts[0] != texts[1] {
		t.Errorf("%s: in memory\n%s\nand on disk\n%s", what, texts[0], texts[1])
	}
}
