// Package document describes documents: their content, where it was found, and where it came from.
// It is plain data, so results link neither an index nor a reader of sources.
package document

import (
	"cmp"
	"path/filepath"

	"github.com/chaffinch-search/chaffinch/analyzer"
)

// Content describes one distinct document.
type Content struct {
	// ID is the git blob id in hexadecimal. Its Software Heritage identifier is swh:1:cnt:ID.
	ID string `json:"-"`
	// Language is the name of the language that it was lexed in.
	Language string `json:"language"`
	// Size is in bytes. Tokens counts tokens of Language.
	Size   int64 `json:"size"`
	Tokens int   `json:"tokens"`
	// Fingerprints counts selected k-grams by representation, repeated ones included.
	Fingerprints [analyzer.Representations]int `json:"fingerprints"`
	// Stored means that an index on disk holds the source, so no file is needed.
	Stored bool `json:"-"`
}

// Occurrence is a place where a content was found, or a file that was skipped.
type Occurrence struct {
	Collection string `json:"collection"` // the name of the collection
	// Root is the absolute path of the indexed folder or archive, or a repository's address. Path
	// is relative to it, with slashes. It may contain any byte that a file name may.
	Root string `json:"root"`
	Path string `json:"path"`
	// Revision is the commit that first had the content, if a path has several contents.
	Revision string `json:"revision,omitempty"`
	Origin
	// Content is the content's id. It is empty if Skipped has a reason.
	Content string `json:"-"`
	Skipped Reason `json:"-"`

	Reading Reading `json:"-"`
}

// Reading is how an update read a file. Only updates use it.
type Reading struct {
	Size       int64 // of the file, in bytes
	Version    int64 // changes with the content of the file, or of its container
	DateOffset int64 // seconds from the date, or from 1970, to Git's corrected commit date
	Choice     LanguageChoice
}

// LanguageChoice is the language that an occurrence suggests. It depends on the file name, so the
// occurrences of one content may differ.
type LanguageChoice struct {
	Language string
	Forced   bool // the update set one language for all files
}

// File returns the file's absolute path, or its address in a repository. An address is like
// git+file:///srv/repo.git/a.go@3f2a9c1d4e5f.
func (o Occurrence) File() string {
	root, isAddress := Address(o.Root)
	if !isAddress {
		return filepath.Join(root, filepath.FromSlash(o.Path))
	}
	return root + "/" + o.Name()
}

// Below reports whether the occurrence is at or below a place: see [IsBelow].
func (o Occurrence) Below(place string) bool { return IsBelow(o.Root, o.Path, place) }

// Name returns the path. If the source has several revisions, @ and the revision's first 12 digits
// follow.
func (o Occurrence) Name() string {
	if o.Revision == "" {
		return o.Path
	}
	return o.Path + "@" + o.Revision[:min(len(o.Revision), shortRevision)]
}

// shortRevision is how many digits of a revision are shown: enough for the largest repositories.
const shortRevision = 12

// Compare orders occurrences by collection, root, path and revision.
func (o Occurrence) Compare(p Occurrence) int {
	return cmp.Or(cmp.Compare(o.Collection, p.Collection), cmp.Compare(o.Root, p.Root),
		cmp.Compare(o.Path, p.Path), cmp.Compare(o.Revision, p.Revision))
}

// Place returns the occurrence's key in an index. None of its parts contains a NUL byte.
func (o Occurrence) Place() string {
	return o.Collection + "\x00" + o.Root + "\x00" + InRoot(o.Path, o.Revision)
}

// InRoot identifies a file below its root.
func InRoot(path, revision string) string {
	if revision == "" {
		return path
	}
	return path + "\x00" + revision
}

// Described is a content with its occurrences.
type Described struct {
	Content
	Occurrences []Occurrence // in the order of [Occurrence.Compare]
}
