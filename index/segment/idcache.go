package segment

import (
	"cmp"
	"slices"
	"sync"
)

// Bleve looks up the same ids of a batch in one segment after another. Hashing and sorting 20,000
// ids takes eleven times as long as looking them up in a segment. An index that is open for writing
// therefore caches the last lists.

// minCached is the minimum number of ids of a list that is cached.
const minCached = 256

// idCache caches lists of ids. A nil *idCache caches nothing.
type idCache struct {
	least int // see minCached
	mu    sync.Mutex
	last  []*idBatch // entries are nil until used
	next  int        // the entry to replace next
}

// newIDCache returns a cache of n lists.
func newIDCache(n int) *idCache { return &idCache{least: minCached, last: make([]*idBatch, n)} }

// idBatch is a list of ids, prepared for look-up. Immutable.
type idBatch struct {
	ids    []string // in the caller's order
	keys   []key    // sorted by hash
	hashes []uint64 // of the keys, ascending, without duplicates
}

// key is an id with as many bits of its hash as a term has.
type key struct {
	hash uint64
	id   string
}

func newIDBatch(ids []string) *idBatch {
	w := &idBatch{ids: ids, keys: make([]key, len(ids)), hashes: make([]uint64, 0, len(ids))}
	for i, id := range ids {
		w.keys[i] = key{hashID(id) >> shift, id}
	}
	slices.SortFunc(w.keys, func(a, b key) int { return cmp.Compare(a.hash, b.hash) })
	for _, k := range w.keys {
		if n := len(w.hashes); n == 0 || w.hashes[n-1] != k.hash {
			w.hashes = append(w.hashes, k.hash)
		}
	}
	return w
}

// of returns the list for these ids. The caller may change ids afterwards.
func (l *idCache) of(ids []string) *idBatch {
	if l == nil || len(ids) < l.least || len(l.last) == 0 {
		return newIDBatch(ids)
	}
	if w := l.known(ids); w != nil {
		return w
	}
	w := newIDBatch(slices.Clone(ids))
	l.mu.Lock()
	defer l.mu.Unlock()
	l.last[l.next] = w
	l.next = (l.next + 1) % len(l.last)
	return w
}

// known returns the cached list, if any. The strings are mostly identical in memory, so comparing
// them is cheap.
func (l *idCache) known(ids []string) *idBatch {
	l.mu.Lock()
	last := slices.Clone(l.last)
	l.mu.Unlock()
	for _, w := range last {
		if w != nil && slices.Equal(w.ids, ids) {
			return w
		}
	}
	return nil
}
