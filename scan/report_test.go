package scan

import (
	"errors"
	"strings"
	"testing"
)

// Findings without matches are refused before they take the memory of findings.
func TestReport_RefusesEmptyFindingsInLittleMemory(t *testing.T) {
	text := []byte(`{"files":[],"findings":[{}` + strings.Repeat(",{}", 100_000) + `]}`)
	used := testing.Benchmark(func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if err := new(Report).UnmarshalJSON(text); !errors.Is(err, errNoReport) {
				b.Fatal(err)
			}
		}
	}).AllocedBytesPerOp()
	if most := int64(60 * len(text)); used > most {
		t.Errorf("%d bytes were allocated for %d, more than %d", used, len(text), most)
	}
}
