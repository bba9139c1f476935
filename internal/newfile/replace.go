package newfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Replace writes a file atomically. The old content stays until the new one is on the disk. A file
// that exists keeps its permissions; a new one has those that the umask leaves. A symbolic link
// stays, and its target is replaced; pipes and devices are written to. The error names the file.
func Replace(path string, write func(io.Writer) error) error {
	if err := withoutPath(replace(path, write)); err != nil {
		return fmt.Errorf("writing %s: %w", path, err)
	}
	return nil
}

// withoutPath returns the cause of an error about a path, which may be the temporary file.
func withoutPath(err error) error {
	if p := new(fs.PathError); errors.As(err, &p) {
		return p.Err
	}
	return err
}

func replace(path string, write func(io.Writer) error) error {
	keepMode := func(*os.File) error { return nil }
	switch info, err := os.Stat(path); {
	case err == nil && info.IsDir():
		return errors.New("it is a folder: specify a file")
	case err == nil && !info.Mode().IsRegular():
		return writeInto(path, write)
	case err == nil:
		keepMode = func(f *os.File) error { return f.Chmod(info.Mode().Perm()) }
	}
	switch real, err := filepath.EvalSymlinks(path); {
	case err == nil:
		path = real
	case !errors.Is(err, fs.ErrNotExist):
		return err // a link that cannot be followed is not replaced
	}
	tmp, err := Create(filepath.Dir(path), ".chaffinch-")
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%w: create the folder first", withoutPath(err))
	}
	if err != nil {
		return err
	}
	if err := errors.Join(write(tmp), keepMode(tmp), tmp.Sync(), tmp.Close()); err != nil {
		os.Remove(tmp.Name())
		return err
	}
	if err := os.Rename(tmp.Name(), path); err != nil {
		os.Remove(tmp.Name())
		return err
	}
	return nil
}

// writeInto writes to a pipe or device, which cannot be replaced.
func writeInto(path string, write func(io.Writer) error) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return errors.Join(write(f), f.Close())
}
