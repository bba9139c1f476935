package newfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

func TestFolder_IsCompleteOrAbsent(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a", "b")
	if err := Folder(path, map[string][]byte{"x": []byte("1"), "y": []byte("2")}); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"x": "1", "y": "2"} {
		if got, err := os.ReadFile(filepath.Join(path, name)); err != nil || string(got) != want {
			t.Errorf("%s has %q, %v", name, got, err)
		}
	}
	if err := Folder(path, map[string][]byte{"x": []byte("3")}); !errors.Is(err, fs.ErrExist) {
		t.Errorf("the second time the error is %v", err)
	}
	if err := Folder(filepath.Join(dir, "c"), map[string][]byte{"no/such/folder": nil}); err == nil {
		t.Error("a file is written into a folder that does not exist")
	}
	var left []string
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if !d.IsDir() {
			left = append(left, filepath.Base(name))
		}
		return err
	})
	if err != nil || len(left) != 2 {
		t.Errorf("%v are left, %v", left, err)
	}
	if all, err := os.ReadDir(dir); err != nil || len(all) != 1 {
		t.Errorf("%d folders are left, %v", len(all), err)
	}
}
