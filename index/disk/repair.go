package disk

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"os"
	"reflect"
	"slices"
	"strings"
	"sync"

	"go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"

	bindex "github.com/blevesearch/bleve_index_api"

	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/option"
)

// A repair removes everything that a check finds broken, in the order of the check. If the store
// does not open, files of the published state replace its damaged files. Intact published segments
// replace damaged segments. The other damaged segments are removed from the list of segments, and
// then single documents. The rest is consistent, and the next update reads the missing files again.

// Repair removes from an index everything that [Index.Check] finds broken. It publishes the rest.
// It excludes other writers. If another process writes between its steps, or ctx is done, it
// returns an error and a report of its work. The index is then no worse than before, and another
// repair does the rest. Readers see the changes when they are published.
func Repair(ctx context.Context, path string, o index.Options, c index.CheckOptions) (index.RepairReport, error) {
	return newRepair(path, o, c).all(ctx)
}

// all repairs to the end.
func (r *repair) all(ctx context.Context) (index.RepairReport, error) {
	err := r.run(ctx)
	for _, root := range slices.SortedFunc(maps.Keys(r.again), index.Root.Compare) {
		r.report.Again = append(r.report.Again, index.Remedy{Kind: index.RemedyUpdate, Index: r.path, Roots: []index.Root{root}})
	}
	r.report.Again = append(append(r.report.Again, r.completes...), r.addAgain...)
	if err != nil && !namesIndex(err) {
		err = fmt.Errorf("repairing index %s: %w", r.path, err)
	}
	return r.report, err
}

func newRepair(path string, o index.Options, c index.CheckOptions) *repair {
	r := &repair{path: path, dir: newFolder(path), open: index.Options{Wait: o.Wait}, check: c, again: map[index.Root]bool{}}
	if o.Waiting != nil {
		r.open.Waiting = sync.OnceFunc(o.Waiting) // the index is opened several times
	}
	r.report = index.RepairReport{Problems: []index.Problem{}, Segments: []string{}, Files: []string{}, Boilerplate: []string{}, Again: []index.Remedy{}}
	return r
}

// repair is one call of [Repair].
type repair struct {
	path   string
	dir    folder
	open   index.Options
	check  index.CheckOptions
	report index.RepairReport
	again  map[index.Root]bool
	loss   boilerplateLoss
	// completes is how to complete the first update. addAgain is how to add lost boilerplate again,
	// if that is necessary.
	completes, addAgain []index.Remedy
}

// changed reports whether anything was removed or restored.
func changed(r index.RepairReport) bool {
	return r.Restored || len(r.Segments) > 0 || r.Documents > 0
}

// maxRounds bounds how often the index is checked again after something was removed. Removed are
// the files of the store, then its segments that are restored, its other segments, contents, and
// the contents' occurrences.
const maxRounds = 7

func (r *repair) run(ctx context.Context) error {
	for range maxRounds {
		clean, err := r.round(ctx)
		if err != nil || clean {
			return err
		}
	}
	return errors.New("it cannot be repaired: remove it and index again")
}

// round checks the index once and removes broken parts. clean means that nothing was broken.
func (r *repair) round(ctx context.Context) (clean bool, err error) {
	list, _ := r.dir.stat(storeList, math.MaxInt64) // nil if it is missing or irregular
	x, err := Open(ctx, r.path, r.open)
	if errors.Is(err, ErrDamaged) || errors.Is(err, index.ErrNotIndex) {
		return false, r.restore(ctx, list, err)
	}
	if err != nil {
		return false, err
	}
	c, err := r.removeBroken(ctx, x)
	if cerr := x.Close(); err == nil {
		err = cerr
	}
	if err == nil && len(c.broken) > 0 {
		err = r.mendSegments(ctx, c)
	}
	return !c.mendable(), err
}

