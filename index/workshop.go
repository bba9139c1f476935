package index

import (
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// An index is made in a folder beside where it is to stand, and then renamed. A process that is killed in between
// leaves that folder, and the next one to make an index there takes it away. It must be sure that nobody is at work in it: who
// makes an index holds a lock in the folder, and its name tells the host, since on a network drive the locks of
// another one may not be seen. Between making the folder and locking it there is a moment in which another process
// may take the lock; it renames the folder away, by which the maker sees that it came too late, and makes another.

// workshopPrefix begins the name of such a folder, workshopLock is the file in it that is locked, workshopIndex is what
// is made.
const workshopPrefix, workshopLock, workshopIndex = ".chaffinch-new-", "lock", "index"

// workshopTries is how many folders another process may take away.
const workshopTries = 100

// workshop is a folder in which an index is being made.
type workshop struct {
	dir  string
	lock *os.File // nil where the system has no locks
}

var (
	errLocked  = errors.New("another process holds the lock")
	errNoLocks = errors.New("no locks")
)

// newWorkshop makes one in the folder parent.
func newWorkshop(parent string) (*workshop, error) {
	host, _ := workshopsOfHost()
	var err error
	for range workshopTries {
		var dir string
		if dir, err = os.MkdirTemp(parent, host+"*"); err != nil {
			return nil, err
		}
		p := &workshop{dir: dir}
		if p.lock, err = lockWorkshop(dir, os.O_CREATE); err == nil || errors.Is(err, errNoLocks) {
			return p, nil
		}
		if !errors.Is(err, errLocked) && !errors.Is(err, fs.ErrNotExist) {
			os.RemoveAll(dir)
			return nil, err
		}
	}
	return nil, err
}

// workshopsOfHost returns how the names of this host's workshops begin, and whether the host has a name.
func workshopsOfHost() (prefix string, ok bool) {
	host, ok := thisHost()
	sum := fnv.New32a()
	sum.Write([]byte(host))
	return fmt.Sprintf("%s%08x-", workshopPrefix, sum.Sum32()), ok
}

// lockWorkshop opens the lock's file, with that flag besides, and returns it; it holds the lock until it is closed.
func lockWorkshop(dir string, flag int) (*os.File, error) {
	name := filepath.Join(dir, workshopLock)
	f, err := os.OpenFile(name, os.O_RDWR|flag|noFollow, 0o600)
	if err != nil {
		return nil, err
	}
	if err = lockFile(f); err == nil {
		_, err = os.Stat(name) // or somebody has locked the folder, and renamed it, since it was opened
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

func (p *workshop) remove() {
	removeWorkshop(p.dir)
	if p.lock != nil {
		p.lock.Close()
	}
}

// removeWorkshop removes the lock last: else who is killed here would leave a folder that nobody can lock.
func removeWorkshop(dir string) {
	os.RemoveAll(filepath.Join(dir, workshopIndex))
	os.RemoveAll(dir)
}

// removeLeftWorkshops removes those of this host in which nobody is at work. It is a courtesy: what cannot be removed
// stays.
func removeLeftWorkshops(parent string) {
	host, ok := workshopsOfHost()
	entries, err := os.ReadDir(parent)
	if err != nil || !ok {
		return
	}
	for _, e := range entries {
		if !e.IsDir() || !strings.HasPrefix(e.Name(), host) {
			continue
		}
		dir := filepath.Join(parent, e.Name())
		lock, err := lockWorkshop(dir, 0)
		if errors.Is(err, fs.ErrNotExist) {
			os.Remove(dir) // if it is empty; its maker makes another one
		}
		if err != nil {
			continue
		}
		if gone := dir + "-gone"; os.Rename(dir, gone) == nil {
			removeWorkshop(gone)
		}
		lock.Close()
	}
}
