package corpus

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"slices"

	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/option"
)

// Kind is a kind of source. Its row of the table is all that [Open] and comparisons ask of it. The
// prefixes of formats are in lines.go, and the roots of repositories in rootof.go.
type Kind struct {
	// Several means that the name stands for several documents that are not in a folder.
	Several bool
	// Repository, Stream and Prefixed mean that the name is not a path. It may be the address of a
	// repository, stand for standard input, or begin with the format of a file.
	Repository, Stream, Prefixed bool
	// Instead is the code of the error for comparing the documents of one source with each other.
	// If it is empty, they are compared. Next to other paths, one with Instead is compared as a
	// file.
	Instead option.Code

	// Walked means that [Walk] reads the documents: of a folder, an archive or a file.
	Walked bool

	folder  bool
	address func(name string) bool                  // of a name that is not a path; nil for kinds of paths
	is      func(abs string, info fs.FileInfo) bool // of a path; nil if only open decides
	// open returns nil if the source is of another kind, which only a kind without is does.
	open func(name, abs string, o document.Options) (Source, error)
	// root is [RootOf] for an address of this kind; nil if it names a path.
	root func(name string) (string, error)
	// again is [ReadAgain] for roots of this kind, and [ErrOnceOnly] for others; nil if answers
	// read the files below a root.
	again func(ctx context.Context, root, id string, size int64, buf []byte) ([]byte, error)
}

// IsTree reports whether comparisons read the documents of the source, as they read a folder.
func (k Kind) IsTree() bool { return k.folder || k.Several && k.Instead == "" }

// rootOfStream returns the root of standard input.
func rootOfStream(name string) (string, error) {
	_, _, _, err := cutFormat(name)
	return stdinRoot, err
}

func lines(name, _ string, o document.Options) (Source, error) { return openLines(name, o) }

// kinds are the kinds of sources. The first one that a name has opens it.
var kinds = []Kind{
	{Several: true, Repository: true,
		Instead: option.IsRepository,
		address: isRepository,
		open:    func(name, _ string, o document.Options) (Source, error) { return openGit(name, o) },
		again:   readGitAgain},
	{Several: true, Repository: true,
		Instead: option.IsPackage,
		address: document.IsPackageName,
		root:    rootOfPackage, open: func(name, _ string, o document.Options) (Source, error) { return openPackage(name, o) }},
	{Several: true, Stream: true, Prefixed: true,
		Instead: option.IsStream,
		address: func(name string) bool { return hasFormat(name) && isStream(name) },
		root:    rootOfStream, open: lines},
	{Stream: true,
		Instead: option.IsStream,
		address: isStream,
		root:    rootOfStream, open: lines},
	{Several: true, Prefixed: true, Instead: option.InLines, address: hasFormat, open: lines},
	{folder: true, Walked: true,
		is:   func(_ string, info fs.FileInfo) bool { return info.IsDir() },
		open: func(_, abs string, o document.Options) (Source, error) { return &tree{root: abs, options: o}, nil }},
	{Several: true, Walked: true,
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
