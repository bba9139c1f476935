package corpus

import (
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/gitdir"
)

// pathFilter holds the patterns of the options. Its paths are relative to the root, with slashes.
type pathFilter struct {
	include, exclude rules
	waiting          *waiting               // nil to note nothing
	genuine          func(path string) bool // reports whether it is a repository or an index; nil if this cannot be known
}

// newPathFilter returns the filter of the options. roots are absolute paths of the root.
func newPathFilter(o document.Options, roots ...string) (pathFilter, error) {
	include, err := parsePatterns(o.Include, roots)
	if err != nil {
		return pathFilter{}, fmt.Errorf("reading the include patterns: %w", err)
	}
	exclude, err := parsePatterns(o.Exclude, roots)
	if err != nil {
		return pathFilter{}, fmt.Errorf("reading the exclude patterns: %w", err)
	}
	if len(exclude) > 0 && exclude[0].negated {
		return pathFilter{}, fmt.Errorf("the exclude pattern %q leaves nothing out: remove its !, or put a pattern without ! before it", o.Exclude[0])
	}
	f := pathFilter{include: include, exclude: exclude}
	if o.Use != nil && len(include)+len(exclude) > 0 {
		f.waiting = &waiting{o.Use, slices.Concat(o.Include, o.Exclude), slices.Concat(include, exclude)}
	}
	return f, nil
}

// plainPattern returns a pattern as .gitignore would have it, where the meaning is clear. "./" and
// the absolute path of the root stand for the root, and a backslash before a letter, which needs no
// escape, is a separator of Windows.
func plainPattern(pattern string, roots []string) string {
	p, negated := strings.CutPrefix(pattern, "!")
	for i, r := range p {
		if i > 0 && p[i-1] == '\\' && (unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_') && (i < 2 || p[i-2] != '\\') {
			p = strings.ReplaceAll(p, `\`, "/")
			break
		}
	}
	for len(p) > len("./") && strings.HasPrefix(p, "./") {
		p = "/" + strings.TrimLeft(p[len("./"):], "/")
		if strings.HasPrefix(p, "/./") {
			p = p[1:]
		}
	}
	for _, root := range roots {
		if below, ok := strings.CutPrefix(p, strings.TrimSuffix(filepath.ToSlash(root), "/")+"/"); ok && below != "" && len(root) > 1 {
			p = "/" + below
			break
		}
	}
	if negated {
		return "!" + p
	}
	return p
}

// includes reports whether Include accepts a path. inherited is the answer for the folder that it
// is in, which holds if no pattern matches the path itself.
func (f pathFilter) includes(path string, dir, inherited bool) bool {
	return f.include.match(path, dir).or(inherited)
}

// folders judges the folders in a path, which end with its slashes, from the top. Those before the
// offset from are judged already, with the answer included of Include. It returns the first that is
// rejected and the reason, or else whether Include accepts the last.
func (f pathFilter) folders(p string, from int, included bool) (folder string, _ bool, _ document.Reason) {
	for i := from; i < len(p); i++ {
		if p[i] != '/' {
			continue
		}
		folder := p[:i]
		if r := f.rejects(path.Base(folder), folder, true); r != document.Kept {
			return folder, false, r
		}
		included = f.includes(folder, true, included)
	}
	return "", included, document.Kept
}

// judge judges a file by its path and the folders in it.
func (f pathFilter) judge(p string) document.Reason {
	_, included, r := f.folders(p, 0, len(f.include) == 0)
	if r != document.Kept {
		return r
	}
	if r := f.rejects(path.Base(p), p, false); r != document.Kept {
		return r
	}
	if !f.includes(p, false, included) {
		return document.Excluded
	}
	return document.Kept
}

// rejects judges a file or folder by its name and by Exclude. An author may hide a copy below a
// name that is reserved.
func (f pathFilter) rejects(name, path string, dir bool) document.Reason {
	f.waiting.note(path, dir)
	r := reserved(name, dir)
	if r == document.Index || name == ".git" {
		if f.genuine != nil && f.genuine(path) {
			return r
		}
		r = document.Reserved
	}
	if (r == document.Kept || r == document.Reserved) && f.exclude.match(path, dir) == match {
		return document.Excluded
	}
	return r
}

// reserved returns the reason for names that are never read, otherwise Kept. A file named .git
// points to the repository of a worktree or submodule, if it is genuine.
func reserved(name string, dir bool) document.Reason {
	switch name {
	case ".git":
		return document.VCS
	case ".hg", ".svn", ".bzr", ".jj":
		if dir {
			return document.VCS
		}
	case ".chaffinch":
		if dir {
			return document.Index
		}
	case "__MACOSX":
		if dir {
			return document.Metadata
		}
	}
	if !dir && IsSystemFile(name) {
		return document.Metadata
	}
	return document.Kept
}

// IsSystemFile reports whether systems put files of that name beside users' files. Platforms of
// learning put the name of a student before it.
func IsSystemFile(name string) bool {
	return slices.ContainsFunc(systemFiles, func(system string) bool {
		return name == system || strings.HasSuffix(name, "_"+system)
	})
}

var systemFiles = []string{".DS_Store", "Thumbs.db", "desktop.ini", "Desktop.ini"}

// isGenuine reports whether a path with a reserved name is an index or a repository. It may point
// to a repository.
func isGenuine(path string) bool {
	if filepath.Base(path) == ".git" {
		return gitdir.IsRepository(path) || gitdir.IsPointer(path)
	}
	return isIndex(path)
}
