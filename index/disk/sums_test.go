package disk

import (
	"encoding/hex"
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
	for n := range sums {
		damaged := slices.Clone(sums)
		damaged[n] ^= 4
		if _, ok := parseSums(damaged, meta, list); ok {
			t.Errorf("byte %d is not compared", n)
		}
		if _, ok := parseSums(sums[:n], meta, list); ok {
			t.Errorf("cut after %d bytes", n)
		}
	}
}

// The bytes are those that docs/format.md describes, computed by another program.
func TestSums_MatchFormatDocument(t *testing.T) {
	segments := map[string]uint32{"00000000001f.zap": 0xffffffff, "000000000002.zap": 7}
	const want = "839206e3" + "aa36918a" +
		"0200000000000000" + "07000000" + "1f00000000000000" + "ffffffff" + "ae34a2a8"
	if got := hex.EncodeToString(sumsOf([]byte("123456789"), make([]byte, 32), segments)); got != want {
		t.Errorf("%s, not %s", got, want)
	}
}
