package disk

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
	"time"

	"github.com/blevesearch/bleve/v2/index/scorch"
	bindex "github.com/blevesearch/bleve_index_api"

	"github.com/chaffinch-search/chaffinch/index"
)

// One process can have Bleve's store open for writing, or several for reading. Readers therefore do
// not open the store but a generation: a complete index with hard links to the segments of one
// state, and a list of them. Segments never change after they are written. An update ends by
// publishing the next generation: it completes a folder and renames it. Readers keep the generation
// that they opened.

const (
	// publishedDir is the folder of the generations, whose names are numbers.
	publishedDir = "published"
	// nextGeneration is a generation that is not complete.
	nextGeneration = publishedDir + "/next"
	// storeDir is Bleve's folder, and storeList its list of segments, a bbolt file.
	storeDir, storeList = "store", "store/root.bolt"
	// metaFile names the type of the index to Bleve.
	metaFile = "index_meta.json"
)

// publish publishes the current state. If a review is due, as after an interrupt, it does nothing,
// and readers keep the published state until the next update. Hold x.writing.
func (x *Index) publish() error {
	if due, err := x.reviewDue(); err != nil || due {
		return err
	}
	err := x.publishNext()
	if errors.Is(err, errNoLinks) {
		// Readers then open the store while no process writes.
		err = cmp.Or(x.declareComplete(), x.dir.removeAll(publishedDir), x.dir.sync("."))
	}
	if err != nil {
		return fmt.Errorf("publishing the changes of index %s: %w", x.path, err)
	}
	return nil
}

// publishNext adds a generation and removes the older ones.
func (x *Index) publishNext() error {
	generations, err := x.dir.generations()
	if err != nil {
		return err
	}
	number := uint64(1)
	if len(generations) > 0 {
		number = generations[0] + 1
	}
	if err := x.dir.removeAll(nextGeneration); err != nil { // left by a killed process
		return err
	}
	err = x.writeGeneration(nextGeneration)
	if err == nil {
		err = x.dir.nameGeneration(generationName(number))
	}
	if err != nil {
		_ = x.dir.removeAll(nextGeneration)
		return err
	}
	for _, old := range generations {
		x.dir.removeGeneration(generationName(old))
	}
	return nil
}

// nameGeneration gives the next generation its name. If that cannot be synced it takes the name
// back, so that readers see nothing of a failed change.
func (d folder) nameGeneration(name string) error {
	err := d.rename(nextGeneration, name)
	if err != nil {
		return err
	}
	if err = d.sync(publishedDir, "."); err != nil {
		err = errors.Join(err, d.rename(name, nextGeneration))
	}
	return err
}

// writeGeneration writes the current state as a complete index to a folder in the index.
func (x *Index) writeGeneration(name string) error {
	if err := x.dir.mkdir(name + "/" + storeDir); err != nil {
		return err
	}
	advanced, err := x.bleve.Advanced()
	if err != nil {
		return err
	}
	state := advanced.(*scorch.Scorch).CopyReader() // while it is open, Bleve removes none of its files
	defer state.CloseCopyReader()
	g := x.dir.sub(name)
	links := &linkWriter{dir: x.dir, to: name + "/"}
	if err := state.CopyTo(links); err != nil {
		return cmp.Or(links.err, err)
	}
	list, err := g.read(storeList, maxList)
	if err != nil {
		return err
	}
	meta, err := x.dir.read(metaFile, maxSmall)
	if err != nil {
		return err
	}
	segments, err := g.segmentSums()
	if err != nil {
		return err
	}
	return cmp.Or(g.write(metaFile, meta), g.write(sumsFile, sumsOf(meta, list, segments)), g.sync(storeDir, "."))
}

// linkWriter is a target of Bleve's CopyTo that links segments instead of copying them.
type linkWriter struct {
	dir folder
	to  string // prefix of the copies' names
	err error  // the first one; Bleve only keeps the text
}

var _ bindex.Directory = (*linkWriter)(nil)

// GetWriter implements [bindex.Directory]. It returns nil after linking a file.
func (w *linkWriter) GetWriter(name string) (io.WriteCloser, error) {
	name = filepath.ToSlash(name)
	if name != storeList {
		err := w.dir.linkTo(name, w.to+name)
		if err == nil {
			return nil, nil
		}
		if !errors.Is(err, fs.ErrNotExist) { // a segment that is only in memory is written
			// The store may be a link to another file system.
			if errors.Is(err, syscall.EXDEV) || !w.dir.sub(w.to).hasLinks() {
				err = errNoLinks
			}
			w.err = cmp.Or(w.err, err)
			return nil, err
		}
	}
	f, err := w.dir.create(w.to + name)
	if err != nil {
		w.err = cmp.Or(w.err, err)
		return nil, err
	}
	if name == storeList {
		return f, nil // Bleve needs an *os.File; bbolt syncs it
	}
	return syncedFile{f}, nil
}

