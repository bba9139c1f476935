package git

import (
	"errors"
	"time"
)

// Kind is the kind of an entry.
type Kind uint8

// The kinds of entries. Only blobs can be read.
const (
	Blob           Kind = iota
	Symlink             // its content is where it points to
	Submodule           // the commit of another repository
	Missing             // an object that the repository lacks; the path may be empty
	Repeated            // an object whose path, as far as git prints it, another object of the commit has
	RepeatedFolder      // a folder, with a slash, that is not listed, since it is at other paths, too
	NoCommit            // a reference that names a tree or a file; the path is its name
	BrokenRef           // a reference that names no object; the path is its name
	BrokenCommit        // a commit that is missing or damaged
	CutHistory          // a commit whose parents the repository lacks, as in a shallow clone

	tree // not seen by callers, like the next fields
	newCommit
)

// Entry is a file of a commit, or what cannot be listed.
type Entry struct {
	Kind   Kind
	Path   string // any bytes, and not necessarily a path
	ID     string // of the object: 40 or 64 hexadecimal digits
	Size   int64  // bytes
	Commit *Commit
}

// Commit is a commit, as far as answers name it.
type Commit struct {
	ID     string
	Date   time.Time // when it was committed, in UTC; zero is unknown
	Author string    // name <address>; empty is unknown
	// Corrected is Git's corrected commit date, in seconds since 1970. It is the date, or one
	// second more than the greatest of the parents if that is later. It rises along ancestry,
	// whatever the clocks were. 0 is unknown.
	Corrected int64
	// Cut means that its parents are missing, so that they may have had its files.
	Cut bool
	// Root has files of its tree, if [Repository.History] was called for them. It is known with the
	// first entry.
	Root *Folder

	tree string // the id of the tree
}

// References are HEAD and the references of a repository.
type References struct {
	// Version is a hash of all, and of the commits at which a shallow clone ends.
	Version string
	// Ignored lists the references that git ignores, and why.
	Ignored []string

	names []reference
}

type reference struct{ name, id string }

// Errors of repositories.
var (
	// ErrNoGit: no repository can be read.
	ErrNoGit = errors.New("the program git is missing: install it")
	// ErrTooMany: a commit has too many files. Those before were listed.
	ErrTooMany = errors.New("the commit has too many files")

	// ErrMissing: the repository lacks an object.
	ErrMissing = errors.New("the repository lacks this object: fetch it")
)
