package remote

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math"
	"net/url"
	"slices"
	"strconv"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
	"github.com/chaffinch-search/chaffinch/index"
)

// An index is two indexes of the cluster. One holds the contents with their terms: its documents
// are written once, because an update would lose fields that are not in _source. The other, whose
// name ends in filesSuffix, holds the occurrences, the skipped files and the boilerplate.

const (
	// formatVersion is the version of this package's format. segments replaces the type of
	// segments.
	formatVersion = 3
	segments      = "opensearch"

	filesSuffix = "-files"
)

// The kinds of documents in the index of files.
const (
	kindOccurrence  = "occurrence"
	kindSkipped     = "skipped"
	kindBoilerplate = "boilerplate"
	kindRemoving    = "removing" // a content that a writer is about to remove
)

// contentsMapping returns the settings and the mapping of the index of contents. Terms are texts of
// words, in any order, so that field data can give them back: see catalog.go. Merges drop deleted
// documents, also from segments that lost little: df counts deleted documents.
func contentsMapping(s index.Settings) any {
	terms := object{"type": "text", "analyzer": "whitespace", "index_options": "docs", "norms": false, "fielddata": true}
	properties := object{
		"content":      object{"type": "keyword"}, // the id again, to order ties
		"language":     object{"type": "keyword"},
		"size":         object{"type": "long", "index": false},
		"tokens":       object{"type": "long", "index": false},
		"fingerprints": object{"type": "long", "index": false, "doc_values": false},
		"packed":       object{"type": "binary"},
		"inverse":      object{"type": "float", "index": false},
	}
	var names []string
	for r := range analyzer.Representation(analyzer.Representations) {
		names = append(names, r.String())
		properties[r.String()] = terms
	}
	return object{
		"settings": object{"index": object{
			"number_of_shards": s.Shards, "number_of_replicas": 0, "refresh_interval": "-1", "codec": "best_compression",
			"merge": object{"policy": object{"expunge_deletes_allowed": 0}},
		}},
		"mappings": object{
			"dynamic": "strict", "_source": object{"excludes": names},
			"_meta": meta{Chaffinch: &s, Loading: true, Unpublished: true}, "properties": properties,
		},
	}
}

// filesMapping returns the settings and the mapping of the index of files.
func filesMapping(shards int) any {
	return object{
		"settings": object{"index": object{"number_of_shards": shards, "number_of_replicas": 0, "refresh_interval": "-1", "codec": "best_compression"}},
		"mappings": object{"dynamic": "strict", "_meta": meta{Files: true}, "properties": object{
			"kind": object{"type": "keyword"}, "content": object{"type": "keyword"},
			"collection": object{"type": "keyword"}, "root": object{"type": "keyword"}, "record": object{"type": "binary"},
		}},
	}
}

// fileFields are the fields of a file that come back.
var fileFields = []string{"kind", "content", "collection", "record"}

// object is a JSON object.
type object = map[string]any

// contentSource is a content as it is written: all but the terms comes back.
type contentSource struct {
	Content      string `json:"content,omitempty"`
	Language     string `json:"language"`
	Size         int64  `json:"size"`
	Tokens       int    `json:"tokens"`
	Fingerprints []int  `json:"fingerprints"`
	Structure    string `json:"structure,omitempty"`
	Exact        string `json:"exact,omitempty"`
	Packed       []byte `json:"packed,omitempty"`
	// Inverse is 1 by the root of the number of terms. It estimates, but for a factor, the length
	// of the vector, which depends on all other contents.
	Inverse float64 `json:"inverse,omitempty"`
}

// sourceFields are the fields of a content that Describe needs.
const sourceFields = "language,size,tokens,fingerprints"

func contentOp(d *index.Document) op {
	s := contentSource{
		Content: d.ID, Language: d.Language, Size: d.Size, Tokens: d.Tokens, Fingerprints: d.Fingerprints[:],
		Structure: words(d.Hashes[analyzer.Structure]), Exact: words(d.Hashes[analyzer.Exact]), Packed: d.Packed,
	}
	if n := (len(s.Structure) + len(s.Exact)) / (winnow.TermSize + 1); n > 0 {
		s.Inverse = 1 / math.Sqrt(float64(n))
	}
	return op{action: "create", id: d.ID, source: encoded(s)}
}

// content returns the content of that id.
func (s *contentSource) content(id string) (index.Content, error) {
	c := index.Content{ID: id, Language: s.Language, Size: s.Size, Tokens: s.Tokens}
	if copy(c.Fingerprints[:], s.Fingerprints) != len(s.Fingerprints) || s.Tokens < 0 || s.Size < int64(s.Tokens) {
		return c, fmt.Errorf("content %s: %w: its record is damaged", id, errLies)
	}
	return c, nil
}

// words returns the distinct terms of hashes, separated by spaces.
func words(hashes []uint64) string {
	terms := make([]uint64, len(hashes))
	for i, h := range hashes {
		terms[i] = h >> (64 - winnow.TermBits)
	}
	slices.Sort(terms)
	text := make([]byte, 0, len(terms)*(winnow.TermSize+1))
	for _, t := range slices.Compact(terms) {
		text = append(winnow.AppendTerm(text, t<<(64-winnow.TermBits)), ' ')
	}
	return string(text)
}

// fileSource is a document of the index of files.
type fileSource struct {
	Kind       string `json:"kind"`
	Content    string `json:"content,omitempty"`
	Collection string `json:"collection,omitempty"`
	Root       string `json:"root,omitempty"` // see rootTerm
	Record     []byte `json:"record"`
}

// rootTerm returns the term of a root, which may have any byte. strconv.Unquote returns the root.
func rootTerm(root string) string { return strconv.QuoteToASCII(root) }

func (s fileSource) occurrence() (o index.Occurrence, err error) {
	if err := o.UnmarshalBinary(s.Record); err != nil {
		return o, fmt.Errorf("%w: %w", errLies, err)
	}
	return o, nil
}

func occurrenceOp(o index.Occurrence) (op, error) {
	record, err := o.MarshalBinary()
	if err != nil {
		return op{}, err
	}
	s := fileSource{Kind: kindOccurrence, Content: o.Content, Collection: o.Collection, Root: rootTerm(o.Root), Record: record}
	if o.Skipped != "" {
		s.Kind = kindSkipped
	}
	return op{action: "index", id: placeID(o), source: encoded(s)}, nil
}

func boilerplateOp(b *index.Boilerplate) (op, error) {
	record, err := b.MarshalBinary()
	if err != nil {
		return op{}, err
	}
	return op{action: "index", id: boilerplateID(b.ID), source: encoded(fileSource{Kind: kindBoilerplate, Record: record})}, nil
}

// placeID returns the id of an occurrence. An id has 512 bytes at most, and a path may have more.
func placeID(o index.Occurrence) string {
	sum := sha256.Sum256([]byte(o.Place()))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

func boilerplateID(id string) string { return kindBoilerplate + "-" + id }

// markID returns the id of the mark on a content that a writer is about to remove.
func markID(content string) string { return kindRemoving + "-" + content }

// encoded returns a value as JSON, of types that always have one.
func encoded(v any) []byte {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return text
}

func pathOf(parts ...string) string {
	path := ""
	for _, p := range parts {
		path += "/" + url.PathEscape(p)
	}
	return path
}
