//go:build unix

package mapped

import (
	"errors"
	"hash/crc32"
	"os"
	"path/filepath"
	"testing"

	mmap "github.com/blevesearch/mmap-go"
)

// truncated returns mapped memory of a file that is empty now.
func truncated(t *testing.T) []byte {
	t.Helper()
	f, err := os.Create(filepath.Join(t.TempDir(), "file"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := f.Truncate(1 << 16); err != nil {
		t.Fatal(err)
	}
	mem, err := mmap.Map(f, mmap.RDONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = mem.Unmap() })
	if err := f.Truncate(0); err != nil {
		t.Fatal(err)
	}
	return mem
}

func TestRead_ReturnsFaultsAsErrors(t *testing.T) {
	mem, read := truncated(t), 0
	for name, f := range map[string]func() error{
		"a byte":     func() error { read += int(mem[5000]); return nil },
		"a copy":     func() error { read += copy(make([]byte, 9000), mem); return nil },
		"a checksum": func() error { read += int(crc32.ChecksumIEEE(mem)); return nil },
		"within":     func() error { return Read(func() error { read += int(mem[0]); return nil }) },
	} {
		if err := Read(f); !errors.Is(err, ErrTruncated) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestRead_KeepsErrorsAndPanics(t *testing.T) {
	other := errors.New("other")
	if err := Read(func() error { return other }); err != other {
		t.Error(err)
	}
	var none *int
	for name, f := range map[string]func(){"own": func() { panic("own") }, "nil": func() { *none = 1 }} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			t.Error(name, Read(func() error { f(); return nil }))
		}()
	}
}
