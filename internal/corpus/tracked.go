package corpus

import (
	"context"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/gitdir"
)

// trackedFiles are the paths that git tracks in a work tree. They are relative to its top, with
// slashes, and sorted.
type trackedFiles []string

// has reports whether git tracks a file, or anything in a folder.
func (t *trackedFiles) has(name string, dir bool) bool {
	if t == nil {
		return false
	}
	if _, found := slices.BinarySearch(*t, name); found || !dir { // a folder may be a submodule
		return found
	}
	i, _ := slices.BinarySearch(*t, name+"/")
	return i < len(*t) && strings.HasPrefix((*t)[i], name+"/")
}

// tracks reports whether git tracks an entry or anything in it. It looks in the repository whose
// rules apply: if git's files cannot be listed, it may track everything. abs is the entry's path
// with slashes. Git runs once for each repository, and only if one of its ignore files matches
// something, or a folder is empty.
func (w *walker) tracks(l *level, abs string, dir bool) bool {
	for l != nil && !l.top {
		l = l.up
	}
	if l == nil {
		return false
	}
	files := w.trackedBelow(abs[:l.base])
	return files == nil || files.has(abs[l.base:], dir)
}

// isSubmodule reports whether git tracks an empty folder: a submodule that is not checked out. abs
// ends in a separator.
func (w *walker) isSubmodule(abs string) bool {
	files, name, _ := w.trackedAround(abs[:len(abs)-1])
	return files.has(name, false)
}

// Absent returns the names of files that git tracks, or where it cannot tell. The files are not in
// the work tree. Names outside of a work tree are not among them.
func Absent(ctx context.Context, names []string) (absent []string) {
	w := &walker{ctx: ctx, skip: func(Skip) {}}
	for _, name := range names {
		if files, below, ok := w.trackedAround(RealPath(name)); ok && (files == nil || files.has(below, false)) {
			absent = append(absent, name)
		}
	}
	return absent
}

// trackedAround returns what git tracks in the work tree around a path. It also returns the path's
// name there.
func (w *walker) trackedAround(abs string) (files *trackedFiles, name string, ok bool) {
	top := workTreeAbove(abs)
	if top == "" {
		return nil, "", false
	}
	top = withSeparator(top)
	return w.trackedBelow(filepath.ToSlash(top)), filepath.ToSlash(abs[len(top):]), true
}

// workTreeAbove returns the top of the work tree that a folder is in. The result is empty if it is
// in none, or is the top.
func workTreeAbove(abs string) string {
	if _, _, ok := gitdir.WorkTree(abs); ok {
		return ""
	}
	for at := filepath.Dir(abs); ; at = filepath.Dir(at) {
		if _, _, ok := gitdir.WorkTree(at); ok {
			return at
		}
		if at == filepath.Dir(at) {
			return ""
		}
	}
}

var errUntold = errors.New("cannot list the files that git tracks, so git's ignore files are not applied")

// trackedBelow returns what git tracks in a work tree, by its top. The top has slashes and ends in
// one. It returns nil if git's files cannot be listed.
func (w *walker) trackedBelow(top string) *trackedFiles {
	files, known := w.tracked[top]
	if !known {
		if w.tracked == nil {
			w.tracked = map[string]*trackedFiles{}
		}
		var err error
		if files, err = trackedIn(w.ctx, top); err != nil && w.ctx.Err() == nil {
			w.skip(Skip{Path: w.relative(filepath.FromSlash(top)) + "/", Reason: document.IgnoreFile, Err: fmt.Errorf("%w: %w", errUntold, err)})
		}
		w.tracked[top] = files
	}
	return files
}

// isOwnIgnore reports whether an ignore file is chaffinch's own. It may leave out what git tracks.
func isOwnIgnore(by string) bool { return path.Base(by) == OwnIgnore }
