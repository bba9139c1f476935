package index

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"golang.org/x/sync/semaphore"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/internal/filetest"
)

func TestUpdate_FileChangedJustBefore(t *testing.T) {
	a, err := analyzer.New(analyzer.DefaultSettings())
	must(t, err)
	u := &update{analyzer: a}
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
		if (o.Reading.Version == c.modified.UnixNano()) != c.trusted {
			t.Errorf("modified %v, read %v: %d", c.modified, c.now, o.Reading.Version)
		}
	}
}

// A walk that ends with a skip that an interrupt keeps from being sent returns an error.
func TestUpdate_WalkThatCannotSendIsIncomplete(t *testing.T) {
	root := filetest.Folder(t, map[string]string{"a.go": filetest.Program(1)})
	must(t, os.Symlink(filepath.Join(root, "a.go"), filepath.Join(root, "b.go")))
	ctx, cancel := context.WithCancel(context.Background())
	from, err := corpus.Open(root, document.Options{})
	must(t, err)
	u := &update{from: from, room: semaphore.NewWeighted(0)}
	out := make(chan []met) // nobody reads it
	go func() {
		time.Sleep(50 * time.Millisecond) // the walk waits to send its last
		cancel()
	}()
	if err := u.walk(ctx, out); !errors.Is(err, context.Canceled) {
		t.Errorf("the walk says %v", err)
	}
}
