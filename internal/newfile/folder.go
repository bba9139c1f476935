package newfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Folder writes files, by name, into a new folder, which appears once it is complete. If something
// has its path, the error is [fs.ErrExist], and nothing is written.
func Folder(path string, files map[string][]byte) error {
	if _, err := os.Lstat(path); err == nil {
		return fmt.Errorf("writing %s: %w", path, fs.ErrExist)
	}
	if err := os.MkdirAll(filepath.Dir(filepath.Clean(path)), 0o777); err != nil {
		return err
	}
	tmp, err := createFolder(filepath.Dir(filepath.Clean(path)))
	if err != nil {
		return err
	}
	err = fill(tmp, files)
	if err == nil {
		err = os.Rename(tmp, path)
	}
	if err != nil {
		return errors.Join(fmt.Errorf("writing %s: %w", path, err), os.RemoveAll(tmp))
	}
	return nil
}

// createFolder is [os.MkdirTemp] with the permissions of any other new folder.
func createFolder(in string) (string, error) {
	for {
		name := unused(in, ".chaffinch-")
		if err := os.Mkdir(name, 0o777); !errors.Is(err, fs.ErrExist) {
			return name, err
		}
	}
}

// fill writes the files.
func fill(folder string, files map[string][]byte) error {
	for name, content := range files {
		f, err := os.OpenFile(filepath.Join(folder, name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if err != nil {
			return err
		}
		_, err = f.Write(content)
		if err := errors.Join(err, f.Sync(), f.Close()); err != nil {
			return err
		}
	}
	return nil
}
