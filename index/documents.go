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

// Content is what the index knows of one distinct document, its fingerprints apart.
type Content struct {
	// ID is the git blob id in hexadecimal: swh:1:cnt:ID is its Software Heritage identifier.
	ID string `json:"-"`
	// Language is the name of the language it was lexed as.
	Language string `json:"language"`
	// Size is in bytes, Tokens in tokens of Language.
	Size   int64 `json:"size"`
	Tokens int   `json:"tokens"`
	// Fingerprints is the number of selected k-grams by representation, repeated ones included.
	Fingerprints [analyzer.Representations]int `json:"fingerprints"`

	stored bool // in the index, with all its bytes
}

// Occurrence is a place where a content was seen.
type Occurrence struct {
	Collection string `json:"collection"`
	// Root is the absolute folder that was indexed, Path is below it, with slashes. Path may
	// hold any bytes that a file name may.
	Root string `json:"root"`
	Path string `json:"path"`
	// Content is the content's id; empty if Skipped says why the file was not indexed.
	Content string `json:"-"`
	Skipped string `json:"-"`

	size, modified int64 // as of when it was read: bytes, nanoseconds since 1970
	choice         languageChoice
}

// File returns where the occurrence was on disk.
func (o Occurrence) File() string {
	return filepath.Join(o.Root, filepath.FromSlash(o.Path))
}

// Compare orders occurrences by collection, root and path.
func (o Occurrence) Compare(p Occurrence) int {
	return cmp.Or(cmp.Compare(o.Collection, p.Collection), cmp.Compare(o.Root, p.Root), cmp.Compare(o.Path, p.Path))
}

// Documents of all kinds share Bleve's space of ids; the first byte tells them apart.
const (
	contentPrefix     = "c"
	occurrencePrefix  = "o"
	boilerplatePrefix = "b"
)

// ContentOf returns the content's id if the Bleve document of that id is a content.
func ContentOf(documentID string) (id string, ok bool) {
	return strings.CutPrefix(documentID, contentPrefix)
}

// documentID is unique: no name of a collection and no path holds a NUL byte.
func (o Occurrence) documentID() string {
	return occurrencePrefix + o.Collection + "\x00" + o.Root + "\x00" + o.Path
}

// parseOccurrenceID reads back from its document's id where an occurrence is.
func parseOccurrenceID(documentID string) (Occurrence, error) {
	place, ok := strings.CutPrefix(documentID, occurrencePrefix)
	parts := strings.SplitN(place, "\x00", 3)
	if !ok || len(parts) != 3 {
		return Occurrence{}, fmt.Errorf("occurrence %q: damaged id", documentID)
	}
	return Occurrence{Collection: parts[0], Root: parts[1], Path: parts[2]}, nil
}

// contentKey is the term by which occurrences of a content are found: a whole id would make the
// index a hundredth larger. Contents whose ids begin alike share it, so what is found has to be
// compared.
func contentKey(id string) uint64 {
	var first [8]byte
	_, _ = hex.Decode(first[:], []byte(id[:min(len(id), 2*len(first))])) // of what is no id, nothing is found
	return binary.BigEndian.Uint64(first[:])
}
