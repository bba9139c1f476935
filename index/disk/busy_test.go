package disk

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/chaffinch-search/chaffinch/index"
	"go.etcd.io/bbolt"
)

// emptyIndex returns the path of a closed, empty index.
func emptyIndex(t *testing.T) string {
	t.Helper()
	x := newIndex(t)
	must(t, x.Close())
	return x.Path()
}

func TestBusyError_NamesHolders(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		role      string
		ask       index.Options
		does      string
		available bool
	}{
		{"write", index.Options{}, "writes", false},
		{"write", index.Options{ReadOnly: true, Unpublished: true}, "writes", false},
		{"read", index.Options{}, "reads", false},
		{"read", index.Options{ReadOnly: true, Unpublished: true}, "", true},
	} {
		t.Run(fmt.Sprintf("%s,%v", c.role, c.ask.ReadOnly), func(t *testing.T) {
			path := emptyIndex(t)
			other := start(t, c.role, path)
			x, err := Open(context.Background(), path, c.ask)
			if c.available {
				must(t, err)
				must(t, x.Close())
				other.end(t)
				return
			}
			var busy *BusyError
			if !errors.As(err, &busy) || len(busy.Holders) != 1 || busy.Holders[0].PID != other.Process.Pid {
				t.Fatalf("error %v", err)
			}
			for _, part := range []string{fmt.Sprint(other.Process.Pid), c.does, path, "Options.Wait"} {
				if !strings.Contains(err.Error(), part) {
					t.Errorf("%q is not in: %v", part, err)
				}
			}
			other.end(t)
			x, err = Open(context.Background(), path, c.ask)
			must(t, err)
			must(t, x.Close())
		})
	}
}

func TestOpen_Waits(t *testing.T) {
	t.Parallel()
	path := emptyIndex(t)
	other := start(t, "write", path)
	opened := make(chan error)
	go func() {
		x, err := Open(context.Background(), path, index.Options{Wait: time.Hour})
		if err == nil {
			err = x.Close()
		}
		opened <- err
	}()
	select {
	case err := <-opened:
		t.Fatalf("did not wait: %v", err)
	case <-time.After(3 * lockPoll): // some tries
	}
	other.end(t)
	must(t, <-opened)
}

