package index

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chaffinch-search/chaffinch/index/corpus"
)

func TestUpdate_SameBytesCostAnOccurrence(t *testing.T) {
	texts := map[string]string{"one": source(1), "two": source(2)}
	tr := newTree(t, map[string]string{"a.go": texts["one"], "b.go": texts["two"]})
	x := newIndex(t)
	updated(t, x, Source{Root: tr.root}, UpdateOptions{})
	held := func(string) bool { return true }
	sameDF(t, x, "a.go", []string{texts["one"], texts["two"]}, held)

	tr.write("sub/c.go", texts["one"])
	tr.write("sub/d.go", texts["one"])
	r := updated(t, x, Source{Root: tr.root}, UpdateOptions{})
	if r.Added != 2 || r.Contents != 0 || r.Read != 2 {
		t.Errorf("two copies: %+v", r)
	}
	s := snapshot(t, x)
	if s.Contents() != 2 {
		t.Errorf("%d contents, not 2", s.Contents())
	}
	sameDF(t, x, "a.go", []string{texts["one"], texts["two"]}, held)
	same(t, "paths", paths(t, x, texts), []string{"a.go one", "b.go two", "sub/c.go one", "sub/d.go one"})
	seen, err := s.Occurrences(BlobID([]byte(texts["one"])))
	must(t, err)
	if len(seen) != 3 || seen[0].Path != "a.go" || seen[2].Path != "sub/d.go" {
		t.Errorf("occurrences, by path: %+v", seen)
	}
}

func TestUpdate_SecondReadsNothing(t *testing.T) {
	tr := newTree(t, map[string]string{
		"a.go": source(1), "b.go": source(2), "c.go": source(1), "short.go": "package p\n",
		"bin.go": "package p\x00\x00", "empty.go": "",
	})
	x := newIndex(t)
	first := updated(t, x, Source{Root: tr.root}, UpdateOptions{})
	if first.Added != 3 || first.Read != 5 || first.Contents != 2 {
		t.Errorf("first: %+v", first)
	}
	want := map[string]int{"too-short": 1, "binary": 1, "empty": 1}
	before := state(t, x)
	for _, prune := range []bool{false, true} {
		r := updated(t, x, Source{Root: tr.root}, UpdateOptions{Prune: prune})
		if r.Read != 0 || r.Bytes != 0 || r.Unchanged != 3 || r.Added+r.Changed+r.Removed+r.Missing+r.Contents != 0 {
			t.Errorf("again: %+v", r)
		}
		if fmt.Sprint(r.Skipped) != fmt.Sprint(want) {
			t.Errorf("skipped %v, not %v", r.Skipped, want)
		}
		same(t, "state", state(t, x), before)
	}
}

func TestUpdate_TouchedFile(t *testing.T) {
	tr := newTree(t, map[string]string{"a.go": source(1), "b.go": source(2)})
	x := newIndex(t)
	updated(t, x, Source{Root: tr.root}, UpdateOptions{})
	before := state(t, x)
	tr.touch("a.go")
	r := updated(t, x, Source{Root: tr.root}, UpdateOptions{})
	if r.Read != 1 || r.Unchanged != 2 || r.Changed+r.Added+r.Removed+r.Contents != 0 {
		t.Errorf("touched: %+v", r)
	}
	same(t, "state", state(t, x), before)
	if r := updated(t, x, Source{Root: tr.root}, UpdateOptions{}); r.Read != 0 {
		t.Errorf("its new time was not kept: %+v", r)
	}
}

func TestUpdate_ReplacedContent(t *testing.T) {
	one, two, three := source(1), source(2), source(3)
	tr := newTree(t, map[string]string{"a.go": one, "b.go": one})
	x := newIndex(t)
	updated(t, x, Source{Root: tr.root}, UpdateOptions{})

	tr.write("a.go", two)
	r := updated(t, x, Source{Root: tr.root}, UpdateOptions{})
	if r.Changed != 1 || r.Contents != 1 {
		t.Errorf("%+v", r)
	}
	sameDF(t, x, "a.go", []string{one, two}, func(string) bool { return true })
	state(t, x)

	tr.write("b.go", three)
	updated(t, x, Source{Root: tr.root}, UpdateOptions{})
	sameDF(t, x, "a.go", []string{one, two, three}, func(text string) bool { return text != one })
	state(t, x)
	_, err := snapshot(t, x).Content(BlobID([]byte(one)))
	if !errors.Is(err, errUnknownContent) {
		t.Errorf("the old content: %v", err)
	}
}

