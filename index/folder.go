package index

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"

	"github.com/blevesearch/bleve/v2"
	berrors "go.etcd.io/bbolt/errors"

	"github.com/chaffinch-search/chaffinch/index/segment"
)

// maxList bounds the size of a list of segments, in bytes, maxCache that of a file that a caller
// keeps, and maxSmall that of the other files that are read whole.
const (
	maxList  = 1 << 30
	maxCache = 1 << 30
	maxSmall = 1 << 20
)

// errIrregular says that a file of an index is not a regular file, or larger than it can be.
var errIrregular = errors.New("is no file of an index")

// folder is the directory of an index. All files in it are opened, read, written, linked and
// renamed by its methods, so that one rule holds for all: only regular files are opened. A pipe
// would block, a device may have no end, and a huge file would fill the memory.
// TestFolder_OwnsEveryAccess keeps other code of this package from calling package os for that.
//
// Names are relative to the directory, with slashes.
type folder struct {
	path string
	link func(old, new string) error // os.Link; tests replace it
}

func newFolder(path string) folder { return folder{path, os.Link} }

// sub returns a directory in the directory.
func (d folder) sub(name string) folder { return folder{d.at(name), d.link} }

// at returns the path of a file.
func (d folder) at(name string) string { return filepath.Join(d.path, filepath.FromSlash(name)) }

// stat describes a file, after following links. It is an error, errIrregular, unless that is a
// regular file of at most limit bytes.
func (d folder) stat(name string, limit int64) (fs.FileInfo, error) {
	info, err := os.Stat(d.at(name))
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s %w: %s", d.at(name), errIrregular, info.Mode())
	case info.Size() > limit:
		return nil, fmt.Errorf("%s %w: it has %d bytes", d.at(name), errIrregular, info.Size())
	}
	return info, nil
}

// sameFile says whether two paths are those of one file.
func sameFile(a, b string) bool {
	first, err := os.Stat(a)
	if err != nil {
		return false
	}
	second, err := os.Stat(b)
	return err == nil && os.SameFile(first, second)
}

// open opens a file for reading.
func (d folder) open(name string) (*os.File, error) {
	if _, err := d.stat(name, math.MaxInt64); err != nil {
		return nil, err
	}
	return os.Open(d.at(name))
}

// read returns the content of a file of at most limit bytes.
func (d folder) read(name string, limit int64) ([]byte, error) {
	if _, err := d.stat(name, limit); err != nil {
		return nil, err
	}
	return os.ReadFile(d.at(name))
}

