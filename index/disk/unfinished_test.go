package disk

import (
	"context"
	"errors"
	"fmt"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/command"
	"github.com/chaffinch-search/chaffinch/internal/option"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// killedFirst returns an index of which the first update of the source was killed after a batch, or
// before it began if the source is zero. It is open, as a later process opens it.
func killedFirst(t *testing.T, src index.Source) *Index {
	t.Helper()
	x := newIndex(t)
	if src.Root != "" {
		x.bleve = &hooked{bleveIndex: x.bleve, after: breaks(0)}
		if _, err := x.Update(context.Background(), src, index.UpdateOptions{}); !errors.Is(err, errBroken) {
			t.Fatalf("error %v", err)
		}
	}
	must(t, x.Close())
	return openIndex(t, x.Path())
}

// Only an update of the same source completes a first update that was killed. All else that writes,
// and readers, get an error with its command. A check reports it, and a repair does not publish it.
func TestUpdate_OnlyTheSameCompletesTheFirst(t *testing.T) {
	t.Parallel()
	files := map[string]string{"a.go": source(1), "b.go": source(2), "c.go": source(3)}
	tr, other := newTree(t, files), newTree(t, map[string]string{"d.go": source(4)})
	ctx, all := context.Background(), func(index.Occurrence) bool { return true }
	for want, src := range map[string]index.Source{
		tr.root:                      {Root: tr.root},
		"--collection it " + tr.root: {Root: tr.root, Collection: "it"},
		"FOLDER...":                  {},
		tr.path("a.go"):              {Root: tr.path("a.go")},
	} {
		x := killedFirst(t, src)
		calls := map[string]func() error{
			"remove": func() error { _, err := x.Remove(ctx, all); return err },
			"boilerplate add": func() error {
				_, err := x.AddBoilerplate(ctx, []string{other.root}, index.BoilerplateOptions{})
				return err
			},
			"boilerplate remove": func() error {
				_, err := x.RemoveBoilerplate(ctx, func(string) bool { return true })
				return err
			},
			"read": func() error {
				must(t, x.Close())
				r, err := Open(ctx, x.Path(), index.Options{ReadOnly: true})
				if err == nil {
					r.Close()
				}
				x = openIndex(t, x.Path())
				return err
			},
		}
		if src.Root != "" {
			calls["another root"] = func() error {
				_, err := x.Update(ctx, index.Source{Root: other.root}, index.UpdateOptions{})
				return err
			}
			calls["another collection"] = func() error {
				_, err := x.Update(ctx, index.Source{Root: src.Root, Collection: "other"}, index.UpdateOptions{})
				return err
			}
		}
		for what, call := range calls {
			if err := call(); !errors.Is(err, index.ErrUnfinished) || !strings.HasSuffix(inCommand(err), " "+want) {
				t.Errorf("%s: %s: error %v", want, what, err)
			}
		}
		if r := checked(t, x); len(r.Problems) != 1 || !strings.HasSuffix(command.Remedy(r.Problems[0].Do), want) {
			t.Errorf("%s: checked: %+v", want, r.Problems)
		}
		must(t, x.Close())
		if r := repaired(t, x.Path()); len(r.Problems) != 1 || len(r.Again) != 1 || !strings.HasSuffix(command.Lines(r.Again[0]), want) {
			t.Errorf("%s: repaired: %+v", want, r)
		}
		if src.Root == "" {
			src.Root = tr.root
		}
		x = openIndex(t, x.Path())
		updated(t, x, src, index.UpdateOptions{})
		same(t, "published", published(t, x.Path()), state(t, x))
		if r := checked(t, x); len(r.Problems) > 0 {
			t.Errorf("%s: completed: %+v", want, r.Problems)
		}
	}
}

// A repair that drops a segment of an unfinished first update does not publish the rest.
func TestRepair_OfAnUnfinishedUpdate(t *testing.T) {
	t.Parallel()
	tr := newTree(t, nil)
	for n := range uint64(30) {
		tr.write(fmt.Sprintf("%d.go", n), source(n))
	}
	x := killedFirst(t, index.Source{Root: tr.root, Collection: "c"})
	must(t, x.Close())
	files := segmentFiles(t, x.Path())
	must(t, flipMiddle(files[0]))
	again := "chaffinch index --index " + x.Path() + " --collection c " + tr.root
	r := repaired(t, x.Path())
	if !slices.Equal(r.Segments, []string{filepath.Base(files[0])}) || len(r.Again) != 1 || command.Lines(r.Again[0]) != again {
		t.Errorf("%+v", r)
	}
	if _, err := Open(context.Background(), x.Path(), index.Options{ReadOnly: true}); !errors.Is(err, index.ErrUnfinished) {
		t.Errorf("error %v", err)
	}
	x = openIndex(t, x.Path())
	updated(t, x, index.Source{Root: tr.root, Collection: "c"}, index.UpdateOptions{})
	must(t, x.Close())
	isWhole(t, x.Path(), tr.root)
}

// A first copy that was killed is completed by the same copy only, which the errors name.
func TestCopy_OnlyTheSameCompletesTheFirst(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	from := newIndex(t)
	tr := newTree(t, map[string]string{"a.go": source(1), "b.go": source(2), "c.go": source(3)})
	updated(t, from, index.Source{Root: tr.root}, index.UpdateOptions{})
	snapshot, err := from.State()
	must(t, err)
	defer snapshot.Close()
	o := index.CopyOptions{From: from.Path()}
	x := newIndex(t)
	x.bleve = &hooked{bleveIndex: x.bleve, after: breaks(0)}
	if _, err := x.CopyFrom(ctx, snapshot.(index.Copied), from.Settings(), o); !errors.Is(err, errBroken) {
		t.Fatalf("error %v", err)
	}
	must(t, x.Close())
	x = openIndex(t, x.Path())
	want := "chaffinch copy --index " + from.Path() + " " + x.Path()
	for what, call := range map[string]func() error{
		"update": func() error { _, err := x.Update(ctx, index.Source{Root: tr.root}, index.UpdateOptions{}); return err },
		"another copy": func() error {
			_, err := x.CopyFrom(ctx, snapshot.(index.Copied), from.Settings(), index.CopyOptions{From: "other"})
			return err
		},
		"read": func() error { return x.complete() },
	} {
		if err := call(); !errors.Is(err, index.ErrUnfinished) || !strings.HasSuffix(inCommand(err), ": "+want) {
			t.Errorf("%s: error %v", what, err)
		}
	}
	if _, err := x.CopyFrom(ctx, snapshot.(index.Copied), from.Settings(), o); err != nil {
		t.Fatal(err)
	}
	same(t, "published", published(t, x.Path()), state(t, from))
}

// inCommand returns the text of an error in the words of the command.
func inCommand(err error) string {
	return option.ErrorIn(err, option.Library.Saying(command.Say))
}
