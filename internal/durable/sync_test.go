package durable

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

func TestSync(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, []byte("text"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{dir, file} {
		if err := Sync(path); err != nil {
			t.Error(err)
		}
	}
	if err := Sync(filepath.Join(dir, "missing")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("error %v", err)
	}
}

// Only a file system that cannot sync folders is excused.
func TestUnsupported(t *testing.T) {
	for code, want := range map[error]bool{
		syscall.EINVAL: true, syscall.ENOTSUP: true, syscall.EBADF: true,
		syscall.EIO: false, syscall.ENOSPC: false, syscall.EROFS: false, syscall.EACCES: false, nil: false,
	} {
		if got := unsupported(&fs.PathError{Op: "sync", Path: "/", Err: code}); got != want {
			t.Errorf("%v: %v", code, got)
		}
	}
}
