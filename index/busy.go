package index

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Bleve's file lock keeps processes apart, and it is released whenever a process ends, however it
// ends. It does not say who holds it; for that, every process that opens the store leaves a card, a
// file in the index, and removes it on closing. A card of a process that does not run any more
// means nothing. Its number may be another's by now; but a writer has the lock to itself, so it
// removes all other cards of this host.

// cardDir is the folder of the cards, in the index.
const cardDir = "open"

// Holder is a process that has an index open.
type Holder struct {
	PID      int       `json:"pid"`
	Host     string    `json:"host"`
	Program  string    `json:"program"`
	ReadOnly bool      `json:"readOnly"`
	Since    time.Time `json:"since"`
}

// BusyError says that an index could not be opened because other processes have it open: a
// writer needs it for itself, readers share it.
type BusyError struct {
	Path    string
	Holders []Holder // who has it open, as far as can be known
}

// Error names the holders and says what to do.
func (e *BusyError) Error() string {
	who := "another process"
	var names []string
	for _, h := range e.Holders {
		does := "writes"
		if h.ReadOnly {
			does = "reads"
		}
		where := ""
		if !h.isHere() {
			where = " on " + h.Host
		}
		names = append(names, fmt.Sprintf("%s (process %d%s, %s it since %s)", h.Program, h.PID, where, does,
			h.Since.Local().Format("15:04:05")))
	}
	if len(names) > 0 {
		who = strings.Join(names, ", ")
	}
	return fmt.Sprintf("index %s is in use by %s: try again when it is done, or wait for it with --wait", e.Path, who)
}

// isHere says whether the process is one of this host.
func (h Holder) isHere() bool {
	host, err := os.Hostname()
	return err == nil && host != "" && h.Host == host
}

// runs says whether the process may still run. One of another host cannot be asked.
func (h Holder) runs() bool { return !h.isHere() || processRuns(h.PID) }

// leaveCard returns the name of this process's card. A folder that cannot be written to, which a
// reader may well have, only makes the error of others less telling: then it is empty.
func (d folder) leaveCard(readOnly bool) string {
	if d.mkdir(cardDir) != nil {
		return ""
	}
	if !readOnly {
		for name, h := range d.cards() {
			if h == nil || h.isHere() {
				_ = d.remove(name)
			}
		}
	}
	host, _ := os.Hostname()
	content, err := json.Marshal(Holder{os.Getpid(), host, filepath.Base(os.Args[0]), readOnly, time.Now()})
	if err != nil {
		return ""
	}
	name := fmt.Sprintf("%s/%d-%d.json", cardDir, os.Getpid(), time.Now().UnixNano())
	if d.write(name, content) != nil {
		return ""
	}
	return name
}

func (d folder) removeCard(name string) {
	if name != "" {
		_ = d.remove(name)
	}
}

// cards returns the cards by name; nil is one that cannot be read.
func (d folder) cards() map[string]*Holder {
	cards := map[string]*Holder{}
	names, _ := d.names(cardDir) // cards are a courtesy
	for _, name := range names {
		name = cardDir + "/" + name
		cards[name] = nil
		h := new(Holder)
		if b, err := d.read(name, maxSmall); err == nil && json.Unmarshal(b, h) == nil && h.PID > 0 {
			cards[name] = h
		}
	}
	return cards
}

// holders returns the processes whose cards are not stale, the longest holder first.
func (d folder) holders() (found []Holder) {
	for _, h := range d.cards() {
		if h != nil && h.runs() {
			found = append(found, *h)
		}
	}
	slices.SortFunc(found, func(a, b Holder) int { return a.Since.Compare(b.Since) })
	return found
}

func (d folder) busy() error { return &BusyError{d.path, d.holders()} }

// lockPoll is how often a busy index is tried again.
const lockPoll = 50 * time.Millisecond

// waiter waits for an index that others have open.
type waiter struct {
	dir   folder
	o     Options
	until time.Time
}

// pause waits before the next try. The error is a [*BusyError] when the wait is over, or ctx's.
func (w *waiter) pause(ctx context.Context) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if w.until.IsZero() {
		if w.o.Wait > 0 && w.o.Waiting != nil {
			w.o.Waiting()
		}
		w.until = time.Now().Add(w.o.Wait)
	}
	if !time.Now().Before(w.until) {
		return w.dir.busy()
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(lockPoll):
		return nil
	}
}

// waited says whether there was a pause.
func (w *waiter) waited() bool { return !w.until.IsZero() }

var (
	errLocked  = errors.New("another process holds the lock")
	errNoLocks = errors.New("no locks")
)

// lockList locks the store's list of segments, which may be damaged or missing, with the lock that
// bbolt takes for writing: no process has the store open until the returned file is closed. Where
// there are no locks (flock_other.go) the file is nil. On Windows bbolt locks by LockFileEx, which
// package syscall does not have; but a file that bbolt has open cannot be replaced there.
func (w *waiter) lockList(ctx context.Context) (*os.File, error) {
	f, err := w.dir.openLocked(storeList)
	if err != nil {
		return nil, err
	}
	for err = lockFile(f); errors.Is(err, errLocked); err = lockFile(f) {
		if err = w.pause(ctx); err != nil {
			break
		}
	}
	if errors.Is(err, errNoLocks) {
		f.Close() // or it could not be replaced on Windows
		return nil, nil
	}
	if err == nil && !w.dir.isNamed(storeList, f) {
		err = w.dir.busy() // another process has repaired it
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// isNamed says whether a name is that of an open file, and not of another one that has replaced it.
func (d folder) isNamed(name string, f fs.File) bool {
	is, err := f.Stat()
	if err != nil {
		return false
	}
	named, err := os.Stat(d.at(name))
	return err == nil && os.SameFile(is, named)
}