func TestUpdate_ContentsChangePlaces(t *testing.T) {
	texts := map[string]string{"one": source(1), "two": source(2), "three": source(3)}
	tr := newTree(t, map[string]string{"a.go": texts["one"], "b.go": texts["two"], "m/c.go": texts["three"]})
	x := newIndex(t)
	updated(t, x, Source{Root: tr.root}, UpdateOptions{})

	tr.write("a.go", texts["two"])
	tr.write("b.go", texts["one"])
	r := updated(t, x, Source{Root: tr.root}, UpdateOptions{})
	if r.Changed != 2 || r.Contents != 0 {
		t.Errorf("swapped: %+v", r)
	}
	same(t, "swapped", paths(t, x, texts), []string{"a.go two", "b.go one", "m/c.go three"})
	state(t, x)

	tr.remove("m")
	tr.write("z/c.go", texts["three"])
	r = updated(t, x, Source{Root: tr.root}, UpdateOptions{Prune: true})
	if r.Added != 1 || r.Removed != 1 || r.Contents != 0 {
		t.Errorf("moved: %+v", r)
	}
	same(t, "moved", paths(t, x, texts), []string{"a.go two", "b.go one", "z/c.go three"})

	tr.write("a.go", texts["three"]) // two leaves a.go and comes to y.go
	tr.write("y.go", texts["two"])
	updated(t, x, Source{Root: tr.root}, UpdateOptions{Prune: true})
	same(t, "moved on", paths(t, x, texts), []string{"a.go three", "b.go one", "y.go two", "z/c.go three"})
	state(t, x)
}

func TestUpdate_Prune(t *testing.T) {
	texts := map[string]string{"one": source(1), "two": source(2)}
	tr := newTree(t, map[string]string{"a.go": texts["one"], "d/b.go": texts["two"], "d/short.go": "package p"})
	x := newIndex(t)
	updated(t, x, Source{Root: tr.root}, UpdateOptions{})
	tr.remove("d")
	for range 2 {
		r := updated(t, x, Source{Root: tr.root}, UpdateOptions{})
		if r.Missing != 1 || r.Removed != 0 {
			t.Errorf("kept: %+v", r)
		}
		same(t, "kept", paths(t, x, texts), []string{"a.go one", "d/b.go two"})
	}
	r := updated(t, x, Source{Root: tr.root}, UpdateOptions{Prune: true})
	if r.Missing != 0 || r.Removed != 1 {
		t.Errorf("pruned: %+v", r)
	}
	same(t, "pruned", paths(t, x, texts), []string{"a.go one"})
	state(t, x)
}

func TestUpdate_UnreadableFolderIsNotPruned(t *testing.T) {
	if runtime.GOOS == "windows" || os.Geteuid() == 0 {
		t.Skip("the superuser may read every folder")
	}
	texts := map[string]string{"one": source(1), "two": source(2)}
	tr := newTree(t, map[string]string{"a.go": texts["one"], "d/b.go": texts["two"], "e.go": texts["one"]})
	x := newIndex(t)
	updated(t, x, Source{Root: tr.root}, UpdateOptions{})
	must(t, os.Chmod(tr.path("d"), 0))
	t.Cleanup(func() { os.Chmod(tr.path("d"), 0o755) })
	tr.remove("e.go")
	r := updated(t, x, Source{Root: tr.root}, UpdateOptions{Prune: true})
	if r.Removed != 1 || r.Skipped["unreadable"] != 1 {
		t.Errorf("%+v", r)
	}
	same(t, "paths", paths(t, x, texts), []string{"a.go one", "d/b.go two"})
}

