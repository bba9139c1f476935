package disk

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"
)

// renaming is a folder whose published/next a writer renames after it was listed.
type renaming struct{ fstest.MapFS }

func (f renaming) ReadDir(name string) ([]fs.DirEntry, error) {
	if name == "published/next" {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return f.MapFS.ReadDir(name)
}

func TestFolderSize_WhileAnUpdateIsPublished(t *testing.T) {
	file := &fstest.MapFile{Data: []byte("seven B")}
	size, err := folderSize(renaming{fstest.MapFS{
		"published/0001/sums": file, "published/next/sums": file, "store/root.bolt": file,
	}})
	if err != nil || size != 14 {
		t.Errorf("the size is %d, %v, want 14", size, err)
	}
}

func TestFolderSize_NoFolder(t *testing.T) {
	if size, err := folderSize(os.DirFS(filepath.Join(t.TempDir(), "none"))); err == nil {
		t.Errorf("the size of no folder is %d", size)
	}
}
