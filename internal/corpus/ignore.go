package corpus

import (
	"errors"
	"io/fs"
	"path/filepath"
	"slices"

	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/gitdir"
)

// OwnIgnore is the name of the ignore files of chaffinch.
const OwnIgnore = ".chaffinchignore"

const (
	gitIgnore      = ".gitignore"
	gitExclude     = ".git/info/exclude"
	ignoreFileSize = 1 << 20 // bytes; a larger ignore file is a mistake, or an attempt to slow down the walk
)

// level holds the ignore rules of one folder. Levels form a chain up to the top of the repository;
// a folder without rules has no level of its own.
type level struct {
	up      *level
	base    int   // length of the folder's path, with its final slash
	git     rules // .gitignore
	own     rules // .chaffinchignore
	exclude rules // .git/info/exclude, if top
	user    rules // the user's for all repositories, if top
	userBy  string
	top     bool // the folder is the top of a repository, where git's rules from above end
}

// match returns the verdict on a path, and the file that decides. The path is absolute and has
// slashes. The deepest folder with a rule that matches decides, and in it the last such line.
func (l *level) match(path string, dir bool) (v verdict, by string) {
	git := true
	for ; l != nil; l = l.up {
		rel := path[l.base:]
		if v = l.own.match(rel, dir); v != undecided {
			return v, path[:l.base] + OwnIgnore
		}
		if !git {
			continue
		}
		if v = l.git.match(rel, dir); v != undecided {
			return v, path[:l.base] + gitIgnore
		}
		if l.top {
			if v = l.exclude.match(rel, dir); v != undecided {
				return v, path[:l.base] + gitExclude
			}
			if v = l.user.match(rel, dir); v != undecided {
				return v, l.userBy
			}
			git = false
		}
	}
	return undecided, ""
}

// level returns the rules for the folder d, which has these entries.
func (w *walker) level(d folder, entries []fs.DirEntry) *level {
	l := &level{up: d.ignore, base: len(d.abs)}
	for _, e := range entries {
		switch e.Name() {
		case ".git":
			w.repository(l, d.abs)
		case gitIgnore:
			l.git = w.entryRules(d.abs, e)
		case OwnIgnore:
			l.own = w.entryRules(d.abs, e)
		}
	}
	if !l.inRepository() {
		w.dropCatchAll(l, d, entries)
	}
	if !l.top && l.git == nil && l.own == nil {
		return d.ignore
	}
	return l
}

// inRepository reports whether the folder is in a repository.
func (l *level) inRepository() bool {
	for ; l != nil; l = l.up {
		if l.top {
			return true
		}
	}
	return false
}

var errIgnoresAll = errors.New("rules that ignore the whole folder were not applied, because it is not in a git repository")

// dropCatchAll drops rules such as `/*` that would ignore a whole folder outside of repositories.
// Such a rule configures a repository; it does not decide which files are worth reading: Debian's
// kernel sources end their .gitignore with `/*`. Below the root, a file with no other rule stays in
// force: tools put it into their caches.
func (w *walker) dropCatchAll(l *level, d folder, entries []fs.DirEntry) {
	if d.abs != w.root && len(l.git) < 2 {
		return
	}
	for _, e := range entries {
		if reserved(e.Name(), e.IsDir()) != document.Kept {
			continue
		}
		if v, _ := l.match(filepath.ToSlash(d.abs+e.Name()), e.IsDir()); v != match {
			return
		}
	}
	const anyName = "\x01" // a name that only catch-all rules match
	kept := slices.DeleteFunc(slices.Clone(l.git), func(r rule) bool { return rules{r}.match(anyName, false) == match })
	if len(kept) < len(l.git) {
		l.git = kept
		w.skip(Skip{Path: w.path(d.abs + gitIgnore), Reason: document.IgnoreFile, Err: errIgnoresAll})
	}
}

// entryRules reads the ignore file e of the folder abs. Like git it disregards a folder of that
// name.
func (w *walker) entryRules(abs string, e fs.DirEntry) rules {
	if e.IsDir() {
		return nil
	}
	return w.fileRules(abs+e.Name(), readSmall)
}

// repository makes l the top of a repository if the folder abs is one.
func (w *walker) repository(l *level, abs string) {
	_, git, ok := gitdir.WorkTree(abs)
	if !ok {
		return
	}
	l.top = true
	l.exclude = w.fileRules(filepath.Join(git, "info", "exclude"), gitdir.ReadSmall)
	if user := userExcludes(w.ctx); user != "" {
		user = gitdir.Resolve(abs, user)
		l.user, l.userBy = w.fileRules(user, gitdir.ReadSmall), filepath.ToSlash(user)
	}
}

// outerLevels returns the rules of the folders between root and the repository's top. There are
// none without a repository: otherwise a file in the user's home could decide.
func (w *walker) outerLevels(root string) *level {
	var dirs []string
	for dir := root; ; {
		if _, _, ok := gitdir.WorkTree(dir); ok {
			break
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return nil
		}
		dir = parent
		dirs = append(dirs, dir)
	}
	var l *level
	for i := len(dirs) - 1; i >= 0; i-- {
		abs := withSeparator(dirs[i])
		l = &level{up: l, base: len(abs)}
		l.git, l.own = w.fileRules(abs+gitIgnore, readSmall), w.fileRules(abs+OwnIgnore, readSmall)
		if i == len(dirs)-1 {
			w.repository(l, abs)
		}
	}
	return l
}

// fileRules reads an ignore file. A missing file has no rules. A file that cannot be used is
// reported. As in git, read follows links to files outside of the work tree only.
func (w *walker) fileRules(abs string, read func(string, int64) ([]byte, error)) rules {
	data, err := read(abs, ignoreFileSize)
	if err == nil {
		return parseFile(data)
	}
	if !errors.Is(err, fs.ErrNotExist) {
		w.skip(Skip{Path: w.relative(abs), Reason: document.IgnoreFile, Err: err})
	}
	return nil
}

// relative returns a file's path relative to the root, even from outside it.
func (w *walker) relative(abs string) string {
	rel, err := filepath.Rel(w.root, abs)
	if err != nil {
		rel = abs
	}
	return filepath.ToSlash(rel)
}