// The same without a file system that refuses, so that it holds for the superuser as well.
func TestUpdate_UnreadableFileIsKept(t *testing.T) {
	tr := newTree(t, map[string]string{"d/a.go": source(1), "d.go": source(2), "e.go": source(3), "f.go": source(4)})
	x := newIndex(t)
	updated(t, x, Source{Root: tr.root}, UpdateOptions{})
	known, err := snapshot(t, x).known(t.Context(), filepath.Base(tr.root), tr.root, "")
	must(t, err)
	u := &update{x: x, o: UpdateOptions{Prune: true}, known: known, claims: newClaims()}
	u.report.Skipped = map[string]int{}
	u.skipped(corpus.Skip{Path: "d/", Reason: corpus.Unreadable, Err: os.ErrPermission})
	u.skipped(corpus.Skip{Path: "e.go", Reason: corpus.Unreadable, Err: os.ErrPermission})
	must(t, u.removeUnseen(t.Context()))
	must(t, u.review(context.Background()))
	texts := map[string]string{"one": source(1), "three": source(3)}
	same(t, "paths", paths(t, x, texts), []string{"d/a.go one", "e.go three"})
	state(t, x)
}

func TestUpdate_FileNoLongerWorthIndexing(t *testing.T) {
	texts := map[string]string{"one": source(1)}
	for name, content := range map[string]string{
		"binary": source(2) + "\x00", "too-large": strings.Repeat(source(2), 100), "too-short": "package p",
		"empty": "", "generated": "// Code generated by x. DO NOT EDIT.\n" + source(2),
	} {
		t.Run(name, func(t *testing.T) {
			tr := newTree(t, map[string]string{"a.go": texts["one"], "b.go": source(2)})
			x := newIndex(t)
			o := UpdateOptions{Corpus: corpus.Options{MaxSize: 4000}}
			updated(t, x, Source{Root: tr.root}, o)
			tr.write("b.go", content)
			r := updated(t, x, Source{Root: tr.root}, o)
			if r.Removed != 1 || r.Skipped[name] != 1 {
				t.Errorf("%+v", r)
			}
			same(t, "paths", paths(t, x, texts), []string{"a.go one"})
			state(t, x)
			if r := updated(t, x, Source{Root: tr.root}, o); r.Read != 0 || r.Skipped[name] != 1 || r.Removed != 0 {
				t.Errorf("again: %+v", r)
			}
			tr.write("b.go", texts["one"])
			if r := updated(t, x, Source{Root: tr.root}, o); r.Added != 1 || r.Contents != 0 {
				t.Errorf("back: %+v", r)
			}
			same(t, "paths", paths(t, x, texts), []string{"a.go one", "b.go one"})
		})
	}
}

// A verdict that depends on the options holds under those options only.
func TestUpdate_OptionsKeepSkippedFile(t *testing.T) {
	generated := "// Code generated by x. DO NOT EDIT.\n" + source(1)
	tr := newTree(t, map[string]string{"a.go": generated})
	x := newIndex(t)
	updated(t, x, Source{Root: tr.root}, UpdateOptions{})
	keep := UpdateOptions{Corpus: corpus.Options{KeepGenerated: true}}
	if r := updated(t, x, Source{Root: tr.root}, keep); r.Added != 1 {
		t.Errorf("%+v", r)
	}
	same(t, "paths", paths(t, x, map[string]string{"it": generated}), []string{"a.go it"})
}

func TestUpdate_ManyCopiesAtOnce(t *testing.T) {
	t.Parallel()
	files := map[string]string{}
	for i := range 150 {
		files[fmt.Sprintf("f%03d.go", i)] = source(uint64(i % 3))
		files[fmt.Sprintf("f%03d-short.go", i)] = "package p"
	}
	tr := newTree(t, files)
	x := newIndex(t)
	x.limits = limits{bytes: 1 << 20, documents: 40}
	r := updated(t, x, Source{Root: tr.root}, UpdateOptions{})
	if r.Added != 150 || r.Contents != 3 || r.Skipped["too-short"] != 150 || r.Read != 300 {
		t.Errorf("%+v", r)
	}
	if got := len(state(t, x)); got != 303 {
		t.Errorf("%d documents, not 303", got)
	}
	sameDF(t, x, "a.go", []string{source(0), source(1), source(2)}, func(string) bool { return true })
	if r := updated(t, x, Source{Root: tr.root}, UpdateOptions{}); r.Read != 0 {
		t.Errorf("again: %+v", r)
	}
}

