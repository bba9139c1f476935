package align

import "testing"

func BenchmarkAlignHostile(b *testing.B) {
	for name, pair := range hostile(100_000) {
		b.Run(name, func(b *testing.B) {
			x, y := lexed(b, "C", pair[0]), lexed(b, "C", pair[1])
			for b.Loop() {
				Align(NewDocument(x.source, x.tokens), NewDocument(y.source, y.tokens))
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*(x.Len()+y.Len())), "ns/token")
		})
	}
}
