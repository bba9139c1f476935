package corpus

import (
	"io/fs"
	"path/filepath"
)

// Kind is a kind of source. One row of a table is all that is known of it by its name.
type Kind struct {
	// Several says that the name stands for several documents that are not in a folder.
	Several bool
	// Repository, Stream and Prefixed say that the name is no path: it may be the address of a repository, or stand for
	// standard input, or begin with what a file has.
	Repository, Stream, Prefixed bool
	// Instead says why documents of the source are not compared with each other, and what to do; empty if they are.
	Instead string
	// Beside says that the source is compared as a file if it is not the only one.
	Beside bool

	is   func(name, abs string, info fs.FileInfo) bool // info is nil if there is none at the path
	open func(name, abs string, o Options) (Source, error)
}

const inLines = "has documents in its lines: index it with chaffinch index --index NEW, " +
	"and compare these with chaffinch pairs --index NEW"

func lines(name, _ string, o Options) (Source, error) { return openLines(name, o) }

// kinds are the kinds of sources. The first one that a name has opens it.
var kinds = []Kind{
	{Several: true, Repository: true,
		Instead: "is a git repository: specify a revision of it, packed by git archive -o code.tar HEAD",
		is:      func(name, _ string, _ fs.FileInfo) bool { return isRepository(name) },
		open:    func(name, _ string, o Options) (Source, error) { return openGit(name, o) }},
	{Several: true, Stream: true, Prefixed: true,
		Instead: "is standard input: specify a folder, a file or an archive",
		is:      func(name, _ string, _ fs.FileInfo) bool { return hasFormat(name) && isStream(name) }, open: lines},
	{Stream: true,
		Instead: "is standard input: specify a folder, a file or an archive",
		is:      func(name, _ string, _ fs.FileInfo) bool { return isStream(name) }, open: lines},
	{Several: true, Prefixed: true, Instead: inLines,
		is: func(name, _ string, _ fs.FileInfo) bool { return hasFormat(name) }, open: lines},
	{ // a folder
		is:   func(_, _ string, info fs.FileInfo) bool { return info != nil && info.IsDir() },
		open: func(_, abs string, o Options) (Source, error) { return &tree{root: abs, options: o}, nil }},
	{Several: true,
		is: func(_, abs string, info fs.FileInfo) bool {
			return info != nil && info.Mode().IsRegular() && IsArchive(abs)
		},
		open: func(_, abs string, o Options) (Source, error) { return &archiveFile{abs, o}, nil }},
	{Several: true, Instead: inLines, Beside: true,
		is: func(name, _ string, info fs.FileInfo) bool {
			if info == nil || !info.Mode().IsRegular() {
				return false
			}
			s, err := openLines(name, Options{})
			return s != nil && err == nil
		},
		open: lines},
	{ // a file
		is: func(string, string, fs.FileInfo) bool { return true },
		open: func(_, abs string, o Options) (Source, error) {
			return &tree{root: filepath.Dir(abs), file: filepath.Base(abs), options: o}, nil
		}},
}

// KindOf returns the kind of the named source. A name of nothing counts as a file's name.
func KindOf(name string) Kind {
	kind, _, _ := kindOf(name)
	return kind
}

// kindOf returns the kind of a name; of a path, with the absolute one and the error that it has.
func kindOf(name string) (kind Kind, abs string, err error) {
	var info fs.FileInfo
	for i, k := range kinds {
		if !k.Repository && !k.Stream && !k.Prefixed && abs == "" && err == nil {
			abs, info, err = resolve(name)
			if err != nil {
				return kinds[len(kinds)-1], abs, rootError(name, err)
			}
		}
		if k.is(name, abs, info) {
			return kinds[i], abs, nil
		}
	}
	panic("the last kind has all names")
}
