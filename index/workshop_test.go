package index

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

func workshopsIn(t *testing.T, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	must(t, err)
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), workshopPrefix) {
			names = append(names, e.Name())
		}
	}
	return names
}

func skipWithoutLocks(t *testing.T) {
	t.Helper()
	f, err := os.Create(filepath.Join(t.TempDir(), "file"))
	must(t, err)
	defer f.Close()
	if err := lockFile(f); err != nil {
		t.Skip(err)
	}
}

func created(t *testing.T, path string) {
	t.Helper()
	x, err := Create(path, DefaultSettings())
	must(t, err)
	must(t, x.Close())
}

// What a process leaves that is killed while it makes an index, the next one removes; but not what another one is
// making, on this host or on another.
func TestLeftWorkshopsAreRemoved(t *testing.T) {
	t.Parallel()
	skipWithoutLocks(t)
	dir := realTemp(t)
	killed, working := start(t, "make", dir), start(t, "make", dir)
	far := filepath.Join(dir, workshopPrefix+"00000000-1")
	must(t, os.MkdirAll(filepath.Join(far, "index", storeDir), 0o777))
	must(t, os.WriteFile(filepath.Join(far, workshopLock), nil, 0o600))
	created(t, filepath.Join(dir, "first"))
	if got := workshopsIn(t, dir); len(got) != 3 {
		t.Fatalf("what is in use was removed: left is %v", got)
	}
	must(t, killed.Process.Kill())
	killed.Wait()
	created(t, filepath.Join(dir, "second"))
	if got := workshopsIn(t, dir); len(got) != 2 {
		t.Fatalf("left is %v", got)
	}
	working.end(t)
	if got := workshopsIn(t, dir); len(got) != 1 || got[0] != filepath.Base(far) {
		t.Errorf("left is %v", got)
	}
}

// A folder that its maker has not locked yet may be taken away; then it makes another one.
func TestWorkshopsAreNotTakenFromTheirMakers(t *testing.T) {
	t.Parallel()
	skipWithoutLocks(t)
	dir := realTemp(t)
	unlocked := filepath.Join(dir, workshopsPrefix(t)+"1")
	must(t, os.Mkdir(unlocked, 0o777))
	removeLeftWorkshops(dir)
	if got := workshopsIn(t, dir); len(got) != 0 {
		t.Errorf("left is %v", got)
	}
	done := make(chan struct{})
	var removers, makers sync.WaitGroup
	for range 2 {
		removers.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
					removeLeftWorkshops(dir)
				}
			}
		})
		makers.Go(func() {
			for range 300 {
				p, err := newWorkshop(dir)
				if err != nil {
					t.Error(err)
					return
				}
				made := filepath.Join(p.dir, "index")
				for range 3 {
					if err := os.WriteFile(made, nil, 0o600); err != nil {
						t.Error(err)
					}
				}
				if _, err := os.Stat(made); err != nil {
					t.Error(err)
				}
				p.remove()
			}
		})
	}
	makers.Wait()
	close(done)
	removers.Wait()
	if got := workshopsIn(t, dir); len(got) != 0 {
		t.Errorf("left is %v", got)
	}
}

// What is removed is locked before, and a lock that is a link is none: what it leads to is not made, and the folder stays.
func TestWorkshopsOfOthersAreLeftAlone(t *testing.T) {
	t.Parallel()
	skipWithoutLocks(t)
	dir := realTemp(t)
	elsewhere := filepath.Join(dir, "elsewhere")
	linked := filepath.Join(dir, workshopsPrefix(t)+"1")
	must(t, os.Mkdir(linked, 0o777))
	must(t, os.Symlink(elsewhere, filepath.Join(linked, workshopLock)))
	without := filepath.Join(dir, workshopsPrefix(t)+"2")
	must(t, os.MkdirAll(filepath.Join(without, "mine"), 0o777))
	removeLeftWorkshops(dir)
	if lock, err := lockWorkshop(linked, os.O_CREATE); err == nil {
		t.Errorf("%s is locked", lock.Name())
	}
	if _, err := os.Lstat(elsewhere); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("what the link leads to was made: %v", err)
	}
	if got := workshopsIn(t, dir); len(got) != 2 {
		t.Errorf("left is %v", got)
	}
	if entries, err := os.ReadDir(without); err != nil || len(entries) != 1 {
		t.Errorf("%v, %v", entries, err)
	}
}

func workshopsPrefix(t *testing.T) string {
	t.Helper()
	prefix, ok := workshopsOfHost()
	if !ok {
		t.Skip("this host has no name")
	}
	return prefix
}
