package corpus

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/option"
)

// Kind is a kind of source. Its row of the table is all that [Open] and comparisons ask of it. The
// prefixes of formats are in lines.go, and the roots of repositories in rootof.go.
type Kind struct {
	// Several means that the name stands for several documents that are not in a folder.
	Several bool
	// Stream means that the name stands for standard input. Prefixed means that it begins with the
	// format of a file.
	Stream, Prefixed bool
	// Fetched means that a program of the user's fetches the documents, which may fail.
	Fetched bool
	// Packed means that the source is an archive.
	Packed bool
	// Instead is the code of the error for comparing the documents of one source with each other.
	// If it is empty, they are compared. Next to other paths, one with Instead is compared as a
	// file.
	Instead option.Code

	// Walked means that [Walk] reads the documents: of a folder, an archive or a file.
	Walked bool

	folder  bool
	address func(name string) bool // of a name that is not a path; nil for kinds of paths
	// path splits a name into the text before its path, the path, and the text after it. It is nil
	// if names of the kind are paths, or if addresses have none.
	path func(name string) (before, path, after string)
	// place is the path that an address has, which does not move; nil if path says it.
	place func(name string) string
	// sources is [Sources] for names of this kind; nil if a name is one source.
	sources func(name string) (names, left []string, err error)
	is      func(abs string, info fs.FileInfo) bool // of a path; nil if only open decides
	// open returns nil if the source is of another kind, which only a kind without is does.
	open func(name, abs string, o document.Options) (Source, error)
	// root is [RootOf] for an address of this kind; nil if it names a path.
	root func(name string) (string, error)
	// again is [ReadAgain] for roots of this kind, and [ErrOnceOnly] for others. It is nil if
	// answers read the files below a root.
	again func(ctx context.Context, root, id string, size int64, buf []byte) ([]byte, error)
}

// IsTree reports whether comparisons read the documents of the source, as they read a folder.
func (k Kind) IsTree() bool { return k.folder || k.Several && k.Instead == "" }

// IsFolder reports whether the source is a folder.
func (k Kind) IsFolder() bool { return k.folder }

// rootOfStream returns the root of standard input.
func rootOfStream(name string) (string, error) {
	_, _, _, err := cutFormat(name)
	return stdinRoot, err
}

// listScheme begins the name of a file that lists packages.
const listScheme = "deps:"

func lines(name, _ string, o document.Options) (Source, error) { return openLines(name, o) }

// kinds are the kinds of sources. The first one that a name has opens it.
var kinds = []Kind{
	{Several: true,
		Instead: option.IsRepository,
		address: isRepository,
		path:    pathOfRepository, place: placeOfRepository,
		open:  func(name, _ string, o document.Options) (Source, error) { return openGit(name, o) },
		again: readGitAgain},
	{Several: true, Fetched: true,
		Instead: option.IsFetched,
		address: document.IsPackageName,
		root:    rootOfPackage, sources: packageNamed,
		open: func(name, _ string, o document.Options) (Source, error) { return openPackage(name, o) }},
	{Several: true, Fetched: true,
		Instead: option.IsFetched,
		address: func(name string) bool { return strings.HasPrefix(name, listScheme) },
		path:    func(name string) (_, _, _ string) { return listScheme, name[len(listScheme):], "" },
		root:    func(name string) (string, error) { return "", option.Fail(option.IsList, name) }, sources: packagesListed,
		open: func(name, _ string, _ document.Options) (Source, error) { return nil, option.Fail(option.IsList, name) }},
	{Several: true, Stream: true, Prefixed: true,
		Instead: option.IsStream,
		address: func(name string) bool { return hasFormat(name) && isStream(name) },
		root:    rootOfStream, open: lines},
	{Stream: true,
		Instead: option.IsStream,
		address: isStream,
		root:    rootOfStream, open: lines},
	{Several: true, Prefixed: true, Instead: option.InLines, address: hasFormat, path: pathOfLines, open: lines},
	{folder: true, Walked: true,
		is:   func(_ string, info fs.FileInfo) bool { return info.IsDir() },
		open: func(_, abs string, o document.Options) (Source, error) { return &tree{root: abs, options: o}, nil }},
	{Several: true, Walked: true, Packed: true,
		is:   func(abs string, _ fs.FileInfo) bool { return IsArchive(abs) },
		open: func(_, abs string, o document.Options) (Source, error) { return &archiveFile{abs, o}, nil }},
	{Several: true, Instead: option.InLines, open: lines},
	{Walked: true, // a file
		is: func(string, fs.FileInfo) bool { return true },
		open: func(_, abs string, o document.Options) (Source, error) {
			return &tree{root: filepath.Dir(abs), file: filepath.Base(abs), options: o}, nil
		}},
}

// AddressKind returns the kind of a source by its name, false for paths.
func AddressKind(name string) (Kind, bool) {
	i := slices.IndexFunc(kinds, func(k Kind) bool { return k.address != nil && k.address(name) })
	if i < 0 {
		return Kind{}, false
	}
	return kinds[i], true
}

// Sources returns the names of the sources that a name stands for, as an index has them. A list
// stands for its packages. left are the entries of the list that are no source.
func Sources(name string) (names, left []string, err error) {
	if k, ok := AddressKind(name); ok && k.sources != nil {
		return k.sources(name)
	}
	return []string{name}, nil, nil
}

// Move returns the name of a source with move of its path, if it has one.
func Move(name string, move func(path string) string) string {
	k, isAddress := AddressKind(name)
	switch {
	case !isAddress:
		return move(name)
	case k.path == nil:
		return name
	}
	before, path, after := k.path(name)
	if path == "" {
		return name
	}
	return before + move(path) + after
}

// PathOf returns the path that a source is read from. A name without a path is returned unchanged.
func PathOf(name string) string {
	k, isAddress := AddressKind(name)
	switch {
	case !isAddress:
	case k.place != nil:
		return k.place(name)
	case k.path != nil:
		_, path, _ := k.path(name)
		return cmp.Or(path, name)
	}
	return name
}

// ReadAgain reads a content of a source by its root and git blob id. It uses the capacity of buf if
// that is enough. The caller compares the content with the id. The error is [ErrOnceOnly] unless
// the kind of the source reads documents again.
func ReadAgain(ctx context.Context, root, id string, size int64, buf []byte) ([]byte, error) {
	for i := range kinds {
		if kinds[i].again == nil {
			continue
		}
		if content, err := kinds[i].again(ctx, root, id, size, buf); !errors.Is(err, ErrOnceOnly) {
			return content, err
		}
	}
	return buf[:0], ErrOnceOnly
}

// KindOf returns the kind of the named source. It may read the beginning of a file. A name that
// does not exist, or is neither a folder nor a regular file, counts as a file.
func KindOf(name string) Kind {
	if k, ok := AddressKind(name); ok {
		return k
	}
	abs, info, err := resolve(name)
	if err != nil || !info.IsDir() && !info.Mode().IsRegular() {
		return kinds[len(kinds)-1]
	}
	for _, k := range kinds {
		switch {
		case k.address != nil:
		case k.is != nil:
			if k.is(abs, info) {
				return k
			}
		default:
			if s, err := k.open(name, abs, document.Options{}); s != nil && err == nil {
				_ = s.Close()
				return k
			}
		}
	}
	panic("the last kind has all paths")
}
