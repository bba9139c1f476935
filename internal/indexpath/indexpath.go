// Package indexpath finds the index of a command. --index names it, or $CHAFFINCH_INDEX, or it is
// the nearest folder .chaffinch.
package indexpath

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

const (
	// Variable is the environment variable that names an index.
	Variable = "CHAFFINCH_INDEX"
	// Folder is the name of the folders that are searched for, upwards from the working folder.
	Folder = ".chaffinch"
)

// ErrNone means that no index was specified and none was found.
var ErrNone = errors.New("no index here: " +
	"create one with chaffinch index PATH, or specify one with --index")

// Existing returns the index to read. It is the index that the flag names, or $CHAFFINCH_INDEX, or
// the nearest .chaffinch in the working folder or a parent of it. The error is [ErrNone] if there
// is none.
func Existing(flag string) (string, error) {
	if named := named(flag); named != "" {
		return named, nil
	}
	dir, err := os.Getwd()
	if err != nil {
		return "", fmt.Errorf("looking for an index: %w", err)
	}
	for {
		path := filepath.Join(dir, Folder)
		if info, err := os.Stat(path); err == nil && info.IsDir() {
			return path, nil
		}
		above := filepath.Dir(dir)
		if above == dir {
			return "", ErrNone
		}
		dir = above
	}
}

// OrNew is [Existing], or the path of a new index in the working folder.
func OrNew(flag string) (string, error) {
	path, err := Existing(flag)
	if errors.Is(err, ErrNone) {
		return Folder, nil
	}
	return path, err
}

func named(flag string) string {
	if flag != "" {
		return flag
	}
	return os.Getenv(Variable)
}

// Cached returns the path of the index that --corpus uses. It is in the user's cache folder, named
// by the absolute path of the corpus.
func Cached(corpus string) (string, error) {
	abs, err := filepath.Abs(corpus)
	if err != nil {
		return "", fmt.Errorf("finding the cached index of %s: %w", corpus, err)
	}
	if real, err := filepath.EvalSymlinks(abs); err == nil {
		abs = real
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("finding the cached index of %s: %w: use --index instead of --corpus", corpus, err)
	}
	sum := sha256.Sum256([]byte(abs))
	return filepath.Join(cache, "chaffinch", filepath.Base(abs)+"-"+hex.EncodeToString(sum[:6])), nil
}
