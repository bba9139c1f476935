package index

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/blevesearch/bleve/v2"
	"go.etcd.io/bbolt"
)

// verifyList reads all that the list of an index's segments holds, and returns the files of the newest state in
// order. It may be in use. The error is a [*DamageError] where the list is damaged.
func verifyList(path string) (newest []string, err error) {
	list := filepath.Join(path, storeDir, storeList)
	content, err := readSettled(list)
	if err != nil {
		return nil, missing(err, mendList(path))
	}
	if newest, err = newestFiles(content); err != nil {
		return nil, &DamageError{fmt.Sprintf("the list of segments %s is damaged: %v", list, err), mendList(path)}
	}
	return newest, nil
}

// DamageError says that the files of an index are damaged; it is an [ErrDamaged], too.
type DamageError struct {
	What string // is damaged
	Do   string // to mend it
}

func (e *DamageError) Error() string { return e.What + ": " + e.Do }

// Is says that the error is ErrDamaged.
func (e *DamageError) Is(target error) bool { return target == ErrDamaged }

// mendList says how to mend the list of an index.
func mendList(path string) string {
	if all, err := generationsOf(path); err != nil || len(all) == 0 {
		return "remove the index and index again"
	}
	return "restore it as it was published last: chaffinch check --repair --index " + shellWord(path)
}

// spareFiles is how many files are open besides segments when an index is opened.
const spareFiles = 4

// canOpen opens segments in a store all at once, as Bleve is going to, and returns what keeps the system from it. Bleve
// takes a segment of zap's that does not open for one that is damaged, for want of open files, too, and goes back to
// an older state. A segment that is missing is left to Bleve.
func canOpen(store string, segments []string) error {
	names := append(slices.Repeat([]string{storeList}, spareFiles), segments...)
	var open []*os.File
	defer func() {
		for _, f := range open {
			f.Close()
		}
	}()
	for _, name := range names {
		f, err := newFolder("").open(filepath.Join(store, name))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return err
		}
		open = append(open, f)
	}
	return nil
}

// isNewest returns a [*DamageError], which says what to do, if the index has not those segments, of the newest state.
// Bleve goes back to an older one where a segment does not open; ours always open.
func isNewest(b bleve.Index, want []string, do string) error {
	r, err := scorchReader(b)
	if err != nil {
		return err
	}
	defer r.Close()
	var is []string
	for _, s := range r.Segments() {
		is = append(is, segmentName(s))
	}
	if slices.Sort(is); !slices.Equal(is, want) {
		return &DamageError{fmt.Sprintf("of the segments %v only %v open, the others are damaged", want, is), do}
	}
	return nil
}

// newestFiles returns the segments of the newest state in a list, in order. A segment that is not in the list's folder
// is an error.
func newestFiles(list []byte) (files []string, err error) {
	err = visitBolt(list, func(path [][]byte, value []byte) {
		switch {
		case !bytes.Equal(path[0], statesBucket):
		case len(path) == 2 && value == nil: // a later state
			files = nil
		case len(path) == 4 && bytes.Equal(path[3], fileKey):
			files = append(files, string(value))
		}
	})
	if i := slices.IndexFunc(files, func(name string) bool { return filepath.Ext(name) != ".zap" || filepath.Base(name) != name }); i >= 0 && err == nil {
		err = fmt.Errorf("it names %q as a segment", files[i])
	}
	slices.Sort(files)
	return files, err
}

// statesOf returns the newest state, nil if there is none, and the names of older ones.
func statesOf(states *bbolt.Bucket) (older [][]byte, newest *bbolt.Bucket) {
	names := bucketsOf(states)
	if len(names) == 0 {
		return nil, nil
	}
	last := len(names) - 1
	return names[:last], states.Bucket(names[last])
}

// Names in Bleve's list of segments: docs/format.md says how it is made.
var (
	statesBucket = []byte("s")
	fileKey      = []byte("p")
)

// dropSegments takes segments out of the newest state in Bleve's list, and removes older states, which may
// hold them, too. Bleve then removes their files.
func dropSegments(list string, files []string) error {
	db, err := bbolt.Open(list, 0o600, &bbolt.Options{Timeout: lockPoll})
	if err != nil {
		return err
	}
	err = db.Update(func(tx *bbolt.Tx) error {
		states := tx.Bucket(statesBucket)
		if states == nil {
			return ErrDamaged
		}
		older, newest := statesOf(states)
		if err := dropFrom(newest, files); err != nil {
			return err
		}
		for _, old := range older {
			if err := states.DeleteBucket(old); err != nil {
				return err
			}
		}
		return nil
	})
	return errors.Join(err, db.Close())
}

func dropFrom(state *bbolt.Bucket, files []string) error {
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
