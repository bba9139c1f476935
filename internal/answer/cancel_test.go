package answer

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/charset"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/countdown"
	"github.com/chaffinch-search/chaffinch/query"
)

// endsEverywhere makes the call with contexts that are done after each number of looks that a whole call takes, or a
// part of these numbers where there are many, and in a short run a smaller part.
func endsEverywhere(t *testing.T, call func(context.Context) (any, error)) {
	t.Helper()
	const many = 1 << 40
	whole := countdown.After(many)
	want, err := call(whole)
	must(t, err)
	looks, part := whole.Looks(), 10
	if testing.Short() {
		part = 2
	}
	for n := 0; n < looks; n += 1 + n/part {
		got, err := call(countdown.After(n))
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
			c, err := Compare(ctx, Text{Name: "a.go", Source: question}, Text{Name: "b.go", Source: []byte(code(11) + code(1))})
			if err != nil {
				return nil, err
			}
			return c.Score, nil
		})
	})
}

// looksAt returns how often the call looks at its context, and wants it to end wherever that is done.
func looksAt(t *testing.T, call func(context.Context) error) int {
	t.Helper()
	whole := countdown.After(1 << 40)
	must(t, call(whole))
	for n := 0; n < whole.Looks(); n += 1 + n/20 {
		err := call(countdown.After(n))
		if err == nil && n > whole.Looks()/2 {
			continue // memory that has grown needs fewer looks
		}
		if !errors.Is(err, context.Canceled) {
			t.Errorf("done after %d of %d looks: %v", n, whole.Looks(), err)
		}
	}
	return whole.Looks()
}

// What has to be decoded is looked at while it is: there are more looks than at the same text in UTF-8.
func TestDecodingEndsWithItsContextEverywhere(t *testing.T) {
	t.Parallel()
	text := code(1) + "\n/* " + strings.Repeat("a long comment ", 20_000) + "*/\n" + code(2)
	wide := tongues["UTF-16LE"].encode(t, text)
	least := len(wide) >> 18 // there are as many while it is detected
	l, _ := lex.Lookup("go")
	a, err := analyzer.New(analyzer.DefaultSettings())
	must(t, err)
	for name, looks := range map[string]func(source []byte) int{
		"compare": func(source []byte) int {
			return looksAt(t, func(ctx context.Context) error {
				_, err := Compare(ctx, Text{Name: "a.go", Source: source}, Text{Name: "b.go", Source: []byte(code(1))})
				return err
			})
		},
		"ask": func(source []byte) int {
			x := newIndex(t, t.TempDir())
			return looksAt(t, func(ctx context.Context) error {
				asker, err := New(x)
				must(t, err)
				defer asker.Close()
				_, err = asker.Ask(ctx, Request{Name: "q.go", Source: source, Top: 1})
				return err
			})
		},
		"prove":       func(source []byte) int { return looksAt(t, proving(t, source)) },
		"idiom":       func(source []byte) int { return looksAt(t, locating(t, source)) },
		"boilerplate": func(source []byte) int { return looksAt(t, readingBoilerplate(t, source)) },
	} {
		t.Run(name, func(t *testing.T) {
			if plain, decoded := looks([]byte(text)), looks(wide); decoded < plain+least {
				t.Errorf("%d looks, %d without decoding: there are %d to be more", decoded, plain, least)
			}
		})
	}
	t.Run("inspect", func(t *testing.T) {
		source := charset.Decode([]byte(strings.Repeat(code(1), 300)))
		looks := looksAt(t, func(ctx context.Context) error {
			_, err := Inspect(ctx, a, "x.go", l, &source)
			return err
		})
		if least := 3 * len(l.Lex(nil, source.UTF8)) / betweenLooks; looks < least {
			t.Errorf("%d looks, not %d", looks, least)
		}
	})
}

// proving returns what aligns a question with the source, and measures both.
func proving(t *testing.T, source []byte) func(context.Context) error {
	root := t.TempDir()
	writeFile(t, filepath.Join(root, "a.go"), string(source))
	a, err := New(newIndex(t, root))
	must(t, err)
	t.Cleanup(func() { a.Close() })
	r := Request{Name: "q.go", Source: []byte(code(1)), Evidence: true, Top: 1}
	must(t, a.readBoilerplate(t.Context()))
	attempt, err := a.inBestLanguage(t.Context(), r)
	must(t, err)
	must(t, attempt.prepare(t.Context(), a))
	return func(ctx context.Context) error {
		hit, _, err := a.hit(r, attempt, attempt.result.Hits[0])
		must(t, err)
		if err := a.prove(ctx, r, attempt, &hit); err != nil {
			return err
		}
		if !hit.Aligned {
			t.Error("it is not aligned")
		}
		_, err = a.termsOf(ctx, &hit)
		return err
	}
}

// locating returns what finds an idiom in the source.
func locating(t *testing.T, source []byte) func(context.Context) error {
	root := t.TempDir()
	writeFile(t, filepath.Join(root, "a.go"), string(source))
	x := newIndex(t, root)
	return func(ctx context.Context) error {
		all, err := Idioms(ctx, x, analyzer.Exact, 1)
		if err == nil && all[0].File == "" {
			t.Error("it is not found")
		}
		return err
	}
}

// readingBoilerplate returns what reads the source as boilerplate.
func readingBoilerplate(t *testing.T, source []byte) func(context.Context) error {
	root := t.TempDir()
	writeFile(t, filepath.Join(root, "a.go"), string(source))
	x := newIndex(t, t.TempDir())
	_, err := x.AddBoilerplate(t.Context(), []string{root}, index.BoilerplateOptions{})
	must(t, err)
	s, err := x.Snapshot()
	must(t, err)
	t.Cleanup(func() { s.Close() })
	return func(ctx context.Context) error {
		b, err := Boilerplate(ctx, s, x.Analyzer())
		if err == nil && b.Len() == 0 {
			t.Error("there is none")
		}
		return err
	}
}
