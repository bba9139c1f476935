package serve

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/mapped"
	"github.com/chaffinch-search/chaffinch/internal/option"
)

// Named is an index to serve. It has its name in addresses, and its path, or its address on a
// cluster.
type Named struct {
	Name string `json:"name"` // in the API
	Path string `json:"path"` // the folder or address
}

// ParseNamed reads NAME=PATH, or PATH, which is named after its folder. A .chaffinch is named after
// the folder around it, and otherwise without .chaffinch at its end.
func ParseNamed(text string) (Named, error) {
	name, path, ok := strings.Cut(text, "=")
	if !ok || strings.ContainsAny(name, `/\:`) {
		name, path = "", text
	}
	if path == "" {
		return Named{}, fmt.Errorf("--index %q names no folder: use NAME=FOLDER or FOLDER", text)
	}
	if !ok || name == "" {
		name = baseName(path)
	}
	if !isName(name) {
		return Named{}, fmt.Errorf("%q cannot name an index: use NAME=%s, with letters, digits, dots, - and _ in NAME", name, path)
	}
	return Named{name, path}, nil
}

func baseName(path string) string {
	if index.IsAddress(path) {
		return path[strings.LastIndex(path, "/")+1:]
	}
	if absolute, err := filepath.Abs(path); err == nil {
		path = absolute
	}
	const usual = ".chaffinch"
	if base := filepath.Base(path); base != usual {
		return strings.TrimSuffix(base, usual)
	}
	return filepath.Base(filepath.Dir(path))
}

// isName reports whether a name needs no escaping in a URL, a metric or a log.
func isName(name string) bool {
	return name != "" && len(name) <= 64 && !strings.ContainsFunc(name, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("._-", r))
	})
}

// UnknownIndexError means that no served index has that name.
type UnknownIndexError struct {
	Name  string
	Names []string // those that are served
}

// Error names the indexes that are served.
func (e *UnknownIndexError) Error() string {
	if e.Name == "" {
		return e.Unwrap().Error()
	}
	return fmt.Sprintf("no index is named %q: use %s", e.Name, strings.Join(e.Names, " or "))
}

// Unwrap returns the error that faces word, if no index was named.
func (e *UnknownIndexError) Unwrap() error {
	if e.Name != "" {
		return nil
	}
	return option.Fail(option.SeveralIndexes, strings.Join(e.Names, ", "))
}

// Indexes are open indexes by name. Each is open read-only at its latest published state. It is
// safe for concurrent use.
type Indexes struct {
	all  []*served
	stop context.CancelFunc
	done chan struct{}
}

// served is an index and its current state, which a newer one replaces.
type served struct {
	Named
	mu      sync.Mutex
	present *state
	failed  error                         // of the last look at the folder, or attempt to open a newer state; nil if all is well
	report  func(index string, err error) // takes each new such error; may be nil

	superseded context.CancelFunc // cancels the preparation of the previous state
	ctx        context.Context    // ends when the index is no longer served
	computing  sync.WaitGroup     // of cached values
}

// state is an open state of an index. The last user closes it.
type state struct {
	index  *chaffinch.Index
	opened time.Time
	users  int // guarded by served.mu; one is the served index itself
	kept   kept
}

// Held is a state of an index, which stays open until Close.
type Held struct {
	*chaffinch.Index
	Name   string
	Opened time.Time // when the state was opened

	served  *served
	state   *state
	release func()
}

// Close lets the state be closed once a newer one was published and no question uses it. Later
// calls do nothing.
func (h *Held) Close() { h.release() }

// Date returns when the state was published, or opened if that is unknown.
func (h *Held) Date() time.Time {
	if at := h.Published(); !at.IsZero() {
		return at
	}
	return h.Opened
}

// Contents returns the number of contents of the state.
func (h *Held) Contents() (int, error) {
	state, err := h.State()
	if err != nil {
		return 0, err
	}
	return state.Contents(), state.Close()
}

// lookEvery is how often [Open] looks for states that were published.
const lookEvery = time.Second

// Open opens the indexes. A goroutine switches to newer states until Close.
func Open(ctx context.Context, named []Named) (*Indexes, error) {
	if len(named) == 0 {
		return nil, errors.New("there is no index to serve: name one with --index")
	}
	open, stop := context.WithCancel(context.WithoutCancel(ctx))
	x := &Indexes{done: make(chan struct{}), stop: stop}
	for _, n := range named {
		if slices.ContainsFunc(x.all, func(s *served) bool { return s.Name == n.Name }) {
			return nil, errors.Join(fmt.Errorf("two indexes are named %s: use NAME=FOLDER for one of them", n.Name), x.closeAll())
		}
		opened, err := openState(ctx, n.Path)
		if err != nil {
			return nil, errors.Join(err, x.closeAll())
		}
		x.all = append(x.all, &served{Named: n, present: opened, ctx: open})
	}
	for _, s := range x.all {
		s.prepare()
	}
	go x.look(open)
	return x, nil
}

