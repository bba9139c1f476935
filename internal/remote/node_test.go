package remote

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/disk"
	"github.com/chaffinch-search/chaffinch/internal/filetest"
	"github.com/chaffinch-search/chaffinch/internal/indextest"
	"github.com/chaffinch-search/chaffinch/query"
)

// addressVariable names the nodes that the tests use, such as opensearch+http://127.0.0.1:9200.
// Each test makes an index of its own and removes it. wantVariable makes it an error to have none.
const (
	addressVariable = "CHAFFINCH_OPENSEARCH_TEST"
	wantVariable    = "CHAFFINCH_OPENSEARCH"
)

// newAddress returns the address of an index that is not there.
func newAddress(t *testing.T) string {
	t.Helper()
	nodes := os.Getenv(addressVariable)
	if nodes == "" && os.Getenv(wantVariable) != "" {
		t.Fatalf("%s is set, but %s names no node", wantVariable, addressVariable)
	}
	if nodes == "" {
		t.Skipf("NOT TESTED: %s names no node of OpenSearch", addressVariable)
	}
	return fmt.Sprintf("%s/test-%d", nodes, rand.Uint32())
}

// created returns a new index on a node.
func created(t *testing.T, s index.Settings, shards int) *Index {
	t.Helper()
	s.Shards = shards
	x, err := Create(t.Context(), newAddress(t), s, Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		for _, name := range []string{x.name, x.files()} {
			r := request{method: http.MethodDelete, path: pathOf(name)}
			if err := x.client.do(context.Background(), r, new(object)); err != nil {
				t.Error(err)
			}
		}
		x.Close()
	})
	return x
}

func TestNode_KeepsTheContract(t *testing.T) {
	for _, shards := range []int{1, 3} {
		t.Run(fmt.Sprint(shards), func(t *testing.T) {
			indextest.Contract(t, func(t *testing.T, s index.Settings) indextest.Opened {
				x := created(t, s, shards)
				return indextest.Opened{Change: x.Writer, Published: x.State, Shared: true}
			})
		})
	}
}

