package analyzer

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
	"github.com/chaffinch-search/chaffinch/internal/filetest"
)

// wanted is about how much source a benchmark reads in.
const wanted = 4 << 20

// benchmarkSources returns sources with one of the extensions, about wanted of them, from the
// folders that CHAFFINCH_BENCH_SOURCES lists as PATH lists them, or from GOROOT, which every
// installation has. It skips the benchmark if there are none.
func benchmarkSources(b *testing.B, extensions string) (sources [][]byte) {
	b.Helper()
	size := 0
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
			size += len(source)
			return nil
		})
	}
	if size == 0 {
		b.Skipf("no %s files: name folders with some in CHAFFINCH_BENCH_SOURCES", extensions)
	}
	return sources
}

// roots returns the folders to take sources from.
func roots(b *testing.B) []string {
	b.Helper()
	if list := os.Getenv("CHAFFINCH_BENCH_SOURCES"); list != "" {
		return filepath.SplitList(list)
	}
	return []string{filetest.GoSources(b)}
}

// benchmarkLanguages are the languages that benchmarks read and the extensions of their files.
var benchmarkLanguages = []struct{ Name, Extensions string }{
	{"C", ".c .h"}, {"C++", ".cc .cpp .hpp"}, {"Go", ".go"}, {"Java", ".java"}, {"Python", ".py"},
	{"JavaScript", ".js"}, {"Text", ".md .txt .rst"},
}

// totalSize returns how many bytes sources hold.
func totalSize(sources [][]byte) (size int64) {
	for _, source := range sources {
		size += int64(len(source))
	}
	return size
}

// benchmarkTokens returns the tokens of the benchmark's Go sources, concatenated.
func benchmarkTokens(b *testing.B) []lex.Token {
	b.Helper()
	sources := benchmarkSources(b, ".go")
	l, _ := lex.Lookup("Go")
	var tokens []lex.Token
	for _, source := range sources {
		tokens = l.Lex(tokens, source)
	}
	return tokens
}

// eachBenchmarkLanguage runs a benchmark for each language.
func eachBenchmarkLanguage(b *testing.B, run func(b *testing.B, l *lex.Language, sources [][]byte)) {
	for _, c := range benchmarkLanguages {
		b.Run(c.Name, func(b *testing.B) {
			l, ok := lex.Lookup(c.Name)
			if !ok {
				b.Fatalf("no language %q", c.Name)
			}
			sources := benchmarkSources(b, c.Extensions)
			run(b, l, sources)
		})
	}
}

// reportPerToken reports the time for each of n tokens or hashes.
func reportPerToken(b *testing.B, n int) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/token")
}

func BenchmarkLex(b *testing.B) {
	eachBenchmarkLanguage(b, func(b *testing.B, l *lex.Language, sources [][]byte) {
		var tokens []lex.Token
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

// BenchmarkAnalyze measures everything from a source to its fingerprints, in one representation and
// in both.
func BenchmarkAnalyze(b *testing.B) {
	eachBenchmarkLanguage(b, func(b *testing.B, l *lex.Language, sources [][]byte) {
		all := DefaultSettings()
		b.Run("structure", func(b *testing.B) {
			benchmarkAnalyze(b, Settings{Structure: all.Structure}, l, sources)
		})
		b.Run("exact", func(b *testing.B) {
			benchmarkAnalyze(b, Settings{Exact: all.Exact, Text: all.Text}, l, sources)
		})
		b.Run("both", func(b *testing.B) { benchmarkAnalyze(b, all, l, sources) })
	})
}

func benchmarkAnalyze(b *testing.B, settings Settings, l *lex.Language, sources [][]byte) {
	a, err := New(settings)
	if err != nil {
		b.Fatal(err)
	}
	var n Analysis
	tokens := 0
	for _, source := range sources { // so that n has grown
		a.Analyze(l, source, &n)
		tokens += len(n.Tokens)
	}
	b.SetBytes(totalSize(sources))
	b.ReportAllocs()
	for b.Loop() {
		for _, source := range sources {
			a.Analyze(l, source, &n)
		}
	}
	reportPerToken(b, tokens)
}

// BenchmarkFingerprint measures everything from tokens to fingerprints, including hashing, so that
// selections that hash other grams can be compared.
func BenchmarkFingerprint(b *testing.B) {
	n := Analysis{Tokens: benchmarkTokens(b)}
	for _, name := range []string{winnow.SelectRobust, winnow.SelectOpenClosed} {
		for _, f := range []struct {
			r    Representation
			k, w int
		}{{Structure, 10, 8}, {Exact, 5, 8}} {
			w, err := winnow.New(winnow.Scheme{K: f.k, W: f.w, Selection: name})
			if err != nil {
				b.Fatal(err)
			}
			b.Run(name+"/"+f.r.String(), func(b *testing.B) {
				n.fingerprint(f.r, w) // so that n has grown
				b.ReportAllocs()
				for b.Loop() {
					n.fingerprint(f.r, w)
				}
				reportPerToken(b, len(n.Tokens))
			})
		}
	}
}
