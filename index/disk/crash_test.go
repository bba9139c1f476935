package disk

import (
	"context"
	"fmt"
	"github.com/chaffinch-search/chaffinch/index"
	"math/rand/v2"
	"path/filepath"
	"runtime"
	"testing"
	"time"
)

// A process that updates is killed at random moments. Each time the index opens, and every
// occurrence has its content. The next update makes it the same as a new index.
func TestUpdate_KilledIsCompletedByTheNext(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("needs a signal that cannot be caught")
	}
	const rounds = 10
	r := rand.New(rand.NewPCG(7, 7))
	tr := newTree(t, nil)
	empty, err := Create(filepath.Join(realTemp(t), "index"), index.DefaultSettings())
	must(t, err)
	must(t, empty.Close())
	path := empty.Path()
	for round := range rounds {
		for range 30 {
			name := fmt.Sprintf("%c/%02d.go", 'a'+r.IntN(4), r.IntN(15))
			if r.IntN(4) == 0 {
				tr.remove(name)
			} else {
				tr.write(name, source(r.Uint64N(40)))
			}
		}
		p := start(t, "update", path, tr.root)
		time.Sleep(time.Duration(r.IntN(60)) * time.Millisecond)
		p.Process.Kill()
		p.Wait()

		if len(generations(t, path)) > 0 {
			published(t, path)
		}
		x := openIndex(t, path)
		looseState(t, x)
		if r := checked(t, x); len(r.Problems) > 0 && r.Problems[0].What != index.ErrUnfinished.Error() {
			t.Errorf("round %d: the check finds %+v", round, r.Problems)
		}
		if round%5 == 4 {
			updated(t, x, index.Source{Root: tr.root, Collection: "c"}, index.UpdateOptions{Prune: true})
			sameAsFresh(t, x, tr.root)
		}
		must(t, x.Close())
	}
	x := openIndex(t, path)
	updated(t, x, index.Source{Root: tr.root, Collection: "c"}, index.UpdateOptions{Prune: true})
	sameAsFresh(t, x, tr.root)
	n, err := x.Remove(context.Background(), func(index.Occurrence) bool { return true })
	if lines := state(t, x); n == 0 || err != nil || len(lines) > 0 {
		t.Errorf("removed %d, %v, left %v", n, err, lines)
	}
}

// sameAsFresh compares an index with a new one of the same tree.
func sameAsFresh(t *testing.T, x *Index, root string) {
	t.Helper()
	fresh := sameStateAsFresh(t, x, root)
	var texts []string
	for seed := range uint64(40) {
		texts = append(texts, source(seed))
	}
	s, err := fresh.Snapshot()
	must(t, err)
	defer s.Close()
	sameDF(t, x, "a.go", texts, func(text string) bool {
		_, err := s.Content(index.BlobID([]byte(text)))
		return err == nil
	})
}

// sameStateAsFresh compares the documents of an index with those of a new one, and returns that.
func sameStateAsFresh(t *testing.T, x *Index, root string) *Index {
	t.Helper()
	fresh, err := Create(filepath.Join(realTemp(t), "fresh"), x.Settings())
	must(t, err)
	t.Cleanup(func() { fresh.Close() })
	updated(t, fresh, index.Source{Root: root, Collection: "c"}, index.UpdateOptions{})
	same(t, "state", state(t, x), state(t, fresh))
	return fresh
}
