package segment

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/blevesearch/bleve/v2/document"
	bindex "github.com/blevesearch/bleve_index_api"
	api "github.com/blevesearch/scorch_segment_api/v2"

	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
)

// newFile writes a segment of n documents and opens it.
func newFile(t *testing.T, path string, n int) *File {
	t.Helper()
	var docs []bindex.Document
	for i := range n {
		d := document.NewDocument(fmt.Sprint(path, i))
		term := winnow.AppendTerm(nil, uint64(i)<<40)
		d.AddField(document.NewTextFieldWithIndexingOptions("exact", nil, term, bindex.IndexField))
		d.AddField(document.NewTextFieldWithIndexingOptions("text", nil, []byte("stored"), bindex.StoreField))
		d.AddIDField()
		d.VisitFields(func(f bindex.Field) { f.Analyze() })
		docs = append(docs, d)
	}
	m, _, err := (&plugin{}).NewUsing(docs, map[string]any{printsKey: []string{"exact"}})
	if err != nil {
		t.Fatal(err)
	}
	if err := m.(api.UnpersistedSegment).Persist(path); err != nil {
		t.Fatal(err)
	}
	f, err := openFile(path, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

func TestMerge_RefusesDamagedSegments(t *testing.T) {
	dir := t.TempDir()
	good := newFile(t, filepath.Join(dir, "a.zap"), 20)
	path := filepath.Join(dir, "b.zap")
	size := len(newFile(t, path, 20).mem)
	for at := 0; at < size; at += 1 + size/40 {
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		content[at] ^= 16
		bad := filepath.Join(dir, fmt.Sprint(at, ".zap"))
		if err := os.WriteFile(bad, content, 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := (&plugin{}).Open(bad)
		if err != nil {
			t.Fatal(err)
		}
		to := filepath.Join(dir, "merged.zap")
		_, _, err = (&plugin{}).Merge([]api.Segment{good, s}, make([]*roaring.Bitmap, 2), to, nil, nil)
		if _, e := os.Stat(to); err == nil || e == nil {
			t.Errorf("byte %d is damaged: merging says %v, and leaves a file: %v", at, err, e == nil)
		}
		s.Close()
	}
}

func TestMerge_ReturnsErrClosedWhenStopped(t *testing.T) {
	dir := t.TempDir()
	stopped := make(chan struct{})
	close(stopped)
	in := []api.Segment{newFile(t, filepath.Join(dir, "a.zap"), 5)}
	_, _, err := (&plugin{}).Merge(in, make([]*roaring.Bitmap, 1), filepath.Join(dir, "m.zap"), stopped, nil)
	if err != api.ErrClosed {
		t.Errorf("%v", err)
	}
}

func TestMerge_OfNoDocumentsOpens(t *testing.T) {
	dir := t.TempDir()
	in := []api.Segment{newFile(t, filepath.Join(dir, "a.zap"), 5)}
	all := roaring.New()
	all.AddRange(0, 5)
	to := filepath.Join(dir, "m.zap")
	if _, _, err := (&plugin{}).Merge(in, []*roaring.Bitmap{all}, to, nil, nil); err != nil {
		t.Fatal(err)
	}
	s, err := (&plugin{}).Open(to)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if s.Count() != 0 {
		t.Errorf("%T of %d documents", s, s.Count())
	}
}

// An error, for whatever reason, must not make scorch fall back to an older state.
func TestOpen_ReturnsBroken(t *testing.T) {
	dir := t.TempDir()
	loop := filepath.Join(dir, "loop.zap")
	if err := os.Symlink(loop, loop); err != nil {
		t.Skip(err)
	}
	for _, path := range []string{loop, dir, filepath.Join(dir, "none.zap")} {
		s, err := (&plugin{}).Open(path)
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		b, ok := s.(*Broken)
		if !ok || b.Err() == nil {
			t.Fatalf("%s: %T", path, s)
		}
		if _, err := s.DocID(0); !errors.Is(err, b.Err()) {
			t.Errorf("%s: %v", path, err)
		}
	}
}