func TestUpdate_RootsAndCollections(t *testing.T) {
	texts := map[string]string{"one": source(1), "two": source(2)}
	a := newTree(t, map[string]string{"f.go": texts["one"]})
	b := newTree(t, map[string]string{"f.go": texts["two"], "g.go": texts["one"]})
	x := newIndex(t)
	updated(t, x, Source{Root: a.root, Collection: "c"}, UpdateOptions{Prune: true})
	updated(t, x, Source{Root: b.root, Collection: "c"}, UpdateOptions{Prune: true})
	updated(t, x, Source{Root: b.root, Collection: "d"}, UpdateOptions{Prune: true})
	same(t, "paths", paths(t, x, texts), []string{"f.go one", "f.go two", "f.go two", "g.go one", "g.go one"})

	b.remove("g.go")
	r := updated(t, x, Source{Root: b.root, Collection: "d"}, UpdateOptions{Prune: true})
	if r.Removed != 1 || r.Collection != "d" || r.Root != b.root {
		t.Errorf("%+v", r)
	}
	same(t, "paths", paths(t, x, texts), []string{"f.go one", "f.go two", "f.go two", "g.go one"})
	count := 0
	must(t, snapshot(t, x).EachOccurrence("d", func(o Occurrence) error {
		count++
		if o.Root != b.root || o.File() != b.path("f.go") {
			t.Errorf("%+v", o)
		}
		return nil
	}))
	if count != 1 {
		t.Errorf("collection d has %d occurrences", count)
	}
	n, err := x.Remove(context.Background(), func(o Occurrence) bool { return o.Collection == "c" })
	if err != nil || n != 3 {
		t.Errorf("removed %d, %v", n, err)
	}
	same(t, "paths", paths(t, x, texts), []string{"f.go two"})
	state(t, x)
}

func TestUpdate_DefaultCollection(t *testing.T) {
	tr := newTree(t, map[string]string{"linux/a.go": source(1)})
	x := newIndex(t)
	if r := updated(t, x, Source{Root: tr.path("linux")}, UpdateOptions{}); r.Collection != "linux" {
		t.Errorf("%+v", r)
	}
	if r := updated(t, x, Source{Root: tr.path("linux/a.go")}, UpdateOptions{}); r.Collection != "linux" || r.Unchanged != 1 {
		t.Errorf("%+v", r)
	}
	if _, err := x.Update(context.Background(), Source{Root: tr.root, Collection: "a\nb"}, UpdateOptions{}); err == nil {
		t.Error("a line break in a collection's name is taken")
	}
	if _, err := x.Update(context.Background(), Source{Root: tr.path("no")}, UpdateOptions{}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a root that does not exist: %v", err)
	}
}

func TestUpdate_RootIsAFile(t *testing.T) {
	texts := map[string]string{"one": source(1), "two": source(2)}
	tr := newTree(t, map[string]string{"a.go": texts["one"], "b.go": texts["two"]})
	x := newIndex(t)
	updated(t, x, Source{Root: tr.path("a.go"), Collection: "c"}, UpdateOptions{})
	same(t, "paths", paths(t, x, texts), []string{"a.go one"})
	updated(t, x, Source{Root: tr.root, Collection: "c"}, UpdateOptions{})
	r := updated(t, x, Source{Root: tr.path("a.go"), Collection: "c"}, UpdateOptions{Prune: true})
	if r.Unchanged != 1 || r.Removed != 0 || r.Read != 0 {
		t.Errorf("its neighbour is no matter of the file's: %+v", r)
	}
	same(t, "paths", paths(t, x, texts), []string{"a.go one", "b.go two"})
}

