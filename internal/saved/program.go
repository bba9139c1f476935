package saved

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"slices"
	"sync"

	"github.com/cespare/xxhash/v2"
)

// headSize is how much of a program has the id of its build, which the linker of Go writes near the
// beginning.
const headSize = 64 << 10

// Program identifies the running program by its bytes. Builds without a version, and builds of
// edited sources, have no name of their own, but Go gives each an id. A program without this id is
// read as a whole. The result is empty if it cannot be read, as in a browser.
var Program = sync.OnceValue(func() string {
	name, err := os.Executable()
	if err != nil {
		return ""
	}
	f, err := os.Open(name)
	if err != nil {
		return ""
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return ""
	}
	head := make([]byte, headSize)
	n, err := io.ReadFull(f, head)
	if err != nil && err != io.ErrUnexpectedEOF {
		return ""
	}
	h := xxhash.New()
	h.Write(head[:n])
	if !hasBuildID(head[:n]) {
		if _, err := io.Copy(h, f); err != nil {
			return ""
		}
	}
	return fmt.Sprintf("%x-%d", h.Sum64(), info.Size())
})

// buildIDs are the marks before the id of a build: in a note of ELF, and in other programs.
var buildIDs = [][]byte{[]byte("\x04\x00\x00\x00Go\x00\x00"), []byte("Go build ID: \"")}

// hasBuildID reports whether the beginning of a program has the id of its build.
func hasBuildID(head []byte) bool {
	return slices.ContainsFunc(buildIDs, func(mark []byte) bool {
		_, id, has := bytes.Cut(head, mark)
		return has && len(id) > 0 && id[0] != '"' && id[0] != 0
	})
}
