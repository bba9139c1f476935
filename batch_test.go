package chaffinch_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"testing"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/asktest"
)

// twenty returns the folder of an index of 20 files, and questions: parts of them.
func twenty(t *testing.T) (x *chaffinch.Index, questions []chaffinch.Document) {
	root := t.TempDir()
	for i := range 20 {
		text := asktest.Code(i) + asktest.Code(100+i/2) + asktest.Code(i+40)
		asktest.WriteFile(t, filepath.Join(root, fmt.Sprintf("f%02d.go", i)), text)
		questions = append(questions, chaffinch.Document{Name: fmt.Sprintf("q%02d.go", i), Source: []byte(asktest.Code(100 + i/2))})
	}
	return asktest.NewIndex(t, index.DefaultSettings(), root), questions
}

func inTurn(questions []chaffinch.Document) iter.Seq2[chaffinch.Document, error] {
	return func(yield func(chaffinch.Document, error) bool) {
		for _, q := range questions {
			if !yield(q, nil) {
				return
			}
		}
	}
}

func TestSearchEach_AnswersInOrderAsSearchDoes(t *testing.T) {
	x, questions := twenty(t)
	for name, ask := range map[string]struct {
		one  func(context.Context, chaffinch.Document, chaffinch.SearchOptions) (*answer.Answer, error)
		each func(context.Context, iter.Seq2[chaffinch.Document, error], chaffinch.SearchOptions,
			func(chaffinch.Document, *answer.Answer, error) error) error
	}{"search": {x.Search, x.SearchEach}, "similar": {x.Similar, x.SimilarEach}} {
		n := 0
		err := ask.each(t.Context(), inTurn(questions), chaffinch.SearchOptions{}, func(d chaffinch.Document, a *answer.Answer, err error) error {
			want, failed := ask.one(t.Context(), questions[n], chaffinch.SearchOptions{})
			if err != nil || failed != nil || d.Name != questions[n].Name || len(a.Hits) == 0 || !reflect.DeepEqual(a.Hits, want.Hits) {
				t.Errorf("%s: answer %d is of %s, %v, %v", name, n, d.Name, err, failed)
			}
			n++
			return nil
		})
		if err != nil || n != len(questions) {
			t.Errorf("%s: %d answers, %v", name, n, err)
		}
	}
}

func TestSearchEach_PassesErrorsOn(t *testing.T) {
	x, questions := twenty(t)
	unread := errors.New("unread")
	mixed := func(yield func(chaffinch.Document, error) bool) {
		_ = yield(questions[0], nil) && yield(chaffinch.Document{Name: "a"}, unread) &&
			yield(chaffinch.Document{Name: "b", Source: []byte("\x00")}, nil) && yield(questions[1], nil)
	}
	var got []string
	err := x.SearchEach(t.Context(), mixed, chaffinch.SearchOptions{}, func(d chaffinch.Document, a *answer.Answer, err error) error {
		got = append(got, fmt.Sprint(d.Name, a != nil, err == unread, err != nil))
		return nil
	})
	want := []string{"q00.gotrue false false", "afalse true true", "bfalse false true", "q01.gotrue false false"}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%v, %q", err, got)
	}
	if err := x.SearchEach(t.Context(), mixed, chaffinch.SearchOptions{MinScore: 2}, nil); err == nil {
		t.Error("wrong options are no error")
	}
}

// Whatever ends the answers, nothing is asked any more then, and no more questions are taken than
// can be in memory.
func TestSearchEach_Ends(t *testing.T) {
	x, questions := twenty(t)
	enough := errors.New("enough")
	for range 20 {
		ctx, cancel := context.WithCancel(t.Context())
		taken, given := 0, 0
		endless := func(yield func(chaffinch.Document, error) bool) {
			for yield(questions[taken%len(questions)], nil) {
				taken++
			}
		}
		err := x.SearchEach(ctx, endless, chaffinch.SearchOptions{}, func(chaffinch.Document, *answer.Answer, error) error {
			if given++; given == 3 {
				return enough
			}
			return nil
		})
		if err != enough || given != 3 || taken > 3+runtime.GOMAXPROCS(0)+20 { // some are taken until it ends
			t.Errorf("%v after %d answers, %d questions taken", err, given, taken)
		}
		err = x.SearchEach(ctx, endless, chaffinch.SearchOptions{}, func(chaffinch.Document, *answer.Answer, error) error {
			cancel()
			return nil
		})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%v after the context ended", err)
		}
	}
}

func TestFiles_AreThoseThatUpdateReads(t *testing.T) {
	root := t.TempDir()
	for name, text := range map[string]string{
		"a.go": asktest.Code(1), "b/c.go": asktest.Code(2), "b/d.bin": "\x00", ".gitignore": "e.go\n", "e.go": asktest.Code(3), "empty": "",
	} {
		asktest.WriteFile(t, filepath.Join(root, name), text)
	}
	x, err := chaffinch.Create(filepath.Join(root, "b", "ix"), index.DefaultSettings())
	asktest.Must(t, err)
	defer x.Close()
	report, err := x.Update(t.Context(), index.Source{Root: root}, index.UpdateOptions{})
	asktest.Must(t, err)
	var names []string
	skipped := map[document.Reason]int{}
	for d, err := range x.Files(t.Context(), root, document.Options{}) {
		skip := new(chaffinch.SkippedError)
		switch {
		case errors.As(err, &skip):
			skipped[skip.Reason]++
		case err != nil:
			t.Error(err)
		default:
			name, err := filepath.Rel(root, d.Name)
			asktest.Must(t, err)
			names = append(names, filepath.ToSlash(name))
		}
	}
	if want := []string{".gitignore", "a.go", "b/c.go"}; !slices.Equal(names, want) {
		t.Errorf("%q, want %q", names, want)
	}
	delete(report.Skipped, document.TooShort)
	if !reflect.DeepEqual(skipped, report.Skipped) {
		t.Errorf("skipped %v, but by the update %v", skipped, report.Skipped)
	}
	for range x.Files(t.Context(), root, document.Options{}) {
		break
	}
	last := error(nil)
	for _, err := range x.Files(t.Context(), filepath.Join(root, "none"), document.Options{}) {
		last = err
	}
	if last == nil {
		t.Error("a folder that does not exist is no error")
	}
}

// A file is not its own origin, but another file with the same bytes is.
func TestSearch_FileIsNotItsOwnOrigin(t *testing.T) {
	root, err := filepath.EvalSymlinks(t.TempDir())
	asktest.Must(t, err)
	for name, seed := range map[string]int{"a.go": 1, "copy.go": 1, "b.go": 2} {
		asktest.WriteFile(t, filepath.Join(root, name), asktest.Code(seed))
	}
	x := asktest.NewIndex(t, index.DefaultSettings(), root)
	for _, test := range []struct {
		file string
		seed int
		want []string
	}{
		{"", 1, []string{"a.go", "copy.go"}}, {"a.go", 1, []string{"copy.go"}}, {"b.go", 2, nil},
		{"a.go", 2, []string{"b.go"}},
	} {
		d := chaffinch.Document{Name: "q.go", Source: []byte(asktest.Code(test.seed))}
		if test.file != "" {
			d.File, d.ExceptFile = filepath.Join(root, test.file), true
		}
		a, err := x.Search(t.Context(), d, chaffinch.SearchOptions{MinScore: .5})
		asktest.Must(t, err)
		var got []string
		for _, h := range a.Hits {
			for _, o := range h.Occurrences {
				got = append(got, o.Path)
			}
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%q, %d: %q, want %q", test.file, test.seed, got, test.want)
		}
	}
}
