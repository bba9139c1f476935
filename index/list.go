package index

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"

	"github.com/blevesearch/bleve/v2"
	"go.etcd.io/bbolt"
)

// Bleve's list of states and segments is a file of bbolt's, which trusts its bytes: where they are damaged
// it reads outside of the file, in whatever goroutine that is, and keeps its lock when it panics.

// verifyList reads all that a list holds, from a copy of it, and returns the files of the newest state in order. It may
// be in use.
func verifyList(list string) (newest []string, err error) {
	content, err := readSettled(list)
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "chaffinch-list-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	copied := filepath.Join(dir, storeList)
	if err := os.WriteFile(copied, content, 0o600); err != nil {
		return nil, err
	}
	if newest, err = readList(copied); err != nil {
		return nil, fmt.Errorf("%s: %w: %w", list, err, ErrDamaged)
	}
	return newest, nil
}

// isNewest returns an error if the index has not the newest state of the list. Bleve goes back to an older one where
// a segment does not open; ours always open.
func isNewest(b bleve.Index, list string) error {
	want, err := verifyList(list)
	if err != nil {
		return err
	}
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
		return fmt.Errorf("of the segments %v only %v open: %w", want, is, ErrDamaged)
	}
	return nil
}

// readList visits every key. The list of free pages is read, too, which is done for writing only.
func readList(list string) (newest []string, err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%v", r)
		}
	}()
	db, err := bbolt.Open(list, 0o600, &bbolt.Options{Timeout: lockPoll})
	if err != nil {
		return nil, err
	}
	defer db.Close()
	err = db.View(func(tx *bbolt.Tx) error {
		newest = newestFiles(tx.Bucket(statesBucket))
		return tx.ForEach(func(_ []byte, b *bbolt.Bucket) error { return readBucket(b, 1) })
	})
	return newest, err
}

func newestFiles(states *bbolt.Bucket) (files []string) {
	_, newest := statesOf(states)
	for _, name := range bucketsOf(newest) {
		if file := newest.Bucket(name).Get(fileKey); file != nil {
			files = append(files, string(file))
		}
	}
	slices.Sort(files)
	return files
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

// mostNested is deeper than buckets of Bleve's are in one another.
const mostNested = 8

func readBucket(b *bbolt.Bucket, depth int) error {
	if depth > mostNested {
		return errors.New("its buckets are nested too deep")
	}
	return b.ForEachBucket(func(name []byte) error {
		inner := b.Bucket(name)
		if inner == nil {
			return errors.New("a bucket is missing")
		}
		return readBucket(inner, depth+1)
	})
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