// An index that is copied to a cluster and back is the same, without the sources.
func TestNode_IsCopiedToAndFro(t *testing.T) {
	root := t.TempDir()
	for _, name := range []string{"sort/sort.go", "sort/slice.go", "sort/search.go"} {
		content, err := os.ReadFile(filepath.Join(filetest.GoSources(t), name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(root, filepath.Base(name)), content, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	settings := index.DefaultSettings()
	settings.Store = true
	first, second := onDisk(t, settings), onDisk(t, settings)
	if _, err := first.Update(t.Context(), index.Source{Root: root}, index.UpdateOptions{}); err != nil {
		t.Fatal(err)
	}
	if _, err := first.AddBoilerplate(t.Context(), []string{root}, index.BoilerplateOptions{}); err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(root); err != nil {
		t.Fatal(err)
	}
	x := created(t, settings, 2)
	want := stateOf(t, first)
	for _, known := range []int{0, 3} { // again, it changes nothing
		r, err := x.CopyFrom(t.Context(), want.(index.Copied), first.Settings(), index.CopyOptions{})
		if err != nil || r.Known != known || r.Contents != 3-known || r.Occurrences != 3 || r.Boilerplate != 3 {
			t.Errorf("%+v, %v", r, err)
		}
		indextest.Same(t, stateOf(t, x), want)
	}
	if _, err := second.CopyFrom(t.Context(), stateOf(t, x).(index.Copied), x.Settings(), index.CopyOptions{}); err != nil {
		t.Fatal(err)
	}
	got := stateOf(t, second)
	indextest.Same(t, got, want)
	c, err := index.CatalogOf(got)
	if err != nil {
		t.Fatal(err)
	}
	err = c.EachContent(t.Context(), func(c index.Content) error {
		_, err := got.Source(t.Context(), c, nil, nil)
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

func onDisk(t *testing.T, s index.Settings) *disk.Index {
	t.Helper()
	x, err := disk.Create(filepath.Join(t.TempDir(), "index"), s)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { x.Close() })
	return x
}

func stateOf(t *testing.T, x interface{ State() (index.State, error) }) index.State {
	t.Helper()
	s, err := x.State()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// Of the sources of Go's strings and sort, it has the same terms, scores and ties as an index on
// disk.
func TestNode_AnswersAsOnDisk(t *testing.T) {
	x := created(t, index.DefaultSettings(), 2)
	onDisk := onDisk(t, index.DefaultSettings())
	for _, name := range []string{"strings", "sort"} {
		src := index.Source{Root: filepath.Join(filetest.GoSources(t), name)}
		a, err := index.Update(t.Context(), x.Writer(), src, index.UpdateOptions{})
		if err != nil || a.Contents < 5 {
			t.Fatalf("%+v, %v", a, err)
		}
		if _, err := onDisk.Update(t.Context(), src, index.UpdateOptions{}); err != nil {
			t.Fatal(err)
		}
	}
	indextest.Same(t, stateOf(t, x), stateOf(t, onDisk))
	x.clauses = 20 // most questions are asked in parts
	indextest.Same(t, stateOf(t, x), stateOf(t, onDisk))
	x.clauses = usualClauses
	// What is removed is counted by no df, also after a flush.
	ofSort := func(o index.Occurrence) bool { return o.Collection == "sort" }
	for _, from := range []interface {
		Remove(context.Context, func(index.Occurrence) bool) (int, error)
	}{x, onDisk} {
		if n, err := from.Remove(t.Context(), ofSort); err != nil || n < 5 {
			t.Fatal(n, err)
		}
	}
	flush := request{method: http.MethodPost, path: pathOf(x.name, "_flush") + "?force=true"}
	mustDo(t, x.client.do(t.Context(), flush, new(object)))
	indextest.Same(t, stateOf(t, x), stateOf(t, onDisk))
}

// Errors of addresses say what to do.
func TestNode_SaysWhatToDo(t *testing.T) {
	address := newAddress(t)
	if _, err := Open(t.Context(), address, Options{}); !errors.Is(err, index.ErrNotIndex) || !strings.Contains(err.Error(), "create one with Create") {
		t.Error(err)
	}
	x := created(t, index.DefaultSettings(), 1)
	again, err := Create(t.Context(), x.Path(), index.DefaultSettings(), Options{}) // another writer was faster
	if err != nil {
		t.Fatal(err)
	}
	again.Close()
	_, err = Open(t.Context(), x.Path()+filesSuffix, Options{})
	if !errors.Is(err, index.ErrNotIndex) || !strings.Contains(err.Error(), "of another program") {
		t.Error(err)
	}
	reading := Options{ReadOnly: true}
	if _, err := Open(t.Context(), x.Path(), reading); !errors.Is(err, index.ErrUnfinished) {
		t.Errorf("before the first update: %v", err)
	}
	killed, err := Open(t.Context(), x.Path(), Options{}) // by another process
	mustDo(t, err)
	defer killed.Close()
	if report, err := killed.Check(t.Context(), index.CheckOptions{}); err != nil || len(report.Problems) != 1 || report.Problems[0].What != index.ErrUnfinished.Error() {
		t.Errorf("before the first update: %+v, %v", report, err)
	}
	if _, err := killed.Remove(t.Context(), func(index.Occurrence) bool { return true }); !errors.Is(err, index.ErrUnfinished) {
		t.Errorf("before the first update: %v", err)
	}
	_, err = killed.Update(t.Context(), index.Source{Root: t.TempDir()}, index.UpdateOptions{})
	mustDo(t, err)
	if report, err := x.Check(t.Context(), index.CheckOptions{}); err != nil || len(report.Problems) > 0 {
		t.Errorf("after the first update, by another writer: %+v, %v", report, err)
	}
	r, err := Open(t.Context(), x.Path(), reading)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if _, err := r.Update(t.Context(), index.Source{Root: t.TempDir()}, index.UpdateOptions{}); !errors.Is(err, index.ErrReadOnly) {
		t.Error(err)
	}
}

// An index of another program is not written into.
func TestNode_LeavesOtherIndexes(t *testing.T) {
	x, err := connect(newAddress(t), Options{})
	mustDo(t, err)
	defer x.Close()
	for _, other := range []string{x.name, x.files()} {
		r := request{method: http.MethodPut, path: pathOf(other)}
		mustDo(t, x.client.do(t.Context(), r, new(object)))
		_, err := Create(t.Context(), x.Path(), index.DefaultSettings(), Options{})
		if !errors.Is(err, index.ErrNotIndex) || !strings.Contains(err.Error(), other+" is an index of another program") {
			t.Errorf("%s: %v", other, err)
		}
		r.method = http.MethodDelete
		mustDo(t, x.client.do(t.Context(), r, new(object)))
	}
	x = created(t, index.DefaultSettings(), 1)
	r := request{method: http.MethodDelete, path: pathOf(x.files())}
	mustDo(t, x.client.do(t.Context(), r, new(object)))
	if _, err := Open(t.Context(), x.Path(), Options{}); !errors.Is(err, index.ErrNotIndex) || !strings.Contains(err.Error(), "restore it from a snapshot") {
		t.Error(err)
	}
	mustDo(t, x.client.do(t.Context(), request{method: http.MethodPut, path: pathOf(x.files())}, new(object))) // for the clean-up
}

// A writer removes a content while another, which has seen it, adds an occurrence. Whatever comes
// first, no occurrence is left without its content.
func TestNode_WritersDoNotHarmEachOther(t *testing.T) {
	x := created(t, index.DefaultSettings(), 1)
	d := index.Document{Content: index.Content{ID: index.BlobID([]byte("a")), Language: "Go", Size: 1 << 20, Tokens: 9}}
	d.Hashes[0] = []uint64{1 << 60}
	w := writer{Index: x}
	put := func() { mustDo(t, w.writeContents(t.Context(), []index.Document{d})) }
	o := index.Occurrence{Collection: "c", Root: "/", Path: "a.go", Content: d.ID}
	left := func() int {
		t.Helper()
		used, err := w.used(t.Context(), []string{d.ID})
		mustDo(t, err)
		return len(used[d.ID])
	}
	// The content is removed before the occurrence is written: its writer sees that.
	put()
	mustDo(t, w.Write(t.Context(), &index.Batch{Orphans: []string{d.ID}}))
	if err := w.Write(t.Context(), &index.Batch{Occurrences: []index.Occurrence{o}}); !errors.Is(err, ErrRemoved) || left() != 0 {
		t.Errorf("%v, %d occurrences are left", err, left())
	}
	// The occurrence is written before the content is looked at: it stays.
	put()
	mustDo(t, w.Write(t.Context(), &index.Batch{Occurrences: []index.Occurrence{o}}))
	mustDo(t, w.Write(t.Context(), &index.Batch{Orphans: []string{d.ID}}))
	if known, err := w.Known(t.Context(), []string{d.ID}); err != nil || len(known) != 1 || left() != 1 {
		t.Errorf("%v, %v: a content in use was removed", known, err)
	}
	known := func() int {
		t.Helper()
		known, err := w.Known(t.Context(), []string{d.ID})
		mustDo(t, err)
		return len(known)
	}
	// The occurrence comes between the look and the removal: its writer sees the mark, and takes it
	// back.
	mustDo(t, w.Write(t.Context(), &index.Batch{Gone: []index.Occurrence{o}}))
	between := writer{Index: x}
	between.removing = func() {
		if err := w.Write(t.Context(), &index.Batch{Occurrences: []index.Occurrence{o}}); !errors.Is(err, ErrRemoved) {
			t.Errorf("an occurrence is written whose content is removed: %v", err)
		}
	}
	mustDo(t, between.Write(t.Context(), &index.Batch{Orphans: []string{d.ID}}))
	if left() != 0 || known() != 0 {
		t.Errorf("%d occurrences and %d contents are left", left(), known())
	}
	// So does another remover leave the content to the first, whose mark stays.
	put()
	between.removing = func() {
		mustDo(t, w.Write(t.Context(), &index.Batch{Orphans: []string{d.ID}}))
		put()
		for range 2 {
			if err := w.Write(t.Context(), &index.Batch{Occurrences: []index.Occurrence{o}}); !errors.Is(err, ErrRemoved) {
				t.Error(err)
			}
		}
	}
	mustDo(t, between.Write(t.Context(), &index.Batch{Orphans: []string{d.ID}}))
	if left() != 0 || known() != 0 {
		t.Errorf("%d occurrences and %d contents are left", left(), known())
	}
	put()
	mustDo(t, w.Write(t.Context(), &index.Batch{Occurrences: []index.Occurrence{o}}))
	// A writer is killed before it removes: its mark is taken away when it is old.
	mustDo(t, w.Write(t.Context(), &index.Batch{Gone: []index.Occurrence{o}}))
	killed, kill := context.WithCancel(t.Context())
	between.removing = kill
	if err := between.Write(killed, &index.Batch{Orphans: []string{d.ID}}); err == nil || known() != 1 {
		t.Errorf("%v, %d contents", err, known())
	}
	later := writer{Index: x, now: func() time.Time { return time.Now().Add(staleAfter + time.Minute) }}
	for _, late := range []writer{w, later} {
		if err := late.Write(t.Context(), &index.Batch{Occurrences: []index.Occurrence{o}}); !errors.Is(err, ErrRemoved) {
			t.Error(err)
		}
	}
	mustDo(t, w.Write(t.Context(), &index.Batch{Occurrences: []index.Occurrence{o}}))
	if left() != 1 || known() != 1 {
		t.Errorf("%d occurrences and %d contents are left", left(), known())
	}
}

func mustDo(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Several writers of parts at the same time are as one of all.
func TestNode_WritersOfParts(t *testing.T) {
	const parts = 3
	x, whole := created(t, index.DefaultSettings(), 2), onDisk(t, index.DefaultSettings())
	src := index.Source{Root: filepath.Join(filetest.GoSources(t), "container")}
	errs := make(chan error)
	for n := range parts {
		go func() {
			own, err := Open(t.Context(), x.Path(), Options{})
			if err == nil {
				defer own.Close()
				_, err = own.Update(t.Context(), src, index.UpdateOptions{Part: index.Part{N: n + 1, Of: parts}, Prune: true})
			}
			errs <- err
		}()
	}
	for range parts {
		mustDo(t, <-errs)
	}
	if _, err := whole.Update(t.Context(), src, index.UpdateOptions{}); err != nil {
		t.Fatal(err)
	}
	indextest.Same(t, stateOf(t, x), stateOf(t, whole))
}

// Until removed contents are merged away, the dictionaries count them. df does not.
func TestNode_CountsWithoutRemoved(t *testing.T) {
	x := created(t, index.DefaultSettings(), 1)
	w := writer{Index: x}
	var docs []index.Document
	for _, name := range []string{"a", "b", "c"} {
		d := index.Document{Content: index.Content{ID: index.BlobID([]byte(name)), Language: "Go", Size: 1 << 20, Tokens: 9}}
		d.Hashes[0] = []uint64{1 << 60, uint64(name[0]) << 50}
		docs = append(docs, d)
	}
	mustDo(t, w.Write(t.Context(), &index.Batch{Contents: docs}))
	mustDo(t, w.Publish(t.Context()))
	mustDo(t, w.Write(t.Context(), &index.Batch{Orphans: []string{docs[0].ID}}))
	mustDo(t, w.Publish(t.Context()))
	s := stateOf(t, x).(*state)
	if s.deleted == 0 {
		t.Skip("the cluster has merged already")
	}
	terms := query.NewVector([]query.Term{{Hash: 1 << 60}, {Hash: 'a' << 50}, {Hash: 'b' << 50}, {Hash: 'z' << 50}})
	looked, err := s.LookUp(t.Context(), terms)
	mustDo(t, err)
	want := map[uint64]int{1 << 60: 2, 'b' << 50: 1}
	for _, l := range looked {
		if l.DF != want[l.Hash] {
			t.Errorf("%x: df %d, not %d", l.Hash, l.DF, want[l.Hash])
		}
	}
}
