// Package corpus is where documents come from: it finds the files under a folder and reads those
// worth indexing.
//
// Walk lists, Read reads. They are apart so that one goroutine can list while several read:
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
// With Options.Archives Walk visits archives, too, which Unpack reads in place, under the same
// rules as files in folders.
//
// What it promises:
//
//   - Nothing is skipped silently. Every file met is either visited or reported with one Reason; a folder that is not
//     entered is reported once, its path ending in a slash.
//   - The order is total and the same everywhere: ascending by the bytes of File.Path.
//   - The outcome depends on the tree and the options alone, never on the user's settings: of git's ignore files those
//     in the tree and in .git/info/exclude are honoured, the global excludes file and core.ignoreCase are not.
//   - Hostile trees do no harm: no symbolic link is followed, no pipe or device is waited for, no file over the size
//     limit is read, and a file that vanishes or changes under way is a Reason, not an error. So is all that may be
//     wrong with an archive.
//
// Ignore files are .gitignore and .chaffinchignore, both with git's syntax, in every folder from
// the top of the repository (the nearest folder at or above the root that holds a .git) or else
// from the root. The lines of .chaffinchignore count as if they stood below those of .gitignore in
// the same folder, except that they also hold inside repositories nested in the tree, where the
// outer .gitignore does not. The root itself is never ignored: who names a folder means it. Nor is
// all that is in it, outside of a repository: a .gitignore there whose catch-all lines would leave
// nothing is applied without them, and reported.
package corpus

import (
	"fmt"
	"strings"
	"time"
)

// DefaultMaxSize is the size in bytes over which a file is not read if Options.MaxSize is not set:
// 4 MiB. Hardly any source written by hand comes near it; dumps, data and generated tables do.
const DefaultMaxSize = 4 << 20

// MostSize is the largest size in bytes that Options.MaxSize may be: 256 MiB. A file takes 27 times
// its size of memory while it is indexed where there is a token to 2.5 bytes, and 57 times where
// every byte is one.
const MostSize = 256 << 20

// File is one regular file that may be indexed.
type File struct {
	// Path is relative to the root, with slashes, and is the file's identity within it. If the root
	// is itself a file, Path is its base name. It holds the raw bytes of the name, which on Unix
	// may be anything but NUL: line breaks, escape sequences, invalid UTF-8. Whoever prints it has
	// to quote it.
	Path string
	// Abs is the absolute path to open, in the form of the operating system, links in the root
	// resolved. It is empty for a file in an archive.
	Abs string
	// Size is the size in bytes when the file was listed.
	Size int64
	// ModTime is the time of the last change when the file was listed.
	ModTime time.Time
}

// Skip is a file or a folder that was not read.
type Skip struct {
	// Path is as in File; that of a folder ends in a slash. An ignore file above the root begins
	// with "../".
	Path string
	// Reason is why; never Kept.
	Reason Reason
	// Err is the operating system's error where there was one (Unreadable, Vanished, IgnoreFile),
	// or says what is wrong with an archive or an entry of it (Damaged, Unsupported, BadName,
	// ArchiveLimit); else nil.
	Err error
}

// Options say what is worth reading. The zero value is the default.
type Options struct {
	// MaxSize is the largest size in bytes a file may have. 0 or less means DefaultMaxSize, and
	// more than MostSize that.
	MaxSize int64
	// NoIgnore turns .gitignore, .git/info/exclude and .chaffinchignore off. Include and Exclude
	// still hold.
	NoIgnore bool
	// Exclude holds patterns in the syntax of .gitignore, relative to the root; the last that
	// matches decides. What they match is left out as Excluded, whatever the ignore files say.
	Exclude []string
	// Include holds patterns likewise. If there are any, a file is left out as Excluded unless they
	// match it or a folder it is in. They do not bring back what is ignored or excluded. `*.go`
	// includes Go files at any depth, `/cmd/` everything in the folder cmd of the root.
	Include []string
	// KeepGenerated keeps generated files.
	KeepGenerated bool
	// KeepMinified keeps minified files.
	KeepMinified bool
	// Archives lets Walk visit archives, of any size, as folders are entered: Include is about the
	// files in them, and Exclude takes them for folders. Whoever sets it hands what IsArchive names
	// to Unpack, not to Read.
	Archives bool
}

func (o Options) maxSize() int64 {
	if o.MaxSize <= 0 {
		return DefaultMaxSize
	}
	return min(o.MaxSize, MostSize)
}

// known judges a file by its path and size, before it is opened.
func (o Options) known(path string, size int64) Reason {
	switch {
	case size == 0:
		return Empty
	case o.Archives && IsArchive(path):
		return Kept
	case size > o.maxSize():
		return TooLarge
	}
	return o.allow(named(path))
}

// allow turns a verdict into Kept if the options ask to keep such files.
func (o Options) allow(r Reason) Reason {
	if r == Generated && o.KeepGenerated || r == Minified && o.KeepMinified {
		return Kept
	}
	return r
}

// EscapePattern returns a pattern for [Options] that matches the path, which has slashes, and
// nothing else.
func EscapePattern(path string) string {
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(path)
}

// choice is what the patterns of the options choose. Its paths are relative to the root and widened
// (see widen).
type choice struct{ include, exclude rules }

func newChoice(o Options) (choice, error) {
	include, err := parsePatterns(o.Include)
	if err != nil {
		return choice{}, fmt.Errorf("reading the include patterns: %w", err)
	}
	exclude, err := parsePatterns(o.Exclude)
	if err != nil {
		return choice{}, fmt.Errorf("reading the exclude patterns: %w", err)
	}
	return choice{include, exclude}, nil
}

// includes reports whether Include is satisfied, given whether it is for the folder above.
func (c choice) includes(wide string, dir, above bool) bool {
	return c.include.match(wide, dir).or(above)
}

// rejects judges a file or folder by its name and by Exclude.
func (c choice) rejects(name, wide string, dir bool) Reason {
	if r := reserved(name, dir); r != Kept {
		return r
	}
	if c.exclude.match(wide, dir) == match {
		return Excluded
	}
	return Kept
}

// reserved names what is never read. A file named .git points to the repository of a worktree or
// submodule.
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
