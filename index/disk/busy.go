package disk

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/option"
)

// bbolt locks the store's list of segments: one writer, or several readers of the store. The system
// releases the lock when a process ends. The lock does not name its holder, so every process that
// opens the store writes a holder file, and removes it on closing. Holder files are only used in
// messages. A dead process's file is ignored; if its process id was reused, the next writer removes
// it, since a writer is the only process of its host that has the store open.

// holderDir is the directory of the holder files.
const holderDir = "open"

// Holder is a process that has an index open.
type Holder struct {
	PID      int       `json:"pid"`
	Host     string    `json:"host"`
	Program  string    `json:"program"`
	ReadOnly bool      `json:"readOnly"`
	Since    time.Time `json:"since"`
}

// BusyError means that other processes have the index open. A writer excludes all others.
type BusyError struct {
	Holders []Holder // the known ones
	path    string
}

// Error names the holders and has advice.
func (e *BusyError) Error() string { return e.Unwrap().Error() }

// Unwrap returns the error that faces word.
func (e *BusyError) Unwrap() error {
	var names []string
	for _, h := range e.Holders {
		names = append(names, h.describe())
	}
	if len(names) == 0 {
		names = []string{"another process"}
	}
	return option.Fail(option.InUse, e.path, strings.Join(names, ", "), option.Wait)
}

func (h Holder) describe() string {
	does, where := "writes", ""
	if h.ReadOnly {
		does = "reads"
	}
	if !h.isLocal() {
		where = " on " + h.Host
	}
	return fmt.Sprintf("%s (process %d%s, %s it since %s)", h.Program, h.PID, where, does,
		h.Since.Local().Format("15:04:05"))
}

// isLocal reports whether the process is one of this host.
func (h Holder) isLocal() bool {
	host, err := os.Hostname()
	return err == nil && host != "" && h.Host == host
}

// mayRun reports whether the process may be running. It cannot be known of another host.
func (h Holder) mayRun() bool { return !h.isLocal() || processRuns(h.PID) }

// writeHolder writes the holder file of this process and returns its name. The name is empty if the
// directory is read-only; then errors of other processes do not name this one.
func (d folder) writeHolder(readOnly bool) string {
	if d.mkdir(holderDir) != nil {
		return ""
	}
	if !readOnly {
		for name, h := range d.holderFiles() {
			if h == nil || h.isLocal() {
				_ = d.remove(name)
			}
		}
	}
	host, _ := os.Hostname()
	content, err := json.Marshal(Holder{os.Getpid(), host, filepath.Base(os.Args[0]), readOnly, time.Now()})
	if err != nil {
		return ""
	}
	name := fmt.Sprintf("%s/%d-%d.json", holderDir, os.Getpid(), time.Now().UnixNano())
	if d.write(name, content) != nil {
		return ""
	}
	return name
}

func (d folder) removeHolder(name string) {
	if name != "" {
		_ = d.remove(name)
	}
}

// holderFiles returns the holder files by name. The value is nil if a file cannot be read.
func (d folder) holderFiles() map[string]*Holder {
	files := map[string]*Holder{}
	names, _ := d.names(holderDir) // without them the message names nobody
	for _, name := range names {
		name = holderDir + "/" + name
		files[name] = nil
		h := new(Holder)
		if b, err := d.read(name, maxSmall); err == nil && json.Unmarshal(b, h) == nil && h.PID > 0 {
			files[name] = h
		}
	}
	return files
}

// holders returns the processes that may have the store open, the longest holder first.
func (d folder) holders() (found []Holder) {
	for _, h := range d.holderFiles() {
		if h != nil && h.mayRun() {
			found = append(found, *h)
		}
	}
	slices.SortFunc(found, func(a, b Holder) int { return a.Since.Compare(b.Since) })
	return found
}

// lockPoll is the interval at which opening a busy index is retried.
const lockPoll = 50 * time.Millisecond

// lockTry is how long bbolt tries to lock a file. It does so every 50 ms, and not at its end. A
// process that has just ended may hold a lock for an instant, while another one reads its memory
// maps.
const lockTry = 3 * lockPoll

// waiter waits for an index that other processes have open.
type waiter struct {
	dir   folder
	o     index.Options
	until time.Time
}

// pause waits before the next try. The error is a [*BusyError] if o.Wait is over, or ctx's.
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
		return &BusyError{w.dir.holders(), w.dir.path}
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(lockPoll):
		return nil
	}
}
