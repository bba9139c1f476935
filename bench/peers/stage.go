package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// stage copies the regular files below the folder that have one of the extensions, or all if none is
// named, to the same places below into. It returns the copies, sorted, and their size in bytes. Left out
// is what not all programs read: hidden files and folders, empty files, and those with a zero byte.
func stage(folder, into string, ext []string) (files []string, size int64, err error) {
	err = filepath.WalkDir(folder, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if name != folder && strings.HasPrefix(d.Name(), ".") {
			if d.IsDir() {
				return filepath.SkipDir
			}
			return nil
		}
		if !d.Type().IsRegular() || len(ext) > 0 && !slices.Contains(ext, filepath.Ext(name)) {
			return nil
		}
		rel, err := filepath.Rel(folder, name)
		if err != nil {
			return err
		}
		n, err := copyFile(name, filepath.Join(into, rel))
		if n > 0 {
			files = append(files, filepath.Join(into, rel))
			size += int64(n)
		}
		return err
	})
	if err == nil && len(files) == 0 {
		err = fmt.Errorf("no files: see -ext")
	}
	return files, size, err
}

// copyFile returns how many bytes it copied, 0 of a file that is empty or not text.
func copyFile(from, to string) (int, error) {
	content, err := os.ReadFile(from)
	if err != nil || len(content) == 0 || bytes.IndexByte(content, 0) >= 0 {
		return 0, err
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return 0, err
	}
	return len(content), os.WriteFile(to, content, 0o644)
}
