package indexpath

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/chaffinch-search/chaffinch/internal/lazyregexp"
)

// Beside each index in the cache is a file with the path of its corpus. Its time is the time of the
// last use.
const noteSuffix = ".corpus"

// CacheEntry is an index that --corpus keeps. It may be the rest of one that was being created or
// removed.
type CacheEntry struct {
	Path   string
	Corpus string // absolute; empty if unknown
	Bytes  int64
	Used   time.Time
}

// inCache matches the names in the cache folder that [Cached] makes, and names of leftovers.
var inCache = lazyregexp.New(`^(.*-[0-9a-f]{12}(\.removed-\d+)?|\.chaffinch-new-.*)$`)

// CacheEntries returns the indexes in the user's cache, by name.
func CacheEntries() ([]CacheEntry, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return nil, fmt.Errorf("finding the cache: %w", err)
	}
	folder := filepath.Join(cache, "chaffinch")
	names, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var found []CacheEntry
	for _, n := range names {
		if n.IsDir() && inCache.MatchString(n.Name()) {
			found = append(found, cacheEntry(filepath.Join(folder, n.Name())))
		}
	}
	return found, err
}

func cacheEntry(path string) CacheEntry {
	e := CacheEntry{Path: path}
	if note, err := os.ReadFile(path + noteSuffix); err == nil {
		e.Corpus = string(note)
	}
	for _, file := range []string{path, path + noteSuffix} {
		if info, err := os.Stat(file); err == nil {
			e.Used = info.ModTime()
		}
	}
	_ = filepath.WalkDir(path, func(_ string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return nil // what cannot be read is not counted
		}
		if info, err := d.Info(); err == nil {
			e.Bytes += info.Size()
		}
		return nil
	})
	return e
}

// NoteUse records that the index at the path of [Cached] is used for a corpus.
func NoteUse(path, corpus string) error {
	corpus, err := filepath.Abs(corpus)
	if err != nil {
		return fmt.Errorf("noting the corpus of %s: %w", path, err)
	}
	return os.WriteFile(path+noteSuffix, []byte(corpus), 0o666)
}

// ForgetUse removes the record of [NoteUse], if there is one.
func ForgetUse(path string) error {
	err := os.Remove(path + noteSuffix)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
