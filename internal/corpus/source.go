package corpus

import (
	"bytes"
	"context"
	"os"
	"path/filepath"

	"github.com/chaffinch-search/chaffinch/index/document"
)

// Source is where documents come from: a folder, a file, an archive, or a git repository. Close it
// when the documents are read.
type Source interface {
	// Name is what [Open] opens the source by, from any folder.
	Name() string
	// Root is where the paths of the documents begin. It is the absolute path, without symbolic
	// links, of a folder, of the folder of a file, or of an archive; or the address of a
	// repository. Root, [File.Path] and [File.Revision] together name a document.
	Root() string
	// Has reports whether documents of the source may be at the path. Others of the root have other
	// paths.
	Has(path string) bool
	// Each calls v for every document. It returns an error if the source cannot be read, if a
	// pattern of the options is malformed, if ctx ends (ctx's error) or if v.Visit returns an error
	// (returned unchanged). All else is a Skip.
	Each(ctx context.Context, v Visitor) error
	// Close frees what Read needs. Its documents cannot be read any more.
	Close() error
}

// Visitor has what [Source] calls, one call at a time. Only Visit must be set.
type Visitor struct {
	// Visit is called for every document that may be worth reading. Read reads it.
	Visit func(File) error
	// Skip is called for everything else.
	Skip func(Skip)
	// Unchanged reports whether all documents in a container, such as an archive, are known. They
	// are then neither visited nor skipped.
	Unchanged func(File) bool
	// Read is called after the last document of a container. It is not called if a Skip reports
	// that not all was read.
	Read func(File)
	// License recognises the text of a licence, and returns an SPDX expression or nothing. If it is
	// nil, the source does not look for licences and packages.
	License func(text []byte) string
	// Notices has the notices of files that earlier walks have read. It may be nil.
	Notices *NoticeMemory
}

// Open opens a source by its name, which is as Root of index.Source.
func Open(name string, o document.Options) (Source, error) {
	if o.Git != (document.GitOptions{}) {
		return openGit(name, o)
	}
	if k, ok := AddressKind(name); ok {
		return k.open(name, "", o)
	}
	abs, info, err := resolve(name)
	if err != nil {
		return nil, rootError(name, err)
	}
	for _, k := range kinds {
		if k.address != nil || k.is != nil && !k.is(abs, info) {
			continue
		}
		if s, err := k.open(name, abs, o); s != nil || err != nil {
			return s, err
		}
	}
	panic("the last kind has all paths")
}

// NamedRoot returns the root of a source as its user named it: where the names begin that reports
// print. The root of a file is its folder.
func NamedRoot(from Source, name string) string {
	if from.Name() == filepath.Join(from.Root(), filepath.Base(from.Name())) {
		return filepath.Dir(name)
	}
	if kind, _ := AddressKind(name); kind.Prefixed {
		return from.Root()
	}
	return name
}

// tree is a folder, or a file in it. With Options.Archives, archives are as folders.
type tree struct {
	root    string // absolute, without links
	file    string // the name of the file; empty for all
	options document.Options
}

func (t *tree) Name() string { return filepath.Join(t.root, t.file) }

func (t *tree) Root() string { return t.root }

func (t *tree) Close() error { return nil }

func (t *tree) Has(path string) bool { return t.file == "" || path == t.file }

func (t *tree) Each(ctx context.Context, v Visitor) error {
	described := v
	w, err := newWalker(ctx, t.options, func(f File) error {
		if t.options.Archives && IsArchive(f.Path) {
			return v.unpack(ctx, f, t.options)
		}
		if t.file == "" && linesByName(f.Path) {
			if l := linesIn(f, t.options); l != nil {
				return l.inFolder(ctx, v, f)
			}
			if r := judgeListed(t.options, f.Path, f.Size); r != document.Kept {
				v.skip(Skip{Path: f.Path, Reason: r})
				return nil
			}
		}
		return described.Visit(f)
	}, v.Skip)
	if err != nil {
		return err
	}
	w.lines = t.file == ""
	described = w.described(v, t)
	return w.walk(t.Name())
}

// archiveFile is an archive.
type archiveFile struct {
	path    string // absolute, without links
	options document.Options
}

func (a *archiveFile) Name() string { return a.path }

func (a *archiveFile) Root() string { return a.path }

func (a *archiveFile) Close() error { return nil }

func (a *archiveFile) Has(string) bool { return true }

func (a *archiveFile) Each(ctx context.Context, v Visitor) error {
	info, err := os.Stat(a.path)
	if err != nil {
		return rootError(a.path, err)
	}
	return v.unpack(ctx, File{Abs: a.path, Size: info.Size(), ModTime: info.ModTime()}, a.options)
}

func (v Visitor) skip(s Skip) {
	if v.Skip != nil {
		v.Skip(s)
	}
}

// unpack visits the documents in an archive.
func (v Visitor) unpack(ctx context.Context, f File, o document.Options) error {
	if v.Unchanged != nil && v.Unchanged(f) {
		return nil
	}
	v, err := v.described(noticesIn(ctx, f, o))
	if err != nil {
		return err
	}
	whole := true
	err = Unpack(ctx, f, o, v.member, func(s Skip) {
		whole = whole && s.Path != f.Path // a fault of the archive itself
		v.skip(s)
	})
	if err == nil && whole && v.Read != nil {
		v.Read(f)
	}
	return err
}

// member visits a file of an archive, with a copy of its content.
func (v Visitor) member(f File, content []byte) error {
	f.content = &held{bytes.Clone(content)}
	return v.Visit(f)
}

// held is the content of a document that was judged, and cannot be read a second time.
type held struct{ bytes []byte }

// Held returns the memory that the file's content takes while it is referred to. It is 0 if Read
// opens the file.
func (f File) Held() int64 {
	if f.content == nil {
		return 0
	}
	return int64(len(f.content.bytes))
}

// OnceOnly reports whether the file can be read only now. Such a file is read neither from a folder
// nor by [ReadAgain]. The text of a PDF or of a document of a word processor is not in its file.
func (f File) OnceOnly() bool {
	return f.content != nil && !f.again || f.git == nil && isNamedDocument(f.Path) || f.git != nil && len(f.Blob) != 40
}
