package index

import (
	"cmp"
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/internal/filetest"
)

// opened returns a source of corpus with one file.
func opened(t *testing.T, name, content string) corpus.Source {
	t.Helper()
	from, err := corpus.Open(filepath.Join(filetest.Folder(t, map[string]string{name: content}), name), document.Options{})
	must(t, err)
	t.Cleanup(func() { from.Close() })
	return from
}

// PruneUnseen prunes as an update does after a walk that found no file, and could not read some.
func PruneUnseen(ctx context.Context, w Writer, collection, root string, unread ...string) error {
	before, err := w.State()
	if err != nil {
		return err
	}
	defer before.Close()
	a, err := w.Settings().NewAnalyzer()
	if err != nil {
		return err
	}
	u, free := newReview(ctx, w, a)
	defer free()
	u.src.Collection, u.root, u.o.Prune, u.before = collection, root, true, before
	if u.from, err = corpus.Open(root, document.Options{}); err != nil {
		return err
	}
	defer u.from.Close()
	if u.known, err = u.knownFiles(ctx); err != nil {
		return err
	}
	u.report.Skipped = map[document.Reason]int{}
	for _, path := range unread {
		u.skipped(corpus.Skip{Path: path, Reason: document.Unreadable, Err: os.ErrPermission})
	}
	return cmp.Or(u.removeUnseen(ctx), u.review(ctx), w.Publish(ctx))
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