func TestOpen_WaitEndsWithTheContext(t *testing.T) {
	path := emptyIndex(t)
	start(t, "write", path)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Open(ctx, path, index.Options{Wait: time.Hour}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	var busy *BusyError
	if _, err := Open(context.Background(), path, index.Options{Wait: 2 * lockPoll}); !errors.As(err, &busy) {
		t.Errorf("error %v", err)
	}
}

func TestOpen_AfterAKilledHolder(t *testing.T) {
	path := emptyIndex(t)
	other := start(t, "write", path)
	must(t, other.Process.Kill())
	other.Wait()
	if got := newFolder(path).holders(); len(got) != 0 {
		t.Errorf("holders %v", got)
	}
	x, err := Open(context.Background(), path, index.Options{})
	must(t, err)
	defer x.Close()
	if got := newFolder(path).holderFiles(); len(got) != 1 {
		t.Errorf("the stale holder file is still there: %v", got)
	}
	second, err := Open(context.Background(), path, index.Options{}) // in the same process
	var busy *BusyError
	if !errors.As(err, &busy) || len(busy.Holders) != 1 || busy.Holders[0].PID != os.Getpid() {
		t.Errorf("%v, error %v", second, err)
	}
}

// A killed process may leave a holder file with the process id of another program. The next writer
// removes it and is the only one to be named.
func TestBusyError_StaleHolderFile(t *testing.T) {
	t.Parallel()
	path := emptyIndex(t)
	host, err := os.Hostname()
	must(t, err)
	stale, err := json.Marshal(Holder{PID: os.Getpid(), Host: host, Program: "killed"})
	must(t, err)
	dir := filepath.Join(path, holderDir)
	must(t, os.MkdirAll(dir, 0o777))
	must(t, os.WriteFile(filepath.Join(dir, "1-1.json"), stale, 0o600))
	far := strings.Replace(string(stale), host, "far.example", 1)
	must(t, os.WriteFile(filepath.Join(dir, "1-2.json"), []byte(far), 0o600))
	other := start(t, "write", path)
	_, err = Open(context.Background(), path, index.Options{})
	var busy *BusyError
	if !errors.As(err, &busy) || len(busy.Holders) != 2 || busy.Holders[1].PID != other.Process.Pid {
		t.Fatalf("error %v", err)
	}
	if !strings.Contains(err.Error(), fmt.Sprintf("(process %d on far.example, writes", os.Getpid())) ||
		!strings.Contains(err.Error(), fmt.Sprintf("(process %d, writes", other.Process.Pid)) {
		t.Errorf("error %v", err)
	}
}

// Processes that read during an update see the whole state before it, and after it the new state.
func TestOpen_ReadersBesideAnUpdate(t *testing.T) {
	t.Parallel()
	tr := newTree(t, nil)
	for n := range uint64(20) {
		tr.write(fmt.Sprintf("%02d.go", n), source(n))
	}
	x := newIndex(t)
	src := index.Source{Root: tr.root, Collection: "c"}
	updated(t, x, src, index.UpdateOptions{})
	readers := []*process{start(t, "look", x.Path()), start(t, "look", x.Path())}
	look := func(when string, want []string) {
		t.Helper()
		for _, r := range readers {
			same(t, when, r.ask(t), want)
		}
	}
	for round := range uint64(2) {
		before := state(t, x)
		look("before the update", before)
		for n := range uint64(20) {
			tr.write(fmt.Sprintf("%02d.go", n), source(100+20*round+n))
		}
		h := &hooked{bleveIndex: x.bleve}
		var looks sync.Mutex // of several workers
		h.after = func(n int64) error {
			looks.Lock()
			defer looks.Unlock()
			look(fmt.Sprintf("after batch %d", n), before)
			return nil
		}
		x.bleve = h
		updated(t, x, src, index.UpdateOptions{})
		if x.bleve = h.bleveIndex; h.batches.Load() < 3 {
			t.Errorf("%d batches", h.batches.Load())
		}
		look("after the update", state(t, x))
	}
	for _, r := range readers {
		r.end(t)
	}
}

func TestHolders_DamagedFiles(t *testing.T) {
	path := emptyIndex(t)
	dir := filepath.Join(path, holderDir)
	must(t, os.MkdirAll(filepath.Join(dir, "folder"), 0o755))
	for i, content := range []string{"", "{", "[]", `{"pid":-1}`, `{"pid":"x"}`, "\x00"} {
		must(t, os.WriteFile(filepath.Join(dir, fmt.Sprint(i)), []byte(content), 0o644))
	}
	elsewhere := `{"pid":1,"host":"elsewhere","program":"other"}`
	must(t, os.WriteFile(filepath.Join(dir, "far"), []byte(elsewhere), 0o644))
	if got := newFolder(path).holders(); len(got) != 1 || got[0].Host != "elsewhere" {
		t.Errorf("holders %v", got)
	}
	x, err := Open(context.Background(), path, index.Options{})
	must(t, err)
	must(t, x.Close())
}

// lockList locks the list of an index's segments, as a process that writes does. The lock is
// released by closing the result.
func lockList(t *testing.T, path string) *bbolt.DB {
	t.Helper()
	db, err := bbolt.Open(filepath.Join(path, storeList), 0o600, nil)
	must(t, err)
	t.Cleanup(func() { db.Close() })
	return db
}

// A list that changes while Open waits for it is read again.
func TestOpen_DamagedWhileItWaits(t *testing.T) {
	t.Parallel()
	path := emptyIndex(t)
	other := lockList(t, path)
	list := filepath.Join(path, storeList)
	past := time.Now().Add(-time.Hour)
	must(t, os.Chtimes(list, past, past)) // or it is read again in any case
	_, err := Open(context.Background(), path, index.Options{Wait: time.Hour, Waiting: func() {
		must(t, os.WriteFile(list, make([]byte, 1<<15), 0o600))
		must(t, other.Close())
	}})
	if damage := new(DamageError); !errors.As(err, &damage) {
		t.Errorf("error %v", err)
	}
}

// A waiting process sleeps between its tries.
func TestWaiter_Pause(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		begun, waiting := time.Now(), 0
		w := &waiter{dir: newFolder(t.TempDir()), o: index.Options{Wait: 2 * lockPoll, Waiting: func() { waiting++ }}}
		for range 2 {
			must(t, w.pause(context.Background()))
		}
		var busy *BusyError
		if err := w.pause(context.Background()); !errors.As(err, &busy) {
			t.Errorf("error %v", err)
		}
		if waited := time.Since(begun); waited != 2*lockPoll || waiting != 1 {
			t.Errorf("two pauses last %v, %d calls", waited, waiting)
		}
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		if err := w.pause(ctx); !errors.Is(err, context.Canceled) {
			t.Errorf("error %v", err)
		}
	})
}
