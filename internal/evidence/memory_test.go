package evidence_test

import (
	"context"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/disk"
	"github.com/chaffinch-search/chaffinch/internal/asktest"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/internal/evidence"
	"github.com/chaffinch-search/chaffinch/query"
)

// weighed measures the live memory whenever a question asks the index.
type weighed struct {
	index.State
	mu   sync.Mutex
	most uint64
}

func (w *weighed) Search(ctx context.Context, vs []*query.Vector, o query.Options) ([]*query.Result, error) {
	w.measure()
	return w.State.Search(ctx, vs, o)
}

func (w *weighed) Source(ctx context.Context, c index.Content, at []index.Occurrence, used []byte) ([]byte, error) {
	w.measure()
	return w.State.Source(ctx, c, at, used)
}

func (w *weighed) measure() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.most = max(w.most, liveMemory())
}

func liveMemory() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// mostPerToken bounds the memory of a question, in bytes per token: see docs/limits.md. It is 90 to
// 140, and more while two readings overlap.
const mostPerToken = 300

// A question of one repeated word has a token for each two bytes, and is read in many ways. Only
// one of the readings is in memory while it is answered.
func TestAsk_BoundsMemoryPerToken(t *testing.T) {
	root, path := t.TempDir(), filepath.Join(t.TempDir(), "index")
	asktest.WriteFile(t, filepath.Join(root, "a.go"), "package a\n"+asktest.Function(1))
	asktest.WriteFile(t, filepath.Join(root, "b.txt"), strings.Repeat("a ", 100))
	asktest.WriteFile(t, filepath.Join(root, "c.md"), strings.Repeat("a ", 200))
	x, err := chaffinch.Create(path, index.DefaultSettings())
	asktest.Must(t, err)
	_, err = x.Update(t.Context(), index.Source{Root: root}, index.UpdateOptions{})
	asktest.Must(t, err)
	asktest.Must(t, x.Close())
	opened, err := disk.Open(t.Context(), path, index.Options{ReadOnly: true})
	asktest.Must(t, err)
	defer opened.Close()
	for _, name := range []string{"a.md", "a.c", "a.txt", ""} {
		state, err := opened.State()
		asktest.Must(t, err)
		w := &weighed{State: state}
		asker := evidence.New(w, x.Analyzer())
		const tokens = 100_000
		before := liveMemory()
		text := corpus.Decode([]byte(strings.Repeat(strings.Repeat("a ", 200)+"\n", tokens/200)))
		a, err := asker.Ask(t.Context(), evidence.Request{Name: name, Text: &text, Evidence: true, Options: answer.Options{Cover: true, Top: 10}, Cut: true})
		asktest.Must(t, err)
		if used := int64(w.most-before) / tokens; a.Question.Tokens < tokens || used > mostPerToken || w.most < before+tokens {
			t.Errorf("%q: %d tokens, %d bytes each", name, a.Question.Tokens, used)
		}
		asker.Close()
	}
}
