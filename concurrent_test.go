package chaffinch_test

import (
	"fmt"
	"path/filepath"
	"sync"
	"testing"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/asktest"
)

// Several goroutines may ask one index, whatever their questions need to be read first.
func TestIndex_AnswersSeveralGoroutines(t *testing.T) {
	path := filepath.Join(t.TempDir(), "index")
	w, err := chaffinch.Create(path, index.DefaultSettings())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Update(t.Context(), index.Source{Root: "testdata/ranking/corpus"}, index.UpdateOptions{}); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	x, err := chaffinch.Open(t.Context(), path, index.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	question := chaffinch.Document{Name: "q.go", Source: []byte(asktest.Function(1) + asktest.Function(2))}
	var asked sync.WaitGroup
	answers := make([]string, 12)
	for i := range answers {
		asked.Go(func() {
			o := chaffinch.SearchOptions{Measure: []string{"", "cosine", "resemblance"}[i%3], Measures: i%2 == 0}
			a, err := x.Similar(t.Context(), question, o)
			if err != nil {
				t.Error(err)
				return
			}
			for _, h := range a.Hits {
				answers[i] += fmt.Sprintf("%s %.6f\n", h.Occurrences[0].Path, h.Score)
			}
		})
	}
	asked.Wait()
	for i, a := range answers {
		if a != answers[i%3] {
			t.Errorf("question %d: %s, not %s", i, a, answers[i%3])
		}
	}
}

func TestSearch_RefusesOptionsThatContradict(t *testing.T) {
	x := asktest.MakeIndex(t, nil)
	q := chaffinch.Document{Name: "q.go", Source: []byte("package p")}
	for name, o := range map[string]chaffinch.SearchOptions{
		"measure": {Measure: "weight"}, "score": {MinScore: 2}, "cover": {Measure: "cosine", Cover: true},
		"terms": {MaxTerms: 5}, "terms by cosine": {Measure: "cosine", MaxTerms: 5},
	} {
		if _, err := x.Search(t.Context(), q, o); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	for name, d := range map[string]chaffinch.Document{
		"language": {Source: q.Source, Language: "klingon"}, "content": {Content: "0"},
		"lines": {Source: q.Source, Lines: answer.Lines{From: 2}}, "reversed": {Source: q.Source, Lines: answer.Lines{From: 3, To: 2}},
	} {
		if _, err := x.Search(t.Context(), d, chaffinch.SearchOptions{}); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
