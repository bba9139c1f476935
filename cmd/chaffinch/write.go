package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// replaceFile writes a file whole or not at all: what was there before stays until all of the new
// content is on the disk. A link stays, and the file that it leads to is replaced; pipes and devices are
// written to as they are.
func replaceFile(path string, content []byte) error {
	mode := fs.FileMode(0o600) // it may hold sources that are nobody else's business
	switch info, err := os.Stat(path); {
	case err == nil && info.IsDir():
		return errors.New("it is a folder: name a file")
	case err == nil && !info.Mode().IsRegular():
		return writeInto(path, content)
	case err == nil:
		mode = info.Mode().Perm()
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	tmp, err := os.CreateTemp(filepath.Dir(path), ".chaffinch-*")
	if err != nil {
		return withoutPath(err)
	}
	_, err = tmp.Write(content)
	if err := errors.Join(err, tmp.Chmod(mode), tmp.Sync(), tmp.Close()); err != nil {
		os.Remove(tmp.Name())
		return withoutPath(err)
	}
	if err := os.Rename(tmp.Name(), path); err != nil {
		os.Remove(tmp.Name())
		return err
	}
	return nil
}

// writeInto writes to what is no regular file, of which nothing could be kept.
func writeInto(path string, content []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return withoutPath(err)
	}
	_, err = f.Write(content)
	return withoutPath(errors.Join(err, f.Close()))
}

// sameFile says whether both paths lead to one file that exists.
func sameFile(a, b string) bool {
	infoA, errA := os.Stat(a)
	infoB, errB := os.Stat(b)
	return errA == nil && errB == nil && os.SameFile(infoA, infoB)
}
