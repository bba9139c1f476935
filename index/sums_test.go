package index

import (
	"maps"
	"slices"
	"testing"
)

func TestParseSums(t *testing.T) {
	meta, list := []byte("meta"), []byte("list")
	segments := map[string]uint32{segmentFile(2): 7, segmentFile(0x1f): 0xffffffff}
	sums := sumsOf(meta, list, segments)
	if got, ok := parseSums(sums, meta, list); !ok || !maps.Equal(got, segments) {
		t.Errorf("%v, %v", got, ok)
	}
	if got, ok := parseSums(sums[:8], meta, list); !ok || len(got) > 0 {
		t.Errorf("of an earlier build: %v, %v", got, ok)
	}
	for n := range sums {
		damaged := slices.Clone(sums)
		damaged[n] ^= 4
		if _, ok := parseSums(damaged, meta, list); ok {
			t.Errorf("byte %d is not compared", n)
		}
		if _, ok := parseSums(sums[:n], meta, list); ok && n != 8 {
			t.Errorf("cut after %d bytes", n)
		}
	}
}
