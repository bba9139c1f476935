package analyzer

import (
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer/internal/benchsource"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
)

// benchmarkTokens returns the tokens of the benchmark's Go sources, concatenated.
func benchmarkTokens(b *testing.B) []lex.Token {
	b.Helper()
	sources, _ := benchsource.Sources(b, ".go")
	l, _ := lex.Lookup("Go")
	var tokens []lex.Token
	for _, source := range sources {
		tokens = l.Lex(tokens, source)
	}
	return tokens
}

// eachBenchmarkLanguage runs a benchmark for each language.
func eachBenchmarkLanguage(b *testing.B, run func(b *testing.B, l *lex.Language, sources [][]byte)) {
	for _, c := range benchsource.Languages {
		b.Run(c.Name, func(b *testing.B) {
			l, ok := lex.Lookup(c.Name)
			if !ok {
				b.Fatalf("no language %q", c.Name)
			}
			sources, _ := benchsource.Sources(b, c.Extensions)
			run(b, l, sources)
		})
	}
}

// reportPerToken reports the time for each of n tokens or hashes.
func reportPerToken(b *testing.B, n int) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/token")
}

func BenchmarkGrams(b *testing.B) {
	tokens := benchmarkTokens(b)
	for r := range Representation(Representations) {
		b.Run(r.String(), func(b *testing.B) {
			hashes, symbols := make([]uint64, 0, len(tokens)), symbolsOf(tokens, r)
			b.SetBytes(int64(len(tokens)) * 8)
			b.ReportAllocs()
			for b.Loop() {
				hashes = winnow.Grams(hashes[:0], symbols, 10)
			}
			reportPerToken(b, len(tokens))
		})
	}
}

// benchmarkSelections are the selections at the default windows, and at a larger one.
var benchmarkSelections = []struct {
	name string
	s    winnow.Selection
}{
	{"winnowing/w=8", winnow.Winnowing{W: 8}},
	{"winnowing/w=100", winnow.Winnowing{W: 100}},
	{"robust/w=4", winnow.RobustWinnowing{W: 4}},
	{"robust/w=8", winnow.RobustWinnowing{W: 8}},
	{"robust/w=100", winnow.RobustWinnowing{W: 100}},
	{"zero-mod/p=4", winnow.ZeroMod{P: 4}},
	{"safe-zero-mod/w=8", winnow.SafeZeroMod{W: 8, P: 4}},
	{"min-s/s=256", winnow.MinS{S: 256}},
}

func BenchmarkSelect(b *testing.B) {
	hashes := winnow.Grams(nil, symbolsOf(benchmarkTokens(b), Structure), 10)
	for _, c := range benchmarkSelections {
		b.Run(c.name, func(b *testing.B) { benchmarkSelect(b, c.s, hashes) })
	}
}

// BenchmarkSelectRising uses the input in which the minimum of a window leaves it at every step.
func BenchmarkSelectRising(b *testing.B) {
	hashes := make([]uint64, 1<<18)
	for i := range hashes {
		hashes[i] = uint64(i)
	}
	for _, c := range benchmarkSelections {
		b.Run(c.name, func(b *testing.B) { benchmarkSelect(b, c.s, hashes) })
	}
}

func benchmarkSelect(b *testing.B, s winnow.Selection, hashes []uint64) {
	selected := make([]int, 0, len(hashes))
	b.SetBytes(int64(len(hashes)) * 8)
	b.ReportAllocs()
	for b.Loop() {
		selected = s.Select(selected[:0], hashes)
	}
	reportPerToken(b, len(hashes))
	b.ReportMetric(float64(len(selected))/float64(len(hashes)), "density")
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
	b.SetBytes(benchsource.TotalSize(sources))
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
