package index

import (
	"cmp"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/chaffinch-search/chaffinch/analyzer"

	"github.com/chaffinch-search/chaffinch/index/corpus"
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

	stored bool // its source is in the index
}

// Occurrence is a place where a content was found, or a file that was skipped.
type Occurrence struct {
	Collection string `json:"collection"`
	// Root is the absolute path of the indexed folder or archive, or the address of a repository. Path is
	// relative to it, with slashes. It may contain any byte that a file name may.
	Root string `json:"root"`
	Path string `json:"path"`
	// Revision is the commit that first had the content, if the source has several contents of a path.
	Revision string `json:"revision,omitempty"`
	corpus.Origin
	// Content is the content's id. It is empty if Skipped has a reason.
	Content string `json:"-"`
	Skipped string `json:"-"`

	dateOffset    int64 // see [corpus.File].DateOffset
	size, version int64 // of the file when it was read, in bytes; see versionOf and containerVersion
	choice        languageChoice
}

// File returns the absolute path of the file, or its address in a repository, such as
// git+file:///srv/repo.git/a.go@3f2a9c1d4e5f.
func (o Occurrence) File() string {
	if !strings.Contains(o.Root, "://") {
		return filepath.Join(o.Root, filepath.FromSlash(o.Path))
	}
	root, _, _ := strings.Cut(o.Root, "?") // what was read of a repository
	return root + "/" + o.Name()
}

// Name returns the path, and after an @ the beginning of the revision if the source has several.
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

// Place returns what identifies the occurrence in an index. None of its parts contains a NUL byte.
func (o Occurrence) Place() string {
	return o.Collection + "\x00" + o.Root + "\x00" + inRoot(o.Path, o.Revision)
}

// rootKey is the term that finds the occurrences of a root.
func rootKey(collection, root string) string { return collection + "\x00" + root }

// inRoot identifies a file below its root.
func inRoot(path, revision string) string {
	if revision == "" {
		return path
	}
	return path + "\x00" + revision
}

// The first byte of a Bleve document's id is its kind.
const (
	contentPrefix     = "c"
	occurrencePrefix  = "o"
	boilerplatePrefix = "b"
)

// ContentOf returns the content's id if a Bleve document is a content.
func ContentOf(documentID string) (id string, ok bool) {
	return strings.CutPrefix(documentID, contentPrefix)
}

func (o Occurrence) documentID() string { return occurrencePrefix + o.Place() }

// parseOccurrenceID returns the place of an occurrence from its document's id.
func parseOccurrenceID(documentID string) (Occurrence, error) {
	place, ok := strings.CutPrefix(documentID, occurrencePrefix)
	parts := strings.SplitN(place, "\x00", 4)
	if !ok || len(parts) < 3 || len(parts) == 4 && parts[3] == "" {
		return Occurrence{}, fmt.Errorf("occurrence %q: damaged id", documentID)
	}
	o := Occurrence{Collection: parts[0], Root: parts[1], Path: parts[2]}
	if len(parts) == 4 {
		o.Revision = parts[3]
	}
	return o, nil
}

// contentKey is the term that finds the occurrences of a content. Whole ids would make the index 1%
// larger. Several contents may share a key, so callers compare the ids of what they find.
func contentKey(id string) uint64 {
	var first [8]byte
	_, _ = hex.Decode(first[:], []byte(id[:min(len(id), 2*len(first))])) // if it is not an id, nothing is found
	return binary.BigEndian.Uint64(first[:])
}

// Described is a content with its occurrences.
type Described struct {
	Content
	Occurrences []Occurrence // in the order of [Occurrence.Compare]
}