func TestUpdate_RootIsALink(t *testing.T) {
	tr := newTree(t, map[string]string{"d/real.go": source(1)})
	for link, to := range map[string]string{"folder": "d", "link.go": "d/real.go"} {
		if err := os.Symlink(tr.path(to), tr.path(link)); err != nil {
			t.Skip("no links here")
		}
	}
	for _, root := range []string{"folder", "link.go"} {
		x := newIndex(t)
		updated(t, x, Source{Root: tr.path(root)}, UpdateOptions{})
		r := updated(t, x, Source{Root: tr.path(root)}, UpdateOptions{Prune: true})
		if r.Unchanged != 1 || r.Read != 0 || r.Removed != 0 {
			t.Errorf("%s: %+v", root, r)
		}
		got, err := snapshot(t, x).Source(BlobID([]byte(source(1))))
		if err != nil || string(got) != source(1) {
			t.Errorf("%s: %q, %v", root, got, err)
		}
	}
}

func TestUpdate_IndexInsideTheRoot(t *testing.T) {
	for _, name := range []string{"my [index]", "..index", "sub/!x", ".chaffinch"} {
		tr := newTree(t, map[string]string{"a.go": source(1)})
		x, err := Create(tr.path(name), DefaultSettings())
		must(t, err)
		must(t, os.WriteFile(filepath.Join(x.Path(), "inside.go"), []byte(source(2)), 0o644))
		r := updated(t, x, Source{Root: tr.root}, UpdateOptions{})
		if r.Added != 1 || r.Read != 1 {
			t.Errorf("%s: %+v", name, r)
		}
		must(t, x.Close())
	}
}

func TestUpdate_PathsOfAnyBytes(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("file names are text here")
	}
	files := map[string]string{}
	names := []string{"a b.go", "ö.go", "x\xff\xfey.go", "new\nline.go", "\x01.go", "c:\\d.go", "'\".go", strings.Repeat("l", 250) + ".go"}
	for i, name := range names {
		files[name] = source(uint64(i))
	}
	tr := newTree(t, files)
	x := newIndex(t)
	updated(t, x, Source{Root: tr.root, Collection: "ö \xff"}, UpdateOptions{})
	path := x.Path()
	must(t, x.Close())
	x = openIndex(t, path)
	var got []string
	must(t, snapshot(t, x).EachOccurrence("ö \xff", func(o Occurrence) error {
		got = append(got, o.Path)
		return nil
	}))
	slices.Sort(got)
	slices.Sort(names)
	same(t, "paths", got, names)
	if r := updated(t, x, Source{Root: tr.root, Collection: "ö \xff"}, UpdateOptions{Prune: true}); r.Read != 0 || r.Unchanged != len(names) {
		t.Errorf("again: %+v", r)
	}
}

func TestUpdate_FileChangedJustBefore(t *testing.T) {
	u := &update{}
	at := time.Unix(1e9, 123456789)
	second := time.Unix(1e9, 0)
	for _, c := range []struct {
		modified, now time.Time
		trusted       bool
	}{
		{at, at.Add(time.Second), true},
		{at, at.Add(time.Millisecond), false},
		{at, at.Add(-time.Hour), false}, // a clock that is wrong
		{second, second.Add(time.Second), false},
		{second, second.Add(3 * time.Second), true},
	} {
		o := u.occurrence(corpus.File{ModTime: c.modified}, c.now)
		if (o.modified == c.modified.UnixNano()) != c.trusted {
			t.Errorf("modified %v, read %v: %d", c.modified, c.now, o.modified)
		}
	}
}

func TestUpdate_SkippedOneAtATime(t *testing.T) {
	files := map[string]string{}
	for i := range 40 {
		files[fmt.Sprintf("%02d.go", i)] = "package p\x00"
	}
	tr := newTree(t, files)
	x := newIndex(t)
	got := map[string]string{} // -race tells if the calls overlap
	calls := 0
	r := updated(t, x, Source{Root: tr.root}, UpdateOptions{
		Skipped:  func(path, reason string, _ error) { got[path] = reason },
		Progress: func(Report) { calls++ },
	})
	if len(got) != 40 || got["07.go"] != "binary" || r.Skipped["binary"] != 40 || calls == 0 {
		t.Errorf("%v, %+v, %d calls", got, r, calls)
	}
}