// openLocked opens a file to be locked. It makes the file if there is none, unless another process
// does so at the same time.
func (d folder) openLocked(name string) (*os.File, error) {
	_, err := d.stat(name, math.MaxInt64)
	if errors.Is(err, fs.ErrNotExist) {
		return os.OpenFile(d.at(name), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	}
	if err != nil {
		return nil, err
	}
	return os.OpenFile(d.at(name), os.O_RDWR, 0)
}

// create opens a new file for writing.
func (d folder) create(name string) (*os.File, error) {
	return os.OpenFile(d.at(name), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
}

// write writes and syncs a new file.
func (d folder) write(name string, content []byte) error {
	f, err := d.create(name)
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	return errors.Join(err, f.Sync(), f.Close())
}

// replace writes and syncs a file, in place of one of that name, whole or not at all.
func (d folder) replace(name string, content []byte) error {
	f, err := os.CreateTemp(filepath.Dir(d.at(name)), filepath.Base(name)+"-*")
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	err = errors.Join(err, f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), d.at(name))
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

// linkTo gives a file a second name, where the file system has hard links.
func (d folder) linkTo(old, new string) error {
	if _, err := d.stat(old, math.MaxInt64); err != nil {
		return err
	}
	return d.link(d.at(old), d.at(new))
}

func (d folder) rename(old, new string) error { return os.Rename(d.at(old), d.at(new)) }

// remove removes a file. That there is none is no error.
func (d folder) remove(name string) error {
	if err := os.Remove(d.at(name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

func (d folder) removeAll(name string) error { return os.RemoveAll(d.at(name)) }

func (d folder) mkdir(name string) error { return os.MkdirAll(d.at(name), 0o777) }

// names returns the names in a directory, none where there is no such directory.
func (d folder) names(dir string) ([]string, error) {
	entries, err := os.ReadDir(d.at(dir))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names, err
}

// sync makes a file, or the names in a directory, durable, where the system can do that.
func (d folder) sync(name string) {
	flag := os.O_RDWR
	switch info, err := os.Stat(d.at(name)); {
	case err != nil:
		return
	case info.IsDir():
		flag = os.O_RDONLY
	case !info.Mode().IsRegular():
		return
	}
	if f, err := os.OpenFile(d.at(name), flag, 0); err == nil {
		f.Sync()
		f.Close()
	}
}

// readConfig is what Bleve is told where nothing is written.
func readConfig() map[string]any {
	return map[string]any{"read_only": true, "bolt_timeout": lockPoll.String()}
}

// panicError says that Bleve has panicked on damaged bytes; it is an [ErrDamaged], too.
type panicError struct{ reason any }

func (e *panicError) Error() string { return fmt.Sprintf("Bleve has panicked: %v", e.reason) }

func (e *panicError) Unwrap() error { return ErrDamaged }

// openBleve opens the index in the folder. The error wraps [ErrDamaged] where Bleve does not take
// its files; it is a panicError where Bleve or bbolt has panicked, and then this process may keep
// the lock.
func (d folder) openBleve(config map[string]any) (b bleve.Index, err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true)) // bbolt maps its file
	defer func() {
		if r := recover(); r != nil {
			err = &panicError{r}
		}
	}()
	if _, err := d.stat(metaFile, maxSmall); err != nil {
		return nil, err
	}
	if _, err := d.stat(storeList, math.MaxInt64); err != nil {
		return nil, err
	}
	b, err = bleve.OpenUsing(d.path, config)
	var file *fs.PathError
	if err != nil && !errors.Is(err, berrors.ErrTimeout) && !errors.As(err, &file) {
		line := strings.Join(strings.Fields(err.Error()), " ") // Bleve's may have several
		return nil, fmt.Errorf("%s: %w", line, ErrDamaged)
	}
	if err != nil {
		return nil, err
	}
	if err := unavailable(b); err != nil {
		b.Close()
		return nil, err
	}
	return b, nil
}

// unavailable returns why a segment could not be opened, if that is not damage: there may be too
// few open files. A damaged segment is an error when it is read.
func unavailable(b bleve.Index) error {
	r, err := scorchReader(b)
	if err != nil {
		return err
	}
	defer r.Close()
	for _, s := range r.Segments() {
		if broken, ok := s.Segment().(*segment.Broken); ok && !errors.Is(broken.Err(), segment.ErrDamaged) {
			return broken.Err()
		}
	}
	return nil
}

// checkCacheName returns an error if the name of a cache is not one in the index's own directory.
func checkCacheName(name string) error {
	if name == metaFile || name != filepath.Base(name) || !filepath.IsLocal(name) {
		return fmt.Errorf("%q: not a name for a cache", name)
	}
	return nil
}

// ReadCache returns the content of a file that [Index.WriteCache] has written. It may be of another
// state of the index, and may be lost at any time.
func (x *Index) ReadCache(name string) ([]byte, error) {
	if err := checkCacheName(name); err != nil {
		return nil, err
	}
	return x.dir.read(name, maxCache)
}

// WriteCache keeps something that was computed from the index in a file in its directory, whole or
// not at all. An index that was opened for reading may do so, too, where the directory lets it.
func (x *Index) WriteCache(name string, content []byte) error {
	if err := checkCacheName(name); err != nil {
		return err
	}
	return x.dir.replace(name, content)
}
