package analyzer

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// benchmarkBytes is about how much source a benchmark reads in.
const benchmarkBytes = 4 << 20

// gorootSources returns sources with one of the extensions from GOROOT, about benchmarkBytes of them,
// and skips the benchmark if there are none.
func gorootSources(b *testing.B, extensions string) (sources [][]byte, size int64) {
	b.Helper()
	root := os.Getenv("CHAFFINCH_BENCH_SOURCES")
	if root == "" {
		goroot, err := exec.Command("go", "env", "GOROOT").Output()
		if err != nil {
			b.Skipf("asking for GOROOT: %v", err)
		}
		root = filepath.Join(strings.TrimSpace(string(goroot)), "src")
	}
	_ = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || size >= benchmarkBytes {
			return fs.SkipAll
		}
		ext := filepath.Ext(path)
		if d.IsDir() || ext == "" || !strings.Contains(extensions+" ", ext+" ") {
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
	if size == 0 {
		b.Skipf("no %s files under %s", extensions, root)
	}
	return sources, size
}

// benchmarkLex lexes Go sources, which every installation has, or what CHAFFINCH_BENCH_SOURCES holds.
func benchmarkLex(b *testing.B, language, extensions string) {
	sources, size := gorootSources(b, extensions)
	l, ok := Lookup(language)
	if !ok {
		b.Fatalf("no language %q", language)
	}
	var tokens []Token
	count := 0
	b.SetBytes(size)
	b.ReportAllocs()
	for b.Loop() {
		count = 0
		for _, source := range sources {
			tokens = l.Lex(tokens[:0], source)
			count += len(tokens)
		}
	}
	b.ReportMetric(float64(size)/float64(count), "B/token")
}

func BenchmarkLexGo(b *testing.B)         { benchmarkLex(b, "Go", ".go") }
func BenchmarkLexC(b *testing.B)          { benchmarkLex(b, "C", ".c .h .go") }
func BenchmarkLexCPP(b *testing.B)        { benchmarkLex(b, "C++", ".c .h .go .cc .cpp .hpp") }
func BenchmarkLexJava(b *testing.B)       { benchmarkLex(b, "Java", ".java .go") }
func BenchmarkLexPython(b *testing.B)     { benchmarkLex(b, "Python", ".py") }
func BenchmarkLexJavaScript(b *testing.B) { benchmarkLex(b, "JavaScript", ".js") }
func BenchmarkLexText(b *testing.B)       { benchmarkLex(b, "Text", ".md .txt .go") }
