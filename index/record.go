package index

import (
	"cmp"
	"crypto/sha1"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash"
	"path/filepath"
	"strconv"
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
	reading        reading
}

// File returns where the occurrence was on disk.
func (o Occurrence) File() string {
	return filepath.Join(o.Root, filepath.FromSlash(o.Path))
}

// Compare orders occurrences by collection, root and path.
func (o Occurrence) Compare(other Occurrence) int {
	return cmp.Or(
		cmp.Compare(o.Collection, other.Collection), cmp.Compare(o.Root, other.Root), cmp.Compare(o.Path, other.Path),
	)
}

// blobID hashes as git does, so that an id can be looked up in any git repository.
type blobID struct{ h hash.Hash }

func newBlobID() blobID { return blobID{sha1.New()} }

func (b blobID) of(content []byte) [sha1.Size]byte {
	b.h.Reset()
	b.h.Write(strconv.AppendInt([]byte("blob "), int64(len(content)), 10))
	b.h.Write([]byte{0})
	b.h.Write(content)
	return [sha1.Size]byte(b.h.Sum(nil))
}

// BlobID returns the git blob id of the content in hexadecimal.
func BlobID(content []byte) string {
	id := newBlobID().of(content)
	return hex.EncodeToString(id[:])
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

// parseOccurrence reads an occurrence back from its document's id and stored record.
func parseOccurrence(documentID string, record []byte) (Occurrence, error) {
	parts := strings.SplitN(strings.TrimPrefix(documentID, occurrencePrefix), "\x00", 3)
	if len(parts) != 3 {
		return Occurrence{}, fmt.Errorf("occurrence %q: damaged id", documentID)
	}
	o := Occurrence{Collection: parts[0], Root: parts[1], Path: parts[2]}
	var r occurrenceRecord
	if err := json.Unmarshal(record, &r); err != nil {
		return o, fmt.Errorf("occurrence %q: reading its record: %w", o.Path, err)
	}
	o.Content, o.Skipped, o.size, o.modified = r.Content, r.Skipped, r.Size, r.Modified
	o.reading = reading{r.Language, r.Forced}
	return o, nil
}

type occurrenceRecord struct {
	Content  string `json:"c,omitempty"`
	Skipped  string `json:"s,omitempty"`
	Size     int64  `json:"n"`
	Modified int64  `json:"t"`
	Language string `json:"l,omitempty"`
	Forced   bool   `json:"f,omitempty"`
}

func (o Occurrence) record() ([]byte, error) {
	return json.Marshal(occurrenceRecord{
		o.Content, o.Skipped, o.size, o.modified, o.reading.language, o.reading.forced,
	})
}
