package index

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/index/scorch"
	bindex "github.com/blevesearch/bleve_index_api"
)

// Bleve's store can be open either to one process that writes or to several that read. So readers
// do not open the store, but a generation: an index of its own, with hard links to the segments of
// one state of the store and a list of them. Segments never change once they are written. Every
// update ends by publishing the next generation, by renaming a folder that is complete. Readers
// keep the generation they opened.

const (
	// publishedDir is the folder of the generations, in the index; their names are numbers.
	publishedDir = "published"
	// nextGeneration is one that is not complete yet.
	nextGeneration = publishedDir + "/next"
	// storeDir is Bleve's folder, storeList its list of segments, a bbolt file.
	storeDir, storeList = "store", "store/root.bolt"
	// sumsFile holds the checksums of the files of a generation that are not segments.
	sumsFile = "sums"
	// metaFile says to Bleve of which type an index is.
	metaFile = "index_meta.json"
)

// republish says how to mend what readers open, where the store is in order.
const republish = "run chaffinch index again for one of its folders: that publishes anew"

// publish makes the present state the one that readers see, unless it has still to be reviewed, as
// after an interrupt: then readers keep what they have until the next update. Callers hold
// x.writing.
func (x *Index) publish() error {
	if due, err := x.reviewDue(); err != nil || due {
		return err
	}
	err := x.publishNext()
	if errors.Is(err, errNoLinks) {
		// Readers use the store then, as long as nobody writes.
		err = cmp.Or(x.declareComplete(), x.dir.removeAll(publishedDir))
	}
	if err != nil {
		return fmt.Errorf("publishing what was written to index %s: %w", x.path, err)
	}
	return nil
}

// publishUnless publishes what was written before a run ended with err, unless that is a failure.
func (x *Index) publishUnless(ctx context.Context, err error) error {
	if failed(ctx, err) {
		return err
	}
	return cmp.Or(x.publish(), err)
}

// failed says whether a run ended with an error that is not an interrupt.
func failed(ctx context.Context, err error) bool { return err != nil && !errors.Is(err, ctx.Err()) }

// publishNext adds a generation, and removes those before it.
func (x *Index) publishNext() error {
	generations, err := x.dir.generations()
	if err != nil {
		return err
	}
	number := uint64(1)
	if len(generations) > 0 {
		number = generations[0] + 1
	}
	if err := x.dir.removeAll(nextGeneration); err != nil { // of a process that was killed
		return err
	}
	err = x.writeGeneration(nextGeneration)
	if err == nil {
		x.dir.sync(storeDir) // Bleve does not
		err = x.dir.rename(nextGeneration, generationName(number))
	}
	if err != nil {
		_ = x.dir.removeAll(nextGeneration)
		return err
	}
	x.dir.sync(publishedDir)
	x.dir.sync(".")
	for _, old := range generations {
		x.dir.removeGeneration(generationName(old))
	}
	return nil
}

// writeGeneration makes a folder in the index that is an index of the present state.
func (x *Index) writeGeneration(name string) error {
	if err := x.dir.mkdir(name + "/" + storeDir); err != nil {
		return err
	}
	advanced, err := x.bleve.Advanced()
	if err != nil {
		return err
	}
	state := advanced.(*scorch.Scorch).CopyReader() // as long as it is open, Bleve removes none of its files
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
	if err := cmp.Or(g.write(metaFile, meta), g.write(sumsFile, sumsOf(meta, list))); err != nil {
		return err
	}
	g.sync(storeDir)
	g.sync(".")
	return nil
}

// linkWriter is where Bleve copies an index to. It links segments in place of copying them.
type linkWriter struct {
	dir folder
	to  string // what names of copies begin with
	err error  // the first one, of which Bleve keeps only the text
}

var _ bindex.Directory = (*linkWriter)(nil)

