// Package corpus finds and reads the files under a folder that deserve indexing.
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
// With Options.Archives Walk also visits archives. Unpack reads the files in them, by the same
// rules as files in folders, and writes nothing to disk.
//
// It promises:
//
//   - Nothing is skipped silently. Every file is either visited or reported with one Reason. A
//     folder that is not entered is reported once, with a path that ends in a slash.
//   - The order is total and the same everywhere: ascending by the bytes of File.Path.
//   - The outcome depends on the tree and the options. In a repository git's ignore files, .git/info/exclude and
//     the user's file of excludes (core.excludesFile) are applied as git does; core.ignoreCase is not.
//   - Hostile trees do no harm. Symbolic links are not followed, pipes and devices do not block,
//     and files over the size limit are not read. A file that vanishes or changes during the walk
//     gets a Reason, and so does a damaged archive; neither is an error.
//
// Ignore files are .gitignore and .chaffinchignore, both with git's syntax. They apply in every
// folder from the top of the repository (the nearest folder at or above the root with a .git), or
// else from the root. The lines of .chaffinchignore follow the lines of .gitignore in the same
// folder. They also apply inside nested repositories, where the outer .gitignore does not. The root
// itself is never ignored, because the user named it. If the catch-all lines of a .gitignore would
// ignore everything in a folder that is not in a repository, the file is applied without these
// lines, and reported; below the root only if it has other lines, which caches' ignore files lack.
package corpus

import (
	"io"
	"strings"
	"time"
)

// DefaultMaxSize is the default of Options.MaxSize: 4 MiB. Handwritten sources are hardly ever
// larger; dumps, data and generated tables are.
const DefaultMaxSize = 4 << 20

// MostSize is the largest Options.MaxSize: 256 MiB. Indexing a file takes 27 times its size in
// memory at 2.5 bytes per token, and 57 times at one byte per token.
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

	// Blob is the id of the git object with the content, if the source knows it; 64 digits are by
	// SHA-256.
	Blob string
	// Revision is the commit that first had the content, if the source has several contents of a
	// path. Path and Revision together then identify the file.
	Revision string
	// Languages are the languages that the source names, in linguist's names, the most likely
	// first. They may be unknown, and the text may be in another language than the first.
	Languages []string
	// Nameless means that the path does not describe the content, since the source has no name for
	// it.
	Nameless bool
	// Origin is what else the source knows of the file.
	Origin Origin
	// DateOffset is the number of seconds from Origin.Date, or from 1970 if that is unknown, to
	// Git's corrected commit date. It is greater than 0 if a commit is dated no later than its
	// parents, and 0 outside of a history.
	DateOffset int64
	// LicenseAbove means that the licence in Origin belongs to a folder above, not to the file.
	LicenseAbove bool
	// LicenseConcluded means that a person has concluded the licence in Origin of this very file,
	// or of its package.
	LicenseConcluded bool

	content *held             // of a file in an archive of a [Source]
	again   bool              // the kind of its source reads content again
	git     *sharedRepository // of a file in a repository
}

// Skip is a file or a folder that was not read.
type Skip struct {
	// Path is as in File; the path of a folder ends in a slash. The path of an ignore file above
	// the root begins with "../".
	Path string
	// Reason is the reason; never Kept.
	Reason Reason
	// Err is the operating system's error, if any (Unreadable, Vanished, IgnoreFile), or describes
	// the fault of an archive or an entry of it (Damaged, Unsupported, BadName, ArchiveLimit);
	// otherwise nil.
	Err error
	// IgnoredBy is the ignore file that decided (Ignored), as Path. If it is not below the root, it
	// begins with "../".
	IgnoredBy string
}

// Options select the files to read. The zero value is the default.
type Options struct {
	// MaxSize is the largest size of a file in bytes. 0 or less means DefaultMaxSize; larger values
	// than MostSize mean MostSize.
	MaxSize int64
	// NoIgnore disables .gitignore, .chaffinchignore and the excludes of git. Include and Exclude
	// still apply.
	NoIgnore bool
	// OuterIgnore disables ignore files of the folders below the root. A submission must not choose
	// which of its files are compared.
	OuterIgnore bool
	// Exclude lists patterns in the syntax of .gitignore, relative to the root; the last match
	// decides. Matching files are skipped as Excluded, whatever the ignore files contain. "./" and
	// the absolute path of the root at the beginning mean the root; a backslash before a letter
	// separates folders.
	Exclude []string
	// Include lists patterns of the same form. If there are any, a file is skipped as Excluded
	// unless they match it or a folder of it. They do not restore ignored or excluded files. `*.go`
	// includes Go files at any depth, `/cmd/` everything in the folder cmd of the root.
	Include []string
	// Use notes which patterns match something; nil notes nothing.
	Use *PatternUse
	// KeepGenerated keeps generated files.
	KeepGenerated bool
	// KeepMinified keeps minified files.
	KeepMinified bool
	// Archives lets Walk visit archives of any size. Patterns see them as folders: Include applies
	// to the files in them. The caller must pass files for which IsArchive is true to Unpack, not
	// to Read.
	Archives bool
	// LargeArchives lets an archive unpack to 64 GiB and 2 million files, not 1 GiB and 100,000.
	// The largest takes 300 MB of memory for the names of its files.
	LargeArchives bool
	// Input is what [Stdin] reads; nil is os.Stdin.
	Input io.Reader
	// Git selects what to read of a git repository.
	Git GitOptions
}

// KeepingAll returns the options that also keep generated and minified files.
func (o Options) KeepingAll() Options {
	o.KeepGenerated, o.KeepMinified = true, true
	return o
}

// Skipping returns the options, or [Options.KeepingAll] unless generated and minified files are
// skipped.
func (o Options) Skipping(generated bool) Options {
	if generated {
		return o
	}
	return o.KeepingAll()
}

func (o Options) maxSize() int64 {
	if o.MaxSize <= 0 {
		return DefaultMaxSize
	}
	return min(o.MaxSize, MostSize)
}

// judgeListed judges a file by its path and size, without opening it.
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

// allow returns Kept if the options keep files with this reason, otherwise the reason.
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
