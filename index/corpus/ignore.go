package corpus

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

const (
	gitIgnore      = ".gitignore"
	ownIgnore      = ".chaffinchignore"
	ignoreFileSize = 1 << 20 // bytes; a larger ignore file is a mistake, or an attack on the time of the walk
	pointerSize    = 1 << 14 // bytes; files that hold one path
)

// level holds the ignore rules of one folder. Levels form a chain up to the top of the repository;
// a folder without rules has no level of its own.
type level struct {
	up      *level
	base    int   // length of the folder's path, with its final slash
	git     rules // .gitignore
	own     rules // .chaffinchignore
	exclude rules // .git/info/exclude, if top
	top     bool  // the folder is the top of a repository: git's rules from above end here
}

// match returns what the rules say of a path, which is absolute and has slashes. The
// deepest folder with a rule that matches decides, and in it the last such line.
func (l *level) match(path string, dir bool) verdict {
	git := true
	for ; l != nil; l = l.up {
		rel := path[l.base:]
		if v := l.own.match(rel, dir); v != undecided {
			return v
		}
		if !git {
			continue
		}
		if v := l.git.match(rel, dir); v != undecided {
			return v
		}
		if l.top {
			if v := l.exclude.match(rel, dir); v != undecided {
				return v
			}
			git = false
		}
	}
	return undecided
}

// level returns the rules that hold in the folder d, whose entries are given.
func (w *walker) level(d folder, entries []fs.DirEntry) *level {
	l := &level{up: d.ignore, base: len(d.abs)}
	for _, e := range entries {
		switch e.Name() {
		case ".git":
			w.repository(l, d.abs)
		case gitIgnore:
			l.git = w.entryRules(d.abs, e)
		case ownIgnore:
			l.own = w.entryRules(d.abs, e)
		}
	}
	if d.abs == w.root && d.ignore == nil && !l.top {
		w.dropCatchAll(l, d, entries)
	}
	if !l.top && l.git == nil && l.own == nil {
		return d.ignore
	}
	return l
}

// errIgnoresAll is why the rules of an ignore file were not all applied.
var errIgnoresAll = errors.New("outside of a repository it would ignore the whole root: its rules for any name were not applied")

// dropCatchAll drops the catch-all rules (`*`, `/*`) of the root's .gitignore where that would ignore
// all of a root that is not in a repository. Such a line says what the repository holds, not what
// is worth reading: the source packages of Debian's kernel end theirs with `/*`.
func (w *walker) dropCatchAll(l *level, d folder, entries []fs.DirEntry) {
	for _, e := range entries {
		if reserved(e.Name(), e.IsDir()) == Kept && l.match(filepath.ToSlash(d.abs+e.Name()), e.IsDir()) != match {
			return
		}
	}
	const anyName = "\x01" // that no file has
	kept := slices.DeleteFunc(slices.Clone(l.git), func(r rule) bool { return rules{r}.match(anyName, false) == match })
	if len(kept) < len(l.git) {
		l.git = kept
		w.skip(Skip{Path: gitIgnore, Reason: IgnoreFile, Err: errIgnoresAll})
	}
}

// entryRules reads the ignore file e of the folder abs. A folder of that name is none, for git
// neither.
func (w *walker) entryRules(abs string, e fs.DirEntry) rules {
	if e.IsDir() {
		return nil
	}
	return w.fileRules(abs + e.Name())
}

// repository makes l the top of a repository if the folder abs holds one.
func (w *walker) repository(l *level, abs string) {
	git, ok := gitDir(abs)
	if !ok {
		return
	}
	l.top = true
	l.exclude = w.fileRules(filepath.Join(git, "info", "exclude"))
}

// outerLevels returns the rules from the folders above the root, up to the top of the repository it lies
// in. Without a repository there are none, lest a file somewhere in the user's home decide.
func (w *walker) outerLevels(root string) *level {
	var dirs []string
	for dir := root; ; {
		if _, ok := gitDir(dir); ok {
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
		l.git, l.own = w.fileRules(abs+gitIgnore), w.fileRules(abs+ownIgnore)
		if i == len(dirs)-1 {
			w.repository(l, abs)
		}
	}
	return l
}

// fileRules reads an ignore file. One that is not there has no rules; one that cannot be used is
// reported.
func (w *walker) fileRules(abs string) rules {
	data, err := readSmall(abs, ignoreFileSize)
	if err == nil {
		return parseFile(data)
	}
	if !errors.Is(err, fs.ErrNotExist) {
		w.skip(Skip{Path: w.relative(abs), Reason: IgnoreFile, Err: err})
	}
	return nil
}

// relative returns the path of a file that may lie outside of the root.
func (w *walker) relative(abs string) string {
	rel, err := filepath.Rel(w.root, abs)
	if err != nil {
		rel = abs
	}
	return filepath.ToSlash(rel)
}

// gitDir returns the folder that holds info/exclude for the repository whose top is the folder abs,
// and whether there is a repository at all. A .git may be a folder, or a file that points to it
// (worktrees, submodules); a worktree shares the folder it points to in its turn. The environment
// variable GIT_DIR is not looked at.
func gitDir(abs string) (string, bool) {
	git := filepath.Join(abs, ".git")
	info, err := os.Stat(git)
	switch {
	case err != nil:
		return "", false
	case info.IsDir():
		_, err := os.Lstat(filepath.Join(git, "HEAD"))
		return git, err == nil
	}
	text, err := readSmall(git, pointerSize)
	target, ok := strings.CutPrefix(string(text), "gitdir: ")
	if err != nil || !ok {
		return "", false
	}
	git = resolvePointer(abs, target)
	if text, err := readSmall(filepath.Join(git, "commondir"), pointerSize); err == nil {
		git = resolvePointer(git, string(text))
	}
	return git, true
}

// resolvePointer resolves the content of one of git's pointer files, which is relative to the folder dir.
func resolvePointer(dir, target string) string {
	target = filepath.FromSlash(strings.TrimRight(target, "\r\n"))
	if filepath.IsAbs(target) {
		return target
	}
	return filepath.Join(dir, target)
}
