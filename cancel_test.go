package chaffinch

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/internal/ctxtest"
	"github.com/chaffinch-search/chaffinch/query"
)

// endsEverywhere makes the call with contexts that are done after each number of looks that a whole
// call takes, or a part of these numbers where there are many, and in a short run a smaller part.
func endsEverywhere(t *testing.T, call func(context.Context) (any, error)) {
	t.Helper()
	const many = 1 << 40
	whole := ctxtest.After(many)
	want, err := call(whole)
	must(t, err)
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
func TestQuestionsEndWithTheirContextEverywhere(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	for i := range 12 {
		writeFile(t, filepath.Join(root, fmt.Sprintf("%d.go", i)), code(1)+"\n"+code(10+i)+"\n"+strings.Repeat(code(2), 40))
	}
	x := newIndex(t, root)
	question := []byte(code(1) + "\n" + strings.Repeat(code(2), 100) + code(11))
	for name, r := range map[string]Request{
		"origin":   {Evidence: true, Top: 5},
		"cover":    {Evidence: true, Top: 5, Cover: true},
		"whole":    {Evidence: true, Top: 5, Whole: true, Measure: query.Cosine},
		"measure":  {Top: 5, Measure: query.Resemblance},
		"measures": {Top: 5, Measures: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r.Name, r.Source = "q.go", question
			endsEverywhere(t, func(ctx context.Context) (any, error) {
				a, err := New(x)
				must(t, err)
				defer a.Close()
				answer, err := a.Ask(ctx, r)
				if err != nil {
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
			c, err := Compare(ctx, Document{Name: "a.go", Source: question}, Document{Name: "b.go", Source: []byte(code(11) + code(1))})
			if err != nil {
				return nil, err
			}
			return c.Score, nil
		})
	})
}
