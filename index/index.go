package index

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/index/scorch"
	berrors "go.etcd.io/bbolt/errors"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/index/segment"
)

// Index is an open index. Close it. Its methods may be called from several goroutines; those
// that write wait for one another.
type Index struct {
	path     string
	settings Settings
	analyzer *analyzer.Analyzer
	bleve    bleve.Index
	holder   *holder
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
	// readers and a process that writes. It stays that state: open the index again to see a later one.
	ReadOnly bool
	// Unpublished, with ReadOnly, opens what was written instead, published or not: an update that was
	// killed leaves more than readers see. Nobody can write meanwhile.
	Unpublished bool
	// Wait is how long to wait for another process that writes; at 0 a busy index is a
	// [BusyError] at once.
	Wait time.Duration
	// Waiting is called, if it is not nil, once before the index is waited for.
	Waiting func()
}

// Create makes an empty index at path and opens it for writing. The folder must not exist, or be
// empty; its parents are made. Nothing stands at path until the index is complete.
func Create(path string, s Settings) (*Index, error) {
	s.Format, s.Fingerprints, s.Segments = FormatVersion, analyzer.Version, segment.Type
	if _, err := analyzer.New(s.Analyzer); err != nil {
		return nil, fmt.Errorf("creating index %s: %w", path, err)
	}
	if err := vacant(path); err != nil {
		return nil, fmt.Errorf("creating index %s: %w", path, err)
	}
	parent := filepath.Dir(filepath.Clean(path))
	if err := os.MkdirAll(parent, 0o777); err != nil {
		return nil, fmt.Errorf("creating index %s: %w", path, advised(err))
	}
	removeLeftWorkshops(parent)
	p, err := newWorkshop(parent)
	if err != nil {
		return nil, fmt.Errorf("creating index %s: %w", path, advised(err))
	}
	defer p.remove()
	made := filepath.Join(p.dir, workshopIndex)
	if err := writeEmpty(made, s); err != nil {
		return nil, fmt.Errorf("creating index %s: %w", path, advised(err))
	}
	os.Remove(path) // an empty folder is in the way; anything else was refused above
	if err := os.Rename(made, path); err != nil {
		return nil, fmt.Errorf("creating index %s: %w", path, err)
	}
	syncFolder(parent)
	return Open(context.Background(), path, Options{})
}

