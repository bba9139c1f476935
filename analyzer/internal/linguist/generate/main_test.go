package main

import (
	"os"
	"path/filepath"
	"testing"
)

func TestTables_AreUpToDate(t *testing.T) {
	all, err := tables()
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range all {
		got, err := os.ReadFile(filepath.Join("..", "data", name))
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != want {
			t.Errorf("%s is not what go-enry says: run go generate ./analyzer/...", name)
		}
	}
	files, err := os.ReadDir(filepath.Join("..", "data"))
	if err != nil || len(files) != len(all) {
		t.Errorf("%d files for %d tables, %v", len(files), len(all), err)
	}
}

func TestWrite_Errors(t *testing.T) {
	if err := write(filepath.Join(t.TempDir(), "missing")); err == nil {
		t.Error("tables were written into a folder that does not exist")
	}
}
