package chaffinch_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/asktest"
	"github.com/chaffinch-search/chaffinch/internal/ctxtest"
)

// endsEverywhere makes the call with contexts that are done after each number of looks that a whole
// call takes, or a part of these numbers where there are many, and in a short run a smaller part.
func endsEverywhere(t *testing.T, call func(context.Context) (any, error)) {
	t.Helper()
	const many = 1 << 40
	whole := ctxtest.After(many)
	want, err := call(whole)
	asktest.Must(t, err)
	looks, part := whole.Looks(), 10
	if testing.Short() {
		part = 2
	}
	for n := 0; n < looks; n += 1 + n/part {
		got, err := call(ctxtest.After(n))
		if err == nil && reflect.DeepEqual(got, want) {
			continue // goroutines may look in another order, and fewer times
		}
		if !errors.Is(err, context.Canceled) {
			t.Errorf("done after %d of %d looks: %v", n, looks, err)
		}
	}
}

// Wherever a context ends a question, that is its error, and nothing is answered by halves.
func TestQuestions_EndWithTheirContext(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	for i := range 12 {
		asktest.WriteFile(t, filepath.Join(root, fmt.Sprintf("%d.go", i)), asktest.Code(1)+"\n"+asktest.Code(10+i)+"\n"+strings.Repeat(asktest.Code(2), 40))
	}
	x := asktest.NewIndex(t, index.DefaultSettings(), root)
	source := []byte(asktest.Code(1) + "\n" + strings.Repeat(asktest.Code(2), 100) + asktest.Code(11))
	for name, o := range map[string]chaffinch.SearchOptions{
		"origin":   {Top: 5},
		"cover":    {Top: 5, Cover: true},
		"whole":    {Top: 5},
		"measure":  {Top: 5, Measure: "resemblance"},
		"measures": {Top: 5, Measure: "containment", Measures: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			asked, d := x.Search, chaffinch.Document{Name: "q.go", Source: source}
			if name == "whole" {
				asked = x.Similar
			}
			endsEverywhere(t, func(ctx context.Context) (any, error) {
				answer, err := asked(ctx, d, o)
				if err != nil {
					if !strings.Contains(err.Error(), "q.go") {
						t.Errorf("the error names no question: %v", err)
					}
					return nil, err
				}
				var paths []string
				for _, h := range answer.Hits {
					paths = append(paths, fmt.Sprintf("%s %.6f", h.Occurrences[0].Path, h.Score))
				}
				return paths, nil
			})
		})
	}
	t.Run("compare", func(t *testing.T) {
		t.Parallel()
		endsEverywhere(t, func(ctx context.Context) (any, error) {
			c, err := chaffinch.Compare(ctx, chaffinch.Document{Name: "a.go", Source: source}, chaffinch.Document{Name: "b.go", Source: []byte(asktest.Code(11) + asktest.Code(1))}, chaffinch.CompareOptions{})
			if err != nil {
				return nil, err
			}
			return c.Score, nil
		})
	})
}
