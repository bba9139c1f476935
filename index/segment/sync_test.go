package segment

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// A segment whose name may not survive a cut of the power is not written.
func TestWriteFile_FailedSync(t *testing.T) {
	defer func(before func(string) error) { syncDir = before }(syncDir)
	path := filepath.Join(t.TempDir(), "segment")
	syncDir = func(dir string) error {
		if dir != filepath.Dir(path) {
			t.Errorf("synced %s", dir)
		}
		return syscall.EIO
	}
	err := writeFile(path, func(w io.Writer) error {
		_, err := io.WriteString(w, "text")
		return err
	})
	if !errors.Is(err, syscall.EIO) {
		t.Errorf("error %v", err)
	}
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the file is there: %v", err)
	}
}
