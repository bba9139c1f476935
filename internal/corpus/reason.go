package corpus

// Reason is the reason why a file was not read. The words of String are stable: they are in reports
// and in the index.
type Reason uint8

const (
	// Kept is the zero Reason: the file is not skipped.
	Kept Reason = iota
	// Ignored means that an ignore file matches it or a folder it is in.
	Ignored
	// Excluded means that Options.Exclude matches it, or that nothing in Options.Include does.
	Excluded
	// VCS means that it belongs to a version control system: .git, .hg, .svn, .bzr, .jj.
	VCS
	// Index means that it is the folder of an index, such as .chaffinch.
	Index
	// Reserved means that it is named .git or .chaffinch, but is neither a repository nor an index,
	// or is in an archive.
	Reserved
	// Metadata means that a system put it beside other files: a folder __MACOSX, a file in the
	// format AppleDouble, .DS_Store, Thumbs.db or desktop.ini.
	Metadata
	// Symlink means that it is a symbolic link. Links are not followed. If the target is under the
	// root, it is read at its own path.
	Symlink
	// NotRegular means that it is a pipe, a socket, a device or the like. In a git repository,
	// links to objects are, too.
	NotRegular
	// TooLarge means that its size is over Options.MaxSize.
	TooLarge
	// Empty means that it has no bytes.
	Empty
	// Encoding means that it begins with the byte order mark of UTF-16 or UTF-32, but more than one
	// in 64 of its characters is invalid in that encoding, or that it declares, as Python does (PEP
	// 263), an encoding in which ASCII may have other bytes, such as UTF-7; or that it looks like
	// EBCDIC.
	Encoding
	// Binary means that one of its first 8,000 bytes is NUL, as for git, and that it is neither
	// UTF-16 nor text with a few NUL bytes: at most one in eight bytes, as many runs of them as
	// lines, no other control characters.
	Binary
	// Generated means that a program wrote it, by its name or the comments at its top.
	Generated
	// Minified means that it was compressed for machines to load, by its name, or because most of
	// it is in very long lines.
	Minified
	// Unreadable means that the operating system refused to list or read it.
	Unreadable
	// Vanished means that it disappeared between listing and reading.
	Vanished
	// Changed means that its size changed while it was read.
	Changed
	// Damaged means that an archive, or an entry of it, is truncated, inconsistent or not of the
	// format in its name. Files before the damage were visited. In a git repository, references,
	// commits and files are damaged, which Skip.Err names; all others were visited.
	Damaged
	// Encrypted means that it is encrypted in an archive.
	Encrypted
	// Unsupported means that an archive compresses it by a method that is not read, or that it is
	// an archive of a format that is not read, such as 7z. Skip.Err has advice. It is also the
	// reason for a reference of a git repository that names no commit.
	Unsupported
	// BadName means that the name of an entry of an archive is not a path: it is empty, contains a
	// NUL byte, is longer than 4,096 bytes or is in more than 100 folders. Skip.Err quotes it.
	BadName
	// Duplicate means that its archive or dump has an earlier entry for it: with the same path or
	// id, then Skip.Err is set, or as the target of a hard link.
	Duplicate
	// Nested means that it is an archive nested too deeply.
	Nested
	// ArchiveLimit means that an archive is over a limit of Unpack, which Skip.Err names. Files
	// before the limit were visited. So were, in a git repository, files of a folder that is also
	// at other paths.
	ArchiveLimit
	// Submodule means that it is the commit of another git repository, which is not read. In a work
	// tree it is a folder that is not checked out.
	Submodule
	// LFSPointer means that it stands for a file in another place (Git LFS), which is not read.
	LFSPointer
	// Missing means that a git repository lacks the object, as after a partial clone.
	Missing
	// CutHistory means that a git repository lacks the parents of a commit, as in a shallow clone.
	// The files of the commit are read, but they may be older, so that their date and author are
	// unknown. The path is its id.
	CutHistory
	// IgnoreFile means that the rules of an ignore file were not all applied, so more files than
	// intended may have been visited. If the ignore file is itself a document, it is reported as
	// that, too.
	IgnoreFile

	reasonCount
)

var reasonWords = [reasonCount]string{
	Kept: "kept", Ignored: "ignored", Excluded: "excluded", VCS: "vcs", Index: "index", Reserved: "reserved-name",
	Metadata: "metadata", Symlink: "symlink", NotRegular: "not-regular", TooLarge: "too-large",
	Empty: "empty", Encoding: "encoding", Binary: "binary", Generated: "generated",
	Minified: "minified", Unreadable: "unreadable", Vanished: "vanished", Changed: "changed",
	Damaged: "damaged", Encrypted: "encrypted", Unsupported: "unsupported", BadName: "bad-name",
	Duplicate: "duplicate", Nested: "nested-too-deep", ArchiveLimit: "archive-limit",
	IgnoreFile: "ignore-file", Submodule: "submodule", LFSPointer: "lfs-pointer", Missing: "missing-object",
	CutHistory: "cut-history",
}

// Reasons returns all reasons except Kept, in the order of listings.
func Reasons() []Reason {
	all := make([]Reason, 0, reasonCount-1)
	for r := Kept + 1; r < reasonCount; r++ {
		all = append(all, r)
	}
	return all
}

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
	case Kept, Ignored, Excluded, Index, Metadata, Empty, Generated, Minified, CutHistory, IgnoreFile:
		return true
	}
	return false
}

// ExcusesSource reports whether a file that looks like source is left out on purpose, too. A system
// or an index writes no source, so one in their folders is a user's.
func (r Reason) ExcusesSource() bool {
	return r.IsIntended() && r != Index && r != Metadata
}

// String returns the reason in lower-case words joined by hyphens.
func (r Reason) String() string {
	if r >= reasonCount {
		return "unknown"
	}
	return reasonWords[r]
}
