package index

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"sync"
	"time"

	"github.com/blevesearch/bleve/v2"
	berrors "go.etcd.io/bbolt/errors"

	"github.com/chaffinch-search/chaffinch/analyzer"
)

// Index is an open index. Close it. Its methods may be called from several goroutines; those
// that write wait for one another.
type Index struct {
	path     string
	settings Settings
	analyzer *analyzer.Analyzer
	bleve    bleve.Index
	card     string // the file that names this process, empty if there is none
	writing  writeLock
	merging  sync.Mutex // Bleve refuses a second merge on demand
	readOnly bool
	closed   bool // guarded by writing
	limits   limits
	dir      folder
}

// Options say how an index is opened.
type Options struct {
	// ReadOnly opens the state that the last update has published, for questions only, beside other
	// readers and a writer. Open the index again to see a later state.
	ReadOnly bool
	// Unpublished, with ReadOnly, opens what was written, published or not: an update that was
	// killed leaves more than readers see. It keeps writers out.
	Unpublished bool
	// Wait is how long to wait for another process that writes; at 0 a busy index is a
	// [BusyError] at once.
	Wait time.Duration
	// Waiting is called, if it is not nil, once before the index is waited for.
	Waiting func()
}

// Open opens the index at path. Errors: [ErrNotIndex], [*MismatchError], [*BusyError],
// [ErrDamaged], and for readers [ErrUnfinished].
func Open(ctx context.Context, path string, o Options) (*Index, error) {
	x, err := open(ctx, path, o)
	if errors.Is(err, ErrDamaged) && !errors.As(err, new(*DamageError)) {
		err = damaged(err, newFolder(path).remedy())
	}
	if err != nil && !namesIndex(err) {
		err = fmt.Errorf("opening index %s: %w", path, advised(err))
	}
	return x, err
}

func open(ctx context.Context, path string, o Options) (*Index, error) {
	d := newFolder(path)
	if err := d.looksLikeIndex(); err != nil {
		return nil, err
	}
	x := &Index{path: path, dir: d, readOnly: o.ReadOnly, limits: defaultLimits, writing: newWriteLock()}
	var err error
	if o.ReadOnly && !o.Unpublished {
		x.bleve, err = d.openPublished(ctx)
	}
	locked := x.bleve == nil && err == nil
	if locked {
		x.bleve, err = d.openStore(ctx, o)
	}
	if err != nil {
		return nil, err
	}
	err = x.load()
	if errors.Is(err, ErrNotIndex) {
		if generations, _ := d.generations(); len(generations) > 0 { // it was one
			err = fmt.Errorf("the list of segments is empty: %w", ErrDamaged)
		}
	}
	if err == nil && locked && o.ReadOnly && !o.Unpublished {
		err = x.complete()
	}
	if err != nil {
		x.bleve.Close()
		return nil, err
	}
	if locked {
		x.card = d.leaveCard(o.ReadOnly)
	}
	return x, nil
}

// namesIndex says whether an error says by itself which index it is about.
func namesIndex(err error) bool {
	return errors.As(err, new(*BusyError)) || errors.As(err, new(*MismatchError))
}

// looksLikeIndex returns ErrNotIndex unless the files are there that every index has. Bleve would
// create a missing list of segments, in a folder that may be no index.
func (d folder) looksLikeIndex() error {
	_, err := d.stat(metaFile, maxSmall)
	if err == nil {
		_, err = d.stat(storeList, math.MaxInt64)
	}
	if err != nil && !errors.Is(err, fs.ErrPermission) {
		return fmt.Errorf("%w: make one with chaffinch index PATH", ErrNotIndex)
	}
	return err
}

// openStore tries until the lock is free, the wait is over or ctx is done. Bleve itself would wait
// for the lock without end, so every try has a time limit.
func (d folder) openStore(ctx context.Context, o Options) (bleve.Index, error) {
	config := writeConfig()
	if o.ReadOnly {
		config = readConfig()
	}
	for w := (waiter{dir: d, o: o}); ; {
		b, err := d.openBleve(config)
		if !errors.Is(err, berrors.ErrTimeout) {
			return b, err
		}
		if err := w.pause(ctx); err != nil {
			return nil, err
		}
	}
}

// load reads the settings.
func (x *Index) load() error {
	s, err := readSettings(x.bleve)
	if err != nil {
		return err
	}
	if err := s.check(x.path); err != nil {
		if mismatch := new(MismatchError); errors.As(err, &mismatch) {
			mismatch.Again = x.again()
		}
		return err
	}
	x.settings = s
	x.analyzer, err = analyzer.New(s.Analyzer)
	return err
}

// Close releases the index. What was written is on disk already. It waits for a call that writes:
// end its context first to be quick. Closing again does nothing.
func (x *Index) Close() error {
	_ = x.writing.lock(context.Background())
	defer x.writing.unlock()
	if x.closed {
		return nil
	}
	x.closed = true
	if !x.readOnly {
		x.tidy()
	}
	x.dir.removeCard(x.card)
	if err := x.bleve.Close(); err != nil {
		return fmt.Errorf("closing index %s: %w", x.path, err)
	}
	return nil
}

// ReadOnly says whether the index was opened for reading only.
func (x *Index) ReadOnly() bool { return x.readOnly }

// Path returns the folder the index was opened at.
func (x *Index) Path() string { return x.path }

// Settings returns what the index was created with.
func (x *Index) Settings() Settings { return x.settings }

// Analyzer returns an analyzer with the index's settings, for questions.
func (x *Index) Analyzer() *analyzer.Analyzer { return x.analyzer }

// Bleve returns the Bleve index, for searches of the caller's own. It must not be closed, and
// writing to it breaks the promises of this package.
func (x *Index) Bleve() bleve.Index { return x.bleve }
