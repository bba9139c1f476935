package units

import (
	"bytes"
	"errors"
	"os"
	"testing"
)

// The first contents are in memory, the others in a file, and after the end none can be read.
func TestSpool_Keep(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	var s spool
	large := bytes.Repeat([]byte("0123456789abcdef"), mostHeld/16-1)
	contents := [][]byte{[]byte("first"), large, []byte("too large for the rest"), []byte("small"), {}}
	var sources []source
	for _, c := range contents {
		kept, err := s.keep(c)
		if err != nil {
			t.Fatal(err)
		}
		sources = append(sources, kept)
	}
	if s.bytes != int64(len(contents[0])+len(large)+len(contents[3])) || s.size != int64(len(contents[2])) || s.file == nil {
		t.Errorf("%d bytes are held, and %d in the file", s.bytes, s.size)
	}
	for i, kept := range sources {
		got, err := kept.read()
		if err != nil || !bytes.Equal(got, contents[i]) {
			t.Errorf("content %d: %d bytes, %v", i, len(got), err)
		}
		clear(got) // belongs to the caller
		if again, err := kept.read(); err != nil || !bytes.Equal(again, contents[i]) {
			t.Errorf("content %d again: %d bytes, %v", i, len(again), err)
		}
	}
	for range 2 {
		if err := s.close(); err != nil {
			t.Fatal(err)
		}
	}
	for i, kept := range sources {
		if _, err := kept.read(); !errors.Is(err, os.ErrClosed) {
			t.Errorf("content %d after the end: %v", i, err)
		}
	}
	if left, err := os.ReadDir(os.Getenv("TMPDIR")); err != nil || len(left) > 0 {
		t.Errorf("left in the folder: %v, %v", left, err)
	}
}
