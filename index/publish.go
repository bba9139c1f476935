package index

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
	"time"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/index/scorch"
)

// Bleve's store can be open either to one process that writes or to several that read. So readers do
// not open the store, but a copy of one of its states: segments never change once they are written, so
// hard links to their files and a copy of the small file that lists them are all it takes. Every update
// ends by publishing its state as the next generation, by renaming a folder that is complete. Who
// has an older one open keeps it.

const (
	// publishedDir is the folder of the generations, in the index; their names are numbers.
	publishedDir = "published"
	// nextGeneration is the name of one that is not complete yet.
	nextGeneration = "next"
	// storeDir is Bleve's folder, storeList its list of states and their segments.
	storeDir, storeList = "store", "root.bolt"
	// sumsFile holds the checksums of the files of a generation that are not segments.
	sumsFile = "sums"
	// metaFile says to Bleve of which type an index is.
	metaFile = "index_meta.json"
)

// publishTime is how long publishing may take. Bleve writes the state that it has in memory some time
// after a merge.
const publishTime = 30 * time.Second

// publish makes the present state the one that readers see, unless it has still to be reviewed, as after an
// interrupt: then readers keep what they have until the next update. Callers hold x.writing.
func (x *Index) publish(ctx context.Context) error {
	if due, err := x.reviewDue(); err != nil || due {
		return err
	}
	err := errNotOnDisk
	for end := time.Now().Add(publishTime); errors.Is(err, errNotOnDisk) && time.Now().Before(end); {
		if err = x.tryPublish(); err == nil {
			break
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		time.Sleep(2 * time.Millisecond)
	}
	if errors.Is(err, errNoLinks) {
		// Readers use the store then, as long as nobody writes.
		err = errors.Join(x.declareComplete(), os.RemoveAll(filepath.Join(x.path, publishedDir)))
	}
	if err != nil {
		return fmt.Errorf("publishing what was written to index %s: %w", x.path, err)
	}
	return nil
}

// errNotOnDisk says that the store's present state is not on disk yet, or not any more.
var errNotOnDisk = errors.New("the index's state is not on disk")

func (x *Index) tryPublish() error {
	advanced, err := x.bleve.Advanced()
	if err != nil {
		return err
	}
	if !isPersisted(advanced.(*scorch.Scorch)) {
		return errNotOnDisk
	}
	s, err := x.read() // as long as it is open, Bleve does not remove its files
	if err != nil {
		return err
	}
	defer s.Close()
	return publish(x.path, s, x.dir.link)
}

// isPersisted says whether the present state is on disk. Bleve writes the one that it has opened, too.
func isPersisted(s *scorch.Scorch) bool {
	stats := s.StatsMap()
	on, _ := stats["LastPersistedEpoch"].(uint64)
	is, _ := stats["CurRootEpoch"].(uint64) // 0 until there is a new one
	return on > 0 && on >= is
}

// errNoLinks says that a file system has no hard links.
var errNoLinks = errors.New("no hard links")

func publish(path string, s *scorch.IndexSnapshot, link func(old, new string) error) error {
	dir := filepath.Join(path, publishedDir)
	next := filepath.Join(dir, nextGeneration)
	if err := os.RemoveAll(next); err != nil { // of a process that was killed
		return err
	}
	if err := os.MkdirAll(filepath.Join(next, storeDir), 0o777); err != nil {
		return err
	}
	if err := fillGeneration(next, path, s, link); err != nil {
		os.RemoveAll(next)
		return err
	}
	generations, err := generationsOf(path)
	if err != nil {
		os.RemoveAll(next)
		return err
	}
	number := uint64(1)
	if len(generations) > 0 {
		number = generations[0] + 1
	}
	syncFolder(filepath.Join(path, storeDir)) // Bleve does not
	if err := os.Rename(next, generationPath(path, number)); err != nil {
		return err
	}
	syncFolder(dir)
	syncFolder(path)
	for _, old := range generations {
		removeGeneration(generationPath(path, old))
	}
	return nil
}

// fillGeneration makes the folder an index that has the state of the store's that s is.
func fillGeneration(next, path string, s *scorch.IndexSnapshot, link func(old, new string) error) error {
	for _, segment := range s.Segments() {
		file := segmentPath(segment)
		if file == "" {
			return fmt.Errorf("%w: segment %d", errNotOnDisk, segment.Id())
		}
		if err := link(file, filepath.Join(next, storeDir, filepath.Base(file))); err != nil {
			if errors.Is(err, fs.ErrNotExist) {
				return fmt.Errorf("%w: %w", errNotOnDisk, err)
			}
			if !hasLinks(next, link) {
				return errNoLinks
			}
			return err
		}
	}
	list, err := readSettled(filepath.Join(path, storeDir, storeList))
	if err != nil {
		return err
	}
	meta, err := newFolder(path).read(metaFile, maxSmall)
	if err != nil {
		return err
	}
	for name, content := range map[string][]byte{
		filepath.Join(storeDir, storeList): list, metaFile: meta, sumsFile: sumsOf(meta, list),
	} {
		if err := writeSynced(filepath.Join(next, name), content); err != nil {
			return err
		}
	}
	syncFolder(filepath.Join(next, storeDir))
	syncFolder(next)
	return sameState(next, s)
}

// hasLinks says whether files in the folder can have two names, as far as a disk that is full or broken at the moment
// lets it be known.
func hasLinks(dir string, link func(old, new string) error) bool {
	probe := filepath.Join(dir, "probe")
	if writeSynced(probe, nil) != nil {
		return true
	}
	err := link(probe, probe+"-linked")
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

// checkGeneration returns the segments of a generation, or an error unless its files are as they were published, and can
// be opened. The error is a [*DamageError] where they are not. Bleve has no checksums of its own in them. Who made the index
// may have made the list so that bbolt does not come to an end.
func checkGeneration(dir string) (segments []string, err error) {
	var files [3][]byte
	for i, f := range []struct {
		name string
		most int64
	}{{metaFile, maxSmall}, {filepath.Join(storeDir, storeList), maxList}, {sumsFile, maxSmall}} {
		if files[i], err = newFolder(dir).read(f.name, f.most); err != nil {
			return nil, missing(err, republish)
		}
	}
	if !bytes.Equal(files[2], sumsOf(files[0], files[1])) {
		return nil, &DamageError{fmt.Sprintf("the checksums in %s are wrong", dir), republish}
	}
	if segments, err = newestFiles(files[1]); err != nil {
		return nil, &DamageError{fmt.Sprintf("the list of segments in %s is damaged: %v", dir, err), republish}
	}
	return segments, missing(canOpen(filepath.Join(dir, storeDir), segments), republish)
}

// missing says that an index is damaged, and what to do, if err is that a file is not there, or is something else; what
// else keeps it from being read may pass.
func missing(err error, do string) error {
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, errIrregular) {
		err = &DamageError{err.Error(), do}
	}
	return err
}

// errUnsettled says that somebody writes to a file all the time.
var errUnsettled = errors.New("changes all the time")

// readSettled reads a file of bbolt's that another goroutine may write to. bbolt writes what is new
// where nothing is in use, and then one page that says so; if reading twice gives the same, there
// was no such page in between, and the copy is of one state.
func readSettled(file string) ([]byte, error) {
	last, err := newFolder("").read(file, maxList)
	for range 100 {
		if err != nil {
			return nil, err
		}
		var again []byte
		if again, err = newFolder("").read(file, maxList); err == nil && bytes.Equal(last, again) {
			return last, nil
		}
		last = again
	}
	return nil, fmt.Errorf("%s %w", file, errUnsettled)
}

func writeSynced(file string, content []byte) error {
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	return errors.Join(err, f.Sync(), f.Close())
}

// syncFolder makes the names in a folder durable, where the system can do that.
func syncFolder(dir string) {
	if f, err := os.Open(dir); err == nil {
		f.Sync()
		f.Close()
	}
}

// sameState opens a generation before anybody else does, and compares it with the state that it is to have:
// there may be a newer one by now, of which the list is.
func sameState(generation string, s *scorch.IndexSnapshot) error {
	b, err := tryBleve(generation, readConfig())
	if err != nil {
		return err
	}
	defer b.Close()
	reader, err := scorchReader(b)
	if err != nil {
		return err
	}
	defer reader.Close()
	copied, want := segmentsOf(reader), segmentsOf(s)
	if !slices.Equal(copied, want) {
		return fmt.Errorf("%w: the copy has segments %v instead of %v", errNotOnDisk, copied, want)
	}
	return nil
}

// segmentsOf describes the segments of a state: their files, and how many of their documents are left.
func segmentsOf(s *scorch.IndexSnapshot) (all []string) {
	for _, segment := range s.Segments() {
		all = append(all, fmt.Sprintf("%s with %d", segmentName(segment), segment.LiveSize()))
	}
	slices.Sort(all) // a store that is opened again may have them in another order
	return all
}

func generationPath(path string, number uint64) string {
	return filepath.Join(path, publishedDir, fmt.Sprintf("%012d", number))
}

// generationsOf returns the numbers of the generations of an index, the newest first. That they cannot be read does not
// mean that there are none.
func generationsOf(path string) (all []uint64, err error) {
	entries, err := os.ReadDir(filepath.Join(path, publishedDir))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if n, err := strconv.ParseUint(e.Name(), 10, 64); err == nil {
			all = append(all, n)
		}
	}
	slices.SortFunc(all, func(a, b uint64) int { return cmp.Compare(b, a) })
	return all, nil
}

