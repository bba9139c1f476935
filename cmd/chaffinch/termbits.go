package main

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
)

const (
	// unknownDocuments is the number of documents in a source whose size is unknown.
	unknownDocuments = 1 << 22
	// packedDocument is the size of a packed document: in an archive, in a pack of git, or in a
	// dump.
	packedDocument = 3_000
)

// documentsIn estimates the number of documents in the paths, without reading any. Within a factor
// of four, it sets the same bits of a term as the true number.
func documentsIn(paths []string) (n int) {
	for _, path := range paths {
		info, err := os.Stat(path)
		switch {
		case err != nil: // an address, or standard input
			n += unknownDocuments
		case info.IsDir():
			n += documentsBelow(path)
		default:
			n += 1 + int(info.Size()/packedDocument)
		}
	}
	return n
}

func documentsBelow(folder string) (n int) {
	_ = filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil || d.IsDir(): // the update names what it cannot read
		case corpus.IsArchive(path) || filepath.Ext(path) == ".pack":
			if info, err := d.Info(); err == nil {
				n += int(info.Size() / packedDocument)
			}
		default:
			n++
		}
		return nil
	})
	return n
}

// warnIfOutgrown warns of an index that has many more documents than it was made for.
func warnIfOutgrown(errOut io.Writer, x *chaffinch.Index) error {
	s, err := x.State()
	if err != nil {
		return err
	}
	if n := s.Contents(); x.Settings().Outgrown(n) {
		warn(errOut, fmt.Sprintf("%s was made for fewer documents than its %s: searches become slower, and rare code looks common; "+
			"index all sources again into a new folder: chaffinch index --index FOLDER PATH...",
			terminal.Nearby(x.Path()), terminal.Thousands(n)))
	}
	return s.Close()
}