func TestOpen_ReadOnlyRefusesChanges(t *testing.T) {
	tr := newTree(t, map[string]string{"a.go": source(1)})
	x := newIndex(t)
	updated(t, x, Source{Root: tr.root}, UpdateOptions{})
	path := x.Path()
	must(t, x.Close())
	x, err := Open(context.Background(), path, Options{ReadOnly: true})
	must(t, err)
	defer x.Close()
	if _, err := x.Update(context.Background(), Source{Root: tr.root}, UpdateOptions{}); !errors.Is(err, errReadOnly) {
		t.Errorf("Update: %v", err)
	}
	if _, err := x.Remove(context.Background(), func(Occurrence) bool { return true }); !errors.Is(err, errReadOnly) {
		t.Errorf("Remove: %v", err)
	}
	state(t, x)
}

// cancelAt returns options that cancel when the walk meets the empty file of that name.
func cancelAt(name string, cancel func()) UpdateOptions {
	return UpdateOptions{Prune: true, Skipped: func(path, _ string, _ error) {
		if path == name {
			cancel()
		}
	}}
}

func TestUpdate_CancelledIsCompletedByTheNext(t *testing.T) {
	t.Parallel()
	files := map[string]string{"stop-here.go": ""}
	for i := range 360 {
		files[fmt.Sprintf("a%03d.go", i)] = source(uint64(i % 70))
	}
	files["z.go"] = source(1000)
	tr := newTree(t, files)
	whole := newIndex(t)
	whole.limits = defaultLimits
	updated(t, whole, Source{Root: tr.root}, UpdateOptions{})

	x := newIndex(t)
	x.limits = limits{bytes: 1 << 20, documents: 20}
	ctx, cancel := context.WithCancel(context.Background())
	r, err := x.Update(ctx, Source{Root: tr.root}, cancelAt("stop-here.go", cancel))
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("error %v", err)
	}
	done := len(state(t, x))
	if r.Read == 0 || done == 0 {
		t.Errorf("nothing is kept: %+v, %d documents", r, done)
	}
	for _, line := range state(t, x) {
		if strings.Contains(line, `"z.go"`) {
			t.Errorf("went on after the cancellation: %s", line)
		}
	}
	r = updated(t, x, Source{Root: tr.root}, UpdateOptions{Prune: true})
	if r.Removed != 0 || r.Missing != 0 {
		t.Errorf("%+v", r)
	}
	same(t, "completed", state(t, x), state(t, whole))

	ctx, cancel = context.WithCancel(context.Background())
	cancel()
	tr.remove("z.go")
	if _, err := x.Update(ctx, Source{Root: tr.root}, UpdateOptions{Prune: true}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	same(t, "cancelled before it began", state(t, x), state(t, whole))
}

// While the first file is judged the walk comes to its end, as all other files fit in the queue.
func TestUpdate_CancelledAfterTheWalk(t *testing.T) {
	files := map[string]string{"a.go": "\x00"}
	for i := range 100 {
		files[fmt.Sprintf("b%03d.go", i)] = source(uint64(i))
	}
	x := newIndex(t)
	ctx, cancel := context.WithCancel(context.Background())
	r, err := x.Update(ctx, Source{Root: newTree(t, files).root}, UpdateOptions{Skipped: func(string, string, error) {
		time.Sleep(50 * time.Millisecond) // a walk that takes longer sees the cancellation itself
		cancel()
	}})
	if !errors.Is(err, context.Canceled) || r.Added == 100 {
		t.Errorf("error %v, %+v", err, r)
	}
}

func TestRemove_Cancelled(t *testing.T) {
	files := map[string]string{}
	for i := range 30 {
		files[fmt.Sprintf("a%03d.go", i)] = source(uint64(i))
	}
	tr := newTree(t, files)
	x := newIndex(t)
	updated(t, x, Source{Root: tr.root}, UpdateOptions{})
	before := published(t, x.Path())
	ctx, cancel := context.WithCancel(context.Background())
	seen := 0
	n, err := x.Remove(ctx, func(Occurrence) bool {
		if seen++; seen == 15 {
			cancel()
		}
		return true
	})
	if !errors.Is(err, context.Canceled) || n != 15 {
		t.Errorf("removed %d, %v", n, err)
	}
	// The contents of what is removed are left to the next run, and until then nobody sees what
	// this one has done.
	if _, orphans := looseState(t, x); len(orphans) != 15 {
		t.Errorf("contents without an occurrence: %v", orphans)
	}
	same(t, "published", published(t, x.Path()), before)
	n, err = x.Remove(context.Background(), func(Occurrence) bool { return true })
	if err != nil || n != 15 || len(state(t, x)) != 0 || len(published(t, x.Path())) != 0 {
		t.Errorf("removed %d, %v, left %v", n, err, state(t, x))
	}
}

