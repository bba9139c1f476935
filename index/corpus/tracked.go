package corpus

import (
	"path"
	"slices"
	"strings"
)

// trackedFiles are the paths that git tracks in a work tree, from its top, with slashes and sorted.
type trackedFiles []string

// has reports whether git tracks a file, or anything in a folder.
func (t *trackedFiles) has(name string, dir bool) bool {
	if t == nil {
		return false
	}
	if dir {
		name += "/"
	}
	i, found := slices.BinarySearch(*t, name)
	return found || dir && i < len(*t) && strings.HasPrefix((*t)[i], name)
}

// tracks reports whether git tracks an entry, or anything in it, in the repository whose rules apply. abs is its path
// with slashes. Git is asked once for each repository, and only if one of its ignore files matches something.
func (w *walker) tracks(l *level, abs string, dir bool) bool {
	for l != nil && !l.top {
		l = l.up
	}
	if l == nil {
		return false
	}
	top := abs[:l.base]
	files, known := w.tracked[top]
	if !known {
		if w.tracked == nil {
			w.tracked = map[string]*trackedFiles{}
		}
		files = trackedIn(w.ctx, top)
		w.tracked[top] = files
	}
	return files.has(abs[l.base:], dir)
}

// isOwnIgnore reports whether an ignore file is that of chaffinch: it may leave out what git tracks.
func isOwnIgnore(by string) bool { return path.Base(by) == OwnIgnore }
