package disk

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"

	bindex "github.com/blevesearch/bleve_index_api"
	"github.com/chaffinch-search/chaffinch/index"
)

// hooked is a Bleve index with hooks. A hook gets the number of earlier calls. Its error is
// returned in place of the result.
type hooked struct {
	bleveIndex
	before, after, advanced func(n int64) error
	batches, views          atomic.Int64
}

func (h *hooked) Batch(b *bindex.Batch) error {
	n := h.batches.Add(1) - 1
	if err := call(h.before, n); err != nil {
		return err
	}
	if err := h.bleveIndex.Batch(b); err != nil {
		return err
	}
	return call(h.after, n)
}

func (h *hooked) Advanced() (bindex.Index, error) {
	if err := call(h.advanced, h.views.Add(1)-1); err != nil {
		return nil, err
	}
	return h.bleveIndex.Advanced()
}

func call(hook func(n int64) error, n int64) error {
	if hook == nil {
		return nil
	}
	return hook(n)
}

var errBroken = errors.New("broken")

// breaks returns a hook that fails once, at call n.
func breaks(n int64) func(int64) error {
	return func(is int64) error {
		if is == n {
			return errBroken
		}
		return nil
	}
}

// all lists the documents of an index, boilerplate included. The index may be inconsistent.
func all(t *testing.T, x *Index) []string {
	t.Helper()
	lines, orphans := looseState(t, x)
	for _, id := range orphans {
		lines = append(lines, "orphan "+id)
	}
	s, err := x.Snapshot()
	must(t, err)
	defer s.Close()
	must(t, s.EachBoilerplate(func(b index.Boilerplate) error {
		lines = append(lines, fmt.Sprintf("boilerplate %s %q", b.ID, b.Names))
		return nil
	}))
	slices.Sort(lines)
	return lines
}

func allPublished(t *testing.T, path string) []string {
	t.Helper()
	x, err := Open(context.Background(), path, index.Options{ReadOnly: true})
	must(t, err)
	defer x.Close()
	return all(t, x)
}

// changes are all calls that write. Each has something to write.
type changes struct {
	path, tree, given string
	does              map[string]func(context.Context, *Index) error
}

// changesOf returns a closed index of which every file has changed.
func changesOf(t *testing.T, s index.Settings) changes {
	t.Helper()
	tr, given := newTree(t, nil), newTree(t, map[string]string{"old.go": source(90)})
	x := createIndex(t, s)
	for n := range uint64(14) {
		tr.write(fmt.Sprintf("%02d.go", n), source(n))
	}
	updated(t, x, index.Source{Root: tr.root, Collection: "c"}, index.UpdateOptions{})
	_, err := x.AddBoilerplate(context.Background(), []string{given.root}, index.BoilerplateOptions{})
	must(t, err)
	must(t, x.Close())
	for n := range uint64(12) {
		tr.write(fmt.Sprintf("%02d.go", n), source(20+n))
	}
	tr.remove("12.go")
	for n := range uint64(3) {
		given.write(fmt.Sprintf("new%d.go", n), source(91+n))
	}
	c := changes{path: x.Path(), tree: tr.root, given: given.root}
	c.does = map[string]func(context.Context, *Index) error{
		"update": func(ctx context.Context, x *Index) error {
			_, err := x.Update(ctx, index.Source{Root: tr.root, Collection: "c"}, index.UpdateOptions{Prune: true})
			return err
		},
		"remove": func(ctx context.Context, x *Index) error {
			_, err := x.Remove(ctx, func(index.Occurrence) bool { return true })
			return err
		},
		"add boilerplate": func(ctx context.Context, x *Index) error {
			_, err := x.AddBoilerplate(ctx, []string{given.root}, index.BoilerplateOptions{})
			return err
		},
		"remove boilerplate": func(ctx context.Context, x *Index) error {
			_, err := x.RemoveBoilerplate(ctx, func(string) bool { return true })
			return err
		},
	}
	return c
}

// copied opens a copy of the index.
func (c changes) copied(t *testing.T) *Index {
	t.Helper()
	path := filepath.Join(realTemp(t), "index")
	must(t, os.CopyFS(path, os.DirFS(c.path)))
	return openIndex(t, path)
}

