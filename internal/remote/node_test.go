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

// Of the sources of Go's strings and sort, it has the same terms, scores and ties as an index on disk.
func TestNode_AnswersAsOnDisk(t *testing.T) {
	x := created(t, index.DefaultSettings(), 2)
	disk, err := index.Create(filepath.Join(t.TempDir(), "index"), index.DefaultSettings())
	if err != nil {
		t.Fatal(err)
	}
	defer disk.Close()
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
	want, err := disk.State()
	if err != nil {
		t.Fatal(err)
	}
	defer want.Close()
	got, err := x.State()
	if err != nil {
		t.Fatal(err)
	}
	indextest.Same(t, got, want)
}
