package remote

import (
	"context"
	"fmt"
	"go/build"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/indextest"
)

// addressVariable names the nodes that the tests use, such as opensearch+http://127.0.0.1:9200. Each test
// makes an index of its own and removes it. wantVariable makes it an error to have none.
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
		content, err := os.ReadFile(filepath.Join(build.Default.GOROOT, "src", name))
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
		r, err := x.CopyFrom(t.Context(), want, first.Settings(), index.CopyOptions{})
		if err != nil || r.Known != known || r.Contents != 3-known || r.Occurrences != 3 || r.Boilerplate != 3 {
			t.Errorf("%+v, %v", r, err)
		}
		indextest.Same(t, stateOf(t, x), want)
	}
	if _, err := second.CopyFrom(t.Context(), stateOf(t, x), x.Settings(), index.CopyOptions{}); err != nil {
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

func onDisk(t *testing.T, s index.Settings) *index.Index {
	t.Helper()
	x, err := index.Create(filepath.Join(t.TempDir(), "index"), s)
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

// Of the sources of Go's strings and sort, it has the same terms, scores and ties as an index on disk.
func TestNode_AnswersAsOnDisk(t *testing.T) {
	x := created(t, index.DefaultSettings(), 2)
	disk := onDisk(t, index.DefaultSettings())
	for _, name := range []string{"strings", "sort"} {
		src := index.Source{Root: filepath.Join(build.Default.GOROOT, "src", name)}
		a, err := index.Update(t.Context(), x.Writer(), src, index.UpdateOptions{})
		if err != nil || a.Contents < 5 {
			t.Fatalf("%+v, %v", a, err)
		}
		if _, err := disk.Update(t.Context(), src, index.UpdateOptions{}); err != nil {
			t.Fatal(err)
		}
	}
	indextest.Same(t, stateOf(t, x), stateOf(t, disk))
}
