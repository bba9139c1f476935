//go:build unix

package serve

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/filetest"
	"github.com/chaffinch-search/chaffinch/internal/mapped"
)

func TestServer_OutlivesTruncatedSegments(t *testing.T) {
	files := map[string]string{}
	for _, letter := range strings.Split("abcdefghijklmnop", "") {
		files[letter+".go"] = program(letter)
	}
	whole, cut := newIndex(t, "whole", files), newIndex(t, "cut", files)
	must(t, cut.Close())
	s := newServer(t, whole, nil)
	x := openIndexes(t, Named{"whole", whole.Path()}, Named{"cut", cut.Path()})
	s.indexes.all = x.all
	for _, c := range x.all {
		c.computing.Wait()
	}
	content := ""
	ask := func(index string) (status []int, texts string) {
		body := asJSON(t, SearchRequest{Document: Document{Name: "q.go", Source: program("a")}, MinScore: new(float64)})
		for _, q := range [][2]string{
			{"POST", "search"}, {"POST", "similar"}, {"POST", "cover"}, {"GET", "stats"}, {"GET", "idioms"}, {"GET", "collections"},
			{"GET", "contents/" + content},
		} {
			a, text := s.ask(q[0], "/api/v1/"+q[1]+"?index="+index, map[string]string{"POST": body}[q[0]], nil, nil)
			status, texts = append(status, a.StatusCode), texts+text
		}
		return status, texts
	}
	var found answer.Answer
	s.ask("POST", "/api/v1/search?index=whole", asJSON(t, SearchRequest{Document: Document{Name: "q.go", Source: program("a")}}), nil, &found)
	content = found.Hits[0].Content
	filetest.TruncateSegments(t, cut.Path(), 0)
	for range 3 { // also after what is computed once
		status, text := ask("cut")
		for i, n := range status {
			if n != 500 {
				t.Errorf("request %d: %d", i, n)
			}
		}
		if !strings.Contains(text, "truncated while it was open: run chaffinch check") || strings.Contains(text, "internal error") {
			t.Error(text)
		}
		if status, text := ask("whole"); strings.Contains(asJSON(t, status), "50") {
			t.Error(status, text)
		}
	}
	s.ask("GET", "/api/v1/indexes", "", nil, nil) // what it says depends on what it reads
}

// Each goroutine that the library starts for a question returns the fault as an error. What zap
// wrote is the first part of a segment; fingerprints follow, and then stored values.
func TestIndex_ReturnsTruncatedSegmentsAsErrors(t *testing.T) {
	q := chaffinch.Document{Name: "q.go", Source: []byte(program("a"))}
	for name, ask := range map[string]func(context.Context, *chaffinch.Index) error{
		"each": func(ctx context.Context, x *chaffinch.Index) error {
			questions := func(yield func(chaffinch.Document, error) bool) {
				filetest.TruncateSegments(t, x.Path(), 0) // only the goroutine that asks reads from here on
				yield(q, nil)
			}
			return x.SearchEach(ctx, questions, chaffinch.SearchOptions{},
				func(_ chaffinch.Document, _ *answer.Answer, err error) error { return err })
		},
		"prepare": func(ctx context.Context, x *chaffinch.Index) error { return x.Prepare(ctx) },
		"search": func(ctx context.Context, x *chaffinch.Index) error {
			_, err := x.Search(ctx, q, chaffinch.SearchOptions{})
			return err
		},
	} {
		for _, share := range []float64{0, .3, .6, .9} {
			settings := index.DefaultSettings()
			settings.Store = true
			w := newIndexWith(t, "a", settings, manyPrograms)
			must(t, w.Close())
			must(t, os.RemoveAll(filepath.Join(w.Path(), "weights"))) // so that they are computed
			x, err := chaffinch.Open(t.Context(), w.Path(), index.Options{ReadOnly: true})
			must(t, err)
			t.Cleanup(func() { x.Close() })
			filetest.TruncateSegments(t, w.Path(), share)
			err = mapped.Read(func() error { return ask(t.Context(), x) })
			if name == "prepare" && share > 0 && err == nil { // it may need nothing behind the cut
				_, err = x.Search(t.Context(), q, chaffinch.SearchOptions{})
			}
			if !errors.Is(err, mapped.ErrTruncated) && !errors.Is(err, chaffinch.ErrDamaged) { // zeros follow the end to that of its page
				t.Errorf("%s, %g: %v", name, share, err)
			}
		}
	}
}

// manyPrograms are sources whose segment has many pages.
var manyPrograms = func() map[string]string {
	files := map[string]string{}
	for i := range 100 {
		files[fmt.Sprint(i, ".go")] = program("a") + program(fmt.Sprint("b", i)) + program(fmt.Sprint("c", i))
	}
	return files
}()
