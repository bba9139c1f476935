package corpus

// Reason is the reason why a file was not read. The words of String are stable: they are in reports
// and in the index.
type Reason uint8

const (
	// Kept is the zero Reason: the file is not skipped.
	Kept Reason = iota
	// Ignored means that an ignore file names it.
	Ignored
	// Excluded means that Options.Exclude matches it, or none of Options.Include does.
	Excluded
	// VCS means that it belongs to a version control system: .git, .hg, .svn, .bzr, .jj.
	VCS
	// Index means that it is the folder of an index, .chaffinch.
	Index
	// Metadata means that it contains macOS metadata of another file.
	Metadata
	// Symlink means that it is a symbolic link. Its target is read at its own place, if it is under
	// the root.
	Symlink
	// NotRegular means that it is a pipe, a socket, a device or the like.
	NotRegular
	// TooLarge means that its size is over Options.MaxSize.
	TooLarge
	// Empty means that it has no bytes.
	Empty
	// Encoding means that it has the byte order mark of UTF-16 or UTF-32, but is not valid in it.
	Encoding
	// Binary means that it has a NUL byte near its start, and is not UTF-16.
	Binary
	// Generated means that a program wrote it.
	Generated
	// Minified means that it was compressed for machines to load.
	Minified
	// Unreadable means that the operating system refused to list or read it.
	Unreadable
	// Vanished means that it disappeared between listing and reading.
	Vanished
	// Changed means that its size changed while it was read.
	Changed
	// Damaged means that the content of an archive, or of an entry of it, is inconsistent. Files
	// before the damage were visited.
	Damaged
	// Encrypted means that it is encrypted in an archive.
	Encrypted
	// Unsupported means that an archive compresses it by an unsupported method.
	Unsupported
	// BadName means that an entry of the archive has a name that is no path; Skip.Err quotes it.
	BadName
	// Duplicate means that its archive has an earlier entry for it: with the same path, or as the
	// target of a hard link.
	Duplicate
	// Nested means that it is an archive nested too deeply.
	Nested
	// ArchiveLimit means that an archive is over a limit of Unpack, which Skip.Err names. Files
	// before the limit were visited.
	ArchiveLimit
	// IgnoreFile means that an ignore file could not be used, so more files than intended may have
	// been visited. It is reported in addition to the outcome of that file as a document.
	IgnoreFile

	reasonCount
)

type reasonText struct{ word, why string }

var reasonTexts = [reasonCount]reasonText{
	Kept:       {"kept", "It is not skipped."},
	Ignored:    {"ignored", "A .gitignore, .git/info/exclude or .chaffinchignore names it or a folder it is in."},
	Excluded:   {"excluded", "An exclude pattern matches it, or include patterns were given and none matches it."},
	VCS:        {"vcs", "It belongs to a version control system (.git, .hg, .svn, .bzr, .jj)."},
	Index:      {"index", "It is chaffinch's own folder, .chaffinch."},
	Metadata:   {"metadata", "It is a folder __MACOSX or a file in the format AppleDouble, in which macOS keeps data about another file."},
	Symlink:    {"symlink", "It is a symbolic link; links are not followed, so that every file is met once and only under the root."},
	NotRegular: {"not-regular", "It is not a regular file but a pipe, socket, device or the like."},
	TooLarge:   {"too-large", "It is larger than the size limit, 4 MiB unless set otherwise."},
	Empty:      {"empty", "It is 0 bytes long."},
	Encoding:   {"encoding", "It begins with the byte order mark of UTF-16 or UTF-32, but more than one in 64 of its characters is none in that encoding."},
	Binary:     {"binary", "One of its first 8,000 bytes is NUL, which is also how git tells binary files, and it is no text in UTF-16 or UTF-32."},
	Generated: {"generated", "A program wrote it: its name is that of a lock file, source map or the like (package-lock.json, *.pb.go), " +
		"or the comments at its top, within 4,096 bytes, say so (\"Code generated ... DO NOT EDIT\", \"@generated\")."},
	Minified: {"minified", "It is named *.min.js or the like, or is JavaScript or CSS of 1,024 bytes or more with over 110 bytes a line, " +
		"or more than three quarters of it stand in lines over 1,000 bytes with less than 1/12 white space and non-ASCII."},
	Unreadable: {"unreadable", "The operating system would not list or read it."},
	Vanished:   {"vanished", "It was listed, but was gone when it was to be read."},
	Changed:    {"changed", "Its size changed while it was read; it may be whole the next time."},
	Damaged: {"damaged", "The archive, or this file in it, is cut off, corrupt or not of the format that its name says; " +
		"what could be read before is kept."},
	Encrypted:   {"encrypted", "It lies encrypted in a zip archive."},
	Unsupported: {"unsupported", "Its zip archive packs it by a method other than store and deflate."},
	BadName: {"bad-name", "The archive holds an entry whose name is empty, holds a NUL byte, is longer than 4,096 bytes or more than " +
		"100 folders deep."},
	Duplicate: {"duplicate", "The archive holds it before, under the same path or as the target of this hard link."},
	Nested:    {"nested-too-deep", "It is an archive within more archives than are opened, 3 in all unless set otherwise."},
	ArchiveLimit: {"archive-limit", "The archive is over a limit that guards against bombs: unless set otherwise 1 GiB unpacked, 200 times its " +
		"size and 10 MiB, 100,000 entries, or 64 MiB of memory for an archive in it. What was read before is kept."},
	IgnoreFile: {"ignore-file", "This ignore file's rules were not all applied: it is a link, unreadable, larger than 1 MiB, or would ignore a whole " +
		"root that is not in a repository."},
}

// Reasons returns all reasons except Kept, in the order of listings.
func Reasons() []Reason {
	all := make([]Reason, 0, reasonCount-1)
	for r := Kept + 1; r < reasonCount; r++ {
		all = append(all, r)
	}
	return all
}

// String returns the reason as one word in lower case, words joined by a hyphen.
func (r Reason) String() string {
	if r >= reasonCount {
		return "unknown"
	}
	return reasonTexts[r].word
}

// Explain returns one sentence that explains the rule and its limit.
func (r Reason) Explain() string {
	if r >= reasonCount {
		return "The reason is not known."
	}
	return reasonTexts[r].why
}
