package index

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"sync"

	"go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"
)

// A repair removes what a check finds broken, in the order of the check: a list of segments that
// does not open is replaced by the published one, damaged segments are removed from the list, and
// then documents one by one. What is left is consistent, and the next update reads the files that
// are missing in it.

// RepairReport says what a repair found and has taken out.
type RepairReport struct {
	// Problems are what was wrong, as a check reports it; More counts those beyond 1,000.
	Problems []Problem `json:"problems"`
	More     int       `json:"more"`
	// Restored says that the list of segments was damaged, and is now that of the state that was
	// published.
	Restored bool `json:"restored"`
	// Segments are the files of segments that were dropped, with all documents in them.
	Segments []string `json:"segments"`
	// Documents counts documents that were dropped one by one, Files lists the files among them
	// that have to be indexed again, at most 1,000.
	Documents int      `json:"documents"`
	Files     []string `json:"files"`
	// Again are the commands that index again what is missing now. A folder of which all was in
	// a segment that does not open is not among them.
	Again []string `json:"again"`
}

// Changed says whether anything was taken out or restored.
func (r RepairReport) Changed() bool { return r.Restored || len(r.Segments) > 0 || r.Documents > 0 }

// Repair removes everything from the index at path that [Index.Check] finds broken, and publishes
// the rest. It needs the index for itself. The error says that the index cannot be repaired, or is
// one of opening, where another process writes meanwhile, of reading or writing, or ctx's. Then the
// report says what was found and done, the index is not worse than before, and another repair goes
// on. Readers may not see what was done until something is published.
func Repair(ctx context.Context, path string, o Options, c CheckOptions) (RepairReport, error) {
	return newRepair(path, o, c).all(ctx)
}

// all repairs to the end.
func (r *repair) all(ctx context.Context) (RepairReport, error) {
	err := r.run(ctx)
	r.report.Again = append(r.report.Again, slices.Sorted(maps.Keys(r.again))...)
	if err != nil && !namesIndex(err) {
		err = fmt.Errorf("repairing index %s: %w", r.path, err)
	}
	return r.report, err
}

func newRepair(path string, o Options, c CheckOptions) *repair {
	r := &repair{path: path, dir: newFolder(path), open: Options{Wait: o.Wait}, check: c, again: map[string]bool{}}
	if o.Waiting != nil {
		r.open.Waiting = sync.OnceFunc(o.Waiting) // the index is opened several times
	}
	r.report = RepairReport{Problems: []Problem{}, Segments: []string{}, Files: []string{}, Again: []string{}}
	return r
}

// repair is one under way.
type repair struct {
	path   string
	dir    folder
	open   Options
	check  CheckOptions
	report RepairReport
	again  map[string]bool
}

// maxRounds is how often an index is checked again after something was removed from it: segments
// first, then contents, then the occurrences of those.
const maxRounds = 6

func (r *repair) run(ctx context.Context) error {
	for range maxRounds {
		clean, err := r.round(ctx)
		if err != nil || clean {
			return err
		}
	}
	return errors.New("it cannot be repaired: remove it and index again")
}

// round checks the index once, and takes out what it finds. clean says that it has found nothing.
func (r *repair) round(ctx context.Context) (clean bool, err error) {
	x, err := Open(ctx, r.path, r.open)
	if errors.Is(err, ErrDamaged) || errors.Is(err, ErrNotIndex) {
		return false, r.restore(ctx, err)
	}
	if err != nil {
		return false, err
	}
	c, err := r.mend(ctx, x)
	if cerr := x.Close(); err == nil {
		err = cerr
	}
	if err == nil && len(c.broken) > 0 {
		err = r.dropSegments(c)
	}
	return len(c.report.Problems) == 0, err
}

// dropSegments removes the broken segments from the list, unless another process has opened the
// index for writing: the next round waits for it, and sees what is broken then.
func (r *repair) dropSegments(c *checker) error {
	if _, err := r.dir.stat(storeList, math.MaxInt64); err != nil {
		return err
	}
	db, err := bbolt.Open(r.dir.at(storeList), 0o600, &bbolt.Options{Timeout: lockPoll})
	if errors.Is(err, berrors.ErrTimeout) {
		return nil
	}
	if err != nil {
		return err
	}
	err = db.Update(func(tx *bbolt.Tx) error { return dropFrom(tx.Bucket(statesBucket), c.broken) })
	if err := errors.Join(err, db.Close()); err != nil {
		return err
	}
	r.report.Segments = append(r.report.Segments, c.broken...)
	for _, command := range c.lost {
		r.again[command] = true
	}
	return nil
}

