package units

import (
	"context"
	"strings"

	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
)

// topFolders are the single top-level folders of an archive and of the archives in it. The key is
// the path of the archive below the outermost one. An archive with several folders, or with a file
// next to its folder, has the folder "".
//
// Some archives hold a folder with everything, others hold the files themselves, although the
// students were told the same. Paths omit this folder, so that both have the same paths.
type topFolders map[string]string

// findTopFolders reads the archive. Files that are skipped do not count, such as the metadata that
// macOS puts next to the folder. met is called with each path and content.
func findTopFolders(ctx context.Context, f corpus.File, o document.Options, met func(path string, content []byte)) (topFolders, error) {
	tops := topFolders{}
	f.Path = ""
	err := corpus.Unpack(ctx, f, o, func(f corpus.File, content []byte) error {
		tops.add(f.Path)
		met(f.Path, content)
		return nil
	}, nil)
	return tops, err
}

// add takes in the path of a file.
func (t topFolders) add(path string) {
	for archive, below := range archivesOf(path) {
		top, _, nested := strings.Cut(below, "/")
		if !nested || corpus.IsArchive(top) {
			top = ""
		}
		if known, ok := t[archive]; ok && known != top {
			top = ""
		}
		t[archive] = top
	}
}

// omit returns the path of a file or folder without the single top-level folders.
func (t topFolders) omit(path string) string {
	shown := ""
	for archive, below := range archivesOf(path) {
		if _, inner, nested := nextArchive(below); nested {
			below = below[:len(below)-len(inner)]
		}
		if top := t[archive]; top != "" {
			below = strings.TrimPrefix(below, top+"/")
		}
		shown += below
	}
	return shown
}

// archivesOf yields the archives around a path, outermost first, and the path below.
func archivesOf(path string) func(yield func(archive, below string) bool) {
	return func(yield func(archive, below string) bool) {
		archive, below, more := "", path, true
		for more && yield(archive, below) {
			var next string
			if next, below, more = nextArchive(below); more {
				archive += next
			}
		}
	}
}

// nextArchive splits a path after the first archive in it: "a/b.zip/" and the rest.
func nextArchive(path string) (archive, below string, ok bool) {
	for i := range len(path) {
		if path[i] == '/' && corpus.IsArchive(path[:i]) {
			return path[:i+1], path[i+1:], true
		}
	}
	return "", path, false
}