// syncedFile is synced when it is closed.
type syncedFile struct{ *os.File }

func (f syncedFile) Close() error { return errors.Join(f.Sync(), f.File.Close()) }

// errNoLinks means that the file system has no hard links.
var errNoLinks = errors.New("no hard links")

// hasLinks reports whether the file system has hard links. It reports true if a full or broken disk
// prevents the test.
func (d folder) hasLinks() bool {
	if d.write("probe", nil) != nil {
		return true
	}
	err := d.linkTo("probe", "probe-linked")
	for _, passing := range []error{nil, syscall.ENOSPC, syscall.EDQUOT, syscall.EROFS, syscall.EIO, syscall.ENOMEM} {
		if errors.Is(err, passing) {
			return true
		}
	}
	return false
}

func generationName(number uint64) string { return fmt.Sprintf("%s/%012d", publishedDir, number) }

// generations returns the numbers of the generations of an index, the newest first.
func (d folder) generations() (all []uint64, err error) {
	names, err := d.names(publishedDir)
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		if n, err := strconv.ParseUint(name, 10, 64); err == nil {
			all = append(all, n)
		}
	}
	slices.SortFunc(all, func(a, b uint64) int { return cmp.Compare(b, a) })
	return all, nil
}

// removeGeneration removes the list first, so that a reader opening the generation detects it.
// If open files cannot be removed, the next update removes them.
func (d folder) removeGeneration(name string) {
	if d.remove(name+"/"+storeList) == nil {
		_ = d.removeAll(name)
	}
}

// openTries bounds how often openPublished tries again because a generation was removed.
const openTries = 100

// generation is a published state that was opened. The zero value is none.
type generation struct {
	number uint64
	list   fs.FileInfo // of its list of segments
}

// openPublished opens the newest generation, or returns nil if there is none.
func (d folder) openPublished(ctx context.Context) (bleveIndex, error) {
	b, _, err := d.openNewest(ctx)
	return b, err
}

// openNewest is openPublished, and returns the generation that it opened. If that is removed while
// it is being opened, there is a newer one.
func (d folder) openNewest(ctx context.Context) (bleveIndex, generation, error) {
	var name string
	for range openTries {
		generations, err := d.generations()
		if err != nil || len(generations) == 0 {
			return nil, generation{}, err
		}
		name = generationName(generations[0])
		b, list, err := d.sub(name).openGeneration()
		if errors.Is(err, ErrDamaged) {
			err = damaged(err, d.repair())
		}
		if !errors.Is(err, errRemoved) {
			return b, generation{generations[0], list}, err
		}
		if ctx.Err() != nil {
			return nil, generation{}, ctx.Err()
		}
	}
	return nil, generation{}, damaged(fmt.Errorf("%s cannot be read: %w", d.at(name), errRemoved), d.repair())
}

// errRemoved means that a generation was removed while it was being opened.
var errRemoved = errors.New("it has no list of segments")

// openGeneration opens the folder of a generation. The error is errRemoved if it was removed
// meanwhile. Segments may then be missing, and Bleve may have created an empty list.
func (d folder) openGeneration() (bleveIndex, fs.FileInfo, error) {
	before, err := d.stat(storeList, math.MaxInt64)
	if errors.Is(err, errIrregular) {
		return nil, nil, damagedIfMissing(err)
	}
	if err != nil {
		return nil, nil, errRemoved
	}
	b, err := d.openSummed()
	if after, e := d.stat(storeList, math.MaxInt64); e == nil && os.SameFile(before, after) {
		return b, before, err
	}
	if err == nil {
		b.Close()
	}
	return nil, nil, errRemoved
}

// Outdated reports whether another state was published since x was opened for reading. A new index
// at the same path also counts, and so does a path without an index. Open the index again to see
// it. It reads names and no file. An index that is open for writing, or from a file system without
// hard links, is never outdated.
func (x *Index) Outdated() bool {
	if x.opened.list == nil {
		return false
	}
	generations, err := x.dir.generations()
	if err != nil || len(generations) == 0 { // gone, or being published anew
		return errors.Is(x.dir.looksLikeIndex(), index.ErrNotIndex)
	}
	if generations[0] != x.opened.number {
		return true
	}
	list, err := x.dir.sub(generationName(generations[0])).stat(storeList, math.MaxInt64)
	return err == nil && !os.SameFile(list, x.opened.list)
}

// Published returns when the state that x reads was published. It is zero for an index that is open
// for writing, or from a file system without hard links.
func (x *Index) Published() time.Time {
	if x.opened.list == nil {
		return time.Time{}
	}
	return x.opened.list.ModTime()
}

// openSummed opens a generation if its files match their checksums. Otherwise the error wraps
// [ErrDamaged]. A segment that does not match, or has none, is damaged: reading it is an error.
func (d folder) openSummed() (bleveIndex, error) {
	segments, err := d.readSums()
	if err != nil {
		return nil, err
	}
	return d.openBleve(readConfig(), segments, true)
}
