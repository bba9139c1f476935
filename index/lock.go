package index

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"time"
)

// Bleve's file lock is what keeps processes apart, and it is released whenever a process ends,
// however it ends. It does not say who holds it; for that, everyone who opens an index leaves a
// card in its folder, and takes it away on closing. A card of a process that no longer runs is
// stale and means nothing. Its number may be another's by now; but who has the lock to itself knows that no other
// card of this host is right, and takes them away.

// holderDir is the folder of the cards, in the index.
const holderDir = "open"

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
		if host, ok := thisHost(); !ok || host != h.Host {
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

// thisHost returns the name of this host, and whether it has one.
func thisHost() (name string, ok bool) {
	name, err := os.Hostname()
	return name, err == nil && name != ""
}

func busy(path string) error {
	return &BusyError{Path: path, Holders: holders(path)}
}

// holder is this process's card.
type holder struct{ file string }

// hold leaves a card. A folder that cannot be written to, which a reader may well have, only
// makes the error of others less telling.
func hold(path string, readOnly bool) *holder {
	dir := filepath.Join(path, holderDir)
	if os.MkdirAll(dir, 0o777) != nil {
		return &holder{}
	}
	if !readOnly {
		removeStale(dir)
	}
	host, _ := thisHost()
	card, err := json.Marshal(Holder{os.Getpid(), host, filepath.Base(os.Args[0]), readOnly, time.Now()})
	if err != nil {
		return &holder{}
	}
	f, err := os.CreateTemp(dir, fmt.Sprintf("%d-*.json", os.Getpid()))
	if err != nil {
		return &holder{}
	}
	f.Write(card)
	f.Close()
	return &holder{f.Name()}
}

func (h *holder) release() {
	if h != nil && h.file != "" {
		os.Remove(h.file)
	}
}

// holders returns the processes whose cards are not stale, the longest holder first.
func holders(path string) []Holder {
	var found []Holder
	for _, name := range cards(filepath.Join(path, holderDir)) {
		if h, ok := readCard(name); ok && alive(h) {
			found = append(found, h)
		}
	}
	sort.Slice(found, func(i, j int) bool { return found[i].Since.Before(found[j].Since) })
	return found
}

// removeStale is called by who has the lock to itself.
func removeStale(dir string) {
	host, known := thisHost()
	for _, name := range cards(dir) {
		if h, ok := readCard(name); !ok || known && h.Host == host {
			os.Remove(name)
		}
	}
}

func cards(dir string) []string {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil // cards are a courtesy
	}
	var names []string
	for _, e := range entries {
		names = append(names, filepath.Join(dir, e.Name()))
	}
	return names
}

func readCard(name string) (h Holder, ok bool) {
	b, err := newFolder("").read(name, maxSmall)
	if err != nil {
		return h, false
	}
	return parseCard(b)
}

func parseCard(b []byte) (h Holder, ok bool) {
	return h, json.Unmarshal(b, &h) == nil && h.PID > 0
}

// alive says whether the process may still run. One of another machine cannot be asked.
func alive(h Holder) bool {
	if host, ok := thisHost(); !ok || host != h.Host {
		return true
	}
	return processRuns(h.PID)
}