// openState opens the published state.
func openState(ctx context.Context, path string) (*state, error) {
	var x *chaffinch.Index
	err := mapped.Read(func() (err error) {
		x, err = chaffinch.Open(ctx, path, index.Options{ReadOnly: true})
		return err
	})
	if err != nil {
		return nil, err
	}
	return &state{index: x, opened: time.Now(), users: 1}, nil
}

// look switches to newer states until ctx is done.
func (x *Indexes) look(ctx context.Context) {
	defer close(x.done)
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			x.refresh(ctx)
		case <-ctx.Done():
			return
		}
	}
}

// refresh switches each index to its newer state, if it has one. Running requests keep the state
// that they began with. If a state does not open, the old one is kept, and the log says why.
func (x *Indexes) refresh(ctx context.Context) {
	for _, s := range x.all {
		s.refresh(ctx)
	}
}

func (s *served) refresh(ctx context.Context) {
	h := s.acquire()
	defer h.Close()
	if err := s.missing(); err != nil || !h.Outdated() {
		s.fail(err)
		return
	}
	next, err := openState(ctx, s.Path)
	if s.fail(err); err != nil {
		return
	}
	s.mu.Lock()
	unused := s.dropLocked(s.present)
	s.present = next
	s.mu.Unlock()
	unused.close()
	s.prepare()
}

// missing returns an error if the folder of the index is gone. Its open files still answer.
func (s *served) missing() error {
	if index.IsAddress(s.Path) {
		return nil
	}
	_, err := os.Stat(s.Path)
	return err
}

// fail notes why the present state of the folder is not served. A nil error means that it is
// served. It reports each new error.
func (s *served) fail(err error) {
	s.mu.Lock()
	if err != nil && s.report != nil && (s.failed == nil || s.failed.Error() != err.Error()) {
		defer s.report(s.Name, err)
	}
	s.failed = err
	s.mu.Unlock()
}

// prepare computes the shared data for queries of the current state, in the background. A newer
// state cancels it.
func (s *served) prepare() {
	ctx, stop := context.WithCancel(s.ctx)
	s.mu.Lock()
	if s.superseded != nil {
		s.superseded()
	}
	s.superseded = stop
	s.mu.Unlock()
	h := s.acquire()
	s.computing.Go(func() {
		defer h.Close()
		defer stop()
		_ = safely(func() error { return h.Prepare(ctx) }) // on failure each query computes it, and reports the error
	})
}

// Names returns the names of the indexes, in the order in which they were named.
func (x *Indexes) Names() []string {
	var names []string
	for _, s := range x.all {
		names = append(names, s.Name)
	}
	return names
}

// Acquire returns the current state of the index with that name. "" is the only index. Close it.
// The error is an [*UnknownIndexError].
func (x *Indexes) Acquire(name string) (*Held, error) {
	for _, s := range x.all {
		if s.Name == name || name == "" && len(x.all) == 1 {
			return s.acquire(), nil
		}
	}
	return nil, &UnknownIndexError{name, x.Names()}
}

// onFailure sets the function that gets each new error of opening a newer state.
func (x *Indexes) onFailure(report func(index string, err error)) {
	for _, s := range x.all {
		s.mu.Lock()
		s.report = report
		s.mu.Unlock()
	}
}

// failure returns why the newer state of an index could not be opened. Its folder may be gone; nil
// if the newest state is served.
func (x *Indexes) failure(name string) error {
	for _, s := range x.all {
		if s.Name == name {
			s.mu.Lock()
			defer s.mu.Unlock()
			return s.failed
		}
	}
	return nil
}

func (s *served) acquire() *Held { return s.hold(nil) }

// hold increments the users of a state that is in use. Nil is the current one.
func (s *served) hold(held *state) *Held {
	s.mu.Lock()
	defer s.mu.Unlock()
	if held == nil {
		held = s.present
	}
	held.users++
	return &Held{Index: held.index, Name: s.Name, Opened: held.opened, served: s, state: held,
		release: sync.OnceFunc(func() { s.drop(held) })}
}

func (s *served) drop(from *state) {
	s.mu.Lock()
	unused := s.dropLocked(from)
	s.mu.Unlock()
	unused.close()
}

// dropLocked decrements the users of a state, and returns it if none is left. Hold s.mu.
func (s *served) dropLocked(from *state) *state {
	if from.users--; from.users > 0 {
		return nil
	}
	return from
}

// close closes an unused state. Its errors lose no data, because the state is read-only.
func (s *state) close() error {
	if s == nil {
		return nil
	}
	return s.index.Close()
}

// Close stops looking for newer states and closes each index once its last user has released it.
func (x *Indexes) Close() error {
	x.stop() // look, and the computation of cached values
	<-x.done
	return x.closeAll()
}

func (x *Indexes) closeAll() error {
	x.stop() // both the looking and the computing of caches
	var failed error
	for _, s := range x.all {
		s.computing.Wait()
		s.mu.Lock()
		unused := s.dropLocked(s.present)
		s.mu.Unlock()
		failed = cmp.Or(failed, unused.close())
	}
	return failed
}
