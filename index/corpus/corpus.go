// Package corpus finds the files under a folder and reads those that are worth indexing.
//
// Walk lists files and Read reads them. They are separate, so that one goroutine can list while
// several read:
//
//	err := corpus.Walk(ctx, root, opts, func(f corpus.File) error {
//		content, reason, err := corpus.Read(f, opts, buf)
//		buf = content
//		if reason != corpus.Kept {
//			count(corpus.Skip{Path: f.Path, Reason: reason, Err: err})
//			return nil
//		}
//		return add(f, content)
//	}, count)
//
// With Options.Archives Walk also visits archives. Unpack reads these in place, under the same
// rules as files in folders.
//
// It promises:
//
//   - Nothing is skipped silently. Every file is either visited or reported with one Reason. A folder
//     that is not entered is reported once, with a path that ends in a slash.
//   - The order is total and the same everywhere: ascending by the bytes of File.Path.
//   - The outcome depends on the tree and the options alone, never on the user's settings. Git's
//     ignore files in the tree and .git/info/exclude are applied; the global excludes file and
//     core.ignoreCase are not.
//   - Hostile trees do no harm. No symbolic link is followed, no pipe or device blocks, and no file
//     over the size limit is read. A file that vanishes or changes meanwhile is a Reason, not an
//     error, and so is any fault of an archive.
//
// Ignore files are .gitignore and .chaffinchignore, both with git's syntax. They apply in every
// folder from the top of the repository (the nearest folder at or above the root with a .git), or
// else from the root. The lines of .chaffinchignore follow those of .gitignore in the same folder.
// They also apply inside nested repositories, where the outer .gitignore does not. The root itself
// is never ignored, because the user named it. Outside of a repository its content is not ignored
// as a whole either: if the catch-all lines of a .gitignore there leave nothing, the file is
// applied without them, and reported.
package corpus

import (
	"fmt"
	"strings"
	"time"
)

// DefaultMaxSize is the default of Options.MaxSize: 4 MiB. Handwritten sources are hardly ever
// larger; dumps, data and generated tables are.
const DefaultMaxSize = 4 << 20

// MostSize is the largest Options.MaxSize: 256 MiB. Indexing a file takes memory of 27 times its
// size at 2.5 bytes a token, and of 57 times at one byte a token.
const MostSize = 256 << 20

// File is one regular file that may be indexed.
type File struct {
	// Path is relative to the root, with slashes, and identifies the file within it. If the root is
	// a file, Path is its base name. It consists of the raw bytes of the name, which on Unix may be
	// anything but NUL: line breaks, escape sequences, invalid UTF-8. Escape it before printing.
	Path string
	// Abs is the absolute path to open, in the form of the operating system, with links in the root
	// resolved. It is empty for a file in an archive.
	Abs string
	// Size is the size in bytes when the file was listed.
	Size int64
	// ModTime is the time of the last change when the file was listed.
	ModTime time.Time
}

// Skip is a file or a folder that was not read.
type Skip struct {
	// Path is as in File; that of a folder ends in a slash. The path of an ignore file above the
	// root begins with "../".
	Path string
	// Reason is the reason; never Kept.
	Reason Reason
	// Err is the operating system's error, if any (Unreadable, Vanished, IgnoreFile), or describes
	// the fault of an archive or an entry of it (Damaged, Unsupported, BadName, ArchiveLimit);
	// otherwise nil.
	Err error
}

// Options select the files to read. The zero value is the default.
type Options struct {
	// MaxSize is the largest size of a file in bytes. 0 or less means DefaultMaxSize; larger values
	// than MostSize mean MostSize.
	MaxSize int64
	// NoIgnore disables .gitignore, .git/info/exclude and .chaffinchignore. Include and Exclude
	// still apply.
	NoIgnore bool
	// Exclude lists patterns in the syntax of .gitignore, relative to the root; the last match
	// decides. Matching files are skipped as Excluded, whatever the ignore files say.
	Exclude []string
	// Include lists patterns of the same form. If there are any, a file is skipped as Excluded
	// unless they match it or a folder of it. They do not restore ignored or excluded files. `*.go`
	// includes Go files at any depth, `/cmd/` everything in the folder cmd of the root.
	Include []string
	// KeepGenerated keeps generated files.
	KeepGenerated bool
	// KeepMinified keeps minified files.
	KeepMinified bool
	// Archives lets Walk visit archives of any size. Like folders they are entered: Include applies
	// to the files in them, and Exclude matches them as folders. The caller must pass files for
	// which IsArchive is true to Unpack, not to Read.
	Archives bool
}

func (o Options) maxSize() int64 {
	if o.MaxSize <= 0 {
		return DefaultMaxSize
	}
	return min(o.MaxSize, MostSize)
}

// judgeListed judges a file by its path and size, before it is opened.
func (o Options) judgeListed(path string, size int64) Reason {
	switch {
	case size == 0:
		return Empty
	case o.Archives && IsArchive(path):
		return Kept
	case size > o.maxSize():
		return TooLarge
	}
	return o.allow(judgeName(path))
}

// allow turns a verdict into Kept if the options ask to keep such files.
func (o Options) allow(r Reason) Reason {
	if r == Generated && o.KeepGenerated || r == Minified && o.KeepMinified {
		return Kept
	}
	return r
}

// EscapePattern returns a pattern for [Options] that matches exactly the path, which has slashes.
func EscapePattern(path string) string {
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(path)
}

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

// includes reports whether Include is satisfied, given whether it is for the folder above.
func (f pathFilter) includes(path string, dir, above bool) bool {
	return f.include.match(path, dir).or(above)
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

// reserved are the names that are never read. A file named .git points to the repository of a
// worktree or submodule.
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