// mendSegments restores the broken segments that the published state has. If it has none of them it
// removes them from the list. If another process has opened the index for writing, it does nothing:
// the next round waits for that process and checks again.
func (r *repair) mendSegments(ctx context.Context, c *checker) error {
	if _, err := r.dir.stat(storeList, math.MaxInt64); err != nil {
		return err
	}
	db, err := bbolt.Open(r.dir.at(storeList), 0o600, &bbolt.Options{Timeout: lockTry})
	if errors.Is(err, berrors.ErrTimeout) {
		return nil
	}
	if err != nil {
		return err
	}
	restored, err := r.restoreSegments(ctx, c.broken)
	if err == nil && !restored {
		err = db.Update(func(tx *bbolt.Tx) error { return dropFrom(tx.Bucket(statesBucket), c.broken) })
	}
	if err := errors.Join(err, db.Close()); err != nil {
		return err
	}
	if restored {
		r.report.Restored = true
		return nil
	}
	r.report.Segments = append(r.report.Segments, c.broken...)
	for _, root := range c.lost {
		r.again[root] = true
	}
	r.lose()
	return nil
}

// Names in Bleve's list of segments, which docs/format.md describes.
var (
	statesBucket   = []byte("s")
	internalBucket = []byte("i")
	fileKey        = []byte("p")
)

// dropFrom removes segments from the newest state in Bleve's list. It removes all older states,
// because they may list the same segments. Bleve then removes the files.
func dropFrom(states *bbolt.Bucket, files []string) error {
	names := bucketsOf(states)
	if len(names) == 0 {
		return errDamagedFiles
	}
	for _, old := range names[:len(names)-1] {
		if err := states.DeleteBucket(old); err != nil {
			return err
		}
	}
	state := states.Bucket(names[len(names)-1])
	for _, name := range bucketsOf(state) {
		if file := state.Bucket(name).Get(fileKey); file == nil || !slices.Contains(files, string(file)) {
			continue
		}
		if err := state.DeleteBucket(name); err != nil {
			return err
		}
	}
	return nil
}

// bucketsOf returns the names of the buckets in b, in order. b may be nil.
func bucketsOf(b *bbolt.Bucket) (names [][]byte) {
	if b == nil {
		return nil
	}
	_ = b.ForEachBucket(func(name []byte) error {
		names = append(names, slices.Clone(name))
		return nil
	})
	return names
}

// removeBroken checks an index, removes broken documents, and publishes the rest. It leaves broken
// segments to the caller, because they cannot be removed while the index is open.
func (r *repair) removeBroken(ctx context.Context, x *Index) (*checker, error) {
	c := newChecker(x, r.check)
	c.condemned, c.republishes = map[string]bool{}, changed(r.report)
	if err := c.run(ctx); err != nil {
		return c, err
	}
	for _, p := range c.report.Problems {
		switch {
		case slices.ContainsFunc(r.report.Problems, func(known index.Problem) bool { return reflect.DeepEqual(known, p) }): // from a round that could remove nothing
		case len(r.report.Problems) < index.MaxProblems:
			r.report.Problems = append(r.report.Problems, p)
		default:
			r.report.More++
		}
	}
	r.report.More += c.report.More
	if again := c.again; again != nil {
		for _, root := range again.Roots {
			r.again[root] = true
		}
		if len(again.Roots) == 0 {
			r.completes = []index.Remedy{*again}
		}
	}
	switch {
	case len(c.broken) > 0:
		c.lost = r.roots(ctx, x)
		r.findLoss(ctx, x, c)
		return c, nil
	case !c.mendable() && !changed(r.report):
		return c, nil
	}
	r.findLoss(ctx, x, c)
	return c, r.drop(ctx, x, slices.Sorted(maps.Keys(c.condemned)))
}

// mendable reports whether a repair can do something about the problems. It cannot complete the
// first update.
func (c *checker) mendable() bool {
	return len(c.report.Problems) > 1 || len(c.report.Problems) == 1 && c.again == nil
}

// drop removes documents and publishes the rest if the first update is complete.
func (r *repair) drop(ctx context.Context, x *Index, ids []string) error {
	if err := x.writing.lock(ctx); err != nil {
		return err
	}
	defer x.writing.unlock()
	w := x.writer()
	for chunk := range slices.Chunk(ids, x.limits.documents) {
		if err := ctx.Err(); err != nil {
			return err
		}
		b := bindex.NewBatch()
		for _, id := range chunk {
			b.Delete(id)
		}
		w.declareIncomplete(b)
		if err := x.writeBatch(b); err != nil {
			return err
		}
		r.dropped(x, chunk)
	}
	if mark, err := x.partial(); err != nil || mark != nil {
		return err
	}
	err := x.publish()
	r.report.Published = err == nil
	return err
}

