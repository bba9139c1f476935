package disk

import (
	"context"
	"errors"
	"fmt"
	"github.com/chaffinch-search/chaffinch/index"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// published lists the documents that a reader sees.
func published(t *testing.T, path string) []string {
	t.Helper()
	x, err := Open(context.Background(), path, index.Options{ReadOnly: true})
	must(t, err)
	defer x.Close()
	return state(t, x)
}

func TestOpen_ReaderKeepsItsState(t *testing.T) {
	t.Parallel()
	s := index.DefaultSettings()
	tr := newTree(t, map[string]string{"a.go": source(1), "b.go": source(2)})
	x := createIndex(t, s)
	updated(t, x, index.Source{Root: tr.root}, index.UpdateOptions{})
	old, err := Open(context.Background(), x.Path(), index.Options{ReadOnly: true})
	must(t, err)
	defer old.Close()
	before := state(t, old)
	same(t, "published", before, state(t, x))
	for n := range uint64(5) {
		tr.write("a.go", source(10+n))
		tr.remove("b.go")
		updated(t, x, index.Source{Root: tr.root}, index.UpdateOptions{Prune: true})
		same(t, "later state", published(t, x.Path()), state(t, x))
		same(t, "the reader's state", state(t, old), before)
	}
	_, err = x.Remove(context.Background(), func(index.Occurrence) bool { return true })
	must(t, err)
	same(t, "after a removal", published(t, x.Path()), nil)
	same(t, "the reader's state", state(t, old), before)
}

// Only the newest generation remains. Its segments are hard links to those of the store.
func TestPublish_OnlyTheNewestGenerationStays(t *testing.T) {
	t.Parallel()
	tr := newTree(t, nil)
	x := newIndex(t)
	for n := range uint64(4) {
		tr.write("a.go", source(n))
		updated(t, x, index.Source{Root: tr.root}, index.UpdateOptions{})
	}
	if got := generations(t, x.Path()); !slices.Equal(got, []uint64{4}) {
		t.Errorf("generations %v", got)
	}
	must(t, x.Close())
	files := 0
	must(t, filepath.WalkDir(filepath.Join(x.Path(), publishedDir), func(path string, d fs.DirEntry, err error) error {
		if filepath.Ext(path) == ".zap" {
			files++
			a, err := os.Stat(path)
			must(t, err)
			b, err := os.Stat(filepath.Join(x.Path(), storeDir, filepath.Base(path)))
			if err != nil || !os.SameFile(a, b) {
				t.Errorf("%s is not the store's: %v", path, err)
			}
		}
		return err
	}))
	if files == 0 {
		t.Error("nothing is published")
	}
}

// Without hard links, readers open the store, and exclude writers. They refuse what a killed
// process has left, until the next update. That is also so if the store is a link to another file
// system, though the index's own file system has links.
func TestPublish_WithoutLinks(t *testing.T) {
	t.Parallel()
	for _, link := range []func(string, string) error{
		func(string, string) error { return errors.New("not supported") },
		func(from, to string) error {
			if filepath.Dir(filepath.Dir(from)) == filepath.Dir(filepath.Dir(to)) {
				return os.Link(from, to)
			}
			return &os.LinkError{Op: "link", Old: from, New: to, Err: syscall.EXDEV}
		},
	} {
		publishWithout(t, link)
	}
}

func publishWithout(t *testing.T, link func(string, string) error) {
	t.Helper()
	tr := newTree(t, map[string]string{"a.go": source(1)})
	x := newIndex(t)
	updated(t, x, index.Source{Root: tr.root}, index.UpdateOptions{})
	x.dir.link = link
	tr.write("b.go", source(2))
	updated(t, x, index.Source{Root: tr.root}, index.UpdateOptions{})
	want := state(t, x)
	var busy *BusyError
	if _, err := Open(context.Background(), x.Path(), index.Options{ReadOnly: true}); !errors.As(err, &busy) {
		t.Errorf("error %v", err)
	}
	must(t, x.Close())
	r, err := Open(context.Background(), x.Path(), index.Options{ReadOnly: true})
	must(t, err)
	same(t, "state", state(t, r), want)
	if _, err := Open(context.Background(), x.Path(), index.Options{}); !errors.As(err, &busy) {
		t.Errorf("error %v", err)
	}
	must(t, r.Close())
	x = openIndex(t, x.Path())
	x.dir.link = link
	x.bleve = &hooked{bleveIndex: x.bleve, after: breaks(0)} // as if killed after a batch
	tr.write("c.go", source(3))
	if _, err := x.Update(context.Background(), index.Source{Root: tr.root}, index.UpdateOptions{}); !errors.Is(err, errBroken) {
		t.Errorf("error %v", err)
	}
	must(t, x.Close())
	if _, err := Open(context.Background(), x.Path(), index.Options{ReadOnly: true}); !errors.Is(err, index.ErrUnfinished) {
		t.Errorf("after a kill: error %v", err)
	}
	x = openIndex(t, x.Path()) // somewhere that has them
	updated(t, x, index.Source{Root: tr.root}, index.UpdateOptions{})
	same(t, "published", published(t, x.Path()), state(t, x))
}

// Incomplete generations of killed processes do no harm.
func TestPublish_AfterHalfGenerations(t *testing.T) {
	t.Parallel()
	tr := newTree(t, map[string]string{"a.go": source(1)})
	x := newIndex(t)
	updated(t, x, index.Source{Root: tr.root}, index.UpdateOptions{})
	want := state(t, x)
	dir := filepath.Join(x.Path(), publishedDir)
	for _, name := range []string{"next/store/root.bolt", "next/store/000000000001.zap", "000000000000/store/1.zap", "note"} {
		must(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o777))
		must(t, os.WriteFile(filepath.Join(dir, name), []byte("half"), 0o666))
	}
	same(t, "published", published(t, x.Path()), want)
	tr.write("b.go", source(2))
	updated(t, x, index.Source{Root: tr.root}, index.UpdateOptions{})
	same(t, "published", published(t, x.Path()), state(t, x))
	if got := generations(t, x.Path()); len(got) != 1 {
		t.Errorf("generations %v", got)
	}
	must(t, os.Remove(x.dir.at(generationName(2)+"/"+storeList)))
	if _, err := Open(context.Background(), x.Path(), index.Options{ReadOnly: true}); err == nil || !strings.HasSuffix(err.Error(), x.dir.repair().String()) {
		t.Errorf("error %v", err)
	}
	updated(t, x, index.Source{Root: tr.root}, index.UpdateOptions{})
	same(t, "published", published(t, x.Path()), state(t, x))
}

