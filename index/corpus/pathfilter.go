package corpus

import (
	"fmt"
	"path"
)

// pathFilter holds the patterns of the options. Its paths are relative to the root, with slashes.
type pathFilter struct{ include, exclude rules }

func newPathFilter(o Options) (pathFilter, error) {
	include, err := parsePatterns(o.Include)
	if err != nil {
		return pathFilter{}, fmt.Errorf("reading the include patterns: %w", err)
	}
	exclude, err := parsePatterns(o.Exclude)
	if err != nil {
		return pathFilter{}, fmt.Errorf("reading the exclude patterns: %w", err)
	}
	return pathFilter{include, exclude}, nil
}

// includes reports whether Include accepts a path. inherited is the answer for the folder that it
// is in, which holds if no pattern matches the path itself.
func (f pathFilter) includes(path string, dir, inherited bool) bool {
	return f.include.match(path, dir).or(inherited)
}

// folders judges the folders in a path, which end with its slashes, from the top. Those before the offset from
// are judged already, with the answer included of Include. It returns the first that is rejected and the
// reason, or else whether Include accepts the last.
func (f pathFilter) folders(p string, from int, included bool) (folder string, _ bool, _ Reason) {
	for i := from; i < len(p); i++ {
		if p[i] != '/' {
			continue
		}
		folder := p[:i]
		if r := f.rejects(path.Base(folder), folder, true); r != Kept {
			return folder, false, r
		}
		included = f.includes(folder, true, included)
	}
	return "", included, Kept
}

// rejects judges a file or folder by its name and by Exclude.
func (f pathFilter) rejects(name, path string, dir bool) Reason {
	if r := reserved(name, dir); r != Kept {
		return r
	}
	if f.exclude.match(path, dir) == match {
		return Excluded
	}
	return Kept
}

// reserved returns the reason for names that are never read, else Kept. A file named .git points to
// the repository of a worktree or submodule.
func reserved(name string, dir bool) Reason {
	switch name {
	case ".git":
		return VCS
	case ".hg", ".svn", ".bzr", ".jj":
		if dir {
			return VCS
		}
	case ".chaffinch":
		if dir {
			return Index
		}
	case "__MACOSX":
		if dir {
			return Metadata
		}
	}
	return Kept
}