// dropped reports removed documents.
func (r *repair) dropped(x *Index, ids []string) {
	r.report.Documents += len(ids)
	for _, id := range ids {
		if strings.HasPrefix(id, boilerplatePrefix) {
			r.lose()
		}
		o, err := parseOccurrenceID(id)
		if err != nil {
			continue
		}
		r.again[index.Root{Collection: o.Collection, Path: o.Root}] = true
		if len(r.report.Files) < index.MaxProblems {
			r.report.Files = append(r.report.Files, o.File())
		}
	}
}

// metaRestored is the remedy after a repair has restored index_meta.json.
var metaRestored = index.Remedy{Kind: index.RemedyNone}

// restore replaces a file of a store that does not open by the published file. why is the error of
// opening it, and list was its list of segments before.
//
// index_meta.json comes first. It never changes, so a process that has the store open is not
// disturbed. The next round then opens the list, unless a writer has locked it. A list that bbolt
// refuses is open in no process, since bbolt locks it first. If another process has replaced or
// written it meanwhile, restore does nothing: the next round opens it again.
func (r *repair) restore(ctx context.Context, list fs.FileInfo, why error) error {
	b, err := r.dir.openPublished(ctx)
	if b == nil || err != nil {
		return r.restoreMeta(why)
	}
	if err := b.Close(); err != nil {
		return err
	}
	generations, err := r.dir.generations()
	if err != nil || len(generations) == 0 {
		return r.beyondRepair(why)
	}
	from := generationName(generations[0]) + "/"
	for _, f := range []struct {
		name string
		do   index.Remedy
	}{
		{metaFile, metaRestored},
		{storeList, index.Remedy{Kind: index.RemedyRepeat, Index: r.path}},
	} {
		content, err := r.dir.read(from+f.name, maxList)
		if err != nil {
			return err
		}
		if was, err := r.dir.read(f.name, maxList); err == nil && bytes.Equal(was, content) {
			continue
		}
		if f.name == storeList {
			if err := r.linkSegments(from); err != nil || !r.dir.isStill(storeList, list) {
				return err
			}
		}
		if err := r.dir.replace(f.name, content); err != nil {
			return err
		}
		r.report.Restored = true
		r.report.Problems = append(r.report.Problems, index.Problem{Kind: index.ProblemIndex, Name: f.name, What: option.ErrorIn(why, option.Bare), Do: f.do})
		return nil
	}
	return r.beyondRepair(why) // both are the published state's
}

// restoreMeta writes index_meta.json, if that is damaged and the published state has none.
func (r *repair) restoreMeta(why error) error {
	if !r.dir.lacksMeta() {
		return r.beyondRepair(why)
	}
	if err := r.dir.replace(metaFile, metaContent()); err != nil {
		return err
	}
	r.report.Restored = true
	p := index.Problem{Kind: index.ProblemIndex, Name: metaFile, What: option.ErrorIn(why, option.Bare), Do: metaRestored}
	r.report.Problems = append(r.report.Problems, p)
	return nil
}

// beyondRepair replaces the advice to repair the index.
func (r *repair) beyondRepair(why error) error {
	if is := new(DamageError); errors.As(why, &is) {
		return damaged(is.cause, r.dir.recreate())
	}
	return why
}

// linkSegments links the segments of a generation that the store does not have.
func (r *repair) linkSegments(from string) error {
	for name, sum := range r.dir.publishedSums() {
		if has, err := r.dir.segmentSum(storeDir + "/" + name); err == nil && has == sum {
			continue
		}
		if err := r.dir.takeSegment(from, name); err != nil {
			return err
		}
	}
	return r.dir.sync(storeDir) // before a list names them
}

// isStill reports whether a file is unchanged. was is nil if there was none.
func (d folder) isStill(name string, was fs.FileInfo) bool {
	is, err := d.stat(name, math.MaxInt64)
	if err != nil || was == nil {
		return (err != nil) == (was == nil)
	}
	return os.SameFile(was, is) && was.ModTime().Equal(is.ModTime())
}
