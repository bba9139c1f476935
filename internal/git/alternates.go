package git

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/chaffinch-search/chaffinch/internal/gitdir"
)

// After git clone --shared or --reference, a repository has objects in folders of others, its
// alternates. A hostile repository could name any folder as such. So they are read only if the user
// names them, too, in the variable that git has for that: the repository alone opens no other
// folder.

// alternatesVariable is a variable of git: folders of objects that are also read.
const alternatesVariable = "GIT_ALTERNATE_OBJECT_DIRECTORIES"

const maxAlternates = 1 << 16

// alternates returns the folders that a repository names for its objects.
func alternates(common string) (folders []string, err error) {
	objects := filepath.Join(common, "objects")
	text, err := gitdir.ReadSmall(filepath.Join(objects, "info", "alternates"), maxAlternates)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	for line := range strings.Lines(string(text)) {
		line = strings.TrimRight(line, "\r\n")
		if line == "" || line[0] == '#' {
			continue
		}
		line = unquotedPath(line)
		if !filepath.IsAbs(line) {
			line = filepath.Join(objects, line)
		}
		folders = append(folders, filepath.Clean(line))
	}
	return folders, err
}

// unquotedPath returns a path that is in quotes, with escapes as in C. It returns a path without
// quotes, or with broken ones, as it is.
func unquotedPath(path string) string {
	if path[0] != '"' {
		return path
	}
	if text, err := strconv.Unquote(path); err == nil {
		return text
	}
	return path
}

// permitAlternates returns an error if objects are in a folder the user never named. Otherwise git
// is to read the folders.
func (r *Repository) permitAlternates(common string) error {
	folders, err := alternates(common)
	if err != nil {
		return err
	}
	named := filepath.SplitList(os.Getenv(alternatesVariable))
	for _, folder := range folders {
		if !slices.ContainsFunc(named, func(n string) bool { return n != "" && filepath.Clean(n) == folder }) {
			return fmt.Errorf("some of its objects are in %s (objects/info/alternates), which is read only on request: set %s to that folder, "+
				"or copy the repository with git clone --bare --no-local, and use the copy", folder, alternatesVariable)
		}
	}
	r.alternates = strings.Join(folders, string(filepath.ListSeparator))
	return nil
}