func TestOpen_ReadOnlyRefusesChanges(t *testing.T) {
	t.Parallel()
	c := changesOf(t, index.DefaultSettings())
	x, err := Open(context.Background(), c.path, index.Options{ReadOnly: true})
	must(t, err)
	defer x.Close()
	for name, do := range c.does {
		if err := do(context.Background(), x); !errors.Is(err, index.ErrReadOnly) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Wherever a change fails, before or after a batch, readers see the state before it. Repeated, the
// change is published.
func TestPublish_NothingOfAFailedChange(t *testing.T) {
	t.Parallel()
	s := index.DefaultSettings()
	c := changesOf(t, s)
	before := allPublished(t, c.path)
	for name, do := range c.does {
		fails := func(n int64, set func(h *hooked)) bool {
			t.Helper()
			x := c.copied(t)
			h := &hooked{bleveIndex: x.bleve}
			set(h)
			x.bleve = h
			err := do(context.Background(), x)
			if err != nil && !errors.Is(err, errBroken) {
				t.Fatalf("%s: %v", name, err)
			}
			if err != nil {
				same(t, fmt.Sprintf("published after %s has failed at %d", name, n), allPublished(t, x.Path()), before)
			}
			x.bleve = h.bleveIndex
			must(t, x.Close())
			x = openIndex(t, x.Path())
			must(t, do(context.Background(), x))
			after := all(t, x)
			same(t, "published after "+name, allPublished(t, x.Path()), after)
			if slices.Equal(after, before) {
				t.Errorf("%s does nothing", name)
			}
			must(t, x.Close())
			return err != nil
		}
		n := int64(0)
		for ; fails(n, func(h *hooked) { h.before = breaks(n) }); n++ {
			fails(n, func(h *hooked) { h.after = breaks(n) })
		}
		if least := map[string]int64{"update": 3, "remove": 3}[name]; n < max(1, least) {
			t.Errorf("%s writes %d batches", name, n)
		}
	}
}

// A failed merge is a failure of the change.
func TestPublish_NothingWhenAMergeFails(t *testing.T) {
	t.Parallel()
	c := changesOf(t, index.DefaultSettings())
	before := allPublished(t, c.path)
	x := c.copied(t)
	h := &hooked{bleveIndex: x.bleve}
	h.after = func(int64) error {
		h.advanced = breaks(h.views.Load()) // the merge looks at the segments first
		return nil
	}
	x.bleve = h
	if err := c.does["add boilerplate"](context.Background(), x); !errors.Is(err, errBroken) {
		t.Errorf("error %v", err)
	}
	same(t, "published", allPublished(t, x.Path()), before)
}

// An interrupt publishes the finished work, unless a review is due: then readers keep the published
// state until the next run.
func TestPublish_AfterAnInterrupt(t *testing.T) {
	t.Parallel()
	c := changesOf(t, index.DefaultSettings())
	before := allPublished(t, c.path)
	interrupted := func(name string, at int64) (x *Index, during bool) {
		t.Helper()
		x = c.copied(t)
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		h := &hooked{bleveIndex: x.bleve, before: func(n int64) error {
			if n == at {
				during = true
				cancel()
			}
			return nil
		}}
		x.bleve = h
		if err := c.does[name](ctx, x); err != nil && !errors.Is(err, context.Canceled) {
			t.Fatalf("%s: %v", name, err)
		}
		x.bleve = h.bleveIndex
		return x, during
	}
	for _, name := range []string{"update", "remove"} { // of what had a content
		x, _ := interrupted(name, 0)
		if slices.Equal(all(t, x), before) {
			t.Errorf("%s: what was done is lost", name)
		}
		same(t, "published after an interrupted "+name, allPublished(t, x.Path()), before)
		must(t, c.does[name](context.Background(), x))
		same(t, "published after "+name, allPublished(t, x.Path()), all(t, x))
	}
	for _, name := range []string{"add boilerplate", "remove boilerplate"} { // whole, once it is being written
		x, during := interrupted(name, 0)
		got := allPublished(t, x.Path())
		must(t, c.does[name](context.Background(), x))
		same(t, name, got, all(t, x))
		if !during {
			t.Errorf("%s: no batch", name)
		}
	}
	done, cancel := context.WithCancel(context.Background())
	cancel()
	for name, do := range c.does {
		x := c.copied(t)
		if err := do(done, x); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: error %v", name, err)
		}
		same(t, "published after "+name+" has not begun", allPublished(t, x.Path()), before)
	}
}
