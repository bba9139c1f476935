// Package corpus finds and reads the files under a folder that deserve indexing.
//
// Walk lists files and Read reads them. They are separate, so that one goroutine can list while
// several read:
//
//	err := corpus.Walk(ctx, root, opts, func(f corpus.File) error {
//		content, reason, err := corpus.Read(f, opts, buf)
//		buf = content
//		if reason != document.Kept {
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
//   - The outcome depends on the tree and the options. In a repository git's ignore files,
//     .git/info/exclude and the user's file of excludes (core.excludesFile) are applied as git
//     does; core.ignoreCase is not.
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
	"strings"
	"time"

	"github.com/chaffinch-search/chaffinch/index/document"
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
	// Abs is the absolute path to open, in the form of the operating system. Links in the root are
	// resolved. It is empty for a file in an archive.
	Abs string
	// Size is the size in bytes when the file was listed.
	Size int64
	// ModTime is the time of the last change when the file was listed.
	ModTime time.Time

	// Blob is the id of the content's git object, if the source knows it. 64 digits are by SHA-256.
	Blob string
	// Revision is the commit that first had the content. It is set if the source has several
	// contents of a path. Path and Revision together then identify the file.
	Revision string
	// Languages are the languages that the source names, in linguist's names, the most likely
	// first. They may be unknown, and the text may be in another language than the first.
	Languages []string
	// Nameless means that the path does not describe the content. The source has no name for it.
	Nameless bool
	// Origin is what else the source knows of the file.
	Origin document.Origin
	// DateOffset is the number of seconds from Origin.Date to Git's corrected commit date. If
	// Origin.Date is unknown, it counts from 1970. It is greater than 0 if a commit is dated no
	// later than its parents, and 0 outside of a history.
	DateOffset int64
	// LicenseAbove means that the licence in Origin belongs to a folder above, not to the file.
	LicenseAbove bool
	// LicenseConcluded means that a person has concluded the licence in Origin. The person looked
	// at this file, or its package.
	LicenseConcluded bool
	// SourceSize is the bytes of the source beside a minified file. It is 0 if there is none.
	SourceSize int

	// Line is the line of JSON lines that holds the document; nil for others. It is valid during
	// the call of [Visitor.Visit].
	Line []byte

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
	Reason document.Reason
	// Err is the operating system's error, if any (Unreadable, Vanished, IgnoreFile). It may also
	// describe the fault of an archive or an entry of it (Damaged, Unsupported, BadName,
	// ArchiveLimit); otherwise it is nil.
	Err error
	// IgnoredBy is the ignore file that decided (Ignored), as Path. If it is not below the root, it
	// begins with "../".
	IgnoredBy string
}

// maxSize returns the largest size of a file, in bytes.
func maxSize(o document.Options) int64 {
	if o.MaxSize <= 0 {
		return DefaultMaxSize
	}
	return min(o.MaxSize, MostSize)
}

// judgeListed judges a file by its path and size, without opening it.
func judgeListed(o document.Options, path string, size int64) document.Reason {
	switch {
	case size == 0:
		return document.Empty
	case o.Archives && IsArchive(path):
		return document.Kept
	case size > sizeLimit(o, path):
		return document.TooLarge
	}
	return allow(o, judgeName(path))
}

// allow returns Kept if the options keep files with this reason, otherwise the reason.
func allow(o document.Options, r document.Reason) document.Reason {
	if r == document.Generated && o.KeepGenerated || r == document.Minified && o.KeepMinified {
		return document.Kept
	}
	return r
}

// EscapePattern returns a pattern for [document.Options] that matches exactly the path, which has
// slashes.
func EscapePattern(path string) string {
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(path)
}