// Readers open and close an index during updates. Each sees a whole published state, and none an
// earlier one than before.
func TestOpen_ReadersSeePublishedStates(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("a generation that is open cannot be removed there")
	}
	const files, rounds = 6, 12
	path := emptyIndex(t)
	tr := newTree(t, nil)
	version := map[string]int{} // by content
	x := openIndex(t, path)
	done := make(chan struct{})
	var readers sync.WaitGroup
	fill := func(round int) {
		for f := range files {
			tr.write(fmt.Sprintf("%d.go", f), source(uint64(round*files+f)))
		}
		updated(t, x, index.Source{Root: tr.root}, index.UpdateOptions{})
	}
	for round := range rounds {
		for f := range files {
			version[index.BlobID([]byte(source(uint64(round*files+f))))] = round
		}
	}
	fill(0)
	for range 3 {
		readers.Go(func() {
			last := 0
			for {
				select {
				case <-done:
					return
				default:
				}
				seen, err := versionsOf(path, version)
				if err != nil || len(seen) != 1 || seen[0] < last {
					t.Errorf("versions %v after %d, %v", seen, last, err)
					return
				}
				last = seen[0]
			}
		})
	}
	for round := range rounds - 1 {
		fill(round + 1)
	}
	close(done)
	readers.Wait()
}

// versionsOf returns the distinct versions of the files that a reader sees.
func versionsOf(path string, version map[string]int) (seen []int, err error) {
	x, err := Open(context.Background(), path, index.Options{ReadOnly: true})
	if err != nil {
		return nil, err
	}
	defer x.Close()
	s, err := x.Snapshot()
	if err != nil {
		return nil, err
	}
	defer s.Close()
	err = s.EachOccurrence("", func(o index.Occurrence) error {
		seen = append(seen, version[o.Content])
		return nil
	})
	slices.Sort(seen)
	return slices.Compact(seen), err
}

// Readers refuse the part of a first update that a killed process has left.
func TestOpen_UnfinishedFirstUpdate(t *testing.T) {
	t.Parallel()
	tr := newTree(t, map[string]string{"a.go": source(1), "b.go": source(2)})
	x := newIndex(t)
	updated(t, x, index.Source{Root: tr.root}, index.UpdateOptions{})
	must(t, os.RemoveAll(filepath.Join(x.Path(), publishedDir))) // as if killed before publishing
	must(t, x.Close())
	if _, err := Open(context.Background(), x.Path(), index.Options{ReadOnly: true}); !errors.Is(err, index.ErrUnfinished) {
		t.Errorf("error %v", err)
	}
	r, err := Open(context.Background(), x.Path(), index.Options{ReadOnly: true, Unpublished: true})
	must(t, err)
	must(t, r.Close())
	x = openIndex(t, x.Path())
	updated(t, x, index.Source{Root: tr.root}, index.UpdateOptions{})
	same(t, "published", published(t, x.Path()), state(t, x))
}

