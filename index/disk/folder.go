package disk

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"

	berrors "go.etcd.io/bbolt/errors"

	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/segment"
	"github.com/chaffinch-search/chaffinch/internal/durable"
	"github.com/chaffinch-search/chaffinch/internal/newfile"
)

// Limits of files that are read completely, in bytes.
const (
	maxList    = 1 << 30 // a list of segments
	maxWeights = 1 << 30
	maxSmall   = 1 << 20 // all others
)

// errIrregular means that an index's file is irregular or too large.
var errIrregular = errors.New("not a valid index file")

// folder is the directory of an index. Its methods open, read, write, link and rename all files in
// it. They refuse non-regular files: a pipe would block, a device may be endless, and a huge file
// would exhaust memory.
//
// TestFolder_OwnsEveryAccess lists the exceptions: create.go makes a new index in a temporary
// directory and renames it into place, scorch.go lets Bleve open an index, repair.go and
// metafile.go open the list of segments as a database, and contentsource.go, update.go and
// boilerplateloss.go look at files of a corpus. All other code goes through folder.
//
// File names are relative to the directory, with slashes.
type folder struct {
	path  string
	link  func(old, new string) error // os.Link, except in tests
	fsync func(path string) error     // durable.Sync, except in tests
}

func newFolder(path string) folder { return folder{path, os.Link, durable.Sync} }

// near returns the index that a path may be meant for. It is in the path with the usual name, or
// around it. It returns "" if there is none.
func (d folder) near() string {
	for _, path := range []string{filepath.Join(d.path, usualName), filepath.Dir(d.path), filepath.Dir(filepath.Dir(d.path))} {
		if _, err := newFolder(path).stat(storeList, math.MaxInt64); err == nil {
			return path
		}
	}
	return ""
}

// usualName is the name of the folders that the command makes.
const usualName = ".chaffinch"

// sub returns a subdirectory.
func (d folder) sub(name string) folder { return folder{d.at(name), d.link, d.fsync} }

// at returns the path of a file.
func (d folder) at(name string) string { return filepath.Join(d.path, filepath.FromSlash(name)) }

// files returns the folder as a file system, to list its files.
func (d folder) files() fs.FS { return os.DirFS(d.path) }

// stat describes a file and follows links. The error wraps errIrregular unless it is a regular file
// of at most limit bytes.
func (d folder) stat(name string, limit int64) (fs.FileInfo, error) {
	info, err := os.Stat(d.at(name))
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s: %w: not a regular file (%s)", d.at(name), errIrregular, info.Mode())
	case info.Size() > limit:
		return nil, fmt.Errorf("%s: %w: too large (%d bytes, at most %d)", d.at(name), errIrregular, info.Size(), limit)
	}
	return info, nil
}

// sameFile reports whether two paths name one file.
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

// replace writes and syncs a file and its name, replacing another atomically. After a failed sync
// of the name the new file is there, but a cut of the power may bring back the old one.
func (d folder) replace(name string, content []byte) error {
	f, err := newfile.Create(filepath.Dir(d.at(name)), filepath.Base(name)+"-")
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
		return err
	}
	return d.fsync(filepath.Dir(d.at(name)))
}

// linkTo makes a hard link.
func (d folder) linkTo(old, new string) error {
	if _, err := d.stat(old, math.MaxInt64); err != nil {
		return err
	}
	return d.link(d.at(old), d.at(new))
}

func (d folder) rename(old, new string) error { return os.Rename(d.at(old), d.at(new)) }

// remove removes a file, if it exists.
func (d folder) remove(name string) error {
	if err := os.Remove(d.at(name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

func (d folder) removeAll(name string) error { return os.RemoveAll(d.at(name)) }

func (d folder) mkdir(name string) error { return os.MkdirAll(d.at(name), 0o777) }

// names returns the names in a directory. It returns none if the directory does not exist.
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

// isFile reports whether the folder, or the nearest path above it that exists, is a file. Windows
// has the same error for a path below a file as for a path that does not exist.
func (d folder) isFile() bool {
	for path := filepath.Clean(d.path); ; path = filepath.Dir(path) {
		if info, err := os.Stat(path); err == nil || path == filepath.Dir(path) {
			return err == nil && !info.IsDir()
		}
	}
}

// sync makes files, or the entries of directories, durable: see [durable.Sync].
func (d folder) sync(names ...string) error {
	var errs []error
	for _, name := range names {
		errs = append(errs, d.fsync(d.at(name)))
	}
	return errors.Join(errs...)
}

// readConfig is Bleve's configuration for reading.
func readConfig() map[string]any {
	return map[string]any{"read_only": true, "bolt_timeout": lockTry.String()}
}

// openBleve opens the index in the directory. The error wraps [ErrDamaged] if Bleve or bbolt
// refuses its files, or panics. After a panic this process may keep bbolt's lock of that file.
// Segments whose checksums differ from sums are damaged. If all is set, so are segments that sums
// does not name.
func (d folder) openBleve(config map[string]any, sums map[string]uint32, all bool) (b bleveIndex, err error) {
	defer segment.Expect(config, allPrintFields(), allKeyFields(), sums, all)()
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true)) // bbolt maps its file
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("a panic of Bleve: %v: %w", r, errDamagedFiles)
		}
	}()
	if _, err := d.stat(metaFile, maxSmall); err != nil {
		return nil, err
	}
	if list, err := d.stat(storeList, math.MaxInt64); err != nil {
		return nil, err
	} else if list.Size() == 0 { // bbolt would try to write it, even for a reader
		return nil, fmt.Errorf("the list of segments is empty: %w", errDamagedFiles)
	}
	b, err = d.openScorch(config)
	var file *fs.PathError
	if err != nil && !errors.Is(err, berrors.ErrTimeout) && !errors.As(err, &file) {
		line := strings.Join(strings.Fields(err.Error()), " ") // Bleve's may have several lines
		return nil, fmt.Errorf("%s: %w", line, errDamagedFiles)
	}
	if err != nil {
		return nil, err
	}
	if err := unavailable(b); err != nil {
		if old := d.otherVersion(b); old != nil {
			err = old
		}
		b.Close()
		return nil, err
	}
	return b, nil
}

// otherVersion returns the [*index.MismatchError] of an index of another version, whose segments
// cannot be opened, and else nil.
func (d folder) otherVersion(b bleveIndex) error {
	s, err := readSettings(b)
	if err != nil {
		return nil
	}
	path := d.path
	if state := filepath.Dir(path); filepath.Base(state) == publishedDir {
		path = filepath.Dir(state)
	}
	err = s.Fit(path, FormatVersion, segment.Type)
	if mismatch := new(index.MismatchError); errors.As(err, &mismatch) {
		mismatch.Again = &index.Remedy{Kind: index.RemedyUpdate, Index: path}
	}
	return err
}

// unavailable returns why a segment could not be opened, unless it is damaged. Too many files may
// be open, for example. A damaged segment is an error when it is read.
func unavailable(b bleveIndex) error {
	r, err := scorchReader(b)
	if err != nil {
		return err
	}
	defer r.Close()
	for _, s := range r.Segments() {
		if broken, ok := s.Segment().(*segment.Broken); ok && !errors.Is(broken.Err(), ErrDamaged) {
			return broken.Err()
		}
	}
	return nil
}