// Names in Bleve's list of segments: docs/format.md says how it is made.
var (
	statesBucket = []byte("s")
	fileKey      = []byte("p")
)

// dropFrom removes segments from the newest of the states in Bleve's list, and all older states,
// which may hold them, too. Bleve then removes their files.
func dropFrom(states *bbolt.Bucket, files []string) error {
	names := bucketsOf(states)
	if len(names) == 0 {
		return ErrDamaged
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

// bucketsOf returns the names of the buckets in a bucket, in order; none of nil.
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

// mend checks an index, drops the documents that are broken, and publishes what is left. Broken
// segments are left to the caller, since they cannot be dropped while the index is open.
func (r *repair) mend(ctx context.Context, x *Index) (*checker, error) {
	c := newChecker(x, r.check)
	c.condemned, c.republishes = map[string]bool{}, r.report.Changed()
	if err := c.run(ctx); err != nil {
		return c, err
	}
	for _, p := range c.report.Problems {
		switch {
		case slices.Contains(r.report.Problems, p): // of a round that could take nothing out
		case len(r.report.Problems) < maxProblems:
			r.report.Problems = append(r.report.Problems, p)
		default:
			r.report.More++
		}
	}
	r.report.More += c.report.More
	switch {
	case len(c.broken) > 0:
		for _, from := range x.roots() {
			c.lost = append(c.lost, x.againFrom(from))
		}
		return c, nil
	case len(c.report.Problems) == 0 && !r.report.Changed():
		return c, nil
	}
	return c, r.drop(ctx, x, slices.Sorted(maps.Keys(c.condemned)))
}

// drop takes documents out of the index, and publishes the others.
func (r *repair) drop(ctx context.Context, x *Index, ids []string) error {
	if err := x.writing.lock(ctx); err != nil {
		return err
	}
	defer x.writing.unlock()
	w := newWorker(newReview(x))
	for chunk := range slices.Chunk(ids, x.limits.documents) {
		if err := ctx.Err(); err != nil {
			return err
		}
		for _, id := range chunk {
			w.batch.Delete(id)
		}
		if err := w.flush(); err != nil {
			return err
		}
		r.dropped(x, chunk)
	}
	return x.publish()
}

// dropped reports documents that were taken out.
func (r *repair) dropped(x *Index, ids []string) {
	r.report.Documents += len(ids)
	for _, id := range ids {
		o, err := parseOccurrenceID(id)
		if err != nil {
			continue
		}
		r.again[x.againFrom(rooted{o.Collection, o.Root})] = true
		if len(r.report.Files) < maxProblems {
			r.report.Files = append(r.report.Files, o.File())
		}
	}
}

// restore replaces the store by the published state, while no other process has it open. why is
// what is wrong with the store. Where restore had to wait for it, the next round sees whether that
// is still so.
func (r *repair) restore(ctx context.Context, why error) error {
	if r.report.Restored {
		return why // that did not help
	}
	b, err := r.dir.openPublished(ctx)
	if b == nil || err != nil {
		return why
	}
	if err := b.Close(); err != nil {
		return err
	}
	if errors.As(why, new(*panicError)) {
		return r.replaceStore(why) // this process has the lock, and cannot give it back
	}
	w := &waiter{dir: r.dir, o: r.open}
	lock, err := w.lockList(ctx)
	if err != nil {
		return err
	}
	defer lock.Close()
	if w.waited() {
		return nil
	}
	return r.replaceStore(why)
}

// replaceStore makes the store's list that of the state that is published, and links the segments
// of that which the store does not have.
func (r *repair) replaceStore(why error) error {
	generations, err := r.dir.generations()
	if err != nil || len(generations) == 0 {
		return why
	}
	from := generationName(generations[0])
	names, err := r.dir.names(from + "/" + storeDir)
	if err != nil {
		return err
	}
	for _, name := range names {
		if name = storeDir + "/" + name; filepath.Ext(name) != ".zap" || sameFile(r.dir.at(name), r.dir.at(from+"/"+name)) {
			continue
		}
		if err := cmp.Or(r.dir.removeAll(name), r.dir.linkTo(from+"/"+name, name)); err != nil {
			return err
		}
	}
	for _, name := range []string{metaFile, storeList} { // the list comes last: it is what makes the state one
		content, err := r.dir.read(from+"/"+name, maxList)
		if err != nil {
			return err
		}
		if err := r.dir.replace(name, content); err != nil {
			return err
		}
	}
	r.report.Restored = true
	r.report.Problems = append(r.report.Problems, Problem{ProblemIndex, storeDir, why.Error(),
		"what was written and not published is lost: run the last chaffinch index again"})
	return nil
}