func TestReview_CatchesUp(t *testing.T) {
	one, two := source(1), source(2)
	for name, catchUp := range map[string]func(*Index, string) error{
		"by update": func(x *Index, root string) error {
			_, err := x.Update(context.Background(), Source{Root: root}, UpdateOptions{})
			return err
		},
		"by remove": func(x *Index, _ string) error {
			_, err := x.Remove(context.Background(), func(Occurrence) bool { return false })
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			tr := newTree(t, map[string]string{"a.go": one, "b.go": two})
			x := newIndex(t)
			updated(t, x, Source{Root: tr.root}, UpdateOptions{})
			tr.remove("a.go")

			ctx, cancel := context.WithCancel(t.Context())
			x.bleve = &hooked{bleveIndex: x.bleve, after: func(int64) error { cancel(); return nil }}
			if _, err := x.Update(ctx, Source{Root: tr.root}, UpdateOptions{Prune: true}); !errors.Is(err, context.Canceled) {
				t.Fatalf("error %v", err)
			}
			path := x.Path()
			must(t, x.Close())

			x = openIndex(t, path)
			if _, orphans := looseState(t, x); len(orphans) != 1 {
				t.Fatalf("orphans %v: this tests nothing", orphans)
			}
			must(t, catchUp(x, tr.root))
			state(t, x)
			sameDF(t, x, "a.go", []string{one, two}, func(text string) bool { return text == two })
			mark, err := x.bleve.GetInternal(reviewMark)
			if err != nil || mark != nil {
				t.Errorf("the mark is still there: %q, %v", mark, err)
			}
		})
	}
}

func TestSnapshot_ManyReadersAtOnce(t *testing.T) {
	t.Parallel()
	tr := newTree(t, map[string]string{"a.go": source(1), "b.go": source(2)})
	x := newIndex(t)
	updated(t, x, Source{Root: tr.root}, UpdateOptions{})
	done := make(chan error)
	for range 8 {
		go func() {
			for range 20 {
				s, err := x.Snapshot()
				if err != nil {
					done <- err
					return
				}
				// What one snapshot shows is consistent, whatever is written meanwhile.
				n := 0
				err = s.EachOccurrence("", func(o Occurrence) error {
					n++
					_, err := s.Content(o.Content)
					return err
				})
				if err == nil && n < 2 {
					err = fmt.Errorf("%d occurrences", n)
				}
				s.Close()
				if err != nil {
					done <- err
					return
				}
			}
			done <- nil
		}()
	}
	for i := range 10 {
		tr.write(fmt.Sprintf("c%d.go", i), source(uint64(i+3)))
		tr.write("a.go", source(uint64(i+100)))
		updated(t, x, Source{Root: tr.root}, UpdateOptions{})
	}
	for range 8 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}

// The walk may end well with a skip as the last thing that it meets, which an interrupt keeps from
// being sent. Then it has not met all.
func TestUpdate_WalkThatCannotSendIsIncomplete(t *testing.T) {
	tr := newTree(t, map[string]string{"a.go": source(1)})
	must(t, os.Symlink(tr.path("a.go"), tr.path("b.go")))
	x := newIndex(t)
	ctx, cancel := context.WithCancel(context.Background())
	u := &update{x: x, root: tr.root}
	out := make(chan met) // nobody reads it but for the first file
	go func() {
		<-out
		time.Sleep(50 * time.Millisecond) // the walk waits to send its last
		cancel()
	}()
	if err := u.walk(ctx, out); !errors.Is(err, context.Canceled) {
		t.Errorf("the walk says %v", err)
	}
}
