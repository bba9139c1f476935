package corpus

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"github.com/chaffinch-search/chaffinch/analyzer/detect"
	"github.com/chaffinch-search/chaffinch/internal/lazyregexp"
)

// A folder that looks like an index is skipped. Copies could hide in it if other folders looked
// like one.

// indexFile matches the paths of the files that an index can have. A file that is being replaced
// has a longer name. indexDir matches the names of an index's folders.
var (
	indexFile = lazyregexp.New(`^(?:(?:published/(?:[0-9]{12,}|next)/)?` +
		`(?:index_meta\.json|sums|weights|notices|store/root\.bolt|store/[0-9a-f]{12,}\.zap)(?:-[0-9a-z]{1,7})?` +
		`|open/[0-9]+-[0-9]+\.json|probe|probe-linked)$`)
	indexDir = lazyregexp.New(`^(?:\.|open|published|(?:published/(?:[0-9]{12,}|next)/)?store|published/(?:[0-9]{12,}|next))$`)
)

// errForeign means that a folder has a file that no index has.
var errForeign = errors.New("not a file of an index")

// isIndex reports whether a folder is an index. It has the list of an index's segments, and only
// files with the names that an index gives. It stops at the first other file.
func isIndex(folder string) bool {
	if !isList(filepath.Join(folder, "store", "root.bolt")) {
		return false
	}
	return fs.WalkDir(os.DirFS(folder), ".", func(name string, e fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist): // an update has removed it
			return nil
		case err != nil:
			return err
		case e.IsDir() && indexDir.MatchString(name),
			e.Type().IsRegular() && (indexFile.MatchString(name) || IsSystemFile(path.Base(name))),
			e.Type()&fs.ModeSymlink != 0 && name == "store": // on another disk
			return nil
		}
		return errForeign
	}) == nil
}

// isList reports whether a file begins as the databases of bbolt do, in either order of bytes.
func isList(name string) bool {
	const at = 16 // of the number that tells the format
	head := beginning(name, at+4)
	return head != nil && (string(head[at:]) == "\xed\xda\x0c\xed" || string(head[at:]) == "\xed\x0c\xda\xed")
}

// beginning returns the first n bytes of a regular file. It returns nil if it has fewer, or cannot
// be read.
func beginning(name string, n int) []byte {
	f, _, err := openRegular(name)
	if err != nil || f == nil {
		return nil
	}
	defer f.Close()
	head := make([]byte, n)
	if _, err := io.ReadFull(f, head); err != nil {
		return nil
	}
	return head
}

// isOnlyIndex reports whether a folder under any name is an index. An index also has the file that
// tells Bleve what to open.
func isOnlyIndex(folder string, entries []fs.DirEntry) bool {
	for _, e := range entries {
		if e.Name() == "index_meta.json" {
			return isIndex(folder)
		}
	}
	return false
}

// HasSource reports whether a file, or one in a folder, has the name of a source. Files in the
// format AppleDouble do not count; those that cannot be read do.
func HasSource(name string) (has bool) {
	_ = filepath.WalkDir(name, func(file string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() && detect.IsSource(e.Name()) && !bytes.Equal(beginning(file, len(appleDouble)), appleDouble) {
			has = true
			return filepath.SkipAll
		}
		return nil
	})
	return has
}
