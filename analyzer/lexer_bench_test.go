package analyzer

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// benchmarkBytes is about how much source a benchmark reads in.
const benchmarkBytes = 4 << 20

// benchmarkSources returns sources with one of the extensions, about benchmarkBytes of them, from the
// folders that CHAFFINCH_BENCH_SOURCES lists as PATH lists them, or from GOROOT, which every installation
// has. It skips the benchmark if there are none.
func benchmarkSources(b *testing.B, extensions string) (sources [][]byte, size int64) {
	b.Helper()
	for _, root := range benchmarkRoots(b) {
		_ = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || size >= benchmarkBytes {
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

// benchmarkRoots returns the folders to take sources from.
func benchmarkRoots(b *testing.B) []string {
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

// benchmarkLanguages are the languages that benchmarks read and the extensions of their files.
var benchmarkLanguages = []struct{ name, extensions string }{
	{"C", ".c .h"}, {"C++", ".cc .cpp .hpp"}, {"Go", ".go"}, {"Java", ".java"}, {"Python", ".py"},
	{"JavaScript", ".js"}, {"Text", ".md .txt .rst"},
}

// eachBenchmarkLanguage runs a benchmark for each of them.
func eachBenchmarkLanguage(b *testing.B, run func(b *testing.B, l *Language, sources [][]byte)) {
	for _, c := range benchmarkLanguages {
		b.Run(c.name, func(b *testing.B) {
			l, ok := Lookup(c.name)
			if !ok {
				b.Fatalf("no language %q", c.name)
			}
			sources, _ := benchmarkSources(b, c.extensions)
			run(b, l, sources)
		})
	}
}

// totalSize returns how many bytes sources hold.
func totalSize(sources [][]byte) (size int64) {
	for _, source := range sources {
		size += int64(len(source))
	}
	return size
}

func BenchmarkLex(b *testing.B) {
	eachBenchmarkLanguage(b, func(b *testing.B, l *Language, sources [][]byte) {
		var tokens []Token
		count := 0
		b.SetBytes(totalSize(sources))
		b.ReportAllocs()
		for b.Loop() {
			count = 0
			for _, source := range sources {
				tokens = l.Lex(tokens[:0], source)
				count += len(tokens)
			}
		}
		b.ReportMetric(float64(totalSize(sources))/float64(count), "B/token")
	})
}
