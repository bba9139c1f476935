package code

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// WriteFile writes a file, and makes the folders that it is in.
func WriteFile(name string, content []byte) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	return os.WriteFile(name, content, 0o644)
}

// Contents calls visit for the files of Files with their contents, and returns the first error of
// visit.
func Contents(folder string, visit func(file, name string, content []byte) error) (err error) {
	return errors.Join(Files(folder, func(file, name string) {
		var content []byte
		if err == nil {
			content, err = os.ReadFile(file)
		}
		if err == nil {
			err = visit(file, name, content)
		}
	}), err)
}

// Files calls add for the regular files below a folder, except files of version control. name is
// the path below the folder, with slashes.
func Files(folder string, add func(file, name string)) error {
	err := filepath.WalkDir(folder, func(file string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			switch entry.Name() {
			case ".git", ".hg", ".svn":
				return fs.SkipDir
			}
			return nil
		}
		name, err := filepath.Rel(folder, file)
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		add(file, filepath.ToSlash(name))
		return nil
	})
	if err != nil {
		return fmt.Errorf("listing %s: %w", folder, err)
	}
	return nil
}
