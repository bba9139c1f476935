package index

import (
	"bytes"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/internal/filetest"
)

func TestSource_DamagedIsRefused(t *testing.T) {
	text := []byte(filetest.Program(1))
	if got, err := decompress(BlobID(text), compress(text)); err != nil || string(got) != string(text) {
		t.Errorf("%q, %v", got, err)
	}
	if _, err := decompress(BlobID(nil), compress(text)); err == nil {
		t.Error("another content is taken")
	}
	whole := compress(text)
	for i := range whole {
		damaged := append([]byte(nil), whole...)
		damaged[i] ^= 0x55
		if got, err := decompress(BlobID(text), damaged); err == nil && string(got) != string(text) {
			t.Fatalf("byte %d: %q", i, got)
		}
		if _, err := decompress(BlobID(text), whole[:i]); err == nil {
			t.Fatalf("cut at %d: taken", i)
		}
	}
}

// FuzzSource: a stored source is refused, or has its id.
func FuzzSource(f *testing.F) {
	for _, source := range []string{"package p\n", strings.Repeat("a", 1000), filetest.Program(1)} {
		f.Add(compress([]byte(source)))
		f.Add(compress([]byte(source))[:9])
	}
	f.Fuzz(func(t *testing.T, stored []byte) {
		if content, err := decompress(BlobID(nil), stored); err == nil && len(content) > 0 {
			t.Errorf("%q is taken for the source of another id", stored)
		}
		content := stored
		if got, err := decompress(BlobID(content), compress(content)); len(content) > 0 && (err != nil || !bytes.Equal(got, content)) {
			t.Errorf("%q is unpacked as %q, %v", content, got, err)
		}
	})
}
