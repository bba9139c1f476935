package index

import (
	"cmp"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"path/filepath"
	"strings"

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

	stored bool // its source is in the index
}

// Occurrence is a place where a content was found, or a file that was skipped.
type Occurrence struct {
	Collection string `json:"collection"`
	// Root is the absolute path of the indexed folder. Path is relative to it, with slashes. It may
	// contain any byte that a file name may.
	Root string `json:"root"`
	Path string `json:"path"`
	// Content is the content's id. It is empty if Skipped has a reason.
	Content string `json:"-"`
	Skipped string `json:"-"`

	size, modified int64 // of the file when it was read: bytes, nanoseconds since 1970
	choice         languageChoice
}

// File returns the absolute path of the file.
func (o Occurrence) File() string {
	return filepath.Join(o.Root, filepath.FromSlash(o.Path))
}

// Compare orders occurrences by collection, root and path.
func (o Occurrence) Compare(p Occurrence) int {
	return cmp.Or(cmp.Compare(o.Collection, p.Collection),
		cmp.Compare(o.Root, p.Root), cmp.Compare(o.Path, p.Path))
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

// documentID is unique, because collections and paths contain no NUL byte.
func (o Occurrence) documentID() string {
	return occurrencePrefix + o.Collection + "\x00" + o.Root + "\x00" + o.Path
}

// parseOccurrenceID returns the place of an occurrence from its document's id.
func parseOccurrenceID(documentID string) (Occurrence, error) {
	place, ok := strings.CutPrefix(documentID, occurrencePrefix)
	parts := strings.SplitN(place, "\x00", 3)
	if !ok || len(parts) != 3 {
		return Occurrence{}, fmt.Errorf("occurrence %q: damaged id", documentID)
	}
	return Occurrence{Collection: parts[0], Root: parts[1], Path: parts[2]}, nil
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
