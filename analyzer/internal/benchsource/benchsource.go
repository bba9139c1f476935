// Package benchsource finds the sources that benchmarks read.
package benchsource

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// wanted is about how much source a benchmark reads in.
const wanted = 4 << 20

// Sources returns sources with one of the extensions, about wanted of them, from the folders that
// CHAFFINCH_BENCH_SOURCES lists as PATH lists them, or from GOROOT, which every installation has.
// It skips the benchmark if there are none.
func Sources(b *testing.B, extensions string) (sources [][]byte, size int64) {
	b.Helper()
	for _, root := range roots(b) {
		_ = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || size >= wanted {
				return fs.SkipAll
			}
			if d.IsDir() || !slices.Contains(strings.Fields(extensions), filepath.Ext(path)) {
				return nil
			}
			source, err := os.ReadFile(path)
			if err != nil {
				return nil
			}
			sources = append(sources, source)
			size += int64(len(source))
			return nil
		})
	}
	if size == 0 {
		b.Skipf("no %s files: name folders with some in CHAFFINCH_BENCH_SOURCES", extensions)
	}
	return sources, size
}

// roots returns the folders to take sources from.
func roots(b *testing.B) []string {
	b.Helper()
	if list := os.Getenv("CHAFFINCH_BENCH_SOURCES"); list != "" {
		return filepath.SplitList(list)
	}
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		b.Skipf("asking for GOROOT: %v", err)
	}
	return []string{filepath.Join(strings.TrimSpace(string(goroot)), "src")}
}

// Languages are the languages that benchmarks read and the extensions of their files.
var Languages = []struct{ Name, Extensions string }{
	{"C", ".c .h"}, {"C++", ".cc .cpp .hpp"}, {"Go", ".go"}, {"Java", ".java"}, {"Python", ".py"},
	{"JavaScript", ".js"}, {"Text", ".md .txt .rst"},
}

// TotalSize returns how many bytes sources hold.
func TotalSize(sources [][]byte) (size int64) {
	for _, source := range sources {
		size += int64(len(source))
	}
	return size
}