// vacant returns an error unless path does not exist or is an empty folder.
func vacant(path string) error {
	entries, err := os.ReadDir(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if len(entries) > 0 {
		return errors.New("the folder holds other files: use another --index")
	}
	return nil
}

func writeEmpty(path string, s Settings) error {
	m, err := newMapping(s)
	if err != nil {
		return err
	}
	b, err := bleve.NewUsing(path, m, scorch.Name, scorch.Name, segment.Config(printFields(), keyFields()))
	if err != nil {
		return err
	}
	if err := writeSettings(b, s); err != nil {
		b.Close()
		return err
	}
	return b.Close()
}

// ErrDamaged says that Bleve cannot open an index. One that opens may be damaged, too: see
// [Index.Check].
var ErrDamaged = errors.New("its files are damaged, or written by another version of Bleve: remove the index and index again")

// Open opens the index at path. Errors: [ErrNotIndex], [*MismatchError], [*BusyError], [ErrDamaged], and for readers
// [ErrUnfinished].
func Open(ctx context.Context, path string, o Options) (*Index, error) {
	if err := looksLikeIndex(path); err != nil {
		return nil, opening(path, err)
	}
	b, locked, err := openBleve(ctx, path, o)
	if err != nil {
		return nil, opening(path, err)
	}
	x := &Index{path: path, bleve: b, readOnly: o.ReadOnly, limits: defaultLimits, dir: newFolder(path), writing: newWriteLock()}
	if err := x.load(); err != nil {
		b.Close()
		return nil, opening(path, err)
	}
	if locked && o.ReadOnly && !o.Unpublished {
		if err := x.complete(); err != nil {
			b.Close()
			return nil, opening(path, err)
		}
	}
	if locked {
		x.holder = hold(path, o.ReadOnly)
	}
	return x, nil
}

// opening wraps an error of Open, unless it says by itself which index it is about.
func opening(path string, err error) error {
	if namesIndex(err) {
		return err
	}
	return fmt.Errorf("opening index %s: %w", path, advised(err))
}

// namesIndex says whether an error says by itself which index it is about.
func namesIndex(err error) bool {
	var busy *BusyError
	var mismatch *MismatchError
	return errors.As(err, &busy) || errors.As(err, &mismatch)
}

// looksLikeIndex returns ErrNotIndex unless the files are there that every index has. Without the second one Bleve
// would make it, and write into a folder that is somebody else's.
func looksLikeIndex(path string) error {
	_, err := newFolder(path).stat(metaFile, maxSmall)
	if err == nil {
		_, err = newFolder(path).stat(storeDir+"/"+storeList, math.MaxInt64) // how large it may be is for its reader to say
	}
	if err != nil && !errors.Is(err, fs.ErrPermission) {
		return fmt.Errorf("%w: make one with chaffinch index PATH", ErrNotIndex)
	}
	return err
}

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

// openBleve opens what is published or the store, and says whether it holds the store's lock.
func openBleve(ctx context.Context, path string, o Options) (b bleve.Index, locked bool, err error) {
	if o.ReadOnly && !o.Unpublished {
		if b, err := openPublished(ctx, path); b != nil || err != nil {
			return b, false, err
		}
	}
	b, err = openStore(ctx, path, o)
	return b, true, err
}

// openStore tries until the lock is free, the wait is over or ctx is done. The lock itself gets
// a time limit at every try, because Bleve would wait for it without end.
func openStore(ctx context.Context, path string, o Options) (bleve.Index, error) {
	config := writeConfig()
	if o.ReadOnly {
		config = readConfig()
	}
	w, seen := waiter{path: path, o: o}, verified{path: path}
	for {
		err := seen.again()
		var b bleve.Index
		if err == nil {
			b, err = tryBleve(path, config)
		}
		if err == nil {
			var newest []string
			if newest, err = verifyList(path); err == nil {
				err = isNewest(b, newest, mendList(path))
			}
			if err != nil {
				b.Close()
				return nil, err
			}
			return b, nil
		}
		if !errors.Is(err, berrors.ErrTimeout) && !errors.Is(err, errUnsettled) {
			return nil, err
		}
		if err := w.pause(ctx); err != nil {
			return nil, err
		}
	}
}

// readConfig is what Bleve is told where nothing is written.
func readConfig() map[string]any {
	return map[string]any{"read_only": true, "bolt_timeout": lockPoll.String()}
}

// panicError says that Bleve has panicked on damaged bytes; it is an [ErrDamaged], too.
type panicError struct{ reason any }

func (e *panicError) Error() string { return fmt.Sprintf("%v: %v", e.reason, ErrDamaged) }

func (e *panicError) Unwrap() error { return ErrDamaged }

// tryBleve opens the index. Bleve panics on some damaged bytes of zap's, and then never releases its lock:
// the error is a panicError.
func tryBleve(path string, config map[string]any) (b bleve.Index, err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if r := recover(); r != nil {
			err = &panicError{r}
		}
	}()
	b, err = bleve.OpenUsing(path, config)
	var file *fs.PathError
	if err != nil && !errors.Is(err, berrors.ErrTimeout) && !errors.As(err, &file) {
		line := strings.Join(strings.Fields(err.Error()), " ") // Bleve's may have several
		err = fmt.Errorf("%s: %w", line, ErrDamaged)
	}
	return b, err
}

// Close releases the index. What was written is on disk already. It waits for a call that writes: end
// its context first to be quick. Closing again does nothing.
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
	x.holder.release()
	if err := x.bleve.Close(); err != nil {
		return fmt.Errorf("closing index %s: %w", x.path, err)
	}
	return nil
}

// Path returns the folder the index was opened at.
func (x *Index) Path() string { return x.path }

// Settings returns what the index was created with.
func (x *Index) Settings() Settings { return x.settings }

// Analyzer returns an analyzer with the index's settings, for questions.
func (x *Index) Analyzer() *analyzer.Analyzer { return x.analyzer }

// Bleve returns the Bleve index, for searches of the caller's own. It must not be closed, and
// writing to it breaks the promises of this package.
func (x *Index) Bleve() bleve.Index { return x.bleve }
