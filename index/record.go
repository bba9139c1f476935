package index

import (
	"cmp"
	"crypto/sha1"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash"
	"math"
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
func (o Occurrence) Compare(other Occurrence) int {
	return cmp.Or(
		cmp.Compare(o.Collection, other.Collection), cmp.Compare(o.Root, other.Root), cmp.Compare(o.Path, other.Path),
	)
}

// blobID hashes as git does, so that an id can be looked up in any git repository.
type blobID struct{ h hash.Hash }

func newBlobID() blobID { return blobID{sha1.New()} }

func (b blobID) of(content []byte) string {
	b.h.Reset()
	b.h.Write(strconv.AppendInt([]byte("blob "), int64(len(content)), 10))
	b.h.Write([]byte{0})
	b.h.Write(content)
	return hex.EncodeToString(b.h.Sum(nil))
}

// BlobID returns the git blob id of the content in hexadecimal.
func BlobID(content []byte) string { return newBlobID().of(content) }

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

// parseOccurrence reads an occurrence back from its document's id and stored record.
func parseOccurrence(documentID string, record []byte) (Occurrence, error) {
	o, err := parseOccurrenceID(documentID)
	if err != nil {
		return o, err
	}
	u := unpacker{rest: record}
	o.size, o.modified = int64(u.atMost(math.MaxInt64)), u.int()
	o.choice.language, o.choice.forced = u.text(), u.atMost(1) == 1
	o.Skipped = u.text()
	o.Content = hex.EncodeToString(u.bytes(u.uint()))
	if err := u.end(); err != nil {
		return o, fmt.Errorf("occurrence %q: %w", o.Path, err)
	}
	return o, nil
}

// record returns what is stored of an occurrence beside its id.
func (o Occurrence) record() ([]byte, error) {
	content, err := hex.DecodeString(o.Content)
	if err != nil {
		return nil, fmt.Errorf("content %q: not an id: %w", o.Content, err)
	}
	r := binary.AppendUvarint(nil, uint64(o.size))
	r = binary.AppendVarint(r, o.modified)
	r = appendText(r, o.choice.language)
	forced := uint64(0)
	if o.choice.forced {
		forced = 1
	}
	r = binary.AppendUvarint(r, forced)
	r = appendText(r, o.Skipped)
	return appendText(r, string(content)), nil
}

// record returns what is stored of a content beside its id.
func (c Content) record() []byte {
	r := appendText(nil, c.Language)
	r = binary.AppendUvarint(r, uint64(c.Size))
	r = binary.AppendUvarint(r, uint64(c.Tokens))
	for _, n := range c.Fingerprints {
		r = binary.AppendUvarint(r, uint64(n))
	}
	return r
}

// parseContent reads a content back.
func parseContent(id string, record []byte) (Content, error) {
	u := unpacker{rest: record}
	c := Content{ID: id, Language: u.text(), Size: int64(u.atMost(math.MaxInt64))}
	c.Tokens = int(u.atMost(uint64(min(c.Size, math.MaxInt)))) // each has a byte
	for r := range c.Fingerprints {
		c.Fingerprints[r] = int(u.atMost(uint64(c.Tokens))) // each begins at a token
	}
	return c, u.end()
}

// contentKey is the term by which occurrences of a content are found: a whole id would make the
// index a hundredth larger. Contents whose ids begin alike share it, so what is found has to be
// compared.
func contentKey(id string) uint64 {
	var first [8]byte
	_, _ = hex.Decode(first[:], []byte(id[:min(len(id), 2*len(first))])) // of what is no id, nothing is found
	return binary.BigEndian.Uint64(first[:])
}
