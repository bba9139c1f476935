package corpus_test

import (
	"cmp"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/internal/filetest"
	"github.com/chaffinch-search/chaffinch/internal/trees"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// fileList is a source of a kind that only the test knows: a file with the paths of documents.
type fileList struct{ path string }

func (l fileList) Name() string    { return l.path }
func (l fileList) Root() string    { return l.path }
func (l fileList) Has(string) bool { return true }
func (l fileList) Close() error    { return nil }
func (l fileList) Each(_ context.Context, v corpus.Visitor) error {
	text, err := os.ReadFile(l.path)
	for name := range strings.FieldsSeq(string(text)) {
		info, failed := os.Stat(name)
		if failed != nil {
			return failed
		}
		err = cmp.Or(err, v.Visit(corpus.File{Path: filepath.Base(name), Abs: name, Size: info.Size(), ModTime: info.ModTime()}))
	}
	return err
}

// A row of the table is enough for comparisons, too: they read the documents of the source.
func TestKinds_ARowIsCompared(t *testing.T) {
	corpus.AddKind(t, ".filelist", func(abs string, _ document.Options) corpus.Source { return fileList{abs} })
	root := filetest.Folder(t, map[string]string{"x/a.go": filetest.Queue, "x/b.go": filetest.Words, "y/c.go": filetest.Queue + "\nvar c = 1\n"})
	list := filepath.Join(root, "two.filelist")
	if err := os.WriteFile(list, []byte(filepath.Join(root, "x", "a.go")+"\n"+filepath.Join(root, "x", "b.go")), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		paths, names []string
		pairs        int
	}{
		{[]string{list}, []string{"a.go", "b.go"}, 0},
		{[]string{list, filepath.Join(root, "y")}, []string{"two.filelist/a.go", "two.filelist/b.go", "y/c.go"}, 1},
	} {
		r, err := chaffinch.Pairs(t.Context(), c.paths, pairs.Options{MinScore: .3, Matches: true})
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		var names []string
		for _, u := range r.Units {
			names = append(names, u.Name)
			if _, err := r.Source(u.Files[0].Content); err != nil {
				t.Error(err)
			}
		}
		if !slices.Equal(names, c.names) || len(r.Pairs) != c.pairs {
			t.Errorf("%q, %d pairs", names, len(r.Pairs))
		}
	}
	if !corpus.KindOf(list).IsTree() {
		t.Error("compare takes it for a file")
	}
	r, err := trees.Compare(t.Context(), list, filepath.Join(root, "y"), trees.Options{})
	if err != nil || r.Counts["edited"]+r.Counts["moved"]+r.Counts["copied"] != 1 || r.A.Files != 2 {
		t.Errorf("%+v, %v", r, err)
	}
}
