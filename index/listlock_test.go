package index

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"
)

// listLocked locks the list of an index's segments as bbolt does, without reading it.
func listLocked(t *testing.T, path string) *os.File {
	t.Helper()
	f, err := os.OpenFile(filepath.Join(path, storeList), os.O_RDWR, 0)
	must(t, err)
	t.Cleanup(func() { f.Close() })
	if err := lockFile(f); errors.Is(err, errNoLocks) {
		t.Skip(err)
	} else {
		must(t, err)
	}
	return f
}

// A list that changes while it is waited for is read again before Bleve has it.
func TestOpen_DamagedWhileItWaits(t *testing.T) {
	t.Parallel()
	path := emptyIndex(t)
	other := listLocked(t, path)
	list := filepath.Join(path, storeList)
	past := time.Now().Add(-time.Hour)
	must(t, os.Chtimes(list, past, past)) // or it is read again in any case
	_, err := Open(context.Background(), path, Options{Wait: time.Hour, Waiting: func() {
		must(t, os.WriteFile(list, make([]byte, 1<<15), 0o600))
		must(t, other.Close())
	}})
	if damage := new(DamageError); !errors.As(err, &damage) {
		t.Errorf("error %v", err)
	}
}

// Who waits does not try all the time.
func TestWaiter_Pause(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		begun, waiting := time.Now(), 0
		w := &waiter{dir: newFolder(t.TempDir()), o: Options{Wait: 2 * lockPoll, Waiting: func() { waiting++ }}}
		for range 2 {
			must(t, w.pause(context.Background()))
		}
		var busy *BusyError
		if err := w.pause(context.Background()); !errors.As(err, &busy) {
			t.Errorf("error %v", err)
		}
		if waited := time.Since(begun); waited != 2*lockPoll || waiting != 1 || !w.waited() {
			t.Errorf("two pauses last %v, %d calls", waited, waiting)
		}
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		if err := w.pause(ctx); !errors.Is(err, context.Canceled) {
			t.Errorf("error %v", err)
		}
	})
}

// damagedList puts zeros where the list of an index was, in the same file.
func damagedList(t *testing.T, path string) {
	t.Helper()
	must(t, os.WriteFile(filepath.Join(path, storeList), make([]byte, 1<<15), 0o600))
}

// A damaged list is not replaced while somebody has it open for writing: who does would go on
// writing to a file without a name, beside another writer.
func TestRepair_DamagedListBesideAWriter(t *testing.T) {
	t.Parallel()
	x, tr := segmentedIndex(t)
	writer := listLocked(t, x.Path())
	damagedList(t, x.Path())
	var busy *BusyError
	r, err := Repair(context.Background(), x.Path(), Options{}, CheckOptions{})
	if !errors.As(err, &busy) || r.Changed() {
		t.Fatalf("%+v, error %v", r, err)
	}
	if !x.dir.isNamed(storeList, writer) {
		t.Fatal("the file that the writer has locked was replaced")
	}
	waiting := 0
	r, err = Repair(context.Background(), x.Path(), Options{Wait: time.Hour, Waiting: func() {
		waiting++
		must(t, writer.Close())
	}}, CheckOptions{})
	must(t, err)
	if !r.Restored || waiting != 1 {
		t.Errorf("%+v after %d waits", r, waiting)
	}
	isWhole(t, x.Path(), tr.root)
}

// What was mended by another one while it was waited for stays as it is.
func TestRepair_AnotherWasFaster(t *testing.T) {
	t.Parallel()
	x, _ := segmentedIndex(t)
	list := x.dir.at(storeList)
	good, err := os.ReadFile(list)
	must(t, err)
	for name, mend := range map[string]func() error{
		"the same file": func() error { return os.WriteFile(list, good, 0o600) },
		"another file":  func() error { return replaced(list, good) },
	} {
		other := listLocked(t, x.Path())
		damagedList(t, x.Path())
		r, err := Repair(context.Background(), x.Path(), Options{Wait: time.Hour, Waiting: func() {
			must(t, mend())
			must(t, other.Close())
		}}, CheckOptions{})
		var busy *BusyError
		if r.Changed() || err != nil && !errors.As(err, &busy) {
			t.Errorf("%s: %+v, error %v", name, r, err)
		}
	}
	if r := repaired(t, x.Path()); r.Changed() {
		t.Errorf("%+v", r)
	}
}

// A repair opens the index several times, and says once that it waits.
func TestRepair_SaysOnceThatItWaits(t *testing.T) {
	t.Parallel()
	path := emptyIndex(t)
	listLocked(t, path)
	waiting := 0
	r := newRepair(path, Options{Wait: time.Millisecond, Waiting: func() { waiting++ }}, CheckOptions{})
	for range 2 {
		var busy *BusyError
		if _, err := r.round(context.Background()); !errors.As(err, &busy) {
			t.Errorf("error %v", err)
		}
	}
	if waiting != 1 {
		t.Errorf("%d calls", waiting)
	}
}
