package disk

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"github.com/chaffinch-search/chaffinch/index"
	"strings"
)

// rootKey is the term that finds the occurrences of a root.
func rootKey(collection, root string) string { return collection + "\x00" + root }

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

// occurrenceID returns the id of the Bleve document of an occurrence.
func occurrenceID(o index.Occurrence) string { return occurrencePrefix + o.Place() }

// parseOccurrenceID returns the place of an occurrence from its document's id.
func parseOccurrenceID(documentID string) (index.Occurrence, error) {
	place, ok := strings.CutPrefix(documentID, occurrencePrefix)
	var o index.Occurrence
	collection, rest, hasRoot := strings.Cut(place, "\x00")
	root, rest, hasPath := strings.Cut(rest, "\x00")
	file, revision, revised := strings.Cut(rest, "\x00")
	if !ok || !hasRoot || !hasPath || revised && revision == "" {
		return o, fmt.Errorf("occurrence %q: damaged id", documentID)
	}
	o.Collection, o.Root, o.Path, o.Revision = collection, root, file, revision
	return o, nil
}

// parseOccurrence decodes an occurrence from its document's id and record.
func parseOccurrence(documentID string, record []byte) (index.Occurrence, error) {
	o, err := parseOccurrenceID(documentID)
	if err != nil {
		return o, err
	}
	return o, o.SetRecord(record)
}

// contentKey is the term that finds the occurrences of a content. Whole ids would make the index 1%
// larger. Several contents may share a key, so callers compare the ids of found contents.
func contentKey(id string) uint64 {
	var first [8]byte
	_, _ = hex.Decode(first[:], []byte(id[:min(len(id), 2*len(first))])) // if it is not an id, nothing is found
	return binary.BigEndian.Uint64(first[:])
}
