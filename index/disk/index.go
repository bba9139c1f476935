package disk

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"sync"

	berrors "go.etcd.io/bbolt/errors"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/segment"
	"github.com/chaffinch-search/chaffinch/internal/option"
)

// Index is an open index. Close it after use. It is safe for concurrent use; calls that write are
// serialized.
type Index struct {
	path     string
	settings index.Settings
	analyzer *analyzer.Analyzer
	bleve    bleveIndex
	holder   string // the holder file of this process, or empty
	writing  writeLock
	merging  sync.Mutex // Bleve refuses a second forced merge
	readOnly bool
	created  bool // by this process
	closed   bool // guarded by writing
	limits   limits
	dir      folder
	opened   generation // of a reader of a published state
}

// Open opens the index at path. Errors: [index.ErrNotIndex], [*index.MismatchError], [*BusyError],
// [ErrDamaged], and for readers [index.ErrUnfinished].
func Open(ctx context.Context, path string, o index.Options) (*Index, error) {
	x, err := open(ctx, path, o)
	if errors.Is(err, ErrDamaged) && !errors.As(err, new(*DamageError)) {
		err = damaged(err, newFolder(path).remedy())
	}
	if err != nil && !namesIndex(err) {
		err = fmt.Errorf("opening index %s: %w", path, advised(err))
	}
	return x, err
}

func open(ctx context.Context, path string, o index.Options) (*Index, error) {
	d := newFolder(path)
	if err := d.looksLikeIndex(); err != nil {
		return nil, err
	}
	x := &Index{path: path, dir: d, readOnly: o.ReadOnly, limits: defaultLimits, writing: newWriteLock()}
	var err error
	if o.ReadOnly && !o.Unpublished {
		x.bleve, x.opened, err = d.openNewest(ctx)
	}
	locked := x.bleve == nil && err == nil
	if locked {
		x.bleve, err = d.openStore(ctx, o)
	}
	if err != nil {
		return nil, err
	}
	err = x.load(o.Key)
	if errors.Is(err, index.ErrNotIndex) {
		if generations, _ := d.generations(); len(generations) > 0 { // it was an index
			err = fmt.Errorf("the list of segments is empty: %w", errDamagedFiles)
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
		x.holder = d.writeHolder(o.ReadOnly)
	}
	return x, nil
}

// namesIndex reports whether the text of an error names the index.
func namesIndex(err error) bool {
	return errors.As(err, new(*BusyError)) || errors.As(err, new(*index.MismatchError))
}

// looksLikeIndex returns ErrNotIndex if a file is missing that every index has. Bleve would create
// a missing list of segments, even in a folder that is not an index.
func (d folder) looksLikeIndex() error {
	_, err := d.stat(metaFile, maxSmall)
	if err == nil {
		_, err = d.stat(storeList, math.MaxInt64)
	}
	if err == nil || errors.Is(err, fs.ErrPermission) {
		return err
	}
	if near := d.near(); near != "" {
		return fmt.Errorf("%w, but %s is one", index.ErrNotIndex, near)
	}
	if d.isFile() {
		return option.Fail(option.NotIndexButFile, index.ErrNotIndex, option.Say(option.OtherFolder))
	}
	return option.Fail(option.Advised, index.ErrNotIndex, index.Remedy{Kind: index.RemedyCreate, Index: d.path})
}

// openStore opens the store. It retries until the lock is free, o.Wait is over or ctx is done.
// Bleve would wait for the lock forever, so every try has a time limit.
func (d folder) openStore(ctx context.Context, o index.Options) (bleveIndex, error) {
	config := writeConfig()
	if o.ReadOnly {
		config = readConfig()
	}
	for w := (waiter{dir: d, o: o}); ; {
		b, err := d.openBleve(config, d.publishedSums(), false)
		if !errors.Is(err, berrors.ErrTimeout) {
			return b, err
		}
		if err := w.pause(ctx); err != nil {
			return nil, err
		}
	}
}

// load reads the settings.
func (x *Index) load(k *analyzer.Key) error {
	s, err := readSettings(x.bleve)
	if err != nil {
		return err
	}
	if err := s.Fit(x.path, FormatVersion, segment.Type); err != nil {
		if mismatch := new(index.MismatchError); errors.As(err, &mismatch) {
			again := x.again()
			mismatch.Again = &again
		}
		return err
	}
	s.Secret = k
	x.settings = s
	x.analyzer, err = s.NewAnalyzer()
	return err
}

// Close releases the index. It waits for a call that writes; cancel the context of that call to
// make it return soon. Closing again does nothing.
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
	x.dir.removeHolder(x.holder)
	if err := x.bleve.Close(); err != nil {
		return fmt.Errorf("closing index %s: %w", x.path, err)
	}
	return nil
}

// ReadOnly reports whether the index was opened for reading only.
func (x *Index) ReadOnly() bool { return x.readOnly }

// Path returns the path that the index was opened at.
func (x *Index) Path() string { return x.path }

// Settings returns the settings that the index was created with.
func (x *Index) Settings() index.Settings { return x.settings }

// Analyzer returns an analyzer with the index's settings, for questions.
func (x *Index) Analyzer() *analyzer.Analyzer { return x.analyzer }
