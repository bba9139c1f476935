package document

import "slices"

// Reason is the reason why a file was not read. The words are stable: reports and the index have
// them.
type Reason string

const (
	// Kept is the zero Reason: the file is not skipped.
	Kept Reason = ""
	// Ignored means that an ignore file matches it or a folder it is in.
	Ignored Reason = "ignored"
	// Excluded means that Options.Exclude matches it, or that nothing in Options.Include does.
	Excluded Reason = "excluded"
	// VCS means that it belongs to a version control system: .git, .hg, .svn, .bzr, .jj.
	VCS Reason = "vcs"
	// Index means that it is the folder of an index, such as .chaffinch.
	Index Reason = "index"
	// Reserved means that a folder named .git or .chaffinch is no repository or index. In an
	// archive every such folder is reserved.
	Reserved Reason = "reserved-name"
	// Metadata means that a system put it beside other files: a folder __MACOSX, a file in the
	// format AppleDouble, .DS_Store, Thumbs.db or desktop.ini.
	Metadata Reason = "metadata"
	// Symlink means that it is a symbolic link. Links are not followed. If the target is under the
	// root, it is read at its own path.
	Symlink Reason = "symlink"
	// NotRegular means that it is a pipe, a socket, a device or the like. In a git repository,
	// links to objects are, too.
	NotRegular Reason = "not-regular"
	// TooLarge means that its size is over Options.MaxSize.
	TooLarge Reason = "too-large"
	// Empty means that it has no bytes.
	Empty Reason = "empty"
	// Encoding means text in no encoding that is read. It begins with the byte order mark of UTF-16
	// or UTF-32, but more than one in 64 of its characters is invalid there. Or it declares, as
	// Python does (PEP 263), an encoding in which ASCII may have other bytes, such as UTF-7; or it
	// looks like EBCDIC.
	Encoding Reason = "encoding"
	// Binary means that one of its first 8,000 bytes is NUL, as for git. UTF-16 is not binary, nor
	// is text with a few NUL bytes: at most one in eight bytes, as many runs of them as lines, no
	// other control characters.
	Binary Reason = "binary"
	// Generated means that a program wrote it, by its name or the comments at its top.
	Generated Reason = "generated"
	// Minified means that the file was compressed for machines to load. Its name says so, or most
	// of it is in very long lines.
	Minified Reason = "minified"
	// Unreadable means that the operating system refused to list or read it.
	Unreadable Reason = "unreadable"
	// Vanished means that it disappeared between listing and reading.
	Vanished Reason = "vanished"
	// Changed means that its size changed while it was read.
	Changed Reason = "changed"
	// Damaged means that an archive or an entry is truncated, inconsistent or of another format.
	// Files before the damage were visited. In a git repository, references, commits and files are
	// damaged, which Skip.Err names; all others were visited.
	Damaged Reason = "damaged"
	// Encrypted means that it is encrypted in an archive, or a PDF with a password.
	Encrypted Reason = "encrypted"
	// Unsupported means that an archive's format, such as 7z, or method of compression is not read,
	// or a PDF without pdftotext.
	// Skip.Err has advice. It is also the reason for a reference of a git repository that names no
	// commit.
	Unsupported Reason = "unsupported"
	// BadName means that the name of an entry of an archive is no path. It is empty, contains a NUL
	// byte, is longer than 4,096 bytes or is in more than 100 folders. Skip.Err quotes it.
	BadName Reason = "bad-name"
	// Duplicate means that its archive or dump has an earlier entry for it. That has the same path
	// or id, then Skip.Err is set, or is the target of a hard link.
	Duplicate Reason = "duplicate"
	// Nested means that it is an archive nested too deeply.
	Nested Reason = "nested-too-deep"
	// ArchiveLimit means that an archive is over a limit of Unpack, which Skip.Err names. Files
	// before the limit were visited. So were, in a git repository, files of a folder that is also
	// at other paths.
	ArchiveLimit Reason = "archive-limit"
	// Submodule means that it is the commit of another git repository, which is not read. In a work
	// tree it is a folder that is not checked out.
	Submodule Reason = "submodule"
	// LFSPointer means that it stands for a file in another place (Git LFS), which is not read.
	LFSPointer Reason = "lfs-pointer"
	// Missing means that a git repository lacks the object, as after a partial clone.
	Missing Reason = "missing-object"
	// CutHistory means that a git repository lacks the parents of a commit, as in a shallow clone.
	// The files of the commit are read, but they may be older, so that their date and author are
	// unknown. The path is its id.
	CutHistory Reason = "cut-history"
	// IgnoreFile means that not all rules of an ignore file were applied. More files than intended
	// may have been visited. If the ignore file is itself a document, it is reported as that, too.
	IgnoreFile Reason = "ignore-file"
)

// Reasons of who reads the text of a file, which are not among [Reasons].
const (
	// TooShort means that it has no fingerprints.
	TooShort Reason = "too-short"
	// Unpacked means that an archive itself is not indexed: the files in it were read.
	Unpacked Reason = "unpacked"
	// OwnReport means that it is a report of an earlier run, such as its page or JSON.
	OwnReport Reason = "report"
)

// reasons are all reasons except Kept, in the order of listings.
var reasons = []Reason{
	Ignored, Excluded, VCS, Index, Reserved, Metadata, Symlink, NotRegular, TooLarge, Empty,
	Encoding, Binary, Generated, Minified, Unreadable, Vanished, Changed, Damaged, Encrypted,
	Unsupported, BadName, Duplicate, Nested, ArchiveLimit, Submodule, LFSPointer, Missing,
	CutHistory, IgnoreFile,
}

// Reasons returns all reasons except Kept, in the order of listings.
func Reasons() []Reason { return slices.Clone(reasons) }

// IsFault reports whether a file was to be read, and could not be.
func (r Reason) IsFault() bool {
	switch r {
	case Unreadable, Vanished, Changed, Damaged, Encrypted, ArchiveLimit:
		return true
	}
	return false
}

// IsIntended reports whether a file is left out on purpose, or has nothing to copy. An option or an
// ignore file leaves it out. Other files may have copies that nobody finds. VCS is not intended:
// a user may have committed a file there.
func (r Reason) IsIntended() bool {
	switch r {
	case Kept, Ignored, Excluded, Index, Metadata, Empty, Generated, Minified, CutHistory, IgnoreFile, TooShort:
		return true
	}
	return false
}

// ExcusesSource reports whether a file that looks like source is left out on purpose, too. A system
// or an index writes no source, so one in their folders is a user's.
func (r Reason) ExcusesSource() bool {
	return r.IsIntended() && r != Index && r != Metadata
}
