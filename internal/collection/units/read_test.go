package units

import (
	"sync"
	"testing"
)

// Which of two identical files is analysed depends on which worker reads it first. Only that file has
// a source, which may not be the first in the order of paths.
func TestUnits_SourceOfACopyIsThatOfTheFileThatWasRead(t *testing.T) {
	read := &File{Path: "b", Content: "same", source: dropped{}}
	read.First = read
	twin := &File{Path: "a", Content: "same", First: read}
	u := &Units{All: []*Unit{{Files: []*File{twin}}, {Files: []*File{read}}}}
	u.sources = sync.OnceValue(u.findSources)
	_, want := read.source.read()
	if _, err := u.Source("same"); err != want {
		t.Errorf("the source says %v, not %v", err, want)
	}
}