// If a disk is full or fails, readers keep the published state.
func TestPublish_FailureToLink(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken")
	for name, c := range map[string]struct {
		is     error
		probes bool // whether files that are not segments can be linked
	}{"full": {syscall.ENOSPC, false}, "broken": {broken, true}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tr := newTree(t, map[string]string{"a.go": source(1)})
			x := newIndex(t)
			updated(t, x, index.Source{Root: tr.root}, index.UpdateOptions{})
			before := published(t, x.Path())
			link := x.dir.link
			x.dir.link = func(old, new string) error {
				if c.probes && filepath.Ext(old) != ".zap" {
					return os.Link(old, new)
				}
				return &os.LinkError{Op: "link", Old: old, New: new, Err: c.is}
			}
			tr.write("b.go", source(2))
			_, err := x.Update(context.Background(), index.Source{Root: tr.root}, index.UpdateOptions{})
			if !errors.Is(err, c.is) || !strings.Contains(err.Error(), x.Path()) {
				t.Errorf("error %v", err)
			}
			same(t, "published", published(t, x.Path()), before)
			x.dir.link = link
			updated(t, x, index.Source{Root: tr.root}, index.UpdateOptions{})
			same(t, "published", published(t, x.Path()), state(t, x))
		})
	}
}

// replaced replaces a file by another one of that name.
func replaced(file string, content []byte) error {
	return errors.Join(os.WriteFile(file+".new", content, 0o600), os.Rename(file+".new", file))
}

// An index that is opened by a relative path publishes hard links, too.
func TestPublish_RelativePath(t *testing.T) {
	tr := newTree(t, map[string]string{"a.go": source(1)})
	t.Chdir(realTemp(t))
	x, err := Create("index", index.DefaultSettings())
	must(t, err)
	updated(t, x, index.Source{Root: tr.root}, index.UpdateOptions{})
	must(t, x.Close())
	files := segmentFiles(t, "index")
	if name := filepath.Base(files[0]); !sameFile(files[0], filepath.Join("index", generationName(1), storeDir, name)) {
		t.Errorf("%s is not linked", name)
	}
}

func TestOutdated_TellsANewerState(t *testing.T) {
	t.Parallel()
	tr := newTree(t, map[string]string{"a.go": source(1)})
	x := newIndex(t)
	updated(t, x, index.Source{Root: tr.root}, index.UpdateOptions{})
	if x.Outdated() {
		t.Error("an index that is open for writing is outdated")
	}
	reader := func() *Index {
		r, err := Open(context.Background(), x.Path(), index.Options{ReadOnly: true})
		must(t, err)
		t.Cleanup(func() { r.Close() })
		return r
	}
	old := reader()
	if !x.Published().IsZero() || old.Published().IsZero() || old.Published().After(time.Now().Add(time.Hour)) {
		t.Errorf("published at %s, for the writer %s", old.Published(), x.Published())
	}
	if old.Outdated() {
		t.Error("the newest state is outdated")
	}
	tr.write("a.go", source(2))
	updated(t, x, index.Source{Root: tr.root}, index.UpdateOptions{})
	if now := reader(); !old.Outdated() || now.Outdated() {
		t.Errorf("old %v, new %v", old.Outdated(), now.Outdated())
	}
	if err := x.dir.removeAll(publishedDir); err != nil { // as while it is made anew
		t.Fatal(err)
	}
	if old.Outdated() {
		t.Error("nothing is newer")
	}
	must(t, x.publish()) // the number is 1 again
	if got := generations(t, x.Path()); !slices.Equal(got, []uint64{1}) || !old.Outdated() {
		t.Errorf("generations %v, outdated %v", got, old.Outdated())
	}
	first := reader()
	must(t, x.dir.removeAll(publishedDir))
	must(t, x.publish())
	if !first.Outdated() {
		t.Error("the index at the path was made anew with the same number")
	}
	last := reader()
	must(t, os.RemoveAll(x.Path()))
	if !last.Outdated() {
		t.Error("the index is gone")
	}
}