// GetWriter implements [bindex.Directory]. It returns nil for a file that needs no copying.
func (w *linkWriter) GetWriter(name string) (io.WriteCloser, error) {
	name = filepath.ToSlash(name)
	if name != storeList {
		err := w.dir.linkTo(name, w.to+name)
		if err == nil {
			return nil, nil
		}
		if !errors.Is(err, fs.ErrNotExist) { // a segment that is in memory only is written
			if !w.dir.sub(w.to).hasLinks() {
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
		return f, nil // Bleve wants a file, and bbolt syncs it
	}
	return syncedFile{f}, nil
}

// syncedFile is synced when it is closed.
type syncedFile struct{ *os.File }

func (f syncedFile) Close() error { return errors.Join(f.Sync(), f.File.Close()) }

// errNoLinks says that a file system has no hard links.
var errNoLinks = errors.New("no hard links")

// hasLinks says whether files in the folder can have two names. Where a full or broken disk keeps
// that from being known it says yes.
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

// castagnoli is the polynomial of the sums.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// sumsOf returns the CRC-32C of the files, 4 bytes each, little-endian.
func sumsOf(files ...[]byte) (sums []byte) {
	for _, file := range files {
		sums = binary.LittleEndian.AppendUint32(sums, crc32.Checksum(file, castagnoli))
	}
	return sums
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

// removeGeneration removes the list first, so that a reader that is opening the generation sees
// that it is gone. Where open files cannot be removed, the next update does it.
func (d folder) removeGeneration(name string) {
	if d.remove(name+"/"+storeList) == nil {
		_ = d.removeAll(name)
	}
}

// openTries is how many generations may be removed while a reader opens them.
const openTries = 100

// openPublished opens the newest generation, and returns nil where there is none. If that is
// removed while it is being opened, there is a newer one.
func (d folder) openPublished(ctx context.Context) (bleve.Index, error) {
	var name string
	for range openTries {
		generations, err := d.generations()
		if err != nil || len(generations) == 0 {
			return nil, err
		}
		name = generationName(generations[0])
		b, err := d.sub(name).openGeneration()
		if !errors.Is(err, errRemoved) {
			return b, err
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	return nil, fmt.Errorf("%s cannot be read: index again, which publishes anew: %w", d.at(name), errRemoved)
}

// errRemoved says that a generation was removed meanwhile.
var errRemoved = errors.New("it has no list of segments")

// openGeneration opens the folder, which is a generation. The error is errRemoved if it is removed
// meanwhile: then Bleve may have made an empty list in place of the one that is gone.
func (d folder) openGeneration() (bleve.Index, error) {
	before, err := d.stat(storeList, math.MaxInt64)
	if errors.Is(err, errIrregular) {
		return nil, damagedIfMissing(err, republish)
	}
	if err != nil {
		return nil, errRemoved
	}
	b, err := d.openSummed()
	if after, e := d.stat(storeList, math.MaxInt64); e == nil && os.SameFile(before, after) {
		return b, err
	}
	if err == nil {
		b.Close()
	}
	return nil, errRemoved
}

// openSummed opens a generation whose files are as they were published, and returns a
// [*DamageError] where they are not. Segments have checksums of their own.
func (d folder) openSummed() (bleve.Index, error) {
	var files [3][]byte
	var err error
	for i, f := range []struct {
		name  string
		limit int64
	}{{metaFile, maxSmall}, {storeList, maxList}, {sumsFile, maxSmall}} {
		if files[i], err = d.read(f.name, f.limit); err != nil {
			return nil, damagedIfMissing(err, republish)
		}
	}
	if !bytes.Equal(files[2], sumsOf(files[0], files[1])) {
		return nil, damaged(fmt.Errorf("the checksums in %s are wrong", d.path), republish)
	}
	b, err := d.openBleve(readConfig())
	if errors.Is(err, ErrDamaged) {
		err = damaged(err, republish)
	}
	return b, err
}

// Where nothing is published yet, or cannot be, readers open the store. A killed update leaves a
// part of what it was to bring in there, which readers must not take for all. So a new index has a
// mark, and batches that are written while nothing is published set it. Publishing makes the mark
// void; where nothing can be published it is removed.

// partMark is the key of that mark among Bleve's internal values.
var partMark = []byte("chaffinch.part")

// ErrUnfinished says that the first update of an index has not ended, or was killed or failed.
// Writers may open it, and readers of what is unpublished.
var ErrUnfinished = errors.New("it was not completed: run chaffinch index again, which goes on from there")

// declareIncomplete makes the batch leave the mark, if readers would see it.
func (x *Index) declareIncomplete(b *bleve.Batch) {
	if all, err := x.dir.generations(); err != nil || len(all) == 0 {
		b.SetInternal(partMark, []byte{1})
	}
}

// declareComplete takes the mark away.
func (x *Index) declareComplete() error {
	if err := x.complete(); !errors.Is(err, ErrUnfinished) {
		return err
	}
	b := x.bleve.NewBatch()
	b.DeleteInternal(partMark)
	return x.writeBatch(b)
}

// complete returns ErrUnfinished if the store's state has the mark.
func (x *Index) complete() error {
	mark, err := x.bleve.GetInternal(partMark)
	if err == nil && mark != nil {
		err = ErrUnfinished
	}
	return err
}