// removeGeneration removes the list first: by that a reader that is about to open the generation sees that
// it came too late. Where files that are open cannot be removed, the next update does it.
func removeGeneration(dir string) {
	list := filepath.Join(dir, storeDir, storeList)
	if err := os.Remove(list); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return
	}
	os.RemoveAll(dir)
}

// openTries is how many generations may be removed while a reader opens them.
const openTries = 100

// openPublished opens the newest generation, and returns nil where there is none. If that is removed while
// it is being opened, there is a newer one.
func openPublished(ctx context.Context, path string) (bleve.Index, error) {
	return openNewest(ctx, path, tryBleve)
}

// opener opens what is in a folder as Bleve does.
type opener func(dir string, config map[string]any) (bleve.Index, error)

func openNewest(ctx context.Context, path string, open opener) (bleve.Index, error) {
	var dir string
	for range openTries {
		generations, err := generationsOf(path)
		if err != nil || len(generations) == 0 {
			return nil, err
		}
		dir = generationPath(path, generations[0])
		b, err := openUnlessRemoved(dir, open)
		if !errors.Is(err, errRemoved) {
			return b, err
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	return nil, fmt.Errorf("%s cannot be read: index again, which publishes anew: %w", dir, errRemoved)
}

// errRemoved says that a generation was removed meanwhile.
var errRemoved = errors.New("it has no list of segments")

// openGeneration opens the state that was published, and no older one that is in the list, too.
func openGeneration(dir string, open opener) (bleve.Index, error) {
	segments, err := checkGeneration(dir)
	if err != nil {
		return nil, err
	}
	b, err := open(dir, readConfig())
	if err != nil {
		return nil, err
	}
	if err := isNewest(b, segments, republish); err != nil {
		b.Close()
		return nil, fmt.Errorf("%s: %w", dir, err)
	}
	return b, nil
}

func openUnlessRemoved(dir string, open opener) (bleve.Index, error) {
	list := filepath.Join(dir, storeDir, storeList)
	before, err := os.Stat(list)
	if err != nil {
		return nil, errRemoved
	}
	b, err := openGeneration(dir, open)
	// Bleve makes a list where there is none.
	if after, e := os.Stat(list); e == nil && os.SameFile(before, after) {
		return b, err
	}
	if err == nil {
		b.Close()
	}
	return nil, errRemoved
}
