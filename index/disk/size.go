package disk

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"slices"
)

// Size returns the size of the files of the index, in bytes.
func (x *Index) Size(context.Context) (int64, error) { return folderSize(x.dir.files()) }

// folderSize returns the size of the files in a folder, in bytes. Hard links count once. A writer
// may remove files and rename folders meanwhile: those count or not.
func folderSize(dir fs.FS) (int64, error) {
	var size int64
	bySize := map[int64][]fs.FileInfo{}
	err := fs.WalkDir(dir, ".", func(path string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) && path != "." {
			return nil
		}
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return nil
		}
		same := func(other fs.FileInfo) bool { return os.SameFile(info, other) }
		if n := info.Size(); !slices.ContainsFunc(bySize[n], same) {
			size += n
			bySize[n] = append(bySize[n], info)
		}
		return nil
	})
	return size, err
}
