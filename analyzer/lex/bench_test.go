package lex

import (
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer/internal/benchsource"
)

// eachBenchmarkLanguage runs a benchmark for each of them.
func eachBenchmarkLanguage(b *testing.B, run func(b *testing.B, l *Language, sources [][]byte)) {
	for _, c := range benchsource.Languages {
		b.Run(c.Name, func(b *testing.B) {
			l, ok := Lookup(c.Name)
			if !ok {
				b.Fatalf("no language %q", c.Name)
			}
			sources, _ := benchsource.Sources(b, c.Extensions)
			run(b, l, sources)
		})
	}
}

func BenchmarkLex(b *testing.B) {
	eachBenchmarkLanguage(b, func(b *testing.B, l *Language, sources [][]byte) {
		var tokens []Token
		count := 0
		b.SetBytes(benchsource.TotalSize(sources))
		b.ReportAllocs()
		for b.Loop() {
			count = 0
			for _, source := range sources {
				tokens = l.Lex(tokens[:0], source)
				count += len(tokens)
			}
		}
		b.ReportMetric(float64(benchsource.TotalSize(sources))/float64(count), "B/token")
	})
}
